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
    return (
      [.group, .rectangle], "only groups and rectangles filter what lies behind them"
    )
  }
}
