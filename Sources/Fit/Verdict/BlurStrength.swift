import HeaderModel

extension ImageBlur {
  /// How blurred: a step, an amount or a radius.
  var strength: Double {
    switch self {
    case .gaussian(let radius, _, _): radius
    case .crossfade(_, _, let amount): amount
    case .ladder(let step, _, _, _, _): Double(step)
    }
  }

  var unit: LayerFinding.BlurUnit {
    switch self {
    case .gaussian: .radius
    case .crossfade: .amount
    case .ladder: .step
    }
  }

  /// Strengths that a recording may show instead.
  var choices: [Double] {
    switch self {
    case .gaussian(let radius, _, _):
      [0, 0.5, 0.75, 1.33, 2].map { radius * $0 } + [1, 2, 4, 8]
    case .crossfade: (0...20).map { Double($0) / 20 }
    case .ladder(_, let steps, _, _, _): (0...max(1, steps)).map(Double.init)
    }
  }

  var leastDifference: Double {
    switch self {
    case .gaussian: 1
    case .crossfade: 0.1
    case .ladder: 1
    }
  }

  func with(strength: Double) -> ImageBlur {
    switch self {
    case .gaussian(_, let saturation, let tint):
      .gaussian(radius: strength, saturation: saturation, tint: tint)
    case .crossfade(let radius, let passes, _):
      .crossfade(radius: radius, passes: passes, amount: strength)
    case .ladder(_, let steps, let radius, let saturation, let tint):
      .ladder(
        step: Int(strength), steps: steps, radius: radius, saturation: saturation, tint: tint)
    }
  }
}
