import Foundation
@testable import FrameEncoding
import PortableMath
import Raster
import Testing

@Suite struct FidelityTests {
  private func picture(_ level: (Int, Int) -> Int) throws -> Pixmap {
    let size = try #require(PixelSize(width: 8, height: 6))
    var picture = Pixmap(size: size, fill: Color(red: 0, green: 0, blue: 0))
    for y in 0..<6 {
      for x in 0..<8 {
        for channel in 0..<3 { picture.bytes[(y * 8 + x) * 4 + channel] = UInt8(level(x, y)) }
      }
    }
    return picture
  }

  @Test func equalFramesAreExact() throws {
    var meter = Fidelity.Meter()
    for level in [10, 200] {
      let frame = try picture { _, _ in level }
      meter.add(shown: frame, source: frame)
    }
    #expect(meter.result.psnr == .infinity)
    #expect(meter.result.worstBoxBlurredPSNR == .infinity)
    #expect(meter.result.flicker == 0)
  }

  /// A constant offset of 5 is unchanged by the blur.
  @Test func countsConstantOffsetsFully() throws {
    var meter = Fidelity.Meter()
    meter.add(shown: try picture { _, _ in 105 }, source: try picture { _, _ in 100 })
    let expected = 10 * log10(255 * 255 / 25.0)
    #expect(abs(meter.result.psnr - expected) < 1e-9)
    #expect(abs(meter.result.boxBlurredPSNR - expected) < 1e-9)
  }

  /// A checkerboard of +5 and -5 is reduced to a ninth, or to a third at the replicated edges.
  @Test func ditherAffectsOnlyThePlainRatio() throws {
    var meter = Fidelity.Meter()
    meter.add(
      shown: try picture { x, y in (x + y) % 2 == 0 ? 105 : 95 },
      source: try picture { _, _ in 100 })
    #expect(abs(meter.result.psnr - 10 * log10(255 * 255 / 25.0)) < 1e-9)
    #expect(meter.result.boxBlurredPSNR > meter.result.psnr + 9)
  }

  /// Clear and translucent pixels are composited over white.
  @Test func compositesPicturesOverWhite() throws {
    let size = try #require(PixelSize(width: 8, height: 6))
    var translucent = Pixmap(size: size)
    for place in stride(from: 0, to: translucent.bytes.count, by: 4) {
      for channel in 0..<3 { translucent.bytes[place + channel] = 50 }
      translucent.bytes[place + 3] = 100
    }
    for (frame, level) in [(Pixmap(size: size), 255), (translucent, 205)] {
      var meter = Fidelity.Meter()
      meter.add(shown: frame, source: try picture { _, _ in level })
      #expect(meter.result.psnr == .infinity)
    }
  }

  /// Flicker is measured only in pixels that do not change in the source.
  @Test func flickerIsTheChangeOfStaticPixels() throws {
    var meter = Fidelity.Meter()
    meter.add(shown: try picture { _, _ in 100 }, source: try picture { _, _ in 100 })
    meter.add(
      shown: try picture { x, _ in x < 4 ? 200 : 103 },
      source: try picture { x, _ in x < 4 ? 200 : 100 })
    #expect(meter.result.flicker == 3)
  }
}
