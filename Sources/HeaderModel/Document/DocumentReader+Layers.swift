import StrictJSON

extension DocumentReader {
  private static let commonKeys = [
    "id", "type", "description", "x", "y", "width", "height", "anchor", "transform", "z",
    "visible", "opacity", "clip", "cornerRadius", "border", "shadow", "backdropFilter", "snap",
    "onTap",
  ]

  static func ownKeys(_ type: LayerType) -> [String] {
    switch type {
    case .group: ["layers"]
    case .rectangle: ["fill"]
    case .image: ["image", "fit", "position", "sampling", "tint", "blur"]
    case .text:
      [
        "text", "pointSize", "weight", "color", "letterSpacing", "alignment",
        "verticalAlignment", "baseline", "lines", "lineHeight",
      ]
    case .icon: ["icon", "path", "fill", "stroke", "lineWidth"]
    case .activityIndicator: ["progress", "color"]
    case .list: ["count", "rowHeight", "pitch", "layers", "horizontal", "separator"]
    case .statusBar: ["style", "look"]
    case .homeIndicator, .scrollIndicator, .touch: ["style"]
    }
  }

  /// The layers of an array, and all in them; gives their places.
  mutating func readLayers(
    _ value: JSONValue, parent: Int?, lists: [Int], depth: Int
  ) throws(JSONError) -> [Int] {
    guard depth <= Self.deepestLayers else {
      throw value.error("layers nested deeper than \(Self.deepestLayers) levels")
    }
    var result: [Int] = []
    for element in try value.array() {
      result.append(try readLayer(element, parent: parent, lists: lists, depth: depth))
    }
    return result
  }

  private mutating func readLayer(
    _ value: JSONValue, parent: Int?, lists: [Int], depth: Int
  ) throws(JSONError) -> Int {
    let index = layers.count
    guard index < Self.mostLayers else {
      throw value.error("more than \(Self.mostLayers) layers; a list draws many alike")
    }
    // Without a type a misspelt key is what was meant.
    let known = LayerType.allCases.flatMap(Self.ownKeys) + Self.commonKeys
    if try value.object().optional("type") == nil { _ = try value.object(keys: known) }
    let type: LayerType = try value.object().required("type").choice(of: LayerType.self)
    let object = try value.object(keys: Self.commonKeys + Self.ownKeys(type))
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

    func number(_ key: String) throws(JSONError) -> CellID? {
      try optional(object, key, .number, context)
    }
    layer.x = try number("x")
    layer.y = try number("y")
    (layer.anchorX, layer.anchorY) = try pair(object.optional("anchor"), context)
    layer.transform = try readTransform(object.optional("transform"), context)
    layer.z = try number("z")
    layer.opacity = try number("opacity")
    layer.visible = try optional(object, "visible", .boolean, context)
    layer.clip = try optional(object, "clip", .boolean, context)
    layer.snap = try optional(object, "snap", .boolean, context)
    try readLook(object, context, &layer)
    layer.content = try readContent(object, index, context, type)
    try readSize(object, context, index, &layer)
    layer.usesTime = type == .activityIndicator && object.optional("progress") == nil
    layers[index] = layer
    ownCells.append(firstCell..<builder.cells.count)

    if type == .group, let children = object.optional("layers") {
      layers[index].children = try readLayers(
        children, parent: index, lists: lists, depth: depth + 1)
    }
    if case .list(var list) = layer.content {
      let rows = try object.required("layers")
      layers[index].children = try readLayers(
        rows, parent: index, lists: lists + [index], depth: depth + 1)
      list.rowCells = list.rowCells.lowerBound..<builder.cells.count
      layers[index].content = .list(list)
    }
    return index
  }

  /// A layer without a name is called by its place.
  private func readID(_ object: JSONObject, _ index: Int) throws(JSONError) -> String {
    guard let place = object.optional("id") else { return object.value.keyPath }
    let id = try place.text(upTo: 100)
    let isPlain = id.utf8.allSatisfy { byte in
      CellBuilder.isName("_" + String(UnicodeScalar(byte))) || byte == UInt8(ascii: "-")
    }
    guard !id.isEmpty, isPlain else {
      throw place.error("\(place.literal) is no name; use letters, digits, _ and -")
    }
    if let other = layerIDs[id] {
      throw place.error(
        "two layers are called \"\(id)\" (the other: \(layers[other].place.keyPath)); "
          + "rename one")
    }
    return id
  }

  // MARK: - What all layers have

  mutating func optional(
    _ object: JSONObject, _ key: String, _ kind: ValueKind, _ context: CellContext
  ) throws(JSONError) -> CellID? {
    guard let value = object.optional(key) else { return nil }
    return try builder.property(value, context, kind)
  }

