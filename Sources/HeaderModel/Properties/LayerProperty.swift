/// The properties of layers. A property that is read in parts (a pair, four radii) has a case for
/// each part. Messages, the reference and `LayerValues` use the same order.
///
/// A property is defined by its row in the table `rows`. Reading, the schema, `LayerValues`, the
/// columns of traces, the data of the preview page and the reference are derived from it. Only
/// drawing is written by hand.
package enum LayerProperty: Int, CaseIterable, Comparable, Sendable {
  // Geometry: evaluated individually, with the properties inherited from ancestors.
  case x, y, width, height, anchorX, anchorY
  case scale, scaleX, scaleY, rotate, rotateX, rotateY, perspective
  case originX, originY, translateX, translateY
  case z, visible, opacity
  // The appearance of layers of every type.
  case clip, cornerTopLeft, cornerTopRight, cornerBottomRight, cornerBottomLeft
  case borderWidth, borderColor, shadowColor, shadowRadius, shadowX, shadowY
  case backdropRadius, backdropSaturation, backdropTint, snap
  // The content, by layer type.
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

  /// The first property after the geometry. It and all later ones describe appearance and content.
  static let firstAfterGeometry = LayerProperty.clip
  /// The first property that only some types have. All later ones are of that kind too.
  static let firstTypeSpecific = LayerProperty.image
  /// The properties that tilt a layer out of the screen's plane. System elements have none.
  static let tilts: [LayerProperty] = [.rotateX, .rotateY, .perspective]
  /// The properties that determine the size of a text.
  static let typesettingProperties: [LayerProperty] = [
    .pointSize, .weight, .italic, .letterSpacing, .lines, .lineHeight, .fontLineHeight,
    .shrinkToFit,
  ]

  /// The table, with one row per case in the order of the cases.
  static let rows: [PropertyRow] = {
    // The second and later parts of a pair or four copy the row of the first part.
    var rows: [PropertyRow] = []
    for property in allCases {
      var row = property.written ?? rows.last ?? .init(.part, "", .none, "")
      if property.written == nil { row.kind = .part }
      if row.key.isEmpty { row.key = property.key(row) }
      rows.append(row)
    }
    return rows
  }()

  /// The key in documents: the case's name without the prefix of its group and, for a pair, without
  /// the X of its first part.
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

  /// Returns the property at `part` positions after this one, for properties with several numbers.
  func part(_ part: Int) -> LayerProperty { LayerProperty(rawValue: rawValue + part) ?? self }

  /// Returns the properties of a layer type that its `LayerValues` contain.
  static func valueProperties(of type: LayerType) -> [LayerProperty] {
    type.properties.filter { $0 >= .firstAfterGeometry && $0.row.hasValue }
  }

  /// Returns a value clamped to the property's limits.
  func clamped(_ value: Double) -> Double {
    let limits = row.limits
    return max(limits.lowerBound, min(limits.upperBound, value))
  }
}

extension LayerType {
  private struct Table {
    let properties: [LayerProperty]
    let keyNames: [String]
    let traced: [(property: LayerProperty, variant: Double?)]

    init(_ type: LayerType) {
      properties = LayerProperty.allCases.filter { $0.row.belongs(to: type) }
      var names = ["id", "type", "description", "onTap", "repeat"]
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

  /// All properties of the type, in the order of the table.
  var properties: [LayerProperty] { Self.tables[self]?.properties ?? [] }
  /// The properties that not all types have.
  var typeSpecificProperties: [LayerProperty] { properties.filter { !$0.row.types.isEmpty } }
  /// The keys that a layer of the type may have in a document.
  var keyNames: [String] { Self.tables[self]?.keyNames ?? [] }
  /// The keys of all types. Used for a layer without a type, to report a misspelled key.
  static let allKeyNames = allCases.flatMap(\.keyNames)
  /// The properties in traces. `variant` is the index of the blur type that has the property, or
  /// `nil`.
  var traced: [(property: LayerProperty, variant: Double?)] { Self.tables[self]?.traced ?? [] }
}
