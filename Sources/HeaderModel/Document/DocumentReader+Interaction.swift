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
    guard let value else { return }
    interaction.isUsed = true
    for member in try value.declarations() {
      let input = try readInput(member)
      let place = NameTarget.memory(memory.count + interaction.inputs.count)
      try builder.declare(member.name, place, "an input", at: member)
      interaction.inputs.append(input)
    }
  }

  private mutating func readInput(
    _ member: JSONObject.Member
  ) throws(JSONError) -> DeclaredInput {
    let isObject = member.value.kind == .object
    let object =
      try isObject
      ? member.value.object(keys: ["value", "range", "points", "step", "description"]) : nil
    _ = try object?.optional("description")?.text(upTo: 1000)
    let place = try object?.required("value") ?? member.value
    let launch = try builder.property(place, .fixed, nil, name: member.name)
    var input = DeclaredInput(slot: DeclaredMemory(name: member.name, launch: launch))
    if let range = object?.optional("range") {
      let bounds = Array(try range.array(count: 2...2, of: "bounds"))
      let lower = try builder.property(bounds[0], .fixed, .number)
      let upper = try builder.property(bounds[1], .fixed, .number)
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

  /// What could not be asked before all kinds were known.
  mutating func checkInputs(_ cells: [Cell]) throws(JSONError) {
    for (index, input) in interaction.inputs.enumerated() {
      let cell = cells[input.slot.launch]
      try cell.requirePlain()
      if cell.kind == .boolean {
        interaction.inputs[index].slot.isBoolean = true
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
    interaction.isUsed = true
    interaction.onTap[layer.index] = try readRules(
      value, CellContext(role: .rule, lists: layer.lists))
  }

  // MARK: - Scrolling

  mutating func readScroll(_ value: JSONValue) throws(JSONError) {
    let object = try value.object(
      keys: [
        "contentHeight", "maximumOffset", "viewportHeight", "restOffset", "description",
      ] + Self.interactiveScrollKeys)
    for key in Self.interactiveScrollKeys where object.optional(key) != nil {
      interaction.isUsed = true
    }
    scroll.minimumOffset = try builder.optional(object, "minimumOffset", .value, .number)
    scroll.snapsToStart = try object.optional("snapToStart")?.boolean() ?? true
    scroll.snapsToEnd = try object.optional("snapToEnd")?.boolean() ?? true
    if let rules = try object.optional("settle")?.array(count: 0...1000, of: "rules") {
      for rule in rules { scroll.settle.append(try readSettleRule(rule)) }
    }
    scroll.contentHeight = try builder.optional(object, "contentHeight", .value, .number)
    scroll.maximumOffset = try builder.optional(object, "maximumOffset", .value, .number)
    guard scroll.contentHeight != nil || scroll.maximumOffset != nil else {
      throw value.error("\"contentHeight\" or \"maximumOffset\" is missing")
    }
    scroll.viewportHeight = try builder.optional(object, "viewportHeight", .value, .number)
    scroll.restOffset = try builder.optional(object, "restOffset", .value, .number)
    if let snaps = object.optional("snapToOffsets") { try readSnapOffsets(snaps) }
  }

  private mutating func readSettleRule(_ value: JSONValue) throws(JSONError) -> SettleRule {
    let object = try value.object(keys: ["at", "when", "to", "duration", "easing", "description"])
    _ = try object.optional("description")?.text(upTo: 10_000)
    var context = CellContext.rule
    context.knowsTarget = true
    let when = try builder.optional(object, "when", context, .boolean)
    let to = try builder.property(object.required("to"), context, .number)
    if let place = object.optional("duration"), place.kind == .number {
      _ = try place.number(above: 0, upTo: SettleRule.durations.upperBound, unit: "seconds")
    }
    let duration = try builder.optional(object, "duration", context, .number)
    return SettleRule(
      isAtRest: try object.optional("at")?.choice(of: ["release", "rest"]) == "rest", when: when,
      to: to, duration: duration,
      easing: try object.optional("easing")?.easing() ?? .cubicBezier(.easeOut),
      place: value.keyPath)
  }

  /// Offsets to snap to rise, as far as they are written as numbers.
  private mutating func readSnapOffsets(_ value: JSONValue) throws(JSONError) {
    var last: Double?
    for snap in try value.array(count: 0...1000, of: "offsets") {
      let cell = try builder.property(snap, .value, .number)
      let number = literal(cell)
      if let number, let last, number <= last {
        throw snap.error("\(number.shown) is not above \(last.shown); the offsets have to rise")
      }
      last = number ?? last
      scroll.snapOffsets.append(cell)
    }
  }
}
