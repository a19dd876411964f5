import PortableMath
import TestSupport
import Testing

@testable import Raster

/// Scaled and blurred masks.
@Suite struct PlacedMaskTests {
  private func mask(_ width: Int, _ height: Int, _ value: (Int, Int) -> UInt8) throws
    -> CoverageMask
  {
    let size = try pixelSize(width, height)
    return try #require(
      CoverageMask(size: size, bytes: (0..<size.area).map { value($0 % width, $0 / width) }))
  }

  /// Each sample of the mask is a tent that extends two canvas pixels to each side.
  @Test("a mask scaled by two has four times the ink, including its edges", arguments: 0..<5)
  func enlarged(seed: Int) throws {
    var random = SeededRandom(seed)
    let letters = try mask(6, 5) { _, _ in random.byte() }
    let bounds = PixelRect(x: 0, y: 0, width: 40, height: 40)
    let map = AffineTransform.scale(2, 2).then(.translation(10, 12))
    let placed = try #require(PlacedMask(letters, under: map, within: bounds))
    #expect(placed.bounds == PixelRect(x: 9, y: 11, width: 14, height: 12))
    let (sum, plain) = (
      placed.mask.bytes.reduce(0) { $0 + Int($1) }, letters.bytes.reduce(0) { $0 + Int($1) }
    )
    #expect(abs(sum - 4 * plain) <= placed.mask.bytes.count / 2, "seed \(seed)")
  }

  /// The blurred edge of a half plane is the distribution function of a Gaussian, so the variance
  /// of its differences is sigma squared.
  @Test("a blur's variance is its sigma's square", arguments: [0.5, 0.8, 1, 1.3, 2, 2.9, 4, 6.5])
  func variance(sigma: Double) throws {
    let half = PlacedMask(try mask(40, 40) { _, _ in 255 }, x: 0, y: 0)
    let blurred = half.gaussianBlurred(sigma: sigma).mask
    let row = blurred.height / 2 * blurred.width
    let bytes = [0] + blurred.bytes[row..<row + blurred.width / 2].map(Double.init)
    let top = try #require(bytes.last)
    var (first, second) = (0.0, 0.0)
    for (place, step) in zip(bytes, bytes.dropFirst()).map({ ($1 - $0) / top }).enumerated() {
      first += step * Double(place)
      second += step * Double(place * place)
    }
    #expect(abs(second - first * first - sigma * sigma) < 0.03 * sigma * sigma + 0.05)
  }
}
