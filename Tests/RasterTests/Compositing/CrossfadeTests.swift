import PortableMath
import Testing

@testable import Raster

/// Returns (over · alpha + under · (255 − alpha)) / 255, rounded. Ties cannot occur because 255 is
/// odd.
private func exactMix(_ under: UInt8, _ over: UInt8, alpha: Int) -> UInt8 {
  let sum = Int(over) * alpha + Int(under) * (255 - alpha)
  return UInt8((2 * sum + 255) / 510)
}

@Suite struct CrossfadeTests {
  @Test("every one of 2^24 mixes is the exact quotient, rounded to nearest")
  func everyMixIsCorrectlyRounded() {
    // Row s of 256: source s over all destinations.
    let destinations = (0...255).map { UInt8($0) }
    var wrong = 0
    for alpha in 0...255 {
      for source in 0...255 {
        var out = [UInt8](repeating: 0, count: 256)
        let over = [UInt8](repeating: UInt8(source), count: 256)
        var span = out.mutableSpan
        RowKernel.crossfade(
          &span, 0..<256, from: destinations.span, to: over.span, alpha: UInt8(alpha))
        for destination in 0...255 {
          let exact = exactMix(UInt8(destination), UInt8(source), alpha: alpha)
          if out[destination] != exact { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test("a row whose length is not a multiple of 16 bytes is mixed to its end", arguments: 1...9)
  func shortRows(width: Int) throws {
    let size = try pixelSize(width, 2)
    let under = Pixmap.opaqueNoise(size, seed: 3)
    let over = Pixmap.opaqueNoise(size, seed: 4)
    var target = Pixmap(size: size)
    target.drawCrossfade(from: under, to: over, alpha: 77, x: 0, y: 0, clip: size.bounds)
    let expected = zip(under.bytes, over.bytes).map { exactMix($0, $1, alpha: 77) }
    #expect(target.bytes == expected)
  }

  @Test("alpha 0 and 255 give the pictures themselves")
  func ends() throws {
    let size = try pixelSize(7, 5)
    let under = Pixmap.opaqueNoise(size, seed: 3)
    let over = Pixmap.opaqueNoise(size, seed: 4)
    var target = Pixmap(size: size)
    target.drawCrossfade(from: under, to: over, alpha: 0, x: 0, y: 0, clip: size.bounds)
    #expect(target == under)
    target.drawCrossfade(from: under, to: over, alpha: 255, x: 0, y: 0, clip: size.bounds)
    #expect(target == over)
  }

  @Test("only the intersection of picture, clip and destination is painted")
  func clipping() throws {
    let under = Pixmap.opaqueNoise(try pixelSize(6, 6), seed: 3)
    let over = Pixmap.opaqueNoise(try pixelSize(6, 6), seed: 4)
    var target = Pixmap(size: try pixelSize(8, 8), fill: .white)
    target.drawCrossfade(
      from: under, to: over, alpha: 128, x: -2, y: 5,
      clip: PixelRect(x: 1, y: 0, width: 2, height: 7))
    for y in 0..<8 {
      for x in 0..<8 {
        let painted = (1..<3).contains(x) && (5..<7).contains(y)
        #expect((target[x, y] != [255, 255, 255, 255]) == painted)
        if painted {
          let expected = zip(under[x + 2, y - 5], over[x + 2, y - 5]).map {
            exactMix($0, $1, alpha: 128)
          }
          #expect(target[x, y] == expected)
        }
      }
    }
  }
}
