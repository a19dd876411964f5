package import StrictJSON

/// The values of a layer's properties for one frame, by property: numbers, conditions as 0 or 1,
/// colors as their four bytes, and choices as the index of the keyword.
///
/// A layer has two of these: the properties that all types have, and those of its own type.
package struct LayerValues: Hashable, Sendable {
  private let first: Int
  private var slots: [Double]

  /// The value of an absent property. Results of expressions are always finite.
  package static let absent = Double.infinity

  /// Creates the default values of a type for the range of properties from the first to the last.
  private init(_ type: LayerType, _ properties: [LayerProperty], isDark: Bool = false) {
    first = properties.first?.rawValue ?? 0
    let end = properties.last.map { $0.rawValue + 1 } ?? first
    slots = LayerProperty.rows[first..<end].map { row in
      guard row.group == nil, row.belongs(to: type) else { return Self.absent }
      return row.standard.value(row, of: type, isDark: isDark, scale: 1)
    }
  }

  /// The value of a property, or `absent` if it has no value or is not among these properties.
  /// Setting a property that is not among them has no effect.
  package subscript(property: LayerProperty) -> Double {
    get {
      let index = property.rawValue - first
      return slots.indices.contains(index) ? slots[index] : Self.absent
    }
    set {
      let index = property.rawValue - first
      if slots.indices.contains(index) { slots[index] = newValue }
    }
  }

  /// Returns whether a property has a value.
  package func has(_ property: LayerProperty) -> Bool { self[property] != Self.absent }

  /// Returns whether a condition is present and true.
  package func holds(_ property: LayerProperty) -> Bool { self[property] != 0 && has(property) }

  package func number(_ property: LayerProperty) -> Double? { has(property) ? self[property] : nil }

  package func color(_ property: LayerProperty) -> DocumentColor? {
    number(property).map(DocumentColor.init(number:))
  }

  /// The values of the properties that determine the size of a text, in the order of the table.
  package var typesettingValues: [Double] { LayerProperty.typesettingProperties.map { self[$0] } }

  /// Resets all properties of a text to their defaults, except those that its typeset lines depend
  /// on.
  package mutating func keepTypesettingValues() {
    var kept = Self.typeDefaults(.text)
    for property in LayerProperty.typesettingProperties + [.color] {
      kept[property] = self[property]
    }
    self = kept
  }

  /// Writes the properties that determine the size of a text, by name.
  package func writeTypesettingValues(to object: inout JSONObjectWriter) {
    for property in LayerProperty.typesettingProperties {
      object.member("\(property)", self[property])
    }
  }

  func choice<Choice: CaseIterable>(_ property: LayerProperty) -> Choice?
  where Choice.AllCases == [Choice] {
    let choices = Choice.allCases
    guard has(property), choices.indices.contains(Int(self[property])) else { return nil }
    return choices[Int(self[property])]
  }

  /// The default values of the properties that all types have.
  package static let commonDefaults = LayerValues(
    .group, LayerProperty.allCases.filter { .firstAfterGeometry <= $0 && $0 < .firstTypeSpecific })

  /// Returns a type's default values for the properties that not all types have.
  package static func typeDefaults(_ type: LayerType, isDark: Bool = false) -> LayerValues {
    defaultsByType[isDark ? 1 : 0][type] ?? LayerValues(type, [])
  }

  /// The results of `typeDefaults(_:isDark:)`, for the light and the dark appearance.
  private static let defaultsByType = [false, true].map { isDark in
    Dictionary(
      uniqueKeysWithValues: LayerType.allCases.map { type in
        (
          type,
          LayerValues(type, type.typeSpecificProperties.filter(\.row.hasValue), isDark: isDark)
        )
      })
  }
}

extension LayerState {
  /// The fields of properties in a trace. Blur properties are omitted unless the blur is of their
  /// type.
  package var tracedFields: [TraceField] {
    type.traced.compactMap { traced in
      if let variant = traced.variant, typeValues.number(.blurType) != variant { return nil }
      let row = traced.property.row
      let number = typeValues.number(traced.property)
      let whole = row.kind == .whole ? number.map { TraceField.Value.count(Int($0)) } : nil
      let field = TraceField(row.key, whole ?? .number(number))
      return row.group.map { TraceField($0.rawValue, .fields([field], isPresent: true)) } ?? field
    }
  }
}
