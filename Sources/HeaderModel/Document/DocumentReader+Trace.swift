import StrictJSON

/// Reads the section `trace`: additional fields, and the panels of a plot.
extension DocumentReader {
  /// The fields of every trace, whose names a document must not use.
  private static let common = [
    "index", "time", "offset", "contentOffset", "style", "variant", "phase", "memory",
    "memoryTargets", "layers",
  ]

  mutating func readTrace(_ value: JSONValue?) throws(JSONError) -> TraceDefinition? {
    guard let value else { return nil }
    var trace = TraceDefinition(firstCell: builder.cells.count)
    let object = try object(value, keys: ["fields", "plot", "description"])
    let fields = try object.required("fields")
    for member in try fields.declarations() where Self.common.contains(member.name) {
      throw member.keyError("every trace contains \"\(member.name)\"; choose another name")
    }
    trace.fields = try readFields(fields, depth: 1)
    trace.layerNumbers = noteLayerNumbers(from: trace.firstCell)
    trace.panels =
      try object.optional("plot")?.list(count: 1...100, of: "panels") { panel throws(JSONError) in
        try readPanel(panel, trace.fields)
      } ?? []
    return trace
  }

  private mutating func readFields(
    _ value: JSONValue, depth: Int
  ) throws(JSONError) -> [TraceFieldDefinition] {
    guard depth <= 8 else { throw value.error("fields nested deeper than 8 levels") }
    var fields: [TraceFieldDefinition] = []
    for member in try value.declarations() {
      let field = try read { reader throws(JSONError) in
        try member.requireName()
        return try reader.readField(member, depth: depth)
      }
      if let field { fields.append(field) } else { unreadableFields.insert(member.name) }
    }
    return fields
  }

  private mutating func readField(
    _ member: JSONObject.Member, depth: Int
  ) throws(JSONError) -> TraceFieldDefinition {
    var field = TraceFieldDefinition(name: member.name, source: .null)
    guard member.value.kind == .object else {
      field.source = try readSource(member.value, isCount: false)
      return field
    }
    let kinds = ["value", "fields", "names", "order"]
    let object = try member.value.object(keys: kinds + ["unit", "when", "description"])
    guard kinds.count(where: { object.optional($0) != nil }) == 1 else {
      throw member.value.error("one of \"value\", \"fields\", \"names\" and \"order\" is needed")
    }
    field.description = try object.optional("description")?.text(upTo: 1000)
    field.when = try builder.optional(object, "when", .trace, .boolean)
    let unit = object.optional("unit")
    if let value = object.optional("value") {
      _ = try unit?.choice(of: ["count"])
      field.source = try readSource(value, isCount: unit != nil)
    } else if let unit {
      throw unit.error("only a \"value\" has a unit")
    } else if let inner = object.optional("fields") {
      field.source = .fields(try readFields(inner, depth: depth + 1))
    } else if let names = object.optional("names") {
      field.source = .names(try readNames(names, count: 1...100, of: "names", .trace))
    } else {
      field.source = .order(try readOrder(object.required("order")))
    }
    return field
  }

  /// Reads a rectangle of a layer, an expression or `null`.
  private mutating func readSource(
    _ value: JSONValue, isCount: Bool
  ) throws(JSONError) -> TraceFieldDefinition.Source {
    if value.isNull { return .null }
    if !isCount, value.kind == .string, let (id, rect) = Self.rectangle(try value.string()) {
      let layer = try tracedLayer(id, value)
      if rect == .textFrame, layers[layer].type != .text {
        throw value.error("only a text has a \"textFrame\"; write \"\(id).frame\"")
      }
      return .rect(rect, layer: layer)
    }
    let cell = try builder.property(value, .trace, isCount ? .number : nil)
    return isCount ? .count(cell) : .value(cell)
  }

  /// Parses a rectangle such as `banner.frame`. Returns `nil` if the last component is not a
  /// `LayerRect`.
  private static func rectangle(_ text: String) -> (id: String, rect: LayerRect)? {
    guard let dot = text.lastIndex(of: ".") else { return nil }
    return LayerRect(rawValue: String(text[text.index(after: dot)...]))
      .map { (String(text[..<dot]), $0) }
  }

