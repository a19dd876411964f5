import StrictJSON

extension DocumentReader {
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
    if LayerProperty.tilts.contains(property), layer.type.isChrome {
      throw value.error("a \(layer.type.rawValue) stays in the plane of the screen; remove it")
    }
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
