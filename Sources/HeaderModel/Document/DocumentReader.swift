import PortableMath
import StrictJSON

/// Reads a header document. Every error contains the line, column and key path.
struct DocumentReader {
  /// The maximum number of layers, and the maximum depth of their nesting.
  static let maxLayers = 4096
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
  /// The errors found so far. Reading continues after a part with an error.
  var errors = JSONErrorList()
  /// The names of invalid trace fields.
  var unreadableFields: Set<String> = []
  /// The number of rules read so far.
  private var ruleCount = 0
  /// The expressions of each layer without its descendants, by layer index.
  var ownCells: [Range<CellID>] = []

  /// Compiles a parsed document, or one of its variants.
  static func read(_ root: JSONValue, variant: String? = nil) throws(JSONError) -> HeaderProgram {
    var reader = DocumentReader()
    let sections: DocumentSections
    do {
      sections = try DocumentSections(root, variant: variant, errors: &reader.errors)
    } catch {
      // A missing key may be a misspelled one, which has been recorded and comes first.
      try reader.errors.add(error)
      try reader.errors.check()
      throw error
    }
    return try reader.program(root, sections)
  }

  private mutating func program(
    _ root: JSONValue, _ object: DocumentSections
  ) throws(JSONError) -> HeaderProgram {
    dottedNames = Self.dottedNames(in: root)
    declared.interaction.isUsed = Self.interactionKeys.contains { object.optional($0) != nil }
    try read { reader throws(JSONError) in try reader.readScreen(object.optional("screen")) }
    try readDeclarations(object)
    try read { reader throws(JSONError) in try reader.readScroll(object.required("scroll")) }
    declared.rules = try readRules(object.optional("onScroll"))
    for event in InteractionDefinition.Event.allCases {
      declared.interaction.rulesByEvent[event] = try readRules(object.optional(event.rawValue))
    }
    if let value = object.optional("phases") {
      declared.phases = try readNames(value, count: 0...1000, of: "phases", .value)
    }
    try read { reader throws(JSONError) in
      reader.declared.roots = try reader.readLayers(object.required("layers"))
    }
    if let value = object.optional("chrome") {
      try read { reader throws(JSONError) in
        reader.declared.chrome = try ChromeKey.chrome(value, isDescribed: true)
      }
    }
    // Read last, so that expressions that only a trace needs come after all others.
    try read { reader throws(JSONError) in
      reader.declared.trace = try reader.readTrace(object.optional("trace"))
    }
    for (name, color) in [("light", UInt8.max), ("dark", 0)] where builder.names[name] == nil {
      let color = DocumentColor(red: color, green: color, blue: color)
      builder.names[name] = .color(declared.colors.count)
      declared.colors.append(DeclaredColor(name: name, rows: [.init(light: color, dark: color)]))
    }

    var compiler = CellCompiler(
      cells: builder.cells, names: builder.names, layerNumbers: builder.layerNumbers,
      layers: layers, memory: declared.slots, tappable: Set(declared.interaction.onTap.keys),
      unreadable: builder.unreadable, errors: errors)
    try compiler.compile()
    errors = compiler.errors
    try checkKinds(compiler)
    try errors.check()
    recordTimeUse(compiler.cells)
    return HeaderProgram(object, declared, layers, compiler)
  }

  private mutating func readDeclarations(_ object: DocumentSections) throws(JSONError) {
    try readImages(object.optional("images"))
    try readEach(object.optional("fonts")) { reader, member throws(JSONError) in
      // Declared even if its path is invalid, so that the texts that use it are checked.
      reader.declared.fonts.append((member.name, ""))
      reader.declared.fonts[reader.declared.fonts.count - 1].path = try member.value.text(
        upTo: 4096)
    }
    try readColors(object.optional("colors"))
    try readEach(object.optional("constants")) { reader, member throws(JSONError) in
      try reader.readConstant(member)
    }
    try readEach(object.optional("memory")) { reader, member throws(JSONError) in
      try reader.readMemory(member)
    }
    try readInputs(object.optional("inputs"))
    try readEach(object.optional("values")) { reader, member throws(JSONError) in
      let cell = try reader.builder.property(member.value, .value, nil, name: member.name)
      try reader.builder.declare(member.name, .cell(cell), "a value", at: member)
    }
    try read { reader throws(JSONError) in try reader.readTexts(object.optional("texts")) }
  }

  // MARK: - Names

