import Foundation
import PortableMath
import TestSupport
import Testing

@testable import Raster

@Suite struct BackdropGaussianTests {
  /// The blur of a sharp edge is within two levels of a Gaussian without its tails beyond 2.5 sigma.
  @Test(arguments: [3.0, 7.5, 12, 30]) func backdropBlurMatchesGaussian(sigma: Double) throws {
    var canvas = Pixmap(size: try pixelSize(320, 24), fill: .white)
    let black = DeviceRect(x: 0, y: 0, width: 160, height: 24)
    canvas.fill(black, with: Color(rgb: 0), clip: canvas.size.bounds)
    let layer = Path.rect(DeviceRect(x: 60, y: 0, width: 200, height: 24))
    let mask = try #require(PlacedMask(filling: layer, within: canvas.size.bounds))
    canvas.filterBackdrop(
      BackdropBlur(sigma: sigma, saturation: 1, tint: .clear), through: mask,
      clip: canvas.size.bounds)
    for x in 60..<260 {
      let distance = max(-2.5, min(2.5, (Double(x) + 0.5 - 160) / sigma))
      let share = erf(distance / 2.0.squareRoot()) / erf(2.5 / 2.0.squareRoot())
      let wanted = 127.5 * (1 + share)
      #expect(abs(Double(canvas[x, 12][0]) - wanted) < 2, "\(x)")
    }
  }
}
