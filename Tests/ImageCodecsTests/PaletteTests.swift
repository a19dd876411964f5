import PortableMath
import Testing

@testable import GIF

/// The construction of palettes and their refinement.
struct PaletteTests {
  /// k-means reduces the error of the boxes' means.
  @Test func kMeansLowersTheErrorOfAPalette() throws {
    var histogram = ColorHistogram()
    for color in SourceFrame(try GIFQualityTests.picture(rows: 0..<96)).pixels {
      histogram.add(color, weight: 1)
    }
    let entries = histogram.entries
    func error(rounds: Int) -> Float {
      let builder = PaletteBuilder(exact: [0xFFFFFF], limit: 32, rounds: rounds, isDithered: false)
      let colors = builder.colors(for: entries).map { XYBColor(rgb: $0) }
      return PaletteIndex(xybColors: colors, perCell: 32).error(of: entries)
    }
    #expect(error(rounds: 8) < 0.95 * error(rounds: 0))
  }

  /// Colors outside the hull of a table cannot be dithered, so a table for dither extends beyond
  /// the means of the nearest colors.
  @Test func paletteForDitherReachesFartherOut() throws {
    var histogram = ColorHistogram()
    for level in UInt32(0)..<256 { histogram.add(level << 16 | level << 8 | level, weight: 10) }
    func lumas(isDithered: Bool) -> [Float] {
      let builder = PaletteBuilder(exact: [], limit: 8, rounds: 4, isDithered: isDithered)
      return builder.colors(for: histogram.entries).map { XYBColor(rgb: $0).y }.sorted()
    }
    let plain = lumas(isDithered: false)
    let dithered = lumas(isDithered: true)
    #expect(try #require(dithered.first) < #require(plain.first) - 4)
    #expect(try #require(dithered.last) > #require(plain.last) + 4)
  }

  /// A picture whose colors are between two entries but always nearest to one uses only that one,
  /// so it moves toward them. A fixed color does not move.
  @Test func colorsMoveTowardTheirUse() throws {
    var palette = Palette([0x404040, 0x808080, 0xFF0000], candidates: 4)
    palette.exact = [0xFF0000]
    var refiner = PaletteRefiner(palette)
    let wanted = XYBColor(rgb: 0x505050).vector
    for _ in 0..<20 {
      refiner.add(0, wanted, weight: 1)
      refiner.add(1, wanted, weight: 1)
      refiner.add(2, wanted, weight: 1)
    }
    refiner.fix(1)
    let refined = refiner.refined
    #expect((0x484848...0x505050).contains(refined.colors[0]))
    #expect(Array(refined.colors[1...]) == [0x808080, 0xFF0000])
  }

  /// Refinement with plain error diffusion reduces the tint of a frame.
  @Test func refinedPaletteTintsLess() throws {
    let source = SourceFrame(try GIFQualityTests.picture(rows: 0..<44))
    let size = try #require(PixelSize(width: GIFQualityTests.size.width, height: 44))
    let colors = stride(from: 0, to: source.pixels.count, by: 397).map { source.pixels[$0] }
    func tint(isRefined: Bool) throws -> Float {
      var tuning = GIFTuning(quality: 80, effort: 5)
      tuning.isPaletteRefined = isRefined
      let shown = try Self.shown(source, size, in: colors, tuning)
      // The mean error of blocks of 8 x 8 pixels.
      var tint: Float = 0
      for corner in stride(from: 0, to: 40 * size.width, by: 8 * size.width) {
        for column in stride(from: 0, to: size.width, by: 8) {
          var sum = SIMD4<Float>.zero
          for place in 0..<64 {
            let pixel = corner + place / 8 * size.width + column + place % 8
            sum += XYBColor(rgb: source.pixels[pixel]).vector
            sum -= XYBColor(rgb: shown[pixel]).vector
          }
          tint += sum.squaredDistance(to: .zero)
        }
      }
      return tint
    }
    #expect(try tint(isRefined: true) < 0.8 * tint(isRefined: false))
  }

  /// A second pass uses the colors refined by the first one, which reduces the error.
  @Test func secondPassRefinesThePalette() throws {
    let source = SourceFrame(try GIFQualityTests.picture(rows: 0..<44))
    let size = try #require(PixelSize(width: GIFQualityTests.size.width, height: 44))
    // Every 97th color of the picture, far from the best 32.
    let colors = stride(from: 0, to: source.pixels.count, by: 97).map { source.pixels[$0] }
    var tuning = GIFTuning(quality: 80, effort: 5)
    tuning.isPaletteRefined = false
    func error(passes: Int) throws -> Double {
      tuning.passes = passes
      let shown = try Self.shown(source, size, in: colors, tuning)
      return zip(source.pixels, shown).reduce(0) { sum, pixel in
        sum + Double(XYBColor(rgb: pixel.0).squaredDistance(to: XYBColor(rgb: pixel.1)))
      }
    }
    #expect(try error(passes: 2) < 0.9 * error(passes: 1))
  }

  /// Returns the decoded pixels, 0xRRGGBB, of a single frame encoded with the refined `colors`.
  private static func shown(
    _ source: SourceFrame, _ size: PixelSize, in colors: [UInt32], _ tuning: GIFTuning
  ) throws -> [UInt32] {
    let variance = LocalVariance(of: source.pixels, width: size.width, rows: 0..<size.height)
    let update = FrameUpdate(
      size: size, source: source, before: nil, after: nil, moved: nil, delay: 4,
      clears: false, rect: size.bounds)
    let palette = Palette(colors, candidates: tuning.candidates)
      .adapted(to: update, variance, tuning, over: .clear(size))
    let frame = PlannedFrame(update: update, coding: .search(palette, variance, tuning))
    let canvas = ShownCanvas(size: size)
    _ = frame.encode(over: .clear(size), onto: canvas)
    return Array(canvas.pixels)
  }
}
