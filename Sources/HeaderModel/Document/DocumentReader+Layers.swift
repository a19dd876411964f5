import StrictJSON

extension DocumentReader {
  /// The layers of an array, and all in them; gives their places.
  mutating func readLayers(
    _ value: JSONValue, in parent: LayerDefinition? = nil, depth: Int = 1
  ) throws(JSONError) -> [Int] {
    guard depth <= Self.deepestLayers else {
      throw value.error("layers nested deeper than \(Self.deepestLayers) levels")
    }
    return try value.list { element throws(JSONError) in
      try readLayer(element, in: parent, depth: depth)
    }
  }

  private mutating func readLayer(
    _ value: JSONValue, in parent: LayerDefinition?, depth: Int
  ) throws(JSONError) -> Int {
    let index = layers.count
    guard index < Self.mostLayers else {
      throw value.error("more than \(Self.mostLayers) layers; a list draws many alike")
    }
    // Without a type a misspelt key is what was meant.
    if try value.object().optional("type") == nil {
      _ = try value.object(keys: LayerType.allKeyNames)
    }
    let type: LayerType = try value.object().required("type").choice(of: LayerType.self)
    let object = try value.object(keys: type.keyNames)
    guard !type.isChrome || parent == nil else {
      throw value.error("\(type.rawValue) belongs to the screen; list it outside of all groups")
    }
    var layer = LayerDefinition(
      id: try readID(object, index), index: index, type: type, place: value, in: parent)
    layerIDs[layer.id] = index
    try readTapRules(object, of: layer)
    let firstCell = builder.cells.count
    layers.append(layer)
    try readProperties(object, &layer)
    try readContent(object, &layer)
    try readSize(&layer)
    placeInFlow(&layer)
    declareSides(layer)
    layer.usesTime = type == .activityIndicator && layer[.progress] == nil
    layers[index] = layer
    ownCells.append(firstCell..<builder.cells.count)

    if type == .group, let children = object.optional("layers") {
      layers[index].children = try readLayers(children, in: layer, depth: depth + 1)
    }
    endFlow(index)
    if case .list(var list) = layer.content {
      let rows = try object.required("layers")
      layers[index].children = try readLayers(rows, in: layer, depth: depth + 1)
      if list.fitsRows { fitRows(list, layers[index]) }
      list.rowCells = list.rowCells.lowerBound..<builder.cells.count
      layers[index].content = .list(list)
    }
    return index
  }

  /// A layer without a name is called by its place.
  private func readID(_ object: JSONObject, _ index: Int) throws(JSONError) -> String {
    guard let place = object.optional("id") else { return object.value.keyPath }
    let id = try place.text(upTo: 100)
    guard CellBuilder.isPlainName(id) else {
      throw place.error("\(place.literal) is no name; use letters, digits, _ and -")
    }
    if let other = layerIDs[id] {
      throw place.error(
        "two layers are called \"\(id)\" (the other: \(layers[other].place.keyPath)); "
          + "rename one")
    }
    return id
  }

  // MARK: - Size

  /// The size given, or what it defaults to; expressions know the size of texts and lists by name.
  private mutating func readSize(_ layer: inout LayerDefinition) throws(JSONError) {
    var own: (width: CellID?, height: CellID?)
    switch layer.content {
    case .text(var text):
      addTypesetSize(&text, layer)
      layer.content = .text(text)
      own = (text.typesetWidth, text.typesetHeight)
      try declareSize(layer, own.width, own.height)
    case .list(let list): own = list.isHorizontal ? (list.length, nil) : (nil, list.length)
    default:
      let length = beginFlow(layer)
      own = flows[layer.index]?.isAcross == true ? (length, nil) : (nil, length)
    }
    layer[.width] = layer[.width] ?? own.width ?? addStandardLength(of: layer, isAcross: true)
    layer[.height] = layer[.height] ?? own.height ?? addStandardLength(of: layer, isAcross: false)
    if case .list = layer.content {
      try declareSize(layer, own.width ?? layer.width, own.height ?? layer.height)
    }
  }

  private mutating func addStandardLength(of layer: LayerDefinition, isAcross: Bool) -> CellID {
    func named(_ name: String) -> Cell.Source {
      .expression([.name(name), .end].map { .init(kind: $0, character: 1) }, layer.place)
    }
    let source: Cell.Source =
      switch layer.type {
      case .statusBar where !isAcross: named("statusBar.height")
      case .homeIndicator where isAcross: .literal(ChromePlace.homeIndicatorWidth, .number)
      case .homeIndicator: .literal(ChromePlace.homeIndicatorHeight, .number)
      case .scrollIndicator where isAcross: .literal(ChromePlace.scrollIndicatorWidth, .number)
      case .touch: .literal(0, .number)
      default: named(isAcross ? "parent.width" : "parent.height")
      }
    return builder.add(source, layer.context, .number, layer.place)
  }

  private mutating func declareSize(
    _ layer: LayerDefinition, _ width: CellID?, _ height: CellID?
  ) throws(JSONError) {
    guard let width, let height, CellBuilder.isName(layer.id) else { return }
    func target(_ cell: CellID) -> NameTarget {
      layer.lists.last.map { .rowSize(cell, list: $0) } ?? .cell(cell)
    }
    guard builder.declareSize(layer.id, width: target(width), height: target(height)) else {
      throw layer.place.error(
        "\"\(layer.id).width\" has a meaning already; give the layer another id")
    }
    builder.call(width, layer.id + ".width")
    builder.call(height, layer.id + ".height")
  }

  /// A text's size follows from what sets it; where lines are broken, from its width too.
  private mutating func addTypesetSize(_ text: inout TextDefinition, _ layer: LayerDefinition) {
    text.values = layer.values(isDark: false, scale: 1).own
    let maximumWidth = text.values[.lines] == 1 ? nil : layer[.width]
    let setting =
      LayerProperty.settingTexts.map { CellCode(layer[$0], or: text.values[$0]) }
      + [CellCode(maximumWidth, or: LayerValues.absent)]
    let code = setting.reduce(CellCode()) { $0.then($1) }
    let needs = text.names.chosen.map { [$0] } ?? []
    let cells = [false, true].map { vertical in
      builder.add(
        .native(
          code.then(.measure(layer: layer.index, vertical: vertical)), needs: needs,
          layer.lists.isEmpty ? [] : .index),
        layer.context, .number, layer.place)
    }
    (text.typesetWidth, text.typesetHeight) = (cells[0], cells[1])
  }

  mutating func noteTime(_ cells: [Cell]) {
    for index in layers.indices {
      var own = ownCells[index]
      if case .list(var list) = layers[index].content {
        own = own.lowerBound..<max(own.upperBound, list.rowCells.upperBound)
        list.isUniform = !cells[list.rowLength].dependencies.contains(.index)
        layers[index].content = .list(list)
      }
      if cells[own].contains(where: { $0.dependencies.contains(.time) }) {
        layers[index].usesTime = true
      }
    }
  }
}
