import StrictJSON

/// Reads the parts of a layer that the table of layer properties does not cover.
extension DocumentReader {
  mutating func readContent(
    _ object: JSONObject, _ layer: inout LayerDefinition
  ) throws(JSONError) {
    switch layer.type {
    case .image:
      let known = declared.images.map(\.name)
      layer.content = .image(try names(object.required("image"), known, "image", layer))
    case .text:
      let texts = try names(object.required("text"), declared.texts.map(\.name), "text", layer)
      let font = try object.optional("font").map { value throws(JSONError) in
        try Self.index(value, among: declared.fonts.map(\.name), "font", builder.unreadable)
      }
      layer.content = .text(TextDefinition(names: texts, font: font))
      if layer[.baseline] != nil, let json = object.optional("verticalAlignment") {
        throw json.error("\"baseline\" already sets the position; remove one of them")
      }
    case .rectangle:
      if layer.groups.contains(.fill), let fill = try object.optional("fill")?.object() {
        layer.content = .gradient(try readGradient(fill, layer))
      }
    case .icon:
      if layer[.stroke] != nil, layer[.fill] != nil { layer.settled.append((.strokeOverFill, 1)) }
      layer.content = try readIcon(object, layer)
    case .list: layer.content = .list(try readList(object, layer))
    case .group:
      if let mask = try object.optional("mask")?.object() {
        layer.mask = try readGradient(mask, layer)
      }
      for key in ["gap", "padding"] where object.optional("layout") == nil {
        if let json = object.optional(key) { throw json.error("\"\(key)\" needs a \"layout\"") }
      }
    case .activityIndicator, .statusBar, .homeIndicator, .scrollIndicator, .touch: break
    }
  }

  private mutating func readGradient(
    _ object: JSONObject, _ layer: LayerDefinition
  ) throws(JSONError) -> [(position: CellID, color: CellID)] {
    let value = try object.required("gradient")
    if let other = object.optional("center") ?? object.optional("radius") {
      guard object.optional("radius") != nil else {
        throw other.error("a \"center\" needs a \"radius\"")
      }
      if let angle = object.optional("angle") {
        throw angle.error("a radial gradient has no \"angle\"; remove it or the \"radius\"")
      }
    }
    return try value.list(count: 2...256, of: "stops") { stop throws(JSONError) in
      let pair = Array(try stop.array(count: 2...2, of: "parts (position and color)"))
      let position = try builder.property(pair[0], layer.context, .number)
      return (position, try builder.property(pair[1], layer.context, .color))
    }
  }

  private mutating func readIcon(
    _ object: JSONObject, _ layer: LayerDefinition
  ) throws(JSONError) -> ContentDefinition {
    if object.optional("stroke") == nil, object.optional("lineWidth") != nil {
      throw object.value.error("\"lineWidth\" needs a \"stroke\"")
    }
    switch (object.optional("icon"), object.optional("path")) {
    case (let name?, nil):
      guard name.isChoice else {
        return .icon(.named(try name.choice(of: HeaderIcon.names)), chosen: nil)
      }
      return .icon(.named(""), chosen: try names(name, HeaderIcon.names, "icon", layer))
    case (nil, let path?):
      let data = try path.text(upTo: 100_000)
      do throws(PathData.Failure) {
        return .icon(.path(try PathData(data)), chosen: nil)
      } catch {
        throw path.error(error.description)
      }
    case (nil, nil): throw object.value.error("\"icon\" or \"path\" is missing")
    case (_, let path?): throw path.error("\"icon\" already sets the shape; remove one of them")
    }
  }

  private mutating func readList(
    _ object: JSONObject, _ layer: LayerDefinition
  ) throws(JSONError) -> ListDefinition {
    guard let count = layer[.count] else { throw object.value.dependentError }
    let code = CellCode(.listLength(layer: layer.index))
    let length = builder.add(code, layer.context, object.value)
    let first = builder.cells.count
    let rowContext = CellContext(
      role: .layer(parent: layer.parent), lists: layer.lists + [layer.index])
    let rowLength: CellID
    let rowHeight = object.optional("rowHeight")
    let fitsRows = (try? rowHeight?.string()) == "auto"
    if !fitsRows, let json = object.optional("padding") {
      throw json.error("\"padding\" needs \"rowHeight\": \"auto\"")
    }
    switch (rowHeight, object.optional("pitch")) {
    // The code is added by `fitRows` after the row's layers are read.
    case (_?, nil) where fitsRows: rowLength = builder.add(CellCode(), rowContext, object.value)
    case (let value?, nil), (nil, let value?):
      rowLength = try builder.property(value, rowContext, .number)
    case (nil, nil): throw object.value.error("\"rowHeight\" or \"pitch\" is missing")
    case (_, let pitch?): throw pitch.error("\"rowHeight\" is given too; remove one of them")
    }
    // The total length depends on the length of every row, but not on the index of a single row. A
    // list inside a row may depend on the index of the outer list.
    builder.cells[length].source = .native(
      code, needs: [count, rowLength], layer.lists.isEmpty ? [] : .index)
    return ListDefinition(
      count: count, rowLength: rowLength, length: length,
      isHorizontal: layer.settled(.horizontal) == 1, rowCells: first..<builder.cells.count,
      fitsRows: fitsRows)
  }

  /// Reads a declared name, a choice between names or, in list rows, an array of names. Returns
  /// their indices.
  private mutating func names(
    _ value: JSONValue, _ known: [String], _ kind: String, _ layer: LayerDefinition
  ) throws(JSONError) -> DeclaredNames {
    let unreadable = builder.unreadable
    if value.isChoice, !known.contains(try value.string()) {
      var names = try builder.choice(value, layer.context) { name throws(JSONError) in
        try Self.index(value, name, among: known, kind, unreadable)
      }
      if layer.lists.isEmpty { names.copy = layer.copy }
      return names
    }
    let copy = layer.lists.isEmpty ? layer.copy : nil
    guard value.kind == .array else {
      return DeclaredNames(
        indices: [try Self.index(value, among: known, kind, unreadable)], copy: copy)
    }
    guard !layer.lists.isEmpty || copy != nil else {
      throw value.error("a list of \(kind)s is for the rows of a list; write one name")
    }
    let indices = try value.list(count: 1...1000, of: "names") { element throws(JSONError) in
      try Self.index(element, among: known, kind, unreadable)
    }
    return DeclaredNames(indices: indices, copy: copy)
  }

  /// Returns the index of a declared name.
  /// - Parameter name: The name to find. `nil` uses the string in `value`.
  private static func index(
    _ value: JSONValue, _ name: String? = nil, among known: [String], _ kind: String,
    _ unreadable: UnreadableNames
  ) throws(JSONError) -> Int {
    let name = if let name { name } else { try value.string() }
    if let index = known.firstIndex(of: name) { return index }
    guard !unreadable.mayDeclare(name) else { throw value.dependentError }
    let remedy =
      NearestName(to: name, among: known.sorted()).suggestion.map { "did you mean \"\($0)\"?" }
      ?? "declare it under \"\(kind)s\""
    throw value.error("unknown \(kind) \"\(name)\"; \(remedy)")
  }
}

extension JSONValue {
  fileprivate var isChoice: Bool { kind == .string && (try? string())?.contains("?") == true }
}
