/// Every constant of one style and variant, with the values a user gave some of them.
public struct StyleConstants: Hashable, Sendable {
  /// The system they belong to.
  public let style: HeaderStyle
  /// The revision or arrangement of it.
  public let variant: HeaderVariant
  private var given: [ConstantKey: Double] = [:]

  /// The style's own values, in its default variant.
  public init(style: HeaderStyle) {
    self.style = style
    self.variant = style.defaultVariant
  }

  /// The style's own values; throws `unknownVariant` if the variant belongs to another style.
  public init(style: HeaderStyle, variant: HeaderVariant) throws(ConstantError) {
    guard style.variants.contains(variant) else {
      throw .unknownVariant(variant, style: style)
    }
    self.style = style
    self.variant = variant
  }

  /// The table of the style, in the order in which it is told to users.
  public var definitions: [StyleConstant] {
    switch style {
    case .mimic: Self.mimic
    case .thinkandbuild: Self.thinkAndBuild
    case .stretch: variant == .scroll ? Self.stretchScroll : Self.stretchTable
    case .contacts: Self.contacts
    }
  }

  /// Gives a constant, by its name, another value; what derives from it follows.
  public mutating func set(_ name: String, _ value: Double) throws(ConstantError) {
    let definitions = definitions
    guard let definition = definitions.first(where: { $0.key.rawValue == name }) else {
      throw .unknownKey(name, style: style, known: definitions.map(\.key.rawValue))
    }
    guard definition.allowed.contains(value) else {
      throw .outOfRange(key: definition.key, value: value, allowed: definition.allowed)
    }
    guard definition.unit != .count || value == value.rounded() else {
      throw .notWhole(key: definition.key, value: value)
    }
    given[definition.key] = value + 0
  }

  /// The value given, else the style's own; nil if the style has no such constant, or has it follow
  /// from the screen or other constants and none was given.
  public func value(of key: ConstantKey) -> Double? {
    given[key] ?? definitions.first { $0.key == key }?.default
  }

  /// As `value(of:)`, with what an unset constant follows from.
  func value(of key: ConstantKey, otherwise derived: Double) -> Double {
    value(of: key) ?? derived
  }

  /// The value of a constant that the style has with a default of its own.
  subscript(key: ConstantKey) -> Double {
    let value = value(of: key)
    precondition(value != nil, "the style's table has no default for \(key.rawValue)")
    return value ?? 0
  }
}
