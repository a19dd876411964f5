import StrictJSON

extension DocumentReader {
  /// The layers of an array, and all in them; gives their places.
  mutating func readLayers(
    _ value: JSONValue, parent: Int?, lists: [Int], depth: Int
  ) throws(JSONError) -> [Int] {
    guard depth <= Self.deepestLayers else {
      throw value.error("layers nested deeper than \(Self.deepestLayers) levels")
    }
    return try value.list { element throws(JSONError) in
      try readLayer(element, parent: parent, lists: lists, depth: depth)
    }
  }

  private mutating func readLayer(
    _ value: JSONValue, parent: Int?, lists: [Int], depth: Int
  ) throws(JSONError) -> Int {
    let index = layers.count
    guard index < Self.mostLayers else {
      throw value.error("more than \(Self.mostLayers) layers; a list draws many alike")
    }
    // Without a type a misspelt key is what was meant.
    if try value.object().optional("type") == nil {
      _ = try value.object(keys: Self.allKeyNames)
    }
    let type: LayerType = try value.object().required("type").choice(of: LayerType.self)
    let object = try value.object(keys: type.keyNames)
    guard !type.isChrome || parent == nil else {
      throw value.error("\(type.rawValue) belongs to the screen; list it outside of all groups")
    }
    var layer = LayerDefinition(
      id: try readID(object, index), type: type, place: value, parent: parent)
    layerIDs[layer.id] = index
    let context = CellContext(role: .layer(parent: parent), lists: lists)
    try readTapRules(object, of: index, lists: lists)
    let firstCell = builder.cells.count
    layers.append(layer)
    try readProperties(object, context, &layer)
    try readContent(object, index, context, &layer)
    try readSize(context, index, &layer)
    placeInFlow(&layer, context)
    declareSides(layer, index, context)
    layer.usesTime = type == .activityIndicator && layer[.progress] == nil
    layers[index] = layer
    ownCells.append(firstCell..<builder.cells.count)

    if type == .group, let children = object.optional("layers") {
      layers[index].children = try readLayers(
        children, parent: index, lists: lists, depth: depth + 1)
    }
    endFlow(index)
    if case .list(var list) = layer.content {
      let rows = try object.required("layers")
      layers[index].children = try readLayers(
        rows, parent: index, lists: lists + [index], depth: depth + 1)
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
  private mutating func readSize(
    _ context: CellContext, _ index: Int, _ layer: inout LayerDefinition
  ) throws(JSONError) {
    var ownWidth: CellID?
    var ownHeight: CellID?
    switch layer.content {
    case .text(var text):
      addTypesetSize(&text, context, index, layer)
      layer.content = .text(text)
      ownWidth = text.typesetWidth
      ownHeight = text.typesetHeight
      try declareSize(layer, ownWidth, ownHeight, context)
    case .list(let list):
      if list.isHorizontal { ownWidth = list.length } else { ownHeight = list.length }
    default:
      let length = beginFlow(layer, index, context)
      if flows[index]?.isAcross == true { ownWidth = length } else { ownHeight = length }
    }
    func fallback(_ own: CellID?, _ name: String, _ standard: Double?) -> CellID {
      if let own { return own }
      if let standard {
        return builder.add(.literal(standard, .number), context, .number, layer.place)
      }
      let token = ExpressionToken(kind: .name(name), character: 1)
      let end = ExpressionToken(kind: .end, character: 1)
      return builder.add(
        .expression([token, end], layer.place), context, .number, layer.place)
    }
    let (widthName, heightName, standardWidth, standardHeight) = Self.chromeSize(layer.type)
    layer[.width] = layer[.width] ?? fallback(ownWidth, widthName, standardWidth)
    layer[.height] = layer[.height] ?? fallback(ownHeight, heightName, standardHeight)
    if case .list = layer.content {
      try declareSize(layer, ownWidth ?? layer.width, ownHeight ?? layer.height, context)
    }
  }

  /// The names or numbers that a layer's sides default to.
  private static func chromeSize(
    _ type: LayerType
  ) -> (String, String, Double?, Double?) {
    switch type {
    case .statusBar: ("parent.width", "statusBar.height", nil, nil)
    case .homeIndicator:
      ("", "", ChromePlace.homeIndicatorWidth, ChromePlace.homeIndicatorHeight)
    case .scrollIndicator: ("", "parent.height", ChromePlace.scrollIndicatorWidth, nil)
    case .touch: ("", "", 0, 0)
    default: ("parent.width", "parent.height", nil, nil)
    }
  }

  private mutating func declareSize(
    _ layer: LayerDefinition, _ width: CellID?, _ height: CellID?, _ context: CellContext
  ) throws(JSONError) {
    guard let width, let height, CellBuilder.isName(layer.id) else { return }
    func target(_ cell: CellID) -> NameTarget {
      context.lists.last.map { .rowSize(cell, list: $0) } ?? .cell(cell)
    }
    guard builder.declareSize(layer.id, width: target(width), height: target(height)) else {
      throw layer.place.error(
        "\"\(layer.id).width\" has a meaning already; give the layer another id")
    }
    builder.cells[width].name = builder.cells[width].name ?? layer.id + ".width"
    builder.cells[height].name = builder.cells[height].name ?? layer.id + ".height"
  }

  /// A text's size follows from what sets it; where lines are broken, from its width too.
  private mutating func addTypesetSize(
    _ text: inout TextDefinition, _ context: CellContext, _ index: Int, _ layer: LayerDefinition
  ) {
    text.values = layer.values(isDark: false, scale: 1).own
    var code = CellCode(needs: text.names.chosen.map { [$0] } ?? [])
    code.dependencies = context.lists.isEmpty ? [] : .index
    for property in LayerProperty.settingTexts {
      code.push(layer[property], or: text.values[property])
    }
    code.push(text.values[.lines] == 1 ? nil : layer[.width], or: LayerValues.absent)
    for vertical in [false, true] {
      var measure = code
      measure.apply(.measure(layer: index, vertical: vertical))
      let cell = builder.add(measure.source, context, .number, layer.place)
      if vertical { text.typesetHeight = cell } else { text.typesetWidth = cell }
    }
  }

  /// Notes which layers follow from the time.
  mutating func noteTime(_ cells: [Cell]) {
    for index in layers.indices {
      var own = ownCells[index]
      if case .list(let list) = layers[index].content {
        own = own.lowerBound..<max(own.upperBound, list.rowCells.upperBound)
      }
      if cells[own].contains(where: { $0.dependencies.contains(.time) }) {
        layers[index].usesTime = true
      }
      if case .list(var list) = layers[index].content {
        list.isUniform = !cells[list.rowLength].dependencies.contains(.index)
        layers[index].content = .list(list)
      }
    }
  }
}
