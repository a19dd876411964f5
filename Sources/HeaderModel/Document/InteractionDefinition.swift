import PortableMath
import StrictJSON

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
  /// Whether a curve's touches, rests, taps and inputs are events for the document.
  package var isInteractive: Bool { program.declared.interaction.isUsed }

  /// The inputs that may be set, in the order of the document.
  public var inputNames: [String] { program.declared.interaction.inputs.map(\.slot.name) }

  package var tappableLayers: [String] {
    program.declared.interaction.onTap.keys.sorted().map { program.layers[$0].definition.id }
  }

  /// Gives an input another value at launch; a condition is true or false.
  public mutating func set(input name: String, to value: InputValue) throws(DocumentSettingError) {
    let index = try place(of: name, among: inputNames, "input")
    switch (value, program.declared.interaction.inputs[index].range) {
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

extension DocumentReader {
  static let interactionKeys = ["inputs"] + InteractionDefinition.Event.words
  private static let interactiveScrollKeys = [
    "minimumOffset", "settle", "snapToOffsets", "snapToStart", "snapToEnd",
  ]

  mutating func readInputs(_ value: JSONValue?) throws(JSONError) {
    for member in try value?.declarations() ?? [] {
      let input = try readInput(member)
      let place = NameTarget.memory(declared.slots.count)
      try builder.declare(member.name, place, "an input", at: member)
      declared.interaction.inputs.append(input)
    }
  }

  private mutating func readInput(_ member: JSONObject.Member) throws(JSONError) -> DeclaredInput {
    let isObject = member.value.kind == .object
    let object =
      try isObject
      ? member.value.object(keys: ["value", "range", "points", "step", "description"]) : nil
    _ = try object?.optional("description")?.text(upTo: 1000)
    let place = try object?.required("value") ?? member.value
    let launch = try builder.property(place, .fixed, nil, name: member.name)
    var input = DeclaredInput(slot: DeclaredMemory(name: member.name, launch: launch))
    if let range = object?.optional("range") {
      let bounds = try range.list(count: 2...2, of: "bounds") { bound throws(JSONError) in
        try builder.property(bound, .fixed, .number)
      }
      let (lower, upper) = (bounds[0], bounds[1])
      input.range = (lower, upper)
      if let low = literal(lower), let high = literal(upper) {
        guard low <= high else { throw range.error("the lower bound stands first") }
        if let value = literal(launch), value < low || value > high {
          throw place.error(
            "\(value.shown) is out of range; the input goes from \(low.shown) to \(high.shown)")
        }
      }
    }
    for key in ["points", "step"] {
      guard let value = object?.optional(key) else { continue }
      let cell = try builder.property(value, .fixed, .number)
      if let number = literal(cell), number <= 0 {
        throw value.error("\(number.shown) is out of range; it is above 0")
      }
      if key == "points" { input.points = cell } else { input.step = cell }
    }
    return input
  }

  /// The number that an expression is, where it is written as one.
  private func literal(_ cell: CellID) -> Double? {
    if case .literal(let number, .number) = builder.cells[cell].source { number } else { nil }
  }

  mutating func checkInputs(_ cells: [Cell]) throws(JSONError) {
    for (index, input) in declared.interaction.inputs.enumerated() {
      let cell = cells[input.slot.launch]
      try cell.requirePlain()
      if cell.kind == .boolean {
        declared.interaction.inputs[index].slot.isBoolean = true
        if let other = input.range?.lower ?? input.points ?? input.step {
          throw cells[other].place.error("a condition has no range, points or step; leave them out")
        }
      } else if input.range == nil {
        throw cell.place.error(
          "\"\(input.slot.name)\" is a number without a range; write "
            + "{\"value\": ..., \"range\": [least, most]}")
      }
    }
  }

  /// Rules of a layer, which know the row that they stand in.
  mutating func readTapRules(_ object: JSONObject, of layer: LayerDefinition) throws(JSONError) {
    guard let value = object.optional("onTap") else { return }
    declared.interaction.isUsed = true
    declared.interaction.onTap[layer.index] = try readRules(
      value, CellContext(role: .rule, lists: layer.lists))
  }

  mutating func readScroll(_ value: JSONValue) throws(JSONError) {
    let object = try value.object(
      keys: [
        "contentHeight", "maximumOffset", "viewportHeight", "restOffset", "description",
      ] + Self.interactiveScrollKeys)
    if Self.interactiveScrollKeys.contains(where: { object.optional($0) != nil }) {
      declared.interaction.isUsed = true
    }
    func length(_ key: String) throws(JSONError) -> CellID? {
      try builder.optional(object, key, .value, .number)
    }
    var scroll = ScrollDefinition()
    scroll.minimumOffset = try length("minimumOffset")
    scroll.snapsToStart = try object.optional("snapToStart")?.boolean() ?? true
    scroll.snapsToEnd = try object.optional("snapToEnd")?.boolean() ?? true
    scroll.settle =
      try object.optional("settle")?.list(count: 0...1000, of: "rules") { rule throws(JSONError) in
        try readSettleRule(rule)
      } ?? []
    scroll.contentHeight = try length("contentHeight")
    scroll.maximumOffset = try length("maximumOffset")
    guard scroll.contentHeight != nil || scroll.maximumOffset != nil else {
      throw value.error("\"contentHeight\" or \"maximumOffset\" is missing")
    }
    scroll.viewportHeight = try length("viewportHeight")
    scroll.restOffset = try length("restOffset")
    // As far as they are written as numbers, offsets to snap to rise.
    var last: Double?
    scroll.snapOffsets =
      try object.optional("snapToOffsets")?.list(count: 0...1000, of: "offsets") {
        snap throws(JSONError) in
        let cell = try builder.property(snap, .value, .number)
        let number = literal(cell)
        if let number, let last, number <= last {
          throw snap.error("\(number.shown) is not above \(last.shown); the offsets have to rise")
        }
        last = number ?? last
        return cell
      } ?? []
    declared.scroll = scroll
  }

  private mutating func readSettleRule(_ value: JSONValue) throws(JSONError) -> SettleRule {
    let object = try value.object(keys: ["at", "when", "to", "duration", "easing", "description"])
    _ = try object.optional("description")?.text(upTo: 10_000)
    let context = CellContext(role: .rule, knowsTarget: true)
    let when = try builder.optional(object, "when", context, .boolean)
    let to = try builder.property(object.required("to"), context, .number)
    if let place = object.optional("duration"), place.kind == .number {
      _ = try place.number(above: 0, upTo: Transition.durations.upperBound, unit: "seconds")
    }
    let duration = try builder.optional(object, "duration", context, .number)
    return SettleRule(
      isAtRest: try object.optional("at")?.choice(of: ["release", "rest"]) == "rest", when: when,
      to: to, duration: duration,
      easing: try object.optional("easing")?.easing() ?? .cubicBezier(.easeOut),
      place: value.keyPath)
  }
}
