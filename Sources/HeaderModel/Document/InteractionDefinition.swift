import PortableMath
import StrictJSON

/// The interactive parts of a document: rules for touches, rests, taps and inputs.
struct InteractionDefinition: Sendable {
  /// Whether the document has any interactive part. Otherwise it receives scroll offsets only.
  var isUsed = false
  var inputs: [DeclaredInput] = []
  /// The rules of each event. Of each inner array, the first rule whose condition holds runs.
  var rulesByEvent: [Event: [[Rule]]] = [:]
  /// The rules of a tap, by layer index.
  var onTap: [Int: [[Rule]]] = [:]

  /// The events that have rules. The raw values are the JSON keys.
  enum Event: String, CaseIterable, Sendable { case onDragStart, onDragEnd, onRest, onInput }

  func rules(_ event: Event) -> [[Rule]] { rulesByEvent[event] ?? [] }

  /// The rules of all events except scrolls, with their JSON keys.
  var rules: [(name: String, lists: [[Rule]])] {
    Event.allCases.map { ($0.rawValue, rules($0)) }
      + onTap.sorted { $0.key < $1.key }.map { ("onTap", $0.value) }
  }
}

/// An entry of `inputs`: a value that the user or the app can change.
struct DeclaredInput: Sendable {
  /// The name, launch value and kind, stored like those of memory.
  var slot: DeclaredMemory
  /// The range of a number. `nil` if the input is a condition.
  var range: (lower: CellID, upper: CellID)?
  /// The distance in points that a finger moves per unit. `nil` means 1.
  var points: CellID?
  /// The step that a pan snaps to: it settles at a multiple of this value. `nil` if it does not
  /// snap.
  var step: CellID?
}

/// The section `scroll`: the extent of the content, and the offsets at which a release settles. All
/// numbers are expressions in points.
struct ScrollDefinition: Sendable {
  /// The height of the content. Determines the largest offset if `maximumOffset` is `nil`.
  var contentHeight: CellID?
  /// The largest offset at rest, or `nil` if `contentHeight` determines it.
  var maximumOffset: CellID?
  /// The smallest offset at rest. `nil` means 0.
  var minimumOffset: CellID?
  /// The height of the scroll view. `nil` uses the screen's.
  var viewportHeight: CellID?
  /// The scroll view's content offset at rest. `nil` means 0.
  var restOffset: CellID?
  /// The settle rules. The first rule whose condition holds decides.
  var settle: [SettleRule] = []
  /// The offsets that a release snaps to, in ascending order.
  var snapOffsets: [CellID] = []
  /// Whether a release before the first snap offset snaps to the start of the content.
  var snapsToStart = true
  /// Whether a release after the last snap offset snaps to the end of the content.
  var snapsToEnd = true

  /// The expressions that determine the smallest and largest offset.
  var edges: [CellID] { [minimumOffset, maximumOffset, contentHeight].compactMap(\.self) }
}

/// A rule that decides the offset at which the content settles.
struct SettleRule: Sendable {
  /// Whether the rule applies when a deceleration has slowed down or ended. Otherwise it applies at
  /// the release of a drag.
  var isAtRest: Bool
  /// The condition of the rule. `nil` always holds.
  var when: CellID?
  /// The offset to settle at, in points from rest.
  var to: CellID
  /// The duration in seconds. `nil` uses a spring animation.
  var duration: CellID?
  /// The time before the animation starts, in seconds. `nil` means 0.
  var delay: CellID?
  /// The easing of the animation. Not used by a spring.
  var easing: Easing
  /// The key path of the rule, for messages.
  var keyPath: String
  /// The steps that follow, one after the other, without conditions.
  var next: [SettleRule] = []
}

extension HeaderDocument {
  /// Whether the document receives touches, rests, taps and inputs of a curve.
  package var isInteractive: Bool { program.declared.interaction.isUsed }

  /// The names of the inputs, in the order of the document.
  public var inputNames: [String] { program.declared.interaction.inputs.map(\.slot.name) }

  /// The ids of the layers with `onTap` rules.
  package var tappableLayers: [String] {
    program.declared.interaction.onTap.keys.sorted().map { program.layers[$0].definition.id }
  }

