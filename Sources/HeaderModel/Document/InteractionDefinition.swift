import PortableMath

/// What a document answers besides scrolling: touches, rests, taps, inputs, and where its content goes.
struct InteractionDefinition: Sendable {
  /// Whether the document says any of it: only then is it told of more than offsets.
  var isUsed = false
  var inputs: [DeclaredInput] = []
  /// Each a list of which the first that holds runs.
  var rulesByEvent: [Event: [[Rule]]] = [:]
  /// By the layer's place.
  var onTap: [Int: [[Rule]]] = [:]

  enum Event: String, CaseIterable, Sendable { case onDragStart, onDragEnd, onRest, onInput }

  func rules(_ event: Event) -> [[Rule]] { rulesByEvent[event] ?? [] }

  /// All rules of events but scrolls, with the places of their lists.
  var rules: [(place: String, lists: [[Rule]])] {
    Event.allCases.map { ($0.rawValue, rules($0)) }
      + onTap.sorted { $0.key < $1.key }.map { ("onTap", $0.value) }
  }
}

/// An entry of `inputs`: what else the user or the app does.
struct DeclaredInput: Sendable {
  /// Its name, launch value and kind, as those of memory.
  var slot: DeclaredMemory
  /// nil: a condition.
  var range: (lower: CellID, upper: CellID)?
  /// Points that a finger moves for one unit; nil: 1.
  var points: CellID?
  /// A pan settles at a multiple of it; nil: where it is.
  var step: CellID?
}

struct ScrollDefinition: Sendable {
  var contentHeight: CellID?
  var maximumOffset: CellID?
  /// The offset at the content's start; nil: 0.
  var minimumOffset: CellID?
  var viewportHeight: CellID?
  var restOffset: CellID?
  /// In order; the first that holds decides.
  var settle: [SettleRule] = []
  var snapOffsets: [CellID] = []
  var snapsToStart = true
  var snapsToEnd = true

  /// What the content's start and end follow from.
  var edges: [CellID] { [minimumOffset, maximumOffset, contentHeight].compactMap(\.self) }
}

struct SettleRule: Sendable {
  /// Tried when a free motion has slowed down or ended; else when the content is let go.
  var isAtRest: Bool
  var when: CellID?
  var to: CellID
  /// nil: a spring.
  var duration: CellID?
  var easing: Easing
  /// Its key path, for messages.
  var place: String
}

extension HeaderDocument {
  /// Whether the document answers more than offsets; a curve's touches, rests, taps and inputs are
  /// events for it.
  package var isInteractive: Bool { program.interaction.isUsed }

  /// The inputs that may be set, in the order of the document.
  public var inputNames: [String] { program.interaction.inputs.map(\.slot.name) }

  /// The layers that a tap runs rules of, in the order of the document.
  package var tappableLayers: [String] {
    program.interaction.onTap.keys.sorted().map { program.layers[$0].definition.id }
  }

  /// Gives an input another value at launch; a condition is true or false.
  public mutating func set(input name: String, to value: InputValue) throws(DocumentSettingError) {
    let index = try place(of: name, among: inputNames, "input")
    switch (value, program.interaction.inputs[index].range) {
    case (.number(let number), .some):
      guard number.isFinite else {
        throw .notAllowed(name, reason: "\(number) is no finite number")
      }
      inputValues[index] = number + 0
    case (.condition(let condition), nil): inputValues[index] = condition ? 1 : 0
    case (.number, nil): throw .notAllowed(name, reason: "is a condition; give true or false")
    case (.condition, .some): throw .notAllowed(name, reason: "is a number; give one")
    }
  }
}

/// What an input is set to.
public enum InputValue: Hashable, Sendable {
  case number(Double)
  case condition(Bool)

  /// Reads `true`, `false` or a number; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "true": self = .condition(true)
    case "false": self = .condition(false)
    default:
      guard let number = Double(text), number.isFinite else { return nil }
      self = .number(number)
    }
  }
}
