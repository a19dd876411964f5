import FileAccess
import HeaderModel
import PortableMath
import Raster

/// An offset between the steps of the grid, and how well the picture determines it.
struct RefinedOffset: Hashable, Sendable {
  /// Points from rest.
  var offset: Double
  /// Within this many points, 95 times of 100; nil: the picture does not determine it.
  var uncertainty: Double?
}

/// Finds the offset between its neighbours on the grid: one step of Gauss and Newton's method on the
/// differences that are not cut off.
enum OffsetRefinement {
  /// Offsets are determined to so many parts of a point.
  private static let perPoint = 20.0
  /// The most points that a picture may leave open and still be said to determine its offset.
  static let mostUncertainty = 0.5
  /// Noise of neighbouring pixels is correlated: so many of them count as one independent sample.
  private static let correlatedPixels = 12.0

  /// - Parameters:
  ///   - below: the picture a step below the offset.
  ///   - above: the picture a step above it.
  ///   - step: points to a step.
  static func refine(
    _ frame: Pixmap, offset: Double, picture: Pixmap, below: Pixmap, above: Pixmap, step: Double
  ) -> RefinedOffset {
    let frameBytes = frame.bytes.span
    let bytes = picture.bytes.span
    let belowBytes = below.bytes.span
    let aboveBytes = above.bytes.span
    var (gradients, products, squares, count) = (0, 0, 0, 0)
    var (changesBelow, changesAbove) = (0, 0)
    for index in bytes.indices {
      let residual = Int(frameBytes[index]) - Int(bytes[index])
      guard abs(residual) < Int(RecordingFit.cap) else { continue }
      let fromBelow = Int(bytes[index]) - Int(belowBytes[index])
      let toAbove = Int(aboveBytes[index]) - Int(bytes[index])
      // Twice the change of a step.
      let change = fromBelow + toAbove
      gradients += change * change
      products += change * residual
      squares += residual * residual
      changesBelow += fromBelow * fromBelow
      changesAbove += toAbove * toAbove
      count += 1
    }
    // Where nothing changes on one side, the offset may lie anywhere on it.
    let determining = 4 * min(changesBelow, changesAbove)
    guard gradients > 0, determining > 0 else {
      return RefinedOffset(offset: offset, uncertainty: nil)
    }
    let move = min(max(2 * Double(products) / Double(gradients), -1), 1) * step
    let variance = Double(squares) / Double(count) + 1
    let error =
      2 * step
      * (4 * variance * OffsetRefinement.correlatedPixels / Double(determining)).squareRoot()
    let isDetermined = error <= OffsetRefinement.mostUncertainty
    return RefinedOffset(
      offset: isDetermined
        ? ((offset + move) * OffsetRefinement.perPoint).rounded() / OffsetRefinement.perPoint
        : offset,
      uncertainty: isDetermined ? max(error, 0.5 / OffsetRefinement.perPoint) : nil)
  }
}
