import PortableMath
import Raster
import Testing

@testable import CodecInterface
@testable import GIF
@testable import ImageCodecs
@testable import VisualDiff

/// Limits for size, error, flicker and banding of a fixed clip of scrolled content, and tests of
/// the parts of the encoder that affect them.
///
/// The limits are 4 % above the values measured when they were set.
struct GIFQualityTests {
  static let size = (width: 72, height: 96)
  private static let offsets = [0, 3, 6, 10, 15, 20, 24, 27, 29, 30]

  /// A page with a grainy photo, a smooth gradient, a flat card with lines of text, and a photo
  /// again.
  private static func color(_ x: Int, _ row: Int) -> [UInt8] {
    let grain = (x &* 73 &+ row &* 151 &+ (x &* row) % 31) % 13
    switch row {
    case 44..<84:
      let step = row - 44
      return [
        UInt8(70 + x / 2 + step), UInt8(96 + step + x / 4), UInt8(150 + x / 2 - step / 2), 255,
      ]
    case 84..<104:
      let isText = row % 5 < 2 && x > 6 && (x * 7 + row * 3) % 11 < 7
      return isText ? [15, 20, 25, 255] : [255, 255, 255, 255]
    default:
      return [
        UInt8((x * 2 + row) % 200 + grain), UInt8((row + x / 2) % 180 + 2 * grain),
        UInt8(90 + (x * x / 40 + row / 2) % 120 + grain), 255,
      ]
    }
  }

  static func picture(rows: Range<Int>, width: Int = size.width) throws -> Pixmap {
    let size = try #require(PixelSize(width: width, height: rows.count))
    let bytes = rows.flatMap { row in (0..<width).flatMap { color($0, row) } }
    return try #require(Pixmap(size: size, bytes: bytes))
  }

  private static func clip() throws -> [Pixmap] {
    try offsets.map { try picture(rows: $0..<$0 + size.height) }
  }

  private static func encode(
    _ frames: [Pixmap], _ options: GIFOptions, centiseconds: Int = 4
  ) throws -> [UInt8] {
    var encoder = try GIFEncoder(size: try #require(frames.first).size, options: options)
    let duration = try #require(RationalTime(centiseconds: centiseconds))
    var bytes: [UInt8] = []
    for frame in frames { bytes += try encoder.append(frame, duration: duration) }
    return try bytes + encoder.finish()
  }

  private static func shown(_ bytes: [UInt8]) throws -> [Pixmap] {
    try AnimationDecoder.decode(bytes: bytes).frames.map(\.pixmap)
  }

  /// Returns the mean squared distance of two pictures in CIE L*a*b*, a color space that the
  /// encoder does not use.
  private static func error(_ a: Pixmap, _ b: Pixmap) -> Double {
    func color(_ picture: Pixmap, _ pixel: Int) -> LabColor {
      LabColor(
        red: picture.bytes[pixel * 4], green: picture.bytes[pixel * 4 + 1],
        blue: picture.bytes[pixel * 4 + 2])
    }
    let sum = (0..<a.size.area).reduce(0.0) { sum, pixel in
      let (first, second) = (color(a, pixel), color(b, pixel))
      let lightness = first.lightness - second.lightness
      let (green, blue) = (first.a - second.a, first.b - second.b)
      return sum + lightness * lightness + green * green + blue * blue
    }
    return sum / Double(a.size.area)
  }

  /// Returns the mean squared difference of blocks of 4 x 4 pixels. It is small for dither and
  /// large for bands of one color.
  private static func banding(_ a: Pixmap, _ b: Pixmap, rows: Range<Int>) -> Double {
    var sum = 0.0
    var count = 0
    for y in stride(from: rows.lowerBound, to: rows.upperBound - 3, by: 4) {
      for x in stride(from: 0, to: a.width - 3, by: 4) {
        for channel in 0..<3 {
          let difference = (0..<16).reduce(0) { sum, place in
            let index = ((y + place / 4) * a.width + x + place % 4) * 4 + channel
            return sum + Int(a.bytes[index]) - Int(b.bytes[index])
          }
          sum += Double(difference * difference) / 256
          count += 1
        }
      }
    }
    return sum / Double(count)
  }

  /// Returns the mean absolute change of the decoded pixels of moving content.
  private static func flicker(_ shown: [Pixmap]) -> Double {
    var sum = 0
    var count = 0
    for index in 1..<shown.count {
      let moved = (offsets[index] - offsets[index - 1]) * size.width * 4
      for (before, after) in zip(shown[index - 1].bytes.dropFirst(moved), shown[index].bytes) {
        sum += abs(Int(before) - Int(after))
        count += 1
      }
    }
    return Double(sum) / Double(count)
  }

  /// The size, error, flicker and banding at a quality and effort.
  struct Floor: Sendable, CustomTestStringConvertible {
    let quality: Int
    let effort: Int
    let bytes: Int
    let error: Double
    let flicker: Double
    let banding: Double

    var testDescription: String { "quality \(quality), effort \(effort)" }
  }

  @Test(arguments: [
    Floor(quality: 40, effort: 5, bytes: 21_820, error: 24.5, flicker: 1.605, banding: 2.6),
    Floor(quality: 80, effort: 5, bytes: 32_735, error: 7.863, flicker: 1.077, banding: 0.756),
    Floor(quality: 80, effort: 1, bytes: 36_940, error: 4.523, flicker: 0.4543, banding: 0.890),
  ])
  func scrolledClipKeepsItsQuality(floor: Floor) throws {
    let frames = try Self.clip()
    let bytes = try Self.encode(
      frames, GIFOptions(quality: floor.quality, effort: floor.effort))
    let shown = try Self.shown(bytes)
    try #require(shown.count == frames.count)
    let error = zip(frames, shown).reduce(0) { $0 + Self.error($1.0, $1.1) } / Double(frames.count)
    #expect(bytes.count <= floor.bytes)
    #expect(error <= floor.error)
    #expect(Self.flicker(shown) <= floor.flicker)
    #expect(Self.banding(frames[0], shown[0], rows: 44..<84) <= floor.banding)
  }

  /// Error diffusion keeps the mean of a smooth gradient, which would otherwise show bands.
  @Test func errorDiffusionPreventsBanding() throws {
    let frame = try Self.picture(rows: 0..<Self.size.height)
    func banding(dither: Int?) throws -> Double {
      let bytes = try Self.encode([frame], GIFOptions(quality: 80, dither: dither))
      return Self.banding(frame, try Self.shown(bytes)[0], rows: 44..<84)
    }
    #expect(try banding(dither: nil) * 3 < banding(dither: 0))
  }

  /// The distance is negative if content scrolls up: a pixel was `distance` rows higher.
  @Test(arguments: [-5, -1, 2, 7])
  func scrollDistanceHasTheSignOfTheMovement(rows: Int) throws {
    let before = SourceFrame(try Self.picture(rows: 10..<106))
    let after = SourceFrame(try Self.picture(rows: 10 - rows..<106 - rows))
    var shift = ContentShift()
    shift.update(with: before, width: Self.size.width)
    shift.update(with: after, width: Self.size.width)
    #expect(shift.distance == rows)
    let size = try #require(PixelSize(width: Self.size.width, height: Self.size.height))
    let canvas = ShownCanvas(size: size, filledWith: 0)
    let numbers = ColorTable(colors: (0..<UInt32(Self.size.height)).map(\.self), transparent: false)
    canvas.paint(
      (0..<size.area).map { UInt8($0 / Self.size.width) }, in: size.bounds, numbers)
    let update = FrameUpdate(
      size: size, source: after, before: before, moved: shift.distance, rect: size.bounds)
    let context = FrameContext(update: update, canvas: canvas)
    let pixel = 40 * Self.size.width + 30
    #expect(
      context.withPixels { $0.motionCompensatedColor(at: pixel) }
        == UInt32(40 - rows))
  }

