package import PortableMath

/// A filter for resizing pictures.
///
/// Pixel grids are aligned at the edges: the center of output pixel i is at (i + 0.5) · scale. The
/// outermost pixels of the picture are replicated. If the picture shrinks, all filters but `area`
/// are widened so that every source pixel has a weight.
package enum ResizeFilter: Hashable, Sendable, CaseIterable {
  /// ``area`` along an axis that shrinks, ``catmullRom`` along one that grows.
  case automatic
  /// The exact mean over the area of an output pixel.
  case area
  /// A triangle that spans two pixels.
  case bilinear
  /// A cubic that spans four pixels (E. Catmull and R. Rom, "A class of local interpolating
  /// splines", 1974).
  case catmullRom
  /// A windowed sinc with three lobes that spans six pixels (C. E. Duchon, "Lanczos filtering in
  /// one and two dimensions", 1979).
  case lanczos3

  /// Returns the filter for an axis on which an output pixel spans `scale` source pixels.
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

  /// Returns the value of the filter at `distance` from its center, at least 0. Not used for
  /// ``area``.
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

  /// Returns sin(π · turns) for 0...3 half turns, from its Taylor series on a quarter turn.
  ///
  /// Uses basic arithmetic only, so that the weights have the same bits on all platforms. The error
  /// is below 1e-11.
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
  /// Returns a part of the picture resampled to another size.
  ///
  /// Uses integer arithmetic: weights of at least 14 bits, and 7 fraction bits between the two
  /// axes.
  ///
  /// - Parameters:
  ///   - source: The part to show, in pixels of this picture. Must not be empty or infinite. May
  ///     exceed the picture, whose outermost pixels are replicated.
  ///   - size: The size of the result.
  /// - Complexity: Proportional to the area of the result × (filter width + filter height).
  package func resized(source: DeviceRect, to size: PixelSize, filter: ResizeFilter) -> Pixmap {
    precondition(
      !source.isEmpty && abs(source.x) < 0x1p30 && abs(source.y) < 0x1p30 && source.maxX < 0x1p30
        && source.maxY < 0x1p30, "the source rectangle must be non-empty and finite")
    if let exact = source.exactPixels, exact.size == size, let part = cropped(to: exact) {
      return part
    }
    let across = ResampleTable(
      start: source.x, length: source.width, count: width, outputs: size.width, filter: filter,
      maxBits: 15)
    let down = ResampleTable(
      start: source.y, length: source.height, count: height, outputs: size.height, filter: filter,
      maxBits: 22)
    let layout = BetweenLayout(for: across)
    // The pairs of the last pixels extend beyond the picture, with a weight of 0.
    var between = [Int16](
      repeating: 0, count: (width + across.pairs * 2) * layout.valuesPerPixel)
    return Pixmap(size: size) { target in
      let from = bytes.span
      for y in 0..<size.height {
        var betweenSpan = between.mutableSpan
        RowKernel.resampleVertically(
          &betweenSpan, layout, rows: from, stride: width * 4, table: down, output: y)
        RowKernel.resampleHorizontally(
          &target, y * size.width * 4..<(y + 1) * size.width * 4, row: between.span, layout,
          table: across)
      }
    }
  }
}
