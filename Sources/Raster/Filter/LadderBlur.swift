package import PortableMath

/// One step of the ladder of blurs: three box passes over a picture, which is enlarged before.
package struct LadderBlur: Hashable, Sendable {
  /// Side of the box in pixels of the enlarged picture, odd; 1: no blur.
  package let diameter: Int
  /// Pixels of the enlarged picture for one of the picture, bilinear.
  package let enlargement: Int

  /// Passes of the box, each clamped at the picture's edges.
  package static let passes = 3
  /// Side of a box in pixels of the picture that no wider one exceeds.
  private static let widest = 5000.0

  /// The side of the box is floor(R p · 3√(2π)/4 + 0.5) as in the SVG filter effects
  /// (feGaussianBlur), made odd by adding 1.
  ///
  /// - Parameters:
  ///   - radius: R, points, 0...
  ///   - pixelsPerPoint: p of the enlarged picture, 1...
  ///   - enlargement: 1...
  package init(radius: Double, pixelsPerPoint: Int, enlargement: Int) {
    precondition(
      radius >= 0 && pixelsPerPoint >= 1 && enlargement >= 1, "a blur's radius is not negative")
    self.enlargement = enlargement
    guard radius > 0 else {
      diameter = 1
      return
    }
    let squareRootOfTwoPi = 2.506_628_274_631_000_2
    let side = radius * Double(pixelsPerPoint) * 3 * squareRootOfTwoPi / 4 + 0.5
    diameter = Int(min(Self.widest * Double(enlargement), side)) | 1
  }
}

extension Pixmap {
  /// Part of the picture under a step of the ladder, at the size at which it is shown.
  ///
  /// What a wide box leaves needs few samples: the picture is neither enlarged nor blurred pixel by
  /// pixel, but its means over 1, 2, 4... pixels are, so that the box is 11 to 22 of them wide, and what
  /// comes of that is interpolated. The variances of enlarging, blurring and reducing add up to the
  /// same. Of a photograph within 1.2 levels of exact arithmetic, the rounding of it included.
  ///
  /// - Parameters:
  ///   - tints: whether the result's saturation is then raised to 1.5 and white at alpha 0.2 laid over
  ///     it; without a blur the saturation stays.
  ///   - source: what the result shows, in pixels of this picture; non-empty and finite.
  ///   - size: of the result.
  /// - Complexity: area of `source` and what the blur reaches around it, whatever the diameter.
  package func ladderBlurred(
    _ blur: LadderBlur, tints: Bool, source: DeviceRect, to size: PixelSize
  ) -> Pixmap {
    guard blur.diameter > 1 else {
      var result = resized(source: source, to: size, filter: .automatic)
      if tints {
        var target = result.bytes.mutableSpan
        RowKernel.tint(&target, saturates: false)
      }
      return result
    }
    var side = 1
    while side < CellGrid.largestSide,
      Double(blur.diameter) / Double(blur.enlargement * side) >= CellGrid.widestBox
        || source.width * source.height / Double(side * side) > CellGrid.mostCells
    {
      side *= 2
    }
    let across = CellGrid(
      blur, side: side, pixels: width, start: source.x, length: source.width, outputs: size.width)
    let down = CellGrid(
      blur, side: side, pixels: height, start: source.y, length: source.height,
      outputs: size.height)
    let cells = CellBlur(across: across.axis, down: down.axis)
    guard let count = PixelSize(width: cells.across.wanted.count, height: cells.down.wanted.count)
    else { return self }
    let blurred = Pixmap(size: count) { target in
      cells.run(&target, from: bytes.span, tints: tints)
    }
    let part = DeviceRect(x: across.start, y: down.start, width: across.length, height: down.length)
    guard across.interpolates, down.interpolates else {
      return blurred.resized(source: part, to: size, filter: .automatic)
    }
    return blurred.sampled(source: part, to: size)
  }
}

/// One direction of the grid on which a picture is blurred for showing part of it.
private struct CellGrid {
  let axis: CellAxis
  /// What is shown, in cells, counted from the first wanted one.
  let start: Double
  let length: Double
  /// Whether the result is sampled bilinearly; otherwise reduced by area or enlarged by cubics.
  let interpolates: Bool

  /// Cells. Half of it is still so wide that interpolating its result errs by less than half a level.
  static let widestBox = 22.0
  /// Pixels; the sum of a row of a cell fits 16 bits.
  static let largestSide = 256
  /// So many at most are blurred, for the sake of memory.
  static let mostCells = 12e6

  /// - Parameters:
  ///   - start: where the result begins, in pixels of the picture.
  ///   - length: pixels that it shows.
  ///   - outputs: pixels of the result.
  init(_ blur: LadderBlur, side: Int, pixels: Int, start: Double, length: Double, outputs: Int) {
    let cell = Double(side)
    let enlargement = Double(blur.enlargement)
    let step = length / Double(outputs)
    let stepInCells = step / cell
    interpolates = stepInCells <= 2 && (side > 1 || stepInCells > 1)

    /// Mean over all outputs of the variance of interpolating at their places.
    func interpolation(_ start: Double, _ step: Double, _ outputs: Int) -> Double {
      let sum = (0..<outputs).reduce(0.0) { sum, output in
        let place = start + (Double(output) + 0.5) * step - 0.5
        let fraction = place - place.rounded(.down)
        return sum + fraction * (1 - fraction)
      }
      return sum / Double(outputs)
    }
    /// Of the mean over so many samples.
    func mean(_ samples: Double) -> Double { max(0, samples * samples - 1) / 12 }
    let diameter = Double(blur.diameter)
    // In pixels of the picture, squared.
    let box = Double(LadderBlur.passes) * mean(diameter) / (enlargement * enlargement)
    let aimed =
      box + interpolation(0, 1 / enlargement, blur.enlargement)
      + mean(step * enlargement) / (enlargement * enlargement)
    let given =
      mean(cell)
      + cell * cell
      * (interpolates ? interpolation(start / cell, stepInCells, outputs) : mean(stepInCells))
    let variance = max(aimed - given, box / 4) / Double(LadderBlur.passes) / (cell * cell)
    let first = Int((start / cell).rounded(.down)) - 3
    let last = Int(((start + length) / cell).rounded(.up)) + 3
    axis = CellAxis(
      pixels: pixels, side: side,
      box: ExtendedBox(variance: min(ExtendedBox.mostVariance, variance)),
      passes: LadderBlur.passes, outermost: 0.5 / enlargement, wanted: first..<last)
    self.start = start / cell - Double(axis.wanted.lowerBound)
    self.length = length / cell
  }
}