  private mutating func readConstant(_ member: JSONObject.Member) throws(JSONError) {
    var constant = DeclaredConstant(facts: HeaderDocument.Constant(name: member.name))
    var json = member.value
    // An object with `input` is an interpolation, not a described constant.
    if json.kind == .object, try json.object().optional("input") == nil {
      let object = try object(
        json, keys: ["value", "unit", "range", "description", "source"])
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

  private mutating func readMemory(_ member: JSONObject.Member) throws(JSONError) {
    var json = member.value
    var transition: Transition?
    if json.kind == .object {
      let object = try object(json, keys: ["value", "transition", "description"])
      json = try object.required("value")
      transition = try readTransition(object.optional("transition"))
    }
    let cell = try builder.property(json, .fixed, nil, name: member.name)
    let target = NameTarget.memory(declared.memory.count)
    try builder.declare(member.name, target, "memory", at: member)
    declared.memory.append(
      DeclaredMemory(name: member.name, launch: cell, transition: transition))
  }

  private mutating func readTransition(_ value: JSONValue?) throws(JSONError) -> Transition? {
    guard let value else { return nil }
    let object = try object(value, keys: ["duration", "delay", "easing", "description"])
    return Transition(
      duration: try readSeconds(object.required("duration"), .rule),
      delay: try object.optional("delay").map { value throws(JSONError) in
        try readSeconds(value, .rule)
      },
      easing: try object.optional("easing")?.easing() ?? .linear)
  }

  /// Reads a duration or a delay: 0 to 3600 seconds, or an expression.
  mutating func readSeconds(_ value: JSONValue, _ context: CellContext) throws(JSONError) -> CellID
  {
    if value.kind == .number {
      _ = try value.number(in: Transition.durations, unit: "seconds")
    }
    return try builder.property(value, context, .number)
  }

  // MARK: - Rules

  /// Reads rules. Each element is one rule or an array of alternatives, of which the first whose
  /// condition holds runs.
  mutating func readRules(
    _ value: JSONValue?, _ context: CellContext = .rule
  ) throws(JSONError) -> [[Rule]] {
    try readList(value, count: 0...1000, of: "rules") { reader, element throws(JSONError) in
      guard element.kind == .array else { return [try reader.readRule(element, context)] }
      return try reader.readList(element, count: 1...1000, of: "rules") {
        reader, choice throws(JSONError) in try reader.readRule(choice, context)
      }
    }
  }

  private mutating func readRule(
    _ value: JSONValue, _ context: CellContext
  ) throws(JSONError) -> Rule {
    let object = try object(value, keys: ["when", "delay", "set", "transition", "description"])
    var rule = Rule(assignments: [])
    rule.id = ruleCount
    ruleCount += 1
    if let delay = object.optional("delay") {
      rule.delay = try readSeconds(delay, context)
      declared.interaction.isUsed = true
    }
    rule.when = try builder.optional(object, "when", context, .boolean)
    rule.transition = try readTransition(object.optional("transition"))
    for member in try object.required("set").declarations() {
      try read { reader throws(JSONError) in
        try reader.readAssignment(member, context, &rule)
      }
    }
    return rule
  }

  private mutating func readAssignment(
    _ member: JSONObject.Member, _ context: CellContext, _ rule: inout Rule
  ) throws(JSONError) {
    if member.name == Input.offset.name {
      rule.offset = try builder.property(member.value, context, .number)
      declared.interaction.isUsed = true
      return
    }
    guard case .memory(let index) = builder.names[member.name] else {
      guard !builder.unreadable.mayDeclare(member.name) else { throw member.value.dependentError }
      let nearest = NearestName(to: member.name, among: declared.slots.map(\.name))
      throw member.keyError("unknown memory \"\(member.name)\"; \(nearest.remedy)")
    }
    rule.assignments.append((index, try builder.property(member.value, context, nil)))
  }

  /// Reads names with conditions. The first name whose condition holds applies.
  mutating func readNames(
    _ value: JSONValue, count: ClosedRange<Int>, of elements: String, _ context: CellContext
  ) throws(JSONError) -> [NamedCondition] {
    try readList(value, count: count, of: elements) { reader, element throws(JSONError) in
      let object = try reader.object(element, keys: ["name", "when", "description"])
      let name = try object.required("name").text(upTo: 100)
      return NamedCondition(
        name: name, when: try reader.builder.optional(object, "when", context, .boolean))
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
}