  /// Sets the launch value of an input.
  /// - Throws: `DocumentSettingError.unknown` if the document has no such input, `.notAllowed` if
  ///   the value is of the wrong kind or not finite.
  public mutating func set(input name: String, to value: InputValue) throws(DocumentSettingError) {
    let index = try position(of: name, among: inputNames, "input")
    switch (value, program.declared.interaction.inputs[index].range) {
    case (.number(let number), .some):
      guard number.isFinite else {
        throw .notAllowed(name, reason: "\(number) is not a finite number")
      }
      inputValues[index] = number + 0
    case (.condition(let condition), nil): inputValues[index] = condition ? 1 : 0
    case (.number, nil): throw .notAllowed(name, reason: "is a condition; give true or false")
    case (.condition, .some): throw .notAllowed(name, reason: "is a number; give one")
    }
  }
}

/// The value of an input.
public enum InputValue: Hashable, Sendable {
  /// The value of an input with a range.
  case number(Double)
  /// The value of an input that is a condition.
  case condition(Bool)

  /// Parses `true`, `false` or a finite number. Returns `nil` for any other text.
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
  static let interactionKeys = ["inputs"] + InteractionDefinition.Event.keywords
  private static let interactiveScrollKeys = [
    "minimumOffset", "settle", "snapToOffsets", "snapToStart", "snapToEnd",
  ]

  mutating func readInputs(_ value: JSONValue?) throws(JSONError) {
    try readEach(value) { reader, member throws(JSONError) in
      let input = try reader.readInput(member)
      let target = NameTarget.memory(reader.declared.slots.count)
      try reader.builder.declare(member.name, target, "an input", at: member)
      reader.declared.interaction.inputs.append(input)
    }
  }

  private mutating func readInput(_ member: JSONObject.Member) throws(JSONError) -> DeclaredInput {
    let isObject = member.value.kind == .object
    let object =
      try isObject
      ? member.value.object(keys: ["value", "range", "points", "step", "description"]) : nil
    _ = try object?.optional("description")?.text(upTo: 1000)
    let json = try object?.required("value") ?? member.value
    let launch = try builder.property(json, .fixed, nil, name: member.name)
    var input = DeclaredInput(slot: DeclaredMemory(name: member.name, launch: launch))
    if let range = object?.optional("range") {
      let bounds = try range.list(count: 2...2, of: "bounds") { bound throws(JSONError) in
        try builder.property(bound, .fixed, .number)
      }
      let (lower, upper) = (bounds[0], bounds[1])
      input.range = (lower, upper)
      if let low = literal(lower), let high = literal(upper) {
        guard low <= high else { throw range.error("write the lower bound first") }
        if let value = literal(launch), value < low || value > high {
          throw json.error(
            "\(value.text) is out of range; the input goes from \(low.text) to \(high.text)")
        }
      }
    }
    for key in ["points", "step"] {
      guard let value = object?.optional(key) else { continue }
      let cell = try builder.property(value, .fixed, .number)
      if let number = literal(cell), number <= 0 {
        throw value.error("\(number.text) is out of range; give more than 0")
      }
      if key == "points" { input.points = cell } else { input.step = cell }
    }
    return input
  }

  /// The value of an expression that is a number literal, otherwise `nil`.
  private func literal(_ cell: CellID) -> Double? {
    if case .literal(let number, .number) = builder.cells[cell].source { number } else { nil }
  }

  /// Checks the kind of an input, which is known after compiling.
  mutating func checkInput(_ index: Int, _ cells: [Cell]) throws(JSONError) {
    let input = declared.interaction.inputs[index]
    let cell = cells[input.slot.launch]
    try cell.requirePlain()
    if cell.kind == .boolean {
      declared.interaction.inputs[index].slot.isBoolean = true
      if let other = input.range?.lower ?? input.points ?? input.step {
        throw cells[other].json.error("a condition has no range, points or step; leave them out")
      }
    } else if input.range == nil {
      throw cell.json.error(
        "\"\(input.slot.name)\" is a number without a range; write "
          + "{\"value\": ..., \"range\": [least, most]}")
    }
  }