  /// The weight of errors grows with the display time, up to four times.
  @Test(arguments: [(2, 1), (4, 1), (16, 2), (36, 3), (64, 4), (6000, 4)])
  func displayTimeWeighsErrors(centiseconds: Int, weight: Float) {
    let tuning = GIFTuning(quality: 80, effort: 5)
    let scaled = tuning.scaled(forDisplayTime: centiseconds)
    #expect(scaled.ratePerDistortion == tuning.ratePerDistortion * weight)
    #expect(scaled.tolerance == tuning.tolerance / weight.squareRoot())
  }

  /// Returns the targets of a frame on an empty canvas.
  private static func targets(
    _ frame: Pixmap, after: Pixmap? = nil
  ) throws -> [PixelTarget] {
    let source = SourceFrame(frame)
    let variance = LocalVariance(
      of: source.pixels, width: frame.width, rows: 0..<frame.height)
    let update = FrameUpdate(
      size: frame.size, source: source, after: after.map { SourceFrame($0) },
      rect: frame.size.bounds)
    let context = FrameContext(update: update, canvas: .clear(frame.size))
    let map = TargetMap(
      context, variance: variance, Palette([0, 0xFFFFFF], candidates: 4),
      tuning: GIFTuning(quality: 80, effort: 5))
    return [PixelTarget](unsafeUninitializedCapacity: map.count) { buffer, count in
      if let start = buffer.baseAddress { map.writeTargets(to: start, 0..<map.count) }
      count = map.count
    }
  }

  /// Contrast masking: an error in the smooth gradient has a higher weight than one in the grain.
  @Test func smoothAreasWeighErrorsMore() throws {
    let targets = try Self.targets(try Self.picture(rows: 20..<84))
    func mean(_ rows: Range<Int>) -> Float {
      let part = targets[rows.lowerBound * Self.size.width..<rows.upperBound * Self.size.width]
      return part.reduce(0) { $0 + $1.weights.luma } / Float(part.count)
    }
    #expect(mean(30..<58) > 2 * mean(4..<20))
  }

