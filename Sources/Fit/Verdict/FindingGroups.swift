import HeaderModel

struct GroupKey: Hashable, Sendable {
  let layer: String
  let kind: Deviation.Kind
  let other: String

  init(_ finding: LayerFinding) {
    layer = finding.layer
    other = finding.other ?? ""
    switch finding.fault {
    case .moved: kind = .moved
    case .above: kind = .order
    case .blur: kind = .blur
    case .absent: kind = .absent
    case .scaled: kind = .scaled
    }
  }
}

/// How two layers lie in one frame.
struct OrderRecord: Sendable {
  let offset: Double
  let isAboveInDocument: Bool
  /// Whether the recording has it the other way.
  let isFlagged: Bool
  /// Whether the picture determines it.
  let isVisible: Bool
}

extension LayerFinding {
  /// The layer that is painted over, where that is what differs.
  var other: String? {
    if case .above(let other) = fault { other } else { nil }
  }

  /// How much it explains, for choosing among causes.
  var weight: Double {
    if case .above = fault { gain * 1.3 } else { gain }
  }
}

extension HeaderState {
  /// Whether one of the layers lies in the other, or is it.
  func related(_ first: String, _ second: String) -> Bool {
    guard let a = layers.firstIndex(where: { $0.id == first }),
      let b = layers.firstIndex(where: { $0.id == second })
    else { return first == second }
    let (outer, inner) = (min(a, b), max(a, b))
    return inner <= outer + layers[outer].descendantCount
  }

  func paints(_ layer: String, above other: String) -> Bool {
    guard let a = layers.firstIndex(where: { $0.id == layer }),
      let b = layers.firstIndex(where: { $0.id == other })
    else { return false }
    return a > b
  }
}
