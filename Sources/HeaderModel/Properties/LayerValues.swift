package import StrictJSON

/// Values of a layer's properties for one frame, by their places: numbers as they are, conditions
/// as 0 or 1, colours as their four bytes, choices as places among their words.
///
/// A layer has two: how it looks, which all types have, and what its type adds.
package struct LayerValues: Hashable, Sendable {
  private let first: Int
  private var slots: [Double]

  /// No value; results of expressions are finite.
  package static let absent = Double.infinity

  private init(_ properties: ClosedRange<Int>?) {
    first = properties?.lowerBound ?? 0
    slots = Array(repeating: Self.absent, count: properties?.count ?? 0)
  }

  /// `absent` for a property that these values lack.
  package subscript(property: LayerProperty) -> Double {
    get {
      let place = property.rawValue - first
      return slots.indices.contains(place) ? slots[place] : Self.absent
    }
    set {
      let place = property.rawValue - first
      if slots.indices.contains(place) { slots[place] = newValue }
    }
  }

  package func has(_ property: LayerProperty) -> Bool { self[property] != Self.absent }

  package func holds(_ property: LayerProperty) -> Bool {
    self[property] != 0 && has(property)
  }

  /// nil where there is no value.
  package func number(_ property: LayerProperty) -> Double? {
    has(property) ? self[property] : nil
  }

  /// nil where there is no value.
  package func color(_ property: LayerProperty) -> DocumentColor? {
    number(property).map(DocumentColor.init(number:))
  }

  /// What the size of a text follows from, in the order of the table.
  package var setting: [Double] { LayerProperty.settingTexts.map { self[$0] } }

  /// Takes the defaults for all of a text that its lines do not follow from.
  package mutating func keepSetting() {
    var kept = Self.own(.text)
    for property in LayerProperty.settingTexts + [.color] { kept[property] = self[property] }
    self = kept
  }

  /// What a text's size follows from, by name.
  package func writeSetting(to object: inout JSONObjectWriter) {
    for property in LayerProperty.settingTexts { object.member("\(property)", self[property]) }
  }

  /// The word of a choice, nil where there is no value.
  func choice<Choice: CaseIterable>(_ property: LayerProperty) -> Choice?
  where Choice.AllCases == [Choice] {
    let choices = Choice.allCases
    guard has(property), choices.indices.contains(Int(self[property])) else { return nil }
    return choices[Int(self[property])]
  }
}

extension LayerValues {
  /// How a layer looks of which a document says nothing.
  package static let look = LayerValues(
    .firstShown, to: .snap, of: .group, isDark: false)

  /// What a type adds, of which a document says nothing.
  package static func own(_ type: LayerType, isDark: Bool = false) -> LayerValues {
    (isDark ? dark : light)[type] ?? LayerValues(nil)
  }

  private static let light = ownByType(isDark: false)
  private static let dark = ownByType(isDark: true)

  private static func ownByType(isDark: Bool) -> [LayerType: LayerValues] {
    var values: [LayerType: LayerValues] = [:]
    for type in LayerType.allCases {
      let own = type.ownProperties.filter { $0.row.hasValue }
      guard let first = own.first, let last = own.last else { continue }
      values[type] = LayerValues(first, to: last, of: type, isDark: isDark)
    }
    return values
  }

  private init(
    _ first: LayerProperty, to last: LayerProperty, of type: LayerType, isDark: Bool
  ) {
    self.init(first.rawValue...last.rawValue)
    for place in slots.indices {
      let row = LayerProperty.rows[first.rawValue + place]
      guard row.group == nil, row.belongs(to: type) else { continue }
      slots[place] = row.standard.value(row, of: type, isDark: isDark, scale: 1)
    }
  }
}

extension PropertyRow {
  /// Whether a frame's values hold it.
  var hasValue: Bool {
    switch kind {
    case .names, .icon, .path, .stops, .rowLength, .layers: false
    default: true
    }
  }
}

extension LayerType {
  /// All that a layer of this type has, in the order of the table.
  var properties: [LayerProperty] { Self.propertiesByType[self] ?? [] }

  /// What only this type and its like have.
  var ownProperties: [LayerProperty] { properties.filter { !$0.row.types.isEmpty } }

  private static let propertiesByType = Dictionary(
    uniqueKeysWithValues: allCases.map { type in
      (type, LayerProperty.allCases.filter { $0.row.belongs(to: type) })
    })
}

extension LayerState {
  /// What a trace tells of the properties; left out where a property that its type always has has no
  /// value.
  package var tracedFields: [TraceField] {
    type.tracedProperties.compactMap { traced in
      if let variant = traced.variant, own.number(.blurType) != variant { return nil }
      let row = traced.property.row
      let number = own.number(traced.property)
      let whole = row.kind == .whole ? number.map { TraceField.Value.count(Int($0)) } : nil
      let field = TraceField(row.key, whole ?? .number(number))
      return row.group.map { TraceField($0.rawValue, .fields([field], isPresent: true)) } ?? field
    }
  }
}

extension LayerType {
  /// A property that traces have; `variant` is the place of the blur that alone has it.
  struct TracedProperty: Sendable {
    let property: LayerProperty
    let variant: Double?
  }

  var tracedProperties: [TracedProperty] { Self.tracedByType[self] ?? [] }

  private static let tracedByType = Dictionary(
    uniqueKeysWithValues: allCases.map { type in
      let traced = type.ownProperties.compactMap { property in
        property.row.tracedIn.map { variant in
          TracedProperty(
            property: property,
            variant: PropertyGroup.blurTypes.firstIndex(of: variant).map(Double.init))
        }
      }
      return (type, traced)
    })
}