  /// A pixel that the next frame keeps is visible for longer, so its error has a higher weight.
  @Test func staticAreasWeighErrorsMore() throws {
    let frame = try Self.picture(rows: 0..<40)
    let moving = try Self.targets(frame, after: try Self.picture(rows: 7..<47))
    let staying = try Self.targets(frame, after: frame)
    #expect(zip(moving, staying).allSatisfy { $0.weights.luma <= $1.weights.luma })
    #expect(zip(moving, staying).contains { $0.weights.luma * 3 < $1.weights.luma })
  }

  /// The flat side of an edge is not masked by it, because the minimum variance of the neighbors
  /// counts.
  @Test func edgesDoNotMaskTheirFlatSide() throws {
    let width = 16
    var pixels: [UInt32] = []
    for pixel in 0..<width * 9 { pixels.append(pixel % width < 8 ? 0x204060 : 0xFFFFFF) }
    let variance = LocalVariance(of: pixels, width: width, rows: 0..<9)
    let row = variance.values[4 * width..<5 * width].map { $0.value == 0 }
    #expect(row == (0..<width).map { $0 < 7 || $0 > 8 })
  }

  /// If new colors are close to those of the global palette, no local palette is written.
  @Test func globalPaletteIsReusedIfANewOneGainsLittle() throws {
    let first = try Self.picture(rows: 0..<44)
    var changed = first.bytes
    for index in changed.indices where index % 4 != 3 && (index / 4) % 3 == 0 {
      changed[index] ^= 1
    }
    let second = try #require(Pixmap(size: first.size, bytes: changed))
    let bytes = try Self.encode([first, second], GIFOptions(quality: 40))
    let description = try ImageInspector.inspect(bytes: bytes)
    #expect(description.paletteCount == 256)
    #expect(description.frames.map(\.localPaletteCount) == [0, 0])
  }

  /// Flat colors that differ by one level stay exact next to a photo that would need the whole
  /// palette. Shifts in the color of a card, a line or a brand are the most visible.
  @Test func flatColorsAreKeptExactly() throws {
    let photo = try Self.picture(rows: 0..<44)
    var pixels = photo.bytes
    let grays = 240..<244
    for row in 12..<32 {
      let gray = UInt8(grays.lowerBound + (row - 12) / 5)
      for byte in row * photo.width * 4..<(row + 1) * photo.width * 4 where byte % 4 != 3 {
        pixels[byte] = gray
      }
    }
    let frame = try #require(Pixmap(size: photo.size, bytes: pixels))
    let shown = try Self.shown(Self.encode([frame], GIFOptions(quality: 40)))[0]
    let card = 12 * frame.width * 4..<32 * frame.width * 4
    #expect(Array(shown.bytes[card]) == Array(frame.bytes[card]))
  }

  /// A full dictionary is cleared when it compresses worse than during filling, not earlier.
  @Test func clearsFullDictionaryWhenItPerformsWorse() {
    var policy = ClearPolicy()
    func clears(pixels: Float, isFull: Bool) -> Bool {
      policy.shouldClear(isFull: isFull, bits: 12, pixels: pixels, isLast: false)
    }
    for _ in 0..<4000 { _ = clears(pixels: 6, isFull: false) }
    #expect(!(0..<200).contains { _ in clears(pixels: 7, isFull: true) })
    #expect((0..<100).contains { _ in clears(pixels: 2, isFull: true) })
    #expect(!(0..<200).contains { _ in clears(pixels: 1, isFull: false) })
  }

  /// Two halves have nothing in common, so without a clear code the second would use the first
  /// one's strings.
  @Test(arguments: [1, 5])
  func changingContentClearsTheDictionary(effort: Int) throws {
    var random = RandomPictures(seed: 77)
    let (width, height) = (200, 240)
    let motifs = (0..<2).map { half in
      (0..<40).map { _ in (0..<9).map { _ in UInt8(half * 8 + random.number(below: 8)) } }
    }
    var bytes: [UInt8] = []
    for half in 0..<2 {
      while bytes.count < width * height * 2 * (half + 1) {
        for level in motifs[half][random.number(below: 40)] {
          bytes += [level * 15, 255 - level * 9, level * level, 255]
        }
      }
      bytes.removeLast(bytes.count - width * height * 2 * (half + 1))
    }
    let size = try #require(PixelSize(width: width, height: height))
    let frame = try #require(Pixmap(size: size, bytes: bytes))
    let file = try Self.encode([frame], GIFOptions(effort: effort))
    // Measured: 10.8 kB, and 17.6 kB without clear codes.
    #expect(file.count < 12_000)
  }

  /// The encoder uses the code that a decoder defines while reading it, so n equal pixels need
  /// about the square root of 2n codes.
  @Test(arguments: [1, 5])
  func encodesRunsWithTheNextCode(effort: Int) throws {
    let size = try #require(PixelSize(width: 500, height: 20))
    let bytes = try Self.encode(
      [Pixmap(size: size, fill: .white)], GIFOptions(effort: effort, loop: .plays(1)))
    // 140 codes for strings of 1 to 140 pixels, 3 to 8 bits each, and 43 other bytes.
    #expect(bytes.count <= 43 + 130)
  }
}
