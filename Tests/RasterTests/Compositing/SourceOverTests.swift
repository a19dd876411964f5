import PortableMath
import Testing

@testable import Raster

@Suite struct SourceOverTests {
  /// Returns S·m/255 + D·(255² − Sa·m)/255² in units of 1/65025, exactly.
  private func exact(_ source: Int, _ alpha: Int, _ under: Int, _ coverage: Int) -> Int {
    source * coverage * 255 + under * (65025 - alpha * coverage)
  }

  private func rounded(_ value: Int) -> Int { (2 * value + 65025) / 130050 }

  @Test("an opaque source through every coverage over every destination is correctly rounded")
  func opaqueSource() {
    var wrong = 0
    for coverage in 0...255 {
      let mask = [UInt8](repeating: UInt8(coverage), count: 64)
      for source in 0...255 {
        let over = (0..<256).map { $0 % 4 == 3 ? 255 : UInt8(source) }
        var out = (0..<256).map { UInt8($0) }
        var span = out.mutableSpan
        RowKernel.sourceOver(&span, 0..<256, source: over.span, coverage: mask.span)
        for under in 0...255 {
          let value = exact(under % 4 == 3 ? 255 : source, 255, under, coverage)
          if Int(out[under]) != rounded(value) { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test("a translucent source without coverage is correctly rounded for every alpha")
  func fullCoverage() {
    var wrong = 0
    for alpha in 0...255 {
      for source in Set([0, 1, alpha / 3, alpha / 2, alpha]) where source <= alpha {
        let over = (0..<256).map { $0 % 4 == 3 ? UInt8(alpha) : UInt8(source) }
        var out = (0..<256).map { UInt8($0) }
        var span = out.mutableSpan
        RowKernel.sourceOver(&span, 0..<256, source: over.span)
        for under in 0...255 {
          let value = exact(under % 4 == 3 ? alpha : source, alpha, under, 255)
          if Int(out[under]) != rounded(value) { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test("a translucent source through a mask is within 1/255 level of the exact quotient")
  func translucentThroughMask() {
    var worst = 0
    for alpha in 0...255 {
      for coverage in 0...255 {
        // All alphas, coverages and destinations. The source alternates between minimum, middle and
        // maximum.
        let source = alpha * ((alpha + coverage) % 3) / 2
        let over = (0..<256).map { $0 % 4 == 3 ? UInt8(alpha) : UInt8(source) }
        let mask = [UInt8](repeating: UInt8(coverage), count: 64)
        var out = (0..<256).map { UInt8($0) }
        var span = out.mutableSpan
        RowKernel.sourceOver(&span, 0..<256, source: over.span, coverage: mask.span)
        for under in 0...255 {
          let value = exact(under % 4 == 3 ? alpha : source, alpha, under, coverage)
          worst = max(worst, abs(2 * Int(out[under]) * 65025 - 2 * value))
        }
      }
    }
    // Half a level is 65025 in these units; 1/255 level is 510.
    #expect(worst <= 65025 + 510)
  }

  @Test("a constant opacity equals a mask of that value", arguments: [1, 37, 128, 254])
  func opacityIsAConstantMask(opacity: UInt8) throws {
    let size = try pixelSize(37, 3)
    let picture = Pixmap.translucentNoise(size, seed: 9)
    let ground = Pixmap.opaqueNoise(size, seed: 10)
    var drawn = ground
    drawn.draw(picture, x: 0, y: 0, opacity: opacity, clip: size.bounds)
    var expected = ground.bytes
    let mask = [UInt8](repeating: opacity, count: size.area)
    var span = expected.mutableSpan
    RowKernel.sourceOver(
      &span, 0..<size.area * 4, source: picture.bytes.span, coverage: mask.span)
    #expect(drawn.bytes == expected)
  }

  @Test("lengths that are no multiple of four pixels give the same pixels", arguments: 1...9)
  func tails(width: Int) throws {
    let size = try pixelSize(40, 1)
    let picture = Pixmap.translucentNoise(size, seed: 5)
    let ground = Pixmap.opaqueNoise(size, seed: 6)
    for opacity: UInt8 in [255, 90] {
      var whole = ground
      whole.draw(picture, x: 0, y: 0, opacity: opacity, clip: size.bounds)
      var part = ground
      let clip = PixelRect(x: 3, y: 0, width: width, height: 1)
      part.draw(picture, x: 0, y: 0, opacity: opacity, clip: clip)
      for x in 0..<40 {
        #expect(part[x, 0] == ((3..<3 + width).contains(x) ? whole[x, 0] : ground[x, 0]))
      }
    }
  }

  @Test("an opaque picture is copied and a transparent one changes nothing")
  func copyAndSkip() throws {
    let size = try pixelSize(19, 4)
    let ground = Pixmap.translucentNoise(size, seed: 2)
    let picture = Pixmap.opaqueNoise(size)
    var target = ground
    target.draw(picture, x: 0, y: 0, opacity: 255, clip: size.bounds)
    #expect(target == picture)
    target = ground
    target.draw(Pixmap(size: size), x: 0, y: 0, opacity: 255, clip: size.bounds)
    #expect(target == ground)
    target.draw(picture, x: 0, y: 0, opacity: 0, clip: size.bounds)
    #expect(target == ground)
  }
}
