/// A row of the table of layer properties: everything about a property except drawing.
struct PropertyRow: Sendable {
  /// The key in documents, within the group. Derived from the case's name by default.
  var key: String
  var kind: PropertyKind
  /// The unit. Empty if the property has none.
  let unit: String
  let standard: PropertyDefault
  let sentence: String
  let types: [LayerType]
  let group: PropertyGroup?
  /// The types of the group's object that have the property. Empty if all have it.
  let variants: [String]
  /// The range that values are clamped to.
  let limits: ClosedRange<Double>
  /// Decides whether traces contain the property: `nil` never, an empty string always, otherwise
  /// only if the group's object has this type.
  let tracedIn: String?
  /// Alternative keys with the same meaning.
  let otherKeys: [String]

  init(
    _ kind: PropertyKind, _ unit: String, _ standard: PropertyDefault, _ sentence: String,
    of types: [LayerType] = [], in group: PropertyGroup? = nil, variants: [String] = [],
    from least: Double = -.infinity, to most: Double = .infinity, tracedIn: String? = nil,
    key: String = "", otherKeys: [String] = []
  ) {
    self.key = key
    self.kind = kind
    self.unit = unit
    self.standard = standard
    self.sentence = sentence
    self.types = group?.types ?? types
    self.group = group
    self.variants = variants
    limits = least...most
    self.tracedIn = tracedIn
    self.otherKeys = otherKeys
  }

  var path: String { (group.map { $0.rawValue + "." } ?? "") + key }

  var isRequired: Bool { if case .required = standard { true } else { false } }

  /// The unit and default, for descriptions.
  var note: String {
    if isRequired { return unit.isEmpty ? "Required." : "In \(unit); required." }
    return (unit.isEmpty ? "" : "In \(unit). ") + "Default: \(standard.text)."
  }

  /// Whether the values of a frame contain the property.
  var hasValue: Bool {
    switch kind {
    case .names, .icon, .path, .stops, .rowLength, .layers: false
    default: true
    }
  }

  func belongs(toVariant variant: String) -> Bool { variants.isEmpty || variants.contains(variant) }

  func belongs(to type: LayerType) -> Bool { types.isEmpty || types.contains(type) }
}

/// An object that groups properties of a layer under one key.
enum PropertyGroup: String, CaseIterable, Sendable {
  case transform, border, shadow, backdropFilter, blur, fill, mask, separator

  static let blurTypes = ["gaussian", "crossfade", "ladder"]

  /// The properties of the group, in the order of the table.
  var properties: [LayerProperty] { Self.propertiesByGroup[self] ?? [] }

  private static let propertiesByGroup = Dictionary(
    uniqueKeysWithValues: allCases.map { group in
      (group, LayerProperty.allCases.filter { $0.row.group == group })
    })

  /// The prefix of the property names in the group. Keys omit it.
  var prefix: String {
    switch self {
    case .backdropFilter: "backdrop"
    case .fill: "gradient"
    default: rawValue
    }
  }

  var sentence: String {
    switch self {
    case .transform:
      "Scale, rotate, rotateY, rotateX and perspective, all about the origin, then translation: "
        + "CSS's translate() perspective() rotateX() rotateY() rotate() scale(). Applies to "
        + "children too."
    case .border: "A line inside the frame."
    case .shadow: "A shadow as in Core Animation; not clipped by the layer itself."
    case .backdropFilter: "A blur of the content behind a group or rectangle."
    case .blur: "A blur of the image."
    case .fill: "A linear gradient as in CSS, or with a radius a radial one, instead of a color."
    case .mask: "A gradient whose opacity masks the group, for fading edges."
    case .separator: "A line at the end of each row."
    }
  }

  /// The layer types that have the group. Empty for all types.
  var types: [LayerType] {
    switch self {
    case .blur: [.image]
    case .fill: [.rectangle]
    case .mask: [.group]
    case .separator: [.list]
    default: []
    }
  }

  /// The layer types that accept a group known to all layers, and the message for other types.
  /// `nil` if all types accept it.
  var refusal: (types: [LayerType], message: String)? {
    guard self == .backdropFilter else { return nil }
    return ([.group, .rectangle], "only groups and rectangles can have a backdrop filter")
  }
}

/// The type of a property's value in documents.
enum PropertyKind: Sendable, Equatable {
  case number, condition, color
  /// An expression whose result is a whole number.
  case whole
  /// Two expressions, or four or a single one for all four parts.
  case pair, four(String)
  /// The second or a later part of a pair or four.
  case part
  /// Constants, known when the document is read.
  case choice([String]), flag, integer(ClosedRange<Int>), weight
  /// Kinds with a reader of their own.
  case names, icon, path, stops, rowLength, layers

  /// The kind of the expression that gives the value. `nil` if the value is not an expression.
  var valueKind: ValueKind? {
    switch self {
    case .number, .whole, .pair, .four, .part: .number
    case .condition: .boolean
    case .color: .color
    default: nil
    }
  }
}

/// The default of a property.
indirect enum PropertyDefault: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// The property is required.
  case required
  /// No value. The text describes the effect.
  case absent(String)
  case number(Double)
  case boolean(Bool)
  /// The keyword of a choice.
  case word(String)
  /// The value of another property.
  case same(LayerProperty)
  case color(DocumentColor)
  case colors(light: DocumentColor, dark: DocumentColor)
  /// The length of one device pixel.
  case devicePixel
  /// Different defaults by layer type. Types without an entry use `ink`.
  case byType([LayerType: PropertyDefault])

  static let none = PropertyDefault.absent("none")
  /// Black in the light appearance, white in the dark one.
  static let ink = PropertyDefault.colors(light: .black, dark: DocumentColor(number: 0xFFFF_FFFF))

  init(floatLiteral value: Double) { self = .number(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Returns the default as a value of a frame.
  /// - Parameter scale: Device pixels per point.
  func value(_ row: PropertyRow, of type: LayerType, isDark: Bool, scale: Double) -> Double {
    switch self {
    case .required, .absent, .same: return LayerValues.absent
    case .number(let number): return number
    case .boolean(let condition): return condition ? 1 : 0
    case .word(let word):
      guard case .choice(let keywords) = row.kind, let index = keywords.firstIndex(of: word) else {
        return LayerValues.absent
      }
      return Double(index)
    case .color(let color): return color.number
    case .colors(let light, let dark): return (isDark ? dark : light).number
    case .devicePixel: return 1 / scale
    case .byType(let own):
      return (own[type] ?? .ink).value(row, of: type, isDark: isDark, scale: scale)
    }
  }

  /// The description for the reference.
  var text: String {
    switch self {
    case .required: "required"
    case .absent(let text): text
    case .number(let number): number.text
    case .boolean(let condition): condition ? "true" : "false"
    case .word(let word): word
    case .same(let property): property.row.key
    case .color(let color): color.hexadecimal
    case .colors(let light, let dark): "\(light.hexadecimal), dark \(dark.hexadecimal)"
    case .devicePixel: "a device pixel"
    case .byType(let own):
      ([PropertyDefault.ink.text]
        + own.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value.text)" })
        .joined(separator: "; ")
    }
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  static var keywords: [String] { allCases.map(\.rawValue) }
}
