import StrictJSON

/// What no row of the table of properties can say.
extension DocumentReader {
  mutating func readContent(
    _ object: JSONObject, _ index: Int, _ context: CellContext, _ layer: inout LayerDefinition
  ) throws(JSONError) {
    switch layer.type {
    case .image:
      layer.content = .image(try names(object.required("image"), imageIndex, "image", context))
    case .text:
      layer.content = .text(
        TextDefinition(texts: try names(object.required("text"), textIndex, "text", context)))
      if layer[.baseline] != nil, let place = object.optional("verticalAlignment") {
        throw place.error("\"baseline\" decides where the text stands; remove one of the two")
      }
    case .rectangle:
      if layer.groups.contains(.fill), let fill = try object.optional("fill")?.object() {
        layer.content = .gradient(try readStops(fill.required("gradient"), context))
      }
    case .icon: layer.content = .icon(try readIcon(object, layer))
    case .list: layer.content = .list(try readList(object, index, context, layer))
    case .group, .activityIndicator, .statusBar, .homeIndicator, .scrollIndicator, .touch: break
    }
  }

  private mutating func readStops(
    _ value: JSONValue, _ context: CellContext
  ) throws(JSONError) -> [(position: CellID, color: CellID)] {
    try value.list(count: 2...256, of: "stops") { stop throws(JSONError) in
      let pair = Array(try stop.array(count: 2...2, of: "parts (position and colour)"))
      let position = try builder.property(pair[0], context, .number)
      return (position, try builder.property(pair[1], context, .color))
    }
  }

  private func readIcon(
    _ object: JSONObject, _ layer: LayerDefinition
  ) throws(JSONError) -> IconShape {
    if layer[.stroke] != nil, layer[.fill] != nil {
      throw object.value.error("an icon has \"fill\" or \"stroke\"; remove one of the two")
    }
    if layer[.stroke] == nil, layer[.lineWidth] != nil {
      throw object.value.error("\"lineWidth\" needs a \"stroke\"")
    }
    switch (object.optional("icon"), object.optional("path")) {
    case (let name?, nil): return .named(try name.choice(of: HeaderIcon.names))
    case (nil, let path?):
      let data = try path.text(upTo: 100_000)
      do throws(PathData.Failure) {
        return .path(try PathData(data))
      } catch {
        throw path.error(error.description)
      }
    case (nil, nil): throw object.value.error("\"icon\" or \"path\" is missing")
    case (_, let path?): throw path.error("\"icon\" decides the shape; remove one of the two")
    }
  }

  private mutating func readList(
    _ object: JSONObject, _ index: Int, _ context: CellContext, _ layer: LayerDefinition
  ) throws(JSONError) -> ListDefinition {
    let count = layer[.count] ?? 0
    let length = builder.add(
      .native([.listLength(layer: index)], needs: [], []), context, .number, object.value)
    let first = builder.cells.count
    var rowContext = context
    rowContext.lists.append(index)
    let rowLength: CellID
    switch (object.optional("rowHeight"), object.optional("pitch")) {
    case (let height?, nil): rowLength = try builder.property(height, rowContext, .number)
    case (nil, let pitch?): rowLength = try builder.property(pitch, context, .number)
    case (nil, nil): throw object.value.error("\"rowHeight\" or \"pitch\" is missing")
    case (_, let pitch?): throw pitch.error("\"rowHeight\" is given too; remove one of the two")
    }
    // The sum of the rows follows from the row's length, but not from one row's number; a list in a
    // row may follow from the outer one.
    builder.cells[length].source = .native(
      [.listLength(layer: index)], needs: [count, rowLength], context.lists.isEmpty ? [] : .index)
    return ListDefinition(
      count: count, rowLength: rowLength, length: length,
      isHorizontal: layer.settled.contains { $0.property == .horizontal && $0.value == 1 },
      rowCells: first..<builder.cells.count)
  }

  /// A declared name, or in rows a list of names; gives their places.
  private func names(
    _ value: JSONValue, _ known: [String: Int], _ kind: String, _ context: CellContext
  ) throws(JSONError) -> [Int] {
    guard value.kind == .array else { return [try name(value, known, kind)] }
    guard !context.lists.isEmpty else {
      throw value.error("a list of \(kind)s is for the rows of a list; write one name")
    }
    return try value.list(count: 1...1000, of: "names") { element throws(JSONError) in
      try name(element, known, kind)
    }
  }

  private func name(
    _ value: JSONValue, _ known: [String: Int], _ kind: String
  ) throws(JSONError) -> Int {
    let name = try value.string()
    if let place = known[name] { return place }
    let nearest = NearestName(to: name, among: known.keys.sorted())
    let remedy =
      nearest.suggestion.map { "did you mean \"\($0)\"?" } ?? "declare it under \"\(kind)s\""
    throw value.error("no \(kind) is called \(value.literal); \(remedy)")
  }
}
