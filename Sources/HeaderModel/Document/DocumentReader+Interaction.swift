import PortableMath
import StrictJSON

/// What a document answers besides scrolling.
extension DocumentReader {
  static let interactionKeys = ["inputs"] + InteractionDefinition.Event.words
  static let interactiveScrollKeys = [
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
    var place = member.value
    var object: JSONObject?
    if member.value.kind == .object {
      let members = try member.value.object(
        keys: ["value", "range", "points", "step", "description"])
      _ = try members.optional("description")?.text(upTo: 1000)
      place = try members.required("value")
      object = members
    }
    let launch = try builder.property(place, .fixed, nil, name: member.name)
    var input = DeclaredInput(
      slot: DeclaredMemory(name: member.name, launch: launch), place: member.value.keyPath)
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
    for index in interaction.inputs.indices {
      let input = interaction.inputs[index]
      let cell = cells[input.slot.launch]
      try cell.requirePlain()
      switch cell.kind {
      case .boolean:
        interaction.inputs[index].slot.isBoolean = true
        for other in [input.range?.lower, input.points, input.step] {
          guard let other else { continue }
          throw cells[other].place.error("a condition has no range, points or step; leave them out")
        }
      default:
        guard input.range != nil else {
          throw cell.place.error(
            "\"\(input.slot.name)\" is a number without a range; write "
              + "{\"value\": ..., \"range\": [least, most]}")
        }
      }
    }
  }

  // MARK: - Rules

  mutating func readEventRules(_ sections: DocumentSections) throws(JSONError) {
    for event in InteractionDefinition.Event.allCases {
      guard let value = sections.optional(event.rawValue) else { continue }
      interaction.isUsed = true
      interaction.rulesByEvent[event] = try readRules(value)
    }
  }

  /// Rules of a layer, which know the row that they stand in.
  mutating func readTapRules(
    _ object: JSONObject, of layer: Int, lists: [Int]
  ) throws(JSONError) {
    guard let value = object.optional("onTap") else { return }
    interaction.isUsed = true
    interaction.onTap[layer] = try readRules(
      value, CellContext(role: .rule, lists: lists))
  }

  // MARK: - Scrolling

  mutating func readInteraction(ofScroll object: JSONObject) throws(JSONError) {
    for key in Self.interactiveScrollKeys where object.optional(key) != nil {
      interaction.isUsed = true
    }
    interaction.minimumOffset = try builder.optional(object, "minimumOffset", .value, .number)
    interaction.snapsToStart = try object.optional("snapToStart")?.boolean() ?? true
    interaction.snapsToEnd = try object.optional("snapToEnd")?.boolean() ?? true
    let rules = object.optional("settle")
    interaction.settle =
      try rules?.list(count: 0...1000, of: "rules") { rule throws(JSONError) in
        try readSettleRule(rule)
      } ?? []
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
  mutating func readSnapOffsets(_ value: JSONValue) throws(JSONError) -> [CellID] {
    var cells: [CellID] = []
    var last: Double?
    for snap in try value.array(count: 0...1000, of: "offsets") {
      let cell = try builder.property(snap, .value, .number)
      let number = literal(cell)
      if let number, let last, number <= last {
        throw snap.error("\(number.shown) is not above \(last.shown); the offsets have to rise")
      }
      last = number ?? last
      cells.append(cell)
    }
    return cells
  }
}
