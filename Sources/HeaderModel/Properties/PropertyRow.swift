/// What a layer property is: all that is said of it but how it is drawn.
struct PropertyRow: Sendable {
  /// As documents call it, within its group; follows from the case's name unless it says otherwise.
  var key: String
  var kind: PropertyKind
  /// Empty where it has none.
  let unit: String
  let standard: PropertyDefault
  let sentence: String
  let types: [LayerType]
  let group: PropertyGroup?
  /// The types of its group's object that alone have it.
  let variants: [String]
  /// What lies outside is taken as the nearer end.
  let limits: ClosedRange<Double>
  /// Whether traces have it: empty always, else in the group's object of that type.
  let tracedIn: String?
  /// Further keys that mean the same.
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

  /// Unit and default, for descriptions.
  var note: String {
    if isRequired { return unit.isEmpty ? "Required." : "In \(unit); required." }
    return (unit.isEmpty ? "" : "In \(unit). ") + "Default: \(standard.words)."
  }

  /// Whether a frame's values hold it.
  var hasValue: Bool {
    switch kind {
    case .names, .icon, .path, .stops, .rowLength, .layers: false
    default: true
    }
  }

  func belongs(toVariant variant: String) -> Bool { variants.isEmpty || variants.contains(variant) }

  func belongs(to type: LayerType) -> Bool { types.isEmpty || types.contains(type) }
}

/// An object among a layer's keys, with rows of its own.
enum PropertyGroup: String, CaseIterable, Sendable {
  case transform, border, shadow, backdropFilter, blur, fill, mask, separator

  static let blurTypes = ["gaussian", "crossfade", "ladder"]

  /// What stands in it, in order.
  var properties: [LayerProperty] { Self.propertiesByGroup[self] ?? [] }

  private static let propertiesByGroup = Dictionary(
    uniqueKeysWithValues: allCases.map { group in
      (group, LayerProperty.allCases.filter { $0.row.group == group })
    })

  /// What the names of most of its properties begin with; left out of their keys.
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
      "Scale, then rotation, both about the origin, then translation; children come along."
    case .border: "A line inside the frame."
    case .shadow: "As Core Animation casts it; not cut by the layer's own clip."
    case .backdropFilter: "Blurs what lies behind a group or rectangle."
    case .blur: "Blurs the picture."
    case .fill: "CSS's linear gradient, or with a radius its radial one, instead of a colour."
    case .mask: "Shows the group as far as a gradient is opaque: edges that fade."
    case .separator: "A line at the end of each row."
    }
  }

  /// The types that have it; empty: all.
  var types: [LayerType] {
    switch self {
    case .blur: [.image]
    case .fill: [.rectangle]
    case .mask: [.group]
    case .separator: [.list]
    default: []
    }
  }

  /// Why the other types refuse a key that all layers know.
  var refusal: (types: [LayerType], message: String)? {
    guard self == .backdropFilter else { return nil }
    return ([.group, .rectangle], "only groups and rectangles filter what lies behind them")
  }
}

/// What stands behind a property's key.
enum PropertyKind: Sendable, Equatable {
  case number, condition, color
  /// An expression whose result counts things.
  case whole
  /// Two expressions, four or one for all.
  case pair, four(String)
  /// What follows in a pair or in four.
  case part
  /// Settled when the document is read.
  case choice([String]), flag, integer(ClosedRange<Int>), weight
  /// Read by hand.
  case names, icon, path, stops, rowLength, layers

  /// How the values of a frame hold it.
  var valueKind: ValueKind? {
    switch self {
    case .number, .whole, .pair, .four, .part: .number
    case .condition: .boolean
    case .color: .color
    default: nil
    }
  }
}

/// What a property is where a document does not say.
indirect enum PropertyDefault: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// It has to be said.
  case required
  /// No value; in words, what that means.
  case absent(String)
  case number(Double)
  case boolean(Bool)
  /// Of a choice.
  case word(String)
  case same(LayerProperty)
  case color(DocumentColor)
  case colors(light: DocumentColor, dark: DocumentColor)
  case devicePixel
  /// The others have ink.
  case byType([LayerType: PropertyDefault])

  static let none = PropertyDefault.absent("none")
  /// Black in the light appearance, white in the dark one.
  static let ink = PropertyDefault.colors(light: .black, dark: DocumentColor(number: 0xFFFF_FFFF))

  init(floatLiteral value: Double) { self = .number(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// As the values of a frame hold it.
  func value(_ row: PropertyRow, of type: LayerType, isDark: Bool, scale: Int) -> Double {
    switch self {
    case .required, .absent, .same: return LayerValues.absent
    case .number(let number): return number
    case .boolean(let condition): return condition ? 1 : 0
    case .word(let word):
      guard case .choice(let words) = row.kind, let place = words.firstIndex(of: word) else {
        return LayerValues.absent
      }
      return Double(place)
    case .color(let color): return color.number
    case .colors(let light, let dark): return (isDark ? dark : light).number
    case .devicePixel: return 1 / Double(scale)
    case .byType(let own):
      return (own[type] ?? .ink).value(row, of: type, isDark: isDark, scale: scale)
    }
  }

  var words: String {
    switch self {
    case .required: "required"
    case .absent(let words): words
    case .number(let number): number.shown
    case .boolean(let condition): condition ? "true" : "false"
    case .word(let word): word
    case .same(let property): property.row.key
    case .color(let color): color.hexadecimal
    case .colors(let light, let dark): "\(light.hexadecimal), dark \(dark.hexadecimal)"
    case .devicePixel: "a device pixel"
    case .byType(let own):
      ([PropertyDefault.ink.words]
        + own.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value.words)" })
        .joined(separator: "; ")
    }
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  static var words: [String] { allCases.map(\.rawValue) }
}
