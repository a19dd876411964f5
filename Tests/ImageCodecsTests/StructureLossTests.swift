import PortableMath
import Raster
import Testing

@testable import CodecInterface
@testable import GIF

/// The measured loss of structure and its effect on the weights of errors.
struct StructureLossTests {
  private static func luma(_ color: UInt32) -> Double {
    let (red, green, blue) = (color >> 16 & 255, color >> 8 & 255, color & 255)
    return Double(5 * red + 9 * green + 2 * blue) / 16
  }

  private static func photo(seed: UInt64, width: Int, height: Int) throws -> SourceFrame {
    var random = RandomPictures(seed: seed)
    return SourceFrame(try random.picture(.photo, width: width, height: height))
  }

  /// Creates a frame from 0xRRGGBB pixels.
  private static func frame(_ pixels: [UInt32], width: Int) throws -> SourceFrame {
    let size = try #require(PixelSize(width: width, height: pixels.count / width))
    let bytes = pixels.flatMap {
      [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255), 255]
    }
    return SourceFrame(try #require(Pixmap(size: size, bytes: bytes)))
  }

  /// Returns a canvas that shows `frame`, except that all pixels of `rows` have another color.
  private static func canvas(
    showing frame: SourceFrame, width: Int, otherwiseIn rows: Range<Int> = 0..<0
  ) throws -> ShownCanvas {
    let height = frame.pixels.count / width
    let size = try #require(PixelSize(width: width, height: height))
    var pixels = frame.pixels
    for pixel in rows.lowerBound * width..<rows.upperBound * width {
      pixels[pixel] = (pixels[pixel] &* 73 &+ UInt32(pixel) &* 151) & 0xFF_FFFF
    }
    let canvas = ShownCanvas(size: size, filledWith: SourceFrame.clear)
    canvas.show(
      FrameUpdate(
        size: size, source: try Self.frame(pixels, width: width), before: nil, after: nil,
        moved: nil, delay: 4,
        clears: false, rect: size.bounds))
    return canvas
  }

  private static func measured(_ frame: SourceFrame, _ canvas: ShownCanvas) throws -> [[Float]] {
    let loss = try #require(StructureLoss(of: frame, shownOn: canvas))
    loss.measure(rowsAbove: canvas.size.height)
    return (0..<canvas.size.height).map { y in
      (0..<(canvas.size.width + 1) / 2).map { loss.losses(ofRow: y)[$0] }
    }
  }

  /// Returns the loss by its definition, from the windows around a pixel at half size.
  private static func expected(
    _ frame: SourceFrame, _ shown: UnsafeBufferPointer<UInt32>, width: Int, x: Int, y: Int
  ) -> Double {
    func half(_ pixel: (Int) -> UInt32, _ x: Int, _ y: Int) -> Double {
      let origin = 2 * (y * width + x)
      return [0, 1, width, width + 1].reduce(0) { $0 + luma(pixel(origin + $1)) } / 4
    }
    func variance(_ values: [Double]) -> Double {
      let mean = values.reduce(0, +) / Double(values.count)
      return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    }
    var sum = 0.0
    for (column, row) in (-1...1).flatMap({ a in (-1...1).map { (x + a, y + $0) } }) {
      let places = (-3...3).flatMap { a in (-3...3).map { (column + a, row + $0) } }
      let truth = places.map { half({ frame.pixels[$0] }, $0.0, $0.1) }
      let seen = places.map { half({ shown[$0] }, $0.0, $0.1) }
      let both = variance(truth) + variance(seen) + 41
      sum += variance(zip(truth, seen).map { $0 - $1 }) * 41 / (both * both)
    }
    return sum / 9
  }

  @Test func lossIsErrorVarianceOverPictureVariances() throws {
    let (width, height) = (41, 36)
    let frame = try Self.photo(seed: 5, width: width, height: height)
    let canvas = try Self.canvas(showing: frame, width: width, otherwiseIn: 12..<20)
    let losses = try Self.measured(frame, canvas)
    for y in 4..<height / 2 - 4 {
      for x in 4..<width / 2 - 4 {
        let expected = Self.expected(frame, canvas.pixels, width: width, x: x, y: y)
        #expect(abs(Double(losses[2 * y][x]) - expected) < 0.01 * expected + 1e-6)
      }
    }
  }

