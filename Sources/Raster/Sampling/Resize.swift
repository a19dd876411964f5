package import PortableMath

/// How a picture is resampled when its size changes.
///
/// The pixel grid is aligned at the edges: output pixel i looks at (i + 0.5) · scale. Past the
/// picture's edge its outermost pixels are repeated. When minifying, all but `area` widen so that
/// every source pixel counts.
package enum ResizeFilter: Hashable, Sendable, CaseIterable {
  /// ``area`` along an axis that shrinks, ``catmullRom`` along one that grows.
  case automatic
  /// The exact mean of what an output pixel covers.
  case area
  /// A triangle over two pixels.
  case bilinear
  /// E. Catmull and R. Rom, "A class of local interpolating splines" (1974): four pixels.
  case catmullRom
  /// C. E. Duchon, "Lanczos filtering in one and two dimensions" (1979): three lobes, six pixels.
  case lanczos3

  /// The filter for an axis on which one output pixel is `scale` source pixels long.
  func resolved(scale: Double) -> ResizeFilter {
    guard self == .automatic else { return self }
    return scale > 1 ? .area : .catmullRom
  }

  /// Half the width of ``weight(_:)`` in source pixels.
  var support: Double {
    switch self {
    case .area: 0.5
    case .bilinear: 1
    case .catmullRom, .automatic: 2
    case .lanczos3: 3
    }
  }

  /// The filter's value at `distance` 0... from its middle; not used by ``area``.
  func weight(_ distance: Double) -> Double {
    let x = distance
    switch self {
    case .area: return x <= 0.5 ? 1 : 0
    case .bilinear: return max(0, 1 - x)
    case .catmullRom, .automatic:
      if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
      return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    case .lanczos3:
      guard x < 3 else { return 0 }
      guard x > 0 else { return 1 }
      let angle = Double.pi * x
      return 3 * Self.sineOfPi(x) * Self.sineOfPi(x / 3) / (angle * angle)
    }
  }

  /// sin(π · turns) for 0...3 half turns, from its Taylor series on a quarter turn.
  ///
  /// Plain arithmetic, so that the weights are the same bits everywhere; the error is below 1e-11.
  static func sineOfPi(_ turns: Double) -> Double {
    let nearest = turns.rounded()
    let x = (turns - nearest) * Double.pi
    let square = x * x
    var sum = 0.0
    var factor = 15.0
    while factor > 1 {
      sum = -square / (factor * (factor - 1)) * (1 + sum)
      factor -= 2
    }
    let sine = x * (1 + sum)
    return Int(nearest) & 1 == 0 ? sine : -sine
  }
}

extension Pixmap {
  /// Resamples part of the picture to a new size.
  ///
  /// In whole numbers: weights of 14 bits and more, 7 bits after the point between the directions.
  ///
  /// - Parameters:
  ///   - source: what the result shows, in pixels of this picture; non-empty and finite, it may
  ///     exceed the picture, whose outermost pixels are then repeated.
  ///   - size: of the result.
  /// - Complexity: area of the result × (filter width + filter height).
  package func resized(source: DeviceRect, to size: PixelSize, filter: ResizeFilter) -> Pixmap {
    precondition(
      !source.isEmpty && abs(source.x) < 0x1p30 && abs(source.y) < 0x1p30 && source.maxX < 0x1p30
        && source.maxY < 0x1p30, "the source rectangle must be non-empty and finite")
    if let exact = source.exactPixels, exact.size == size, let part = cropped(to: exact) {
      return part
    }
    let across = ResampleTable(
      start: source.x, length: source.width, count: width, outputs: size.width, filter: filter,
      mostBits: 15)
    let down = ResampleTable(
      start: source.y, length: source.height, count: height, outputs: size.height, filter: filter,
      mostBits: 22)
    // The last pixels' pairs reach beyond the picture, at weight 0.
    var between = [Int16](repeating: 0, count: width * 8 + across.pairs * 16)
    return Pixmap(size: size) { target in
      let from = bytes.span
      for y in 0..<size.height {
        var betweenSpan = between.mutableSpan
        RowKernel.resampleVertically(
          &betweenSpan, rows: from, stride: width * 4, table: down, output: y)
        RowKernel.resampleHorizontally(
          &target, y * size.width * 4..<(y + 1) * size.width * 4, row: between.span,
          table: across)
      }
    }
  }
}