  /// Returns the index of a layer by its id. Layers in list rows are not part of traces.
  private func tracedLayer(_ id: String, _ json: JSONValue) throws(JSONError) -> Int {
    guard let layer = layerIDs[id], layers[layer].lists.isEmpty else {
      guard !builder.unreadable.mayDeclare(id) else { throw json.dependentError }
      throw json.unknown("layer", id, among: layers.filter { $0.lists.isEmpty }.map(\.id))
    }
    return layer
  }

  /// Reads `order`: a word or an array of words for each layer. The keys of the result are layer
  /// indices.
  private func readOrder(_ value: JSONValue) throws(JSONError) -> [Int: [String]] {
    var order: [Int: [String]] = [:]
    for member in try value.declarations() {
      let keywords = try member.value.texts(count: 1...100, of: "words", upTo: 100)
      order[try tracedLayer(member.name, member.value)] = keywords
    }
    return order
  }

  /// Declares the layer numbers that the fields' expressions use, such as `banner.frame.x`. Their
  /// inputs follow those of the image sizes.
  private mutating func noteLayerNumbers(from first: CellID) -> [LayerNumber] {
    var numbers: [LayerNumber] = []
    for cell in builder.cells[first...] {
      for name in cell.source.names where builder.layerNumbers[name] == nil {
        for property in LayerNumber.Property.allCases where name.hasSuffix("." + property.rawValue)
        {
          let id = String(name.dropLast(property.rawValue.count + 1))
          guard let layer = layerIDs[id], layers[layer].lists.isEmpty else { continue }
          builder.layerNumbers[name] = .layerNumber(
            Input.width(ofImage: declared.images.count) + numbers.count, property.kind)
          numbers.append(LayerNumber(layer: layer, property: property))
        }
      }
    }
    return numbers
  }

  private func readPanel(
    _ value: JSONValue, _ fields: [TraceFieldDefinition]
  ) throws(JSONError) -> TracePanel {
    let object = try value.object(keys: ["label", "curves", "description"])
    let label = try object.required("label").text(upTo: 100)
    var curves: [TracePanel.Curve] = []
    for member in try object.required("curves").declarations() {
      var json = member.value
      var color: DocumentColor?
      if member.value.kind == .object {
        let curve = try member.value.object(keys: ["field", "color", "description"])
        json = try curve.required("field")
        color = try curve.optional("color")?.color()
      }
      let (path, side) = try plotted(json, fields)
      curves.append(TracePanel.Curve(name: member.name, color: color, path: path, side: side))
    }
    return TracePanel(label: label, curves: curves)
  }

  /// Resolves a path to a number or condition, such as `header.rect.height`. Returns the index of
  /// the field at each level and, for a rectangle, the index of its side.
  private func plotted(
    _ json: JSONValue, _ fields: [TraceFieldDefinition]
  ) throws(JSONError) -> ([Int], side: Int?) {
    let names = try json.string().split(separator: ".", omittingEmptySubsequences: false)
      .map(String.init)
    var level = fields
    var path: [Int] = []
    for (depth, name) in names.enumerated() {
      guard let index = level.firstIndex(where: { $0.name == name }) else {
        guard !unreadableFields.contains(name) else { throw json.dependentError }
        throw json.unknown("field", name, among: level.map(\.name))
      }
      path.append(index)
      switch (level[index].source, names.count - depth - 1) {
      case (.fields(let inner), 1...): level = inner
      case (.value, 0), (.count, 0): return (path, nil)
      case (.rect, 1):
        let sides = ["x", "y", "width", "height"]
        guard let side = sides.firstIndex(of: names[depth + 1]) else {
          throw json.error(
            "a rectangle has \(sides.joined(separator: ", ")); found \"\(names[depth + 1])\"")
        }
        return (path, side)
      default: throw json.error("\(json.literal) is not a number or a condition")
      }
    }
    throw json.error("\(json.literal) is not a number or a condition")
  }
}

extension JSONValue {
  fileprivate func unknown(_ kind: String, _ name: String, among known: [String]) -> JSONError {
    error("unknown \(kind) \"\(name)\"; \(NearestName(to: name, among: known).remedy)")
  }
}