  @Test func exactFrameHasNoLoss() throws {
    let frame = try Self.photo(seed: 6, width: 40, height: 80)
    let canvas = try Self.canvas(showing: frame, width: 40, otherwiseIn: 0..<20)
    let losses = try Self.measured(frame, canvas)
    #expect(losses[..<20].allSatisfy { $0.allSatisfy { $0 > 0 } })
    #expect(losses[(20 + StructureLoss.reach)...].allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  /// The next frame is encoded while the previous one is incomplete, so losses must not depend on
  /// missing rows.
  @Test func lossesAreIndependentOfDistantRows() throws {
    let (width, height) = (48, 90)
    let frame = try Self.photo(seed: 7, width: width, height: height)
    let first = try Self.measured(frame, Self.canvas(showing: frame, width: width))
    for start in [30, 31, 58] {
      let second = try Self.measured(
        frame, Self.canvas(showing: frame, width: width, otherwiseIn: start..<height))
      let same = (0..<height).prefix { first[$0] == second[$0] }.count
      #expect(same >= start - StructureLoss.reach)
      #expect(same <= start)
    }
  }

  /// The losses do not depend on the height of the steps.
  @Test(arguments: [1, 2, 5, 33])
  func lossesDoNotDependOnTheSteps(rows: Int) throws {
    let (width, height) = (35, 71)
    let frame = try Self.photo(seed: 8, width: width, height: height)
    let canvas = try Self.canvas(showing: frame, width: width, otherwiseIn: 9..<55)
    let whole = try Self.measured(frame, canvas)
    let loss = try #require(StructureLoss(of: frame, shownOn: canvas))
    for y in 0..<height {
      if y % rows == 0 { loss.measure(rowsAbove: min(height, y + rows)) }
      #expect((0..<(width + 1) / 2).map { loss.losses(ofRow: y)[$0] } == whole[y])
    }
  }

  @Test(arguments: [(16, 40, false), (40, 17, false), (18, 18, true)])
  func smallPicturesHaveNoLosses(_ row: (width: Int, height: Int, isMeasured: Bool)) throws {
    let frame = try Self.photo(seed: 9, width: row.width, height: row.height)
    let canvas = try Self.canvas(showing: frame, width: row.width)
    #expect((StructureLoss(of: frame, shownOn: canvas) != nil) == row.isMeasured)
  }

  /// Luma errors have a higher weight where structure was lost and a lower weight elsewhere, within
  /// a constant factor.
  @Test func weightsFollowLosses() {
    var tuning = GIFTuning(quality: 60, effort: 5)
    let weights = ErrorWeights(variance: 10, tuning: tuning)
    func factor(_ loss: Float) -> Float {
      var followed = weights
      followed.adapt(to: loss, tuning: tuning)
      #expect(followed.chroma == weights.chroma)
      return followed.luma / weights.luma
    }
    let factors = [0, 0.0003, 0.001, 0.003, 0.01, 1].map { factor($0) }
    #expect(zip(factors, factors.dropFirst()).allSatisfy { $0 < $1 })
    #expect(factors[0] > 1 / 1.8 && factors[0] < 1)
    #expect(abs(factors[5] - 1.8) < 0.01)
    // The weight requested by the loss is the current one.
    tuning.structureWeight = weights.luma
    #expect(abs(factor(0) - 1) < 1e-6)
  }

  /// The target of scrolled content uses the loss at its previous position; other content uses the
  /// loss at the same position.
  @Test(arguments: [-12, 12])
  func lossesScrollWithTheirContent(rows: Int) throws {
    let (width, height) = (60, 120)
    let page = try Self.photo(seed: 10, width: width, height: height + 12)
    func frame(from row: Int) throws -> SourceFrame {
      try Self.frame(Array(page.pixels[row * width..<(row + height) * width]), width: width)
    }
    let before = try frame(from: rows < 0 ? 0 : 12)
    let after = try frame(from: rows < 0 ? 12 : 0)
    let lost = 50..<70
    let canvas = try Self.canvas(showing: before, width: width, otherwiseIn: lost)
    func weights(moved: Int?) -> [Float] {
      let update = FrameUpdate(
        size: canvas.size, source: after, before: before, moved: moved, rect: canvas.size.bounds)
      let context = FrameContext(
        update: update, canvas: canvas, loss: StructureLoss(of: before, shownOn: canvas))
      let map = TargetMap(
        context,
        variance: LocalVariance(of: after.pixels, width: width, rows: 0..<height),
        Palette([0, 0xFFFFFF], candidates: 4), tuning: GIFTuning(quality: 80, effort: 5))
      let targets = [PixelTarget](unsafeUninitializedCapacity: map.count) { buffer, count in
        if let start = buffer.baseAddress { map.writeTargets(to: start, 0..<map.count) }
        count = map.count
      }
      return (0..<height).map { row in
        targets[row * width..<(row + 1) * width].reduce(0) { $0 + $1.weights.luma }
      }
    }
    func middle(_ weights: [Float]) -> Int {
      let greatest = weights.max() ?? 0
      let rows = weights.indices.filter { weights[$0] > 0.9 * greatest }
      return rows.reduce(0, +) / max(1, rows.count)
    }
    #expect(abs(middle(weights(moved: nil)) - 60) <= 3)
    #expect(abs(middle(weights(moved: rows)) - 60 - rows) <= 3)
  }
}