  /// Reads the `onTap` rules of a layer, which can use the row index if the layer is in a list.
  mutating func readTapRules(_ object: JSONObject, of layer: LayerDefinition) throws(JSONError) {
    guard let value = object.optional("onTap") else { return }
    declared.interaction.isUsed = true
    declared.interaction.onTap[layer.index] = try readRules(
      value, CellContext(role: .rule, lists: layer.lists, copy: layer.copy))
  }

  mutating func readScroll(_ value: JSONValue) throws(JSONError) {
    let object = try object(
      value,
      keys: [
        "contentHeight", "maximumOffset", "viewportHeight", "restOffset", "description",
      ] + Self.interactiveScrollKeys)
    if Self.interactiveScrollKeys.contains(where: { object.optional($0) != nil }) {
      declared.interaction.isUsed = true
    }
    func length(_ key: String) throws(JSONError) -> CellID? {
      try read { reader throws(JSONError) in
        try reader.builder.optional(object, key, .value, .number)
      } ?? nil
    }
    var scroll = ScrollDefinition()
    scroll.minimumOffset = try length("minimumOffset")
    scroll.snapsToStart = try object.optional("snapToStart")?.boolean() ?? true
    scroll.snapsToEnd = try object.optional("snapToEnd")?.boolean() ?? true
    scroll.settle = try readList(object.optional("settle"), count: 0...1000, of: "rules") {
      reader, rule throws(JSONError) in try reader.readSettleRule(rule)
    }
    scroll.contentHeight = try length("contentHeight")
    scroll.maximumOffset = try length("maximumOffset")
    guard ["contentHeight", "maximumOffset"].contains(where: { object.optional($0) != nil }) else {
      throw value.error("\"contentHeight\" or \"maximumOffset\" is missing")
    }
    scroll.viewportHeight = try length("viewportHeight")
    scroll.restOffset = try length("restOffset")
    // Snap offsets must rise. Literals are checked here, expressions when the header is created.
    var last: Double?
    scroll.snapOffsets = try readList(
      object.optional("snapToOffsets"), count: 0...1000, of: "offsets"
    ) { reader, snap throws(JSONError) in
      let cell = try reader.builder.property(snap, .value, .number)
      let number = reader.literal(cell)
      if let number, let last, number <= last {
        throw snap.error(
          "\(number.text) is not above \(last.text); write the offsets in increasing order")
      }
      last = number ?? last
      return cell
    }
    declared.scroll = scroll
  }

  private mutating func readSettleRule(_ value: JSONValue) throws(JSONError) -> SettleRule {
    let object = try object(
      value,
      keys: ["at", "when", "to", "delay", "duration", "easing", "then", "description"])
    _ = try object.optional("description")?.text(upTo: 10_000)
    let context = CellContext(role: .rule, knowsTarget: true)
    let when = try builder.optional(object, "when", context, .boolean)
    let to = try builder.property(object.required("to"), context, .number)
    var rule = try readSettleStep(object, to: to, context)
    rule.isAtRest = try object.optional("at")?.choice(of: ["release", "rest"]) == "rest"
    rule.when = when
    rule.next = try readList(object.optional("then"), count: 0...100, of: "steps") {
      reader, step throws(JSONError) in
      let object = try reader.object(
        step, keys: ["to", "delay", "duration", "easing", "description"])
      _ = try object.optional("description")?.text(upTo: 10_000)
      let to = try reader.builder.property(object.required("to"), context, .number)
      return try reader.readSettleStep(object, to: to, context)
    }
    return rule
  }

  private mutating func readSettleStep(
    _ object: JSONObject, to: CellID, _ context: CellContext
  ) throws(JSONError) -> SettleRule {
    if let json = object.optional("duration"), json.kind == .number {
      _ = try json.number(above: 0, upTo: Transition.durations.upperBound, unit: "seconds")
    }
    return SettleRule(
      isAtRest: false, to: to,
      duration: try builder.optional(object, "duration", context, .number),
      delay: try object.optional("delay").map { delay throws(JSONError) in
        try readSeconds(delay, context)
      },
      easing: try object.optional("easing")?.easing() ?? .cubicBezier(.easeOut),
      keyPath: object.value.keyPath)
  }
}
