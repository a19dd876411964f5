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

  /// From the first to the last of these, as a type has them of which a document says nothing.
  private init(_ type: LayerType, _ properties: [LayerProperty], isDark: Bool = false) {
    first = properties.first?.rawValue ?? 0
    let end = properties.last.map { $0.rawValue + 1 } ?? first
    slots = LayerProperty.rows[first..<end].map { row in
      guard row.group == nil, row.belongs(to: type) else { return Self.absent }
      return row.standard.value(row, of: type, isDark: isDark, scale: 1)
    }
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

  package func holds(_ property: LayerProperty) -> Bool { self[property] != 0 && has(property) }

  package func number(_ property: LayerProperty) -> Double? { has(property) ? self[property] : nil }

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

  func choice<Choice: CaseIterable>(_ property: LayerProperty) -> Choice?
  where Choice.AllCases == [Choice] {
    let choices = Choice.allCases
    guard has(property), choices.indices.contains(Int(self[property])) else { return nil }
    return choices[Int(self[property])]
  }

  /// How a layer looks of which a document says nothing.
  package static let look = LayerValues(
    .group, LayerProperty.allCases.filter { .firstShown <= $0 && $0 < .firstOwn })

  /// What a type adds, of which a document says nothing.
  package static func own(_ type: LayerType, isDark: Bool = false) -> LayerValues {
    ownByType[isDark ? 1 : 0][type] ?? LayerValues(type, [])
  }

  /// In the light appearance and in the dark one.
  private static let ownByType = [false, true].map { isDark in
    Dictionary(
      uniqueKeysWithValues: LayerType.allCases.map { type in
        (type, LayerValues(type, type.ownProperties.filter(\.row.hasValue), isDark: isDark))
      })
  }
}

extension LayerState {
  /// What a trace tells of the properties; left out where a property that its type always has has no
  /// value.
  package var tracedFields: [TraceField] {
    type.traced.compactMap { traced in
      if let variant = traced.variant, own.number(.blurType) != variant { return nil }
      let row = traced.property.row
      let number = own.number(traced.property)
      let whole = row.kind == .whole ? number.map { TraceField.Value.count(Int($0)) } : nil
      let field = TraceField(row.key, whole ?? .number(number))
      return row.group.map { TraceField($0.rawValue, .fields([field], isPresent: true)) } ?? field
    }
  }
}
