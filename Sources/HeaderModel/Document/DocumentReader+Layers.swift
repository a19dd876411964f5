import StrictJSON

extension DocumentReader {
  /// Reads an array of layers and all their descendants. Returns the indices of the layers in the
  /// array.
  mutating func readLayers(
    _ value: JSONValue, in parent: LayerDefinition? = nil, depth: Int = 1
  ) throws(JSONError) -> [Int] {
    guard depth <= Self.deepestLayers else {
      throw value.error("layers nested deeper than \(Self.deepestLayers) levels")
    }
    var indices: [Int] = []
    func add(_ element: JSONValue, copy: Int? = nil) throws(JSONError) {
      let layer = try read { reader throws(JSONError) in
        try reader.readLayer(element, in: parent, depth: depth, copy: copy)
      }
      if let layer {
        indices.append(layer)
      } else {
        markUnreadable(idsIn: element, copy: copy ?? parent?.copy)
      }
    }
    for element in try value.array() {
      guard element.kind == .object, let count = try element.object().optional("repeat") else {
        try add(element)
        continue
      }
      let copies = try read { _ throws(JSONError) in
        guard parent?.lists.isEmpty ?? true, parent?.copy == nil, parent?.type != .list else {
          throw count.error("found a repeat in a list or in another repeat; use the rows of a list")
        }
        return try count.integer(in: Self.copies)
      }
      if copies == nil { builder.unreadable.isComplete = false }
      for copy in 0..<(copies ?? 0) { try add(element, copy: copy) }
    }
    return indices
  }

  /// The possible numbers of copies of a layer.
  static let copies = 1...1000

  private mutating func readLayer(
    _ value: JSONValue, in parent: LayerDefinition?, depth: Int, copy: Int? = nil
  ) throws(JSONError) -> Int {
    let index = layers.count
    guard index < Self.maxLayers else {
      throw value.error("more than \(Self.maxLayers) layers; use a list to repeat a layer")
    }
    // If the type is missing, report a misspelled key first: it may be a misspelled `type`.
    if try value.object().optional("type") == nil {
      _ = try value.object(keys: LayerType.allKeyNames)
    }
    let type: LayerType = try value.object().required("type").choice(of: LayerType.self)
    let object = try object(value, keys: type.keyNames)
    guard !type.isChrome || parent == nil else {
      throw value.error("\(type.rawValue) belongs to the screen; move it out of all groups")
    }
    let id = try read { reader throws(JSONError) in
      try reader.readID(object, index, copy: copy ?? parent?.copy)
    }
    var layer = LayerDefinition(
      id: id ?? value.keyPath, index: index, type: type, json: value, in: parent, copy: copy)
    layerIDs[layer.id] = index
    try readTapRules(object, of: layer)
    let firstCell = builder.cells.count
    layers.append(layer)
    try readProperties(object, &layer)
    let content: Void? = try read { reader throws(JSONError) in
      try reader.readContent(object, &layer)
    }
    // The size of the layer may depend on its content.
    if content == nil { builder.unreadable.insert(layer.id) }
    try read { reader throws(JSONError) in try reader.readSize(&layer) }
    placeInFlow(&layer)
    declareSides(layer)
    layer.usesTime = type == .activityIndicator && layer[.progress] == nil
    layers[index] = layer
    ownCells.append(firstCell..<builder.cells.count)

    if type == .group, let children = object.optional("layers") {
      try readChildren(children, of: layer, depth: depth)
    }
    endFlow(index)
    if type == .list {
      try readChildren(try object.required("layers"), of: layer, depth: depth)
    }
    if case .list(var list) = layer.content {
      if list.fitsRows { fitRows(list, layers[index]) }
      list.rowCells = list.rowCells.lowerBound..<builder.cells.count
      layers[index].content = .list(list)
    }
    return index
  }

  /// Reads the layers in a layer. If they cannot be read, any id may be one of theirs.
  private mutating func readChildren(
    _ children: JSONValue, of layer: LayerDefinition, depth: Int
  ) throws(JSONError) {
    let indices = try read { reader throws(JSONError) in
      try reader.readLayers(children, in: layer, depth: depth + 1)
    }
    if indices == nil { builder.unreadable.isComplete = false }
    layers[layer.index].children = indices ?? []
  }

  /// Returns the layer's id, or its key path if it has none. Copies have their index at the end.
  private func readID(
    _ object: JSONObject, _ index: Int, copy: Int?
  ) throws(JSONError) -> String {
    let suffix = copy.map { "\($0)" } ?? ""
    guard let json = object.optional("id") else {
      return object.value.keyPath + (copy == nil ? "" : "#" + suffix)
    }
    var id = try json.text(upTo: 100)
    guard CellBuilder.isPlainName(id) else {
      throw json.error("\(json.literal) is not a name; use letters, digits, _ and -")
    }
    id += suffix
    if let other = layerIDs[id] {
      throw json.error(
        "two layers are called \"\(id)\" (the other: \(layers[other].json.keyPath)); "
          + "rename one")
    }
    return id
  }
}
