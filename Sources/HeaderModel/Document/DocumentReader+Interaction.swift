import PortableMath
import StrictJSON

/// What a document answers besides scrolling.
extension DocumentReader {
  static let interactionKeys = ["inputs"] + InteractionDefinition.Event.words
  private static let interactiveScrollKeys = [
    "minimumOffset", "settle", "snapToOffsets", "snapToStart", "snapToEnd",
  ]

  // MARK: - Inputs

  mutating func readInputs(_ value: JSONValue?) throws(JSONError) {
    for member in try value?.declarations() ?? [] {
      let input = try readInput(member)
      let place = NameTarget.memory(declared.slots.count)
      try builder.declare(member.name, place, "an input", at: member)
      declared.interaction.inputs.append(input)
    }
  }

  private mutating func readInput(_ member: JSONObject.Member) throws(JSONError) -> DeclaredInput {
    let (place, object) = try member.value.declared(
      keys: ["value", "range", "points", "step", "description"])
    _ = try object?.optional("description")?.text(upTo: 1000)
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

  // MARK: - Scrolling

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
