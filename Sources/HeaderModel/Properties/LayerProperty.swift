/// Everything a document can say of a layer, one case each; what is read in parts (a pair, four
/// radii) has a case for each part. The order is that of messages, of the reference and of values.
///
/// A property is its row: reading, the schema, the values of a frame, the trace's columns, the
/// page's data and the reference follow from it. Only drawing it is written by hand.
package enum LayerProperty: Int, CaseIterable, Comparable, Sendable {
  // Where a layer stands: evaluated one by one, with what is around it.
  case x, y, width, height, anchorX, anchorY
  case scale, scaleX, scaleY, rotate, originX, originY, translateX, translateY
  case z, visible, opacity
  // How every layer looks.
  case clip, cornerTopLeft, cornerTopRight, cornerBottomRight, cornerBottomLeft
  case borderWidth, borderColor, shadowColor, shadowRadius, shadowX, shadowY
  case backdropRadius, backdropSaturation, backdropTint, snap
  // What it shows, by its type.
  case image, fit, positionX, positionY, sampling, tint, tintMode
  case blurType, blurRadius, blurPasses, blurAmount, blurStep, blurSteps, blurSaturation, blurTint
  case text, font, pointSize, weight, italic, progress, color, letterSpacing, alignment,
    verticalAlignment
  case baseline, lines, lineHeight, fontLineHeight, shrinkToFit
  case icon, path, fill, gradient, gradientAngle, gradientCenterX, gradientCenterY, gradientRadius
  case stroke, strokeOverFill, lineWidth
  case mask, maskAngle, maskCenterX, maskCenterY, maskRadius
  case layout, gap, paddingTop, paddingRight, paddingBottom, paddingLeft
  case count, rowHeight, pitch, layers, horizontal
  case separatorColor, separatorInset, separatorEndInset, separatorWidth
  case style, look

  static let firstShown = LayerProperty.clip
  static let firstOwn = LayerProperty.image
  /// What the size of a text follows from.
  static let settingTexts: [LayerProperty] = [
    .pointSize, .weight, .italic, .letterSpacing, .lines, .lineHeight, .fontLineHeight,
    .shrinkToFit,
  ]

  static let rows: [PropertyRow] = {
    // A further part is as the part before it.
    var rows: [PropertyRow] = []
    for property in allCases {
      var row = property.written ?? rows.last ?? .init(.part, "", .none, "")
      if property.written == nil { row.kind = .part }
      if row.key.isEmpty { row.key = property.key(row) }
      rows.append(row)
    }
    return rows
  }()

  /// The case's name, in a group without that of the group, of a pair without the X of its first.
  private func key(_ row: PropertyRow) -> String {
    let name = row.kind == .pair ? "\(self)".dropLast() : "\(self)"[...]
    guard let prefix = row.group?.prefix, name != prefix, name.hasPrefix(prefix) else {
      return String(name)
    }
    let key = name.dropFirst(prefix.count)
    return key.prefix(1).lowercased() + key.dropFirst()
  }

  var row: PropertyRow { Self.rows[rawValue] }

  package static func < (a: LayerProperty, b: LayerProperty) -> Bool { a.rawValue < b.rawValue }

  /// What stands so many places behind it.
  func part(_ part: Int) -> LayerProperty { LayerProperty(rawValue: rawValue + part) ?? self }

  /// What the values of a frame hold of such a layer.
  static func shown(by type: LayerType) -> [LayerProperty] {
    type.properties.filter { $0 >= .firstShown && $0.row.hasValue }
  }

  /// A value, or the end of its limits that is nearer.
  func kept(_ value: Double) -> Double {
    let limits = row.limits
    return max(limits.lowerBound, min(limits.upperBound, value))
  }
}

/// What the table says of a type of layers.
extension LayerType {
  private struct Table {
    let properties: [LayerProperty]
    let keyNames: [String]
    let traced: [(property: LayerProperty, variant: Double?)]

    init(_ type: LayerType) {
      properties = LayerProperty.allCases.filter { $0.row.belongs(to: type) }
      var names = ["id", "type", "description", "onTap"]
      for row in properties.map(\.row) {
        for name in [row.group?.rawValue ?? row.key] + row.otherKeys where !names.contains(name) {
          names.append(name)
        }
      }
      keyNames = names
      traced = properties.compactMap { property in
        property.row.tracedIn.map { variant in
          (property, PropertyGroup.blurTypes.firstIndex(of: variant).map(Double.init))
        }
      }
    }
  }

  private static let tables = Dictionary(uniqueKeysWithValues: allCases.map { ($0, Table($0)) })

  /// All that a layer of this type has, in the order of the table.
  var properties: [LayerProperty] { Self.tables[self]?.properties ?? [] }
  /// What only this type and its like have.
  var ownProperties: [LayerProperty] { properties.filter { !$0.row.types.isEmpty } }
  var keyNames: [String] { Self.tables[self]?.keyNames ?? [] }
  /// The keys that a layer without a type may have: a misspelt one is what was meant.
  static let allKeyNames = allCases.flatMap(\.keyNames)
  /// What traces have of it; `variant` is the place of the blur that alone has it.
  var traced: [(property: LayerProperty, variant: Double?)] { Self.tables[self]?.traced ?? [] }
}
