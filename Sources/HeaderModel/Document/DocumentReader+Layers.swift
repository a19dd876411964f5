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
      if let layer { indices.append(layer) } else { hideNames(of: element, copy: copy) }
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
    guard index < Self.mostLayers else {
      throw value.error("more than \(Self.mostLayers) layers; use a list to repeat a layer")
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
    let hasContent =
      try read { reader throws(JSONError) in
        try reader.readContent(object, &layer)
        return true
      } ?? false
    // The size of the layer may depend on its content.
    if !hasContent { builder.unreadable.insert(layer.id) }
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
    if type == .list, !hasContent, let rows = object.optional("layers") {
      try readChildren(rows, of: layer, depth: depth)
    }
    if case .list(var list) = layer.content {
      try readChildren(try object.required("layers"), of: layer, depth: depth)
      if list.fitsRows { fitRows(list, layers[index]) }
      list.rowCells = list.rowCells.lowerBound..<builder.cells.count
      layers[index].content = .list(list)
    }
    return index
  }

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

  // MARK: - Size

  /// Sets the width and height of a layer to the given expressions or their defaults, and declares
  /// the names for the size of texts and lists.
  private mutating func readSize(_ layer: inout LayerDefinition) throws(JSONError) {
    var own: (width: CellID?, height: CellID?)
    switch layer.content {
    case .text(var text):
      addMeasuredSize(&text, layer)
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
      .expression([.name(name), .end].map { .init(kind: $0, character: 1) }, layer.json)
    }
    let source: Cell.Source =
      switch layer.type {
      case .statusBar where !isAcross: named("statusBar.height")
      case .homeIndicator where isAcross: .literal(ChromeMetrics.homeIndicatorWidth, .number)
      case .homeIndicator: .literal(ChromeMetrics.homeIndicatorHeight, .number)
      case .scrollIndicator where isAcross: .literal(ChromeMetrics.scrollIndicatorWidth, .number)
      case .touch: .literal(0, .number)
      default: named(isAcross ? "parent.width" : "parent.height")
      }
    return builder.add(source, layer.context, .number, layer.json)
  }

  private mutating func declareSize(
    _ layer: LayerDefinition, _ width: CellID?, _ height: CellID?
  ) throws(JSONError) {
    guard let width, let height, CellBuilder.isName(layer.id) else { return }
    func target(_ cell: CellID) -> NameTarget {
      layer.lists.last.map { .rowSize(cell, list: $0) } ?? .cell(cell)
    }
    guard builder.declareSize(layer.id, width: target(width), height: target(height)) else {
      throw layer.json.error(
        "\"\(layer.id).width\" is already a built-in name; give the layer another id")
    }
    builder.call(width, layer.id + ".width")
    builder.call(height, layer.id + ".height")
  }

  /// Adds the expressions for the typeset size of a text. If lines can wrap, the size also depends
  /// on the layer's width.
  private mutating func addMeasuredSize(_ text: inout TextDefinition, _ layer: LayerDefinition) {
    text.values = layer.values(isDark: false, scale: 1).byType
    let maximumWidth = layer.isOneLine(text) ? nil : layer[.width]
    let setting =
      LayerProperty.typesettingProperties.map { CellCode(layer[$0], or: text.values[$0]) }
      + [CellCode(maximumWidth, or: LayerValues.absent)]
    let code = setting.reduce(CellCode()) { $0.then($1) }
    let needs = text.names.chosen.map { [$0] } ?? []
    let cells = [false, true].map { vertical in
      builder.add(
        .native(
          code.then(.measure(layer: layer.index, vertical: vertical)), needs: needs,
          layer.lists.isEmpty ? [] : .index),
        layer.context, .number, layer.json)
    }
    text.typesetWidth = cells[0]
    text.typesetHeight = cells[1]
  }

  /// Records which layers depend on the time, and which lists have rows of equal length.
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

  // MARK: - Properties

  /// Reads all properties that the table of layer properties covers.
  mutating func readProperties(
    _ object: JSONObject, _ layer: inout LayerDefinition
  ) throws(JSONError) {
    for property in layer.type.properties {
      guard let group = property.row.group else {
        try read { reader throws(JSONError) in try reader.read(property, object, &layer) }
        continue
      }
      guard property == group.properties.first, let value = object.optional(group.rawValue) else {
        continue
      }
      try read { reader throws(JSONError) in
        if let (types, message) = group.refusal, !types.contains(layer.type) {
          throw value.error(message)
        }
        // The `fill` of a rectangle may also be a plain color, which is not a group.
        if group != .fill || value.isGradient { try reader.read(group, value, &layer) }
      }
    }
    for part in [LayerProperty.scaleX, .scaleY] { layer[part] = layer[part] ?? layer[.scale] }
  }

  private mutating func read(
    _ group: PropertyGroup, _ value: JSONValue, _ layer: inout LayerDefinition
  ) throws(JSONError) {
    var variant: String?
    if let choice = group.properties.first, case .choice(let keywords) = choice.row.kind {
      variant = try value.object().required(choice.row.key).choice(of: keywords)
    }
    let properties = group.properties.filter { property in
      let row = property.row
      return row.kind != .part && (variant.map(row.belongs(toVariant:)) ?? true)
    }
    let object = try object(value, keys: properties.map(\.row.key) + ["description"])
    layer.groups.append(group)
    for property in properties {
      try read { reader throws(JSONError) in try reader.read(property, object, &layer) }
    }
  }

  private mutating func read(
    _ property: LayerProperty, _ object: JSONObject, _ layer: inout LayerDefinition
  ) throws(JSONError) {
    let row = property.row
    guard row.hasValue else { return }
    var member = row.isRequired ? try object.required(row.key) : object.optional(row.key)
    for key in row.otherKeys {
      guard let other = object.optional(key) else { continue }
      guard member == nil else {
        throw other.error("\"\(row.key)\" already sets it; remove one of them")
      }
      member = other
    }
    guard let value = member else { return }
    func settle(_ number: Double) { layer.settled.append((property, number)) }
    switch row.kind {
    case .number, .whole, .condition, .color:
      if property == .fill, value.isGradient, layer.type == .rectangle { return }
      // The keyword `font`, unless the document declares that name.
      let isOwnHeight = property == .lineHeight && (try? value.string()) == "font"
      if isOwnHeight, builder.names["font"] == nil {
        return layer.settled.append((.fontLineHeight, 1))
      }
      layer[property] = try builder.property(value, layer.context, row.kind.valueKind)
    case .pair: try readParts(property, value, "numbers", 2, &layer)
    case .four(let parts):
      guard value.kind != .array else { return try readParts(property, value, parts, 4, &layer) }
      let one = try builder.property(value, layer.context, .number)
      for part in 0..<4 { layer[property.part(part)] = one }
    case .choice(let keywords):
      let word = try value.choice(of: keywords)
      settle(Double(keywords.firstIndex(of: word) ?? 0))
    case .flag: settle(try value.boolean() ? 1 : 0)
    case .integer(let range):
      guard value.kind != .string else {
        return layer[property] = try builder.property(value, layer.context, .number)
      }
      settle(Double(try value.integer(in: range)))
    case .weight: settle(try value.fontWeight())
    case .part, .names, .icon, .path, .stops, .rowLength, .layers: break
    }
  }

  private mutating func readParts(
    _ property: LayerProperty, _ value: JSONValue, _ parts: String, _ count: Int,
    _ layer: inout LayerDefinition
  ) throws(JSONError) {
    for (part, element) in try value.array(count: count...count, of: parts).enumerated() {
      layer[property.part(part)] = try builder.property(element, layer.context, .number)
    }
  }
}

extension JSONValue {
  /// Whether a fill is a gradient object. An object with `input` is an interpolated color.
  fileprivate var isGradient: Bool {
    guard kind == .object, let members = try? object() else { return false }
    return members.optional("input") == nil
  }
}
