package import PortableMath

/// A step of a blur ladder, which is a series of increasingly blurred versions of a picture. The
/// blur consists of three box passes over the enlarged picture.
package struct LadderBlur: Hashable, Sendable {
  /// The side of the box in pixels of the enlarged picture, an odd number. 1 for no blur.
  package let diameter: Int
  /// The factor by which the picture is enlarged, with bilinear interpolation.
  package let enlargement: Int

  /// The number of box passes, each with replicated edges.
  package static let passes = 3
  /// The maximum side of a box, in pixels of the picture.
  private static let widest = 5000.0

  /// Creates a step whose box has the side floor(R p · 3√(2π)/4 + 0.5), as in SVG's feGaussianBlur,
  /// increased by 1 if it is even.
  ///
  /// - Parameters:
  ///   - radius: The radius R in points, at least 0.
  ///   - pixelsPerPoint: The scale factor p of the enlarged picture, at least 1.
  ///   - enlargement: The enlargement factor, at least 1.
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
  /// Returns a part of the blurred picture, scaled to `size`.
  ///
  /// The result of a wide box has little detail. Therefore the picture is neither enlarged nor
  /// blurred at full resolution. Instead the means of cells of 1, 2, 4... pixels are blurred with a
  /// box that is 11 to 22 cells wide, and the result is interpolated. The total variance of
  /// enlarging, blurring and reducing stays the same. For a photograph the error is within 1.2
  /// levels of exact arithmetic, including rounding.
  ///
  /// - Parameters:
  ///   - tints: Whether to raise the saturation to 1.5 and blend white with an alpha of 0.2 over
  ///     the result. Without a blur the saturation is unchanged.
  ///   - source: The part to show, in pixels of this picture. Must not be empty or infinite.
  ///   - size: The size of the result.
  /// - Complexity: Proportional to the area of `source` with the margin that the blur needs,
  ///   regardless of the diameter.
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
        || source.width * source.height / Double(side * side) > CellGrid.maxCells
    {
      side *= 2
    }
    let across = CellGrid(
      blur, side: side, pixels: width, start: source.x, length: source.width, outputs: size.width)
    let down = CellGrid(
      blur, side: side, pixels: height, start: source.y, length: source.height,
      outputs: size.height)
    let cells = CellBlur(across: across.axis, down: down.axis)
    guard let count = PixelSize(width: cells.across.output.count, height: cells.down.output.count)
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

/// One axis of the grid of cells on which a part of a picture is blurred.
private struct CellGrid {
  let axis: CellAxis
  /// The start and the length of the shown part in cells. The start is relative to the first
  /// computed cell.
  let start: Double
  let length: Double
  /// Whether the result is sampled bilinearly. Otherwise it is reduced by area or enlarged with
  /// cubics.
  let interpolates: Bool

  /// The maximum width of the box in cells. At half of this width the interpolation error is still
  /// below half a level.
  static let widestBox = 22.0
  /// The maximum side of a cell in pixels. The sum of a row of a cell fits 16 bits.
  static let largestSide = 256
  /// The maximum number of cells blurred at once; bounds memory.
  static let maxCells = 12e6

  /// - Parameters:
  ///   - side: The side of a cell, in pixels of the picture.
  ///   - pixels: The length of the picture in pixels.
  ///   - start: The start of the shown part, in pixels of the picture.
  ///   - length: The length of the shown part, in pixels of the picture.
  ///   - outputs: The length of the result in pixels.
  init(_ blur: LadderBlur, side: Int, pixels: Int, start: Double, length: Double, outputs: Int) {
    let cell = Double(side)
    let enlargement = Double(blur.enlargement)
    let step = length / Double(outputs)
    let stepInCells = step / cell
    interpolates = stepInCells <= 2 && (side > 1 || stepInCells > 1)

    /// Returns the mean variance of linear interpolation at the positions of all outputs.
    func interpolation(_ start: Double, _ step: Double, _ outputs: Int) -> Double {
      let sum = (0..<outputs).reduce(0.0) { sum, output in
        let position = start + (Double(output) + 0.5) * step - 0.5
        let fraction = position - position.rounded(.down)
        return sum + fraction * (1 - fraction)
      }
      return sum / Double(outputs)
    }
    /// Returns the variance of the mean over `samples` samples.
    func mean(_ samples: Double) -> Double { max(0, samples * samples - 1) / 12 }
    let diameter = Double(blur.diameter)
    // The variances are in squared pixels of the picture.
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
      box: ExtendedBox(variance: min(ExtendedBox.maxVariance, variance)),
      passes: LadderBlur.passes, outermost: 0.5 / enlargement, output: first..<last)
    self.start = start / cell - Double(axis.output.lowerBound)
    self.length = length / cell
  }
}
