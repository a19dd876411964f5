import PortableMath
import StrictJSON

/// Reads a header document. Every error contains the line, column and key path.
struct DocumentReader {
  static let mostLayers = 4096
  static let deepestLayers = 64

  var declared = DocumentDeclarations()
  var builder = CellBuilder()
  var layers: [LayerDefinition] = []
  /// The index of each layer by its id.
  var layerIDs: [String: Int] = [:]
  /// All names with dots in the document, which may refer to sides of layers.
  var dottedNames: Set<String> = []
  /// The groups with a layout whose children are being read, by layer index.
  var flows: [Int: LayerFlow] = [:]
  /// The expressions of each layer without its descendants, by layer index.
  var ownCells: [Range<CellID>] = []

  /// Compiles a parsed document, or one of its variants.
  static func read(_ root: JSONValue, variant: String? = nil) throws(JSONError) -> HeaderProgram {
    var reader = DocumentReader()
    return try reader.program(root, DocumentSections(root, variant: variant))
  }

  private mutating func program(
    _ root: JSONValue, _ object: DocumentSections
  ) throws(JSONError) -> HeaderProgram {
    try readScreen(object.optional("screen"))
    dottedNames = Self.dottedNames(in: root)
    declared.interaction.isUsed = Self.interactionKeys.contains { object.optional($0) != nil }
    try readImages(object.optional("images"))
    for member in try object.optional("fonts")?.declarations() ?? [] {
      declared.fonts.append((member.name, try member.value.text(upTo: 4096)))
    }
    try readColors(object.optional("colors"))
    try readConstants(object.optional("constants"))
    try readMemory(object.optional("memory"))
    try readInputs(object.optional("inputs"))
    try readValues(object.optional("values"))
    try readTexts(object.optional("texts"))
    try readScroll(object.required("scroll"))
    declared.rules = try readRules(object.optional("onScroll"))
    for event in InteractionDefinition.Event.allCases {
      declared.interaction.rulesByEvent[event] = try readRules(object.optional(event.rawValue))
    }
    if let value = object.optional("phases") {
      declared.phases = try readNames(value, count: 0...1000, of: "phases", .value)
    }
    declared.roots = try readLayers(object.required("layers"))
    if let value = object.optional("chrome") {
      declared.chrome = try ChromeKey.chrome(value, isDescribed: true)
    }
    // Read last, so that expressions that only a trace needs come after all others.
    declared.trace = try readTrace(object.optional("trace"))
    for (name, color) in [("light", UInt8.max), ("dark", 0)] where builder.names[name] == nil {
      let color = DocumentColor(red: color, green: color, blue: color)
      builder.names[name] = .color(declared.colors.count)
      declared.colors.append(DeclaredColor(name: name, rows: [.init(light: color, dark: color)]))
    }

    var compiler = CellCompiler(
      cells: builder.cells, names: builder.names, layerNumbers: builder.layerNumbers,
      layers: layers, memory: declared.slots)
    try compiler.compile()
    try checkKinds(compiler.cells)
    noteTime(compiler.cells)
    return HeaderProgram(object, declared, layers, compiler)
  }

  /// Checks that need the kinds of all expressions, which are known after compiling.
  private mutating func checkKinds(_ cells: [Cell]) throws(JSONError) {
    try checkInputs(cells)
    for cell in declared.textNumbers.values.sorted().map({ cells[$0] })
    where !cell.dependencies.isSubset(of: .index) {
      throw cell.json.error("a number in a text must depend only on index and constants")
    }
    for (index, remembered) in declared.memory.enumerated() {
      let cell = cells[remembered.launch]
      try cell.requirePlain()
      declared.memory[index].isBoolean = cell.kind == .boolean
      guard cell.kind != .boolean || remembered.transition == nil else {
        throw cell.json.error("a condition cannot have a transition; use a number")
      }
    }
    for constant in declared.constants {
      try cells[constant.cell].requirePlain("; declare it under \"colors\"")
    }
    let slots = declared.slots
    for (index, value) in declared.allRules.flatMap(\.assignments) {
      let wanted = slots[index].isBoolean ? ValueKind.boolean : .number
      guard cells[value].kind == wanted else {
        throw cells[value].json.error(
          "\"\(slots[index].name)\" is \(wanted.name), found \(cells[value].kind.name)")
      }
    }
    for case .value(let cell) in declared.trace?.sources ?? [] { try cells[cell].requirePlain() }
  }

  // MARK: - Names

