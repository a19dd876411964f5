import StrictJSON

extension DocumentReader {
  /// What a layer of this type has beside the common properties.
  mutating func readContent(
    _ object: JSONObject, _ index: Int, _ context: CellContext, _ type: LayerType
  ) throws(JSONError) -> ContentDefinition {
    switch type {
    case .group: return .group
    case .rectangle: return .rectangle(try readFill(object.optional("fill"), context))
    case .image: return .image(try readImage(object, context))
    case .text: return .text(try readText(object, context))
    case .icon: return try readIcon(object, context)
    case .activityIndicator:
      return .activityIndicator(
        progress: try optional(object, "progress", .number, context),
        color: try optional(object, "color", .color, context))
    case .list: return .list(try readList(object, index, context))
    case .statusBar, .homeIndicator, .scrollIndicator, .touch:
      let look: StatusBarLook? =
        type == .statusBar ? try object.optional("look")?.choice(of: StatusBarLook.self) : nil
      return .chrome(color: try readStyle(object.optional("style"), context), look: look)
    }
  }

  private mutating func readFill(
    _ value: JSONValue?, _ context: CellContext
  ) throws(JSONError) -> FillDefinition {
    guard let value else { return .color(nil) }
    guard value.kind == .object, let members = try? value.object(),
      members.optional("input") == nil
    else { return .color(try builder.property(value, context, .color)) }
    let object = try value.object(keys: ["gradient", "angle", "description"])
    var stops: [(position: CellID, color: CellID)] = []
    for stop in try object.required("gradient").array(count: 2...256, of: "stops") {
      let pair = Array(try stop.array(count: 2...2, of: "parts (position and colour)"))
      stops.append(
        (
          try builder.property(pair[0], context, .number),
          try builder.property(pair[1], context, .color)
        ))
    }
    return .gradient(stops, angle: try optional(object, "angle", .number, context))
  }

  private mutating func readImage(
    _ object: JSONObject, _ context: CellContext
  ) throws(JSONError) -> ImageDefinition {
    var image = ImageDefinition(
      images: try names(object.required("image"), imageIndex, "image", context))
    image.fit = try object.optional("fit")?.choice(of: ImageFit.self) ?? .cover
    (image.positionX, image.positionY) = try pair(object.optional("position"), context)
    image.sampling = try object.optional("sampling")?.choice(of: ImageSampling.self) ?? .area
    image.tint = try optional(object, "tint", .color, context)
    if let blur = object.optional("blur") { image.blur = try readBlur(blur, context) }
    return image
  }

  private mutating func readBlur(
    _ value: JSONValue, _ context: CellContext
  ) throws(JSONError) -> BlurDefinition {
    let type = try value.object().required("type").choice(of: ["gaussian", "crossfade", "ladder"])
    let own: [String] =
      switch type {
      case "crossfade": ["passes", "amount"]
      case "ladder": ["step", "steps", "saturation", "tint"]
      default: []
      }
    let object = try value.object(keys: ["type", "radius", "description"] + own)
    func number(_ key: String) throws(JSONError) -> CellID {
      try builder.property(object.required(key), context, .number)
    }
    switch type {
    case "crossfade":
      return .crossfade(
        radius: try number("radius"), passes: try number("passes"), amount: try number("amount"))
    case "ladder":
      return .ladder(
        step: try number("step"), steps: try number("steps"), radius: try number("radius"),
        saturation: try optional(object, "saturation", .number, context),
        tint: try optional(object, "tint", .color, context))
    default: return .gaussian(radius: try number("radius"))
    }
  }

  private mutating func readText(
    _ object: JSONObject, _ context: CellContext
  ) throws(JSONError) -> TextDefinition {
    var text = TextDefinition(
      texts: try names(object.required("text"), textIndex, "text", context))
    text.pointSize = try optional(object, "pointSize", .number, context)
    text.weight = try object.optional("weight")?.fontWeight() ?? 400
    text.color = try optional(object, "color", .color, context)
    text.letterSpacing = try optional(object, "letterSpacing", .number, context)
    text.alignment = try object.optional("alignment")?.choice(of: TextAlignment.self) ?? .left
    text.baseline = try optional(object, "baseline", .number, context)
    if let place = object.optional("verticalAlignment") {
      guard text.baseline == nil else {
        throw place.error("\"baseline\" decides where the text stands; remove one of the two")
      }
      switch try place.choice(of: ["top", "center", "bottom"]) {
      case "top": text.verticalAlignment = .top
      case "bottom": text.verticalAlignment = .bottom
      default: text.verticalAlignment = .center
      }
    }
    text.lines = try object.optional("lines")?.integer(in: 0...10_000) ?? 1
    text.lineHeight = try optional(object, "lineHeight", .number, context)
    return text
  }

  private mutating func readIcon(
    _ object: JSONObject, _ context: CellContext
  ) throws(JSONError) -> ContentDefinition {
    let shape: IconShape
    switch (object.optional("icon"), object.optional("path")) {
    case (let name?, nil): shape = .named(try name.choice(of: HeaderIcon.names))
    case (nil, let path?): shape = .path(try path.text(upTo: 100_000))
    case (nil, nil): throw object.value.error("\"icon\" or \"path\" is missing")
    case (_, let path?): throw path.error("\"icon\" decides the shape; remove one of the two")
    }
    let fill = try optional(object, "fill", .color, context)
    let stroke = try optional(object, "stroke", .color, context)
    let lineWidth = try optional(object, "lineWidth", .number, context)
    if let stroke {
      guard fill == nil else {
        throw object.value.error("an icon has \"fill\" or \"stroke\"; remove one of the two")
      }
      let one = builder.add(.literal(1, .number), context, .number, object.value)
      return .icon(shape, color: stroke, lineWidth: lineWidth ?? one)
    }
    if lineWidth != nil {
      throw object.value.error("\"lineWidth\" needs a \"stroke\"")
    }
    return .icon(shape, color: fill, lineWidth: nil)
  }

  private mutating func readList(
    _ object: JSONObject, _ index: Int, _ context: CellContext
  ) throws(JSONError) -> ListDefinition {
    let count = try builder.property(object.required("count"), context, .number)
    let isHorizontal = try object.optional("horizontal")?.boolean() ?? false
    var separator: SeparatorDefinition?
    if let value = object.optional("separator") {
      let members = try value.object(keys: ["color", "inset", "width", "description"])
      separator = SeparatorDefinition(
        color: try optional(members, "color", .color, context),
        inset: try optional(members, "inset", .number, context),
        width: try optional(members, "width", .number, context))
    }
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
      count: count, rowLength: rowLength, length: length, isHorizontal: isHorizontal,
      separator: separator, rowCells: first..<builder.cells.count)
  }

  /// `light` or `dark` content, by condition; any colour will do.
  private mutating func readStyle(
    _ value: JSONValue?, _ context: CellContext
  ) throws(JSONError) -> CellID? {
    guard let value else { return nil }
    return try builder.property(value, context, .color)
  }

  /// A declared name, or in rows a list of names; gives their places.
  private func names(
    _ value: JSONValue, _ known: [String: Int], _ kind: String, _ context: CellContext
  ) throws(JSONError) -> [Int] {
    var places: [Int] = []
    if value.kind == .array {
      guard !context.lists.isEmpty else {
        throw value.error("a list of \(kind)s is for the rows of a list; write one name")
      }
      for element in try value.array(count: 1...1000, of: "names") {
        places.append(try name(element, known, kind))
      }
    } else {
      places.append(try name(value, known, kind))
    }
    return places
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
