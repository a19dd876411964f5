/// What a line of text is held at; x in points.
enum TextAnchor: Hashable {
  case left(Double)
  case center(Double)
  case right(Double)

  /// Points.
  var x: Double {
    switch self {
    case .left(let x), .center(let x), .right(let x): x
    }
  }

  /// The line's left edge in device pixels, for a line `width` device pixels long.
  func left(of width: Double, scale: Double) -> Double {
    switch self {
    case .left(let x): x * scale
    case .center(let x): x * scale - width / 2
    case .right(let x): x * scale - width
    }
  }
}