  private mutating func readConstants(_ value: JSONValue?) throws(JSONError) {
    for member in try value?.declarations() ?? [] {
      var constant = DeclaredConstant(facts: HeaderDocument.Constant(name: member.name))
      var json = member.value
      // An object with `input` is an interpolation, not a described constant.
      if json.kind == .object, try json.object().optional("input") == nil {
        let object = try json.object(keys: ["value", "unit", "range", "description", "source"])
        json = try object.required("value")
        constant.facts.unit = try object.optional("unit")?.text(upTo: 100)
        constant.facts.description = try object.optional("description")?.text(upTo: 1000)
        constant.facts.source = try object.optional("source")?.text(upTo: 1000)
        if let range = object.optional("range") {
          let bounds = try range.list(count: 2...2, of: "bounds") { bound throws(JSONError) in
            try bound.number()
          }
          guard bounds[0] <= bounds[1] else { throw range.error("write the lower bound first") }
          constant.facts.allowed = bounds[0]...bounds[1]
        }
      }
      constant.cell = try builder.property(json, .fixed, nil, name: member.name)
      if case .literal(let number, .number) = builder.cells[constant.cell].source {
        try constant.check(number) { json.error($0) }
        constant.facts.value = number
      }
      try builder.declare(member.name, .cell(constant.cell), "a constant", at: member)
      declared.constants.append(constant)
    }
  }

  private mutating func readValues(_ value: JSONValue?) throws(JSONError) {
    for member in try value?.declarations() ?? [] {
      let cell = try builder.property(member.value, .value, nil, name: member.name)
      try builder.declare(member.name, .cell(cell), "a value", at: member)
    }
  }

  private mutating func readMemory(_ value: JSONValue?) throws(JSONError) {
    for member in try value?.declarations() ?? [] {
      let (json, object) = try member.value.declared(keys: ["value", "transition", "description"])
      let transition = try readTransition(object?.optional("transition"))
      let cell = try builder.property(json, .fixed, nil, name: member.name)
      let target = NameTarget.memory(declared.memory.count)
      try builder.declare(member.name, target, "memory", at: member)
      declared.memory.append(
        DeclaredMemory(name: member.name, launch: cell, transition: transition))
    }
  }

  private mutating func readTransition(_ value: JSONValue?) throws(JSONError) -> Transition? {
    guard let object = try value?.object(keys: ["duration", "easing", "description"]) else {
      return nil
    }
    let duration = try object.required("duration")
    if duration.kind == .number {
      _ = try duration.number(in: Transition.durations, unit: "seconds")
    }
    return Transition(
      duration: try builder.property(duration, .rule, .number),
      easing: try object.optional("easing")?.easing() ?? .linear)
  }

  // MARK: - Rules

  /// Reads rules. Each element is one rule or an array of alternatives, of which the first whose
  /// condition holds runs.
  mutating func readRules(
    _ value: JSONValue?, _ context: CellContext = .rule
  ) throws(JSONError) -> [[Rule]] {
    try value?.list(count: 0...1000, of: "rules") { element throws(JSONError) in
      guard element.kind == .array else { return [try readRule(element, context)] }
      return try element.list(count: 1...1000, of: "rules") { choice throws(JSONError) in
        try readRule(choice, context)
      }
    } ?? []
  }

  private mutating func readRule(
    _ value: JSONValue, _ context: CellContext
  ) throws(JSONError) -> Rule {
    let object = try value.object(keys: ["when", "set", "transition", "description"])
    var rule = Rule(assignments: [])
    rule.when = try builder.optional(object, "when", context, .boolean)
    rule.transition = try readTransition(object.optional("transition"))
    for member in try object.required("set").declarations() {
      guard case .memory(let index) = builder.names[member.name] else {
        let nearest = NearestName(to: member.name, among: declared.slots.map(\.name))
        throw member.keyError("unknown memory \"\(member.name)\"; \(nearest.remedy)")
      }
      rule.assignments.append((index, try builder.property(member.value, context, nil)))
    }
    return rule
  }

  /// Reads names with conditions. The first name whose condition holds applies.
  mutating func readNames(
    _ value: JSONValue, count: ClosedRange<Int>, of elements: String, _ context: CellContext
  ) throws(JSONError) -> [NamedCondition] {
    try value.list(count: count, of: elements) { element throws(JSONError) in
      let object = try element.object(keys: ["name", "when", "description"])
      let name = try object.required("name").text(upTo: 100)
      return NamedCondition(
        name: name, when: try builder.optional(object, "when", context, .boolean))
    }
  }
}

extension JSONValue {
  func text(upTo limit: Int) throws(JSONError) -> String {
    let text = try string()
    guard text.utf8.count <= limit else { throw error("longer than \(limit) bytes") }
    return text
  }

  func texts(
    count: ClosedRange<Int>, of elements: String, upTo limit: Int
  ) throws(JSONError) -> [String] {
    guard kind == .array else { return [try text(upTo: limit)] }
    return try list(count: count, of: elements) { text throws(JSONError) in
      try text.text(upTo: limit)
    }
  }

  /// Returns the members of an object, except `description`.
  func declarations() throws(JSONError) -> [JSONObject.Member] {
    let object = try object()
    _ = try object.optional("description")?.string()
    return object.filter { $0.name != "description" }
  }

  /// Returns a plain value, or the `value` of an object together with the object.
  func declared(keys: [String]) throws(JSONError) -> (value: JSONValue, object: JSONObject?) {
    guard kind == .object else { return (self, nil) }
    let object = try object(keys: keys)
    return (try object.required("value"), object)
  }
}