  /// `[x, y]`.
  mutating func pair(
    _ value: JSONValue?, _ context: CellContext
  ) throws(JSONError) -> (CellID?, CellID?) {
    guard let value else { return (nil, nil) }
    let elements = Array(try value.array(count: 2...2, of: "numbers"))
    return (
      try builder.property(elements[0], context, .number),
      try builder.property(elements[1], context, .number)
    )
  }

  private mutating func readTransform(
    _ value: JSONValue?, _ context: CellContext
  ) throws(JSONError) -> TransformDefinition? {
    guard let value else { return nil }
    let object = try value.object(keys: [
      "scale", "scaleX", "scaleY", "rotate", "origin", "translateX", "translateY", "description",
    ])
    var transform = TransformDefinition()
    let scale = try optional(object, "scale", .number, context)
    transform.scaleX = try optional(object, "scaleX", .number, context) ?? scale
    transform.scaleY = try optional(object, "scaleY", .number, context) ?? scale
    transform.rotate = try optional(object, "rotate", .number, context)
    (transform.originX, transform.originY) = try pair(object.optional("origin"), context)
    transform.translateX = try optional(object, "translateX", .number, context)
    transform.translateY = try optional(object, "translateY", .number, context)
    return transform
  }

  private mutating func readLook(
    _ object: JSONObject, _ context: CellContext, _ layer: inout LayerDefinition
  ) throws(JSONError) {
    if let radius = object.optional("cornerRadius") {
      if radius.kind == .array {
        for corner in try radius.array(count: 4...4, of: "radii") {
          layer.cornerRadii.append(try builder.property(corner, context, .number))
        }
      } else {
        layer.cornerRadii = [try builder.property(radius, context, .number)]
      }
    }
    if let border = try object.optional("border")?.object(keys: ["width", "color", "description"]) {
      layer.border = BorderDefinition(
        width: try builder.property(border.required("width"), context, .number),
        color: try optional(border, "color", .color, context))
    }
    if let shadow = try object.optional("shadow")?.object(
      keys: ["color", "radius", "x", "y", "description"])
    {
      layer.shadow = ShadowDefinition(
        color: try optional(shadow, "color", .color, context),
        radius: try optional(shadow, "radius", .number, context),
        x: try optional(shadow, "x", .number, context),
        y: try optional(shadow, "y", .number, context))
    }
    if let value = object.optional("backdropFilter") {
      guard layer.type == .group || layer.type == .rectangle else {
        throw value.error("only groups and rectangles filter what lies behind them")
      }
      let filter = try value.object(keys: ["radius", "saturation", "tint", "description"])
      layer.backdropFilter = BackdropDefinition(
        radius: try builder.property(filter.required("radius"), context, .number),
        saturation: try optional(filter, "saturation", .number, context),
        tint: try optional(filter, "tint", .color, context))
    }
  }

  /// The size given, or what it defaults to; expressions know the size of texts and lists by name.
  private mutating func readSize(
    _ object: JSONObject, _ context: CellContext, _ index: Int, _ layer: inout LayerDefinition
  ) throws(JSONError) {
    let width = try optional(object, "width", .number, context)
    let height = try optional(object, "height", .number, context)
    var ownWidth: CellID?
    var ownHeight: CellID?
    switch layer.content {
    case .text(var text):
      addTypesetSize(&text, width: width, context, index, layer)
      layer.content = .text(text)
      ownWidth = text.typesetWidth
      ownHeight = text.typesetHeight
      try declareSize(layer, ownWidth, ownHeight, context)
    case .list(let list):
      if list.isHorizontal { ownWidth = list.length } else { ownHeight = list.length }
    default: break
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
    layer.width = width ?? fallback(ownWidth, widthName, standardWidth)
    layer.height = height ?? fallback(ownHeight, heightName, standardHeight)
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
    _ text: inout TextDefinition, width: CellID?, _ context: CellContext, _ index: Int,
    _ layer: LayerDefinition
  ) {
    var needs: [CellID] = []
    func operand(_ cell: CellID?, _ standard: Double) -> Instruction {
      guard let cell else { return .push(standard) }
      needs.append(cell)
      return .cell(cell)
    }
    let operands = [
      operand(text.pointSize, TextDefinition.standardPointSize), operand(text.letterSpacing, 0),
      operand(text.lineHeight, .nan), operand(text.lines == 1 ? nil : width, .nan),
    ]
    let rows: Dependencies = context.lists.isEmpty ? [] : .index
    for vertical in [false, true] {
      let cell = builder.add(
        .native(operands + [.measure(layer: index, vertical: vertical)], needs: needs, rows),
        context, .number, layer.place)
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
