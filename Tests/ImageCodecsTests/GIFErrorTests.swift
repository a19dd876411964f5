@testable import CodecInterface
@testable import GIF
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

/// The distribution of errors: few in content that is visible for long, and stable in scrolled
/// content.
struct GIFErrorTests {
  private let width = 64
  private let height = 96

  /// Returns a smooth picture with some grain, starting at row `offset`. It has more colors than a
  /// table.
  private func scenery(offset: Int = 0, hue: Int = 0) throws -> Pixmap {
    let size = try #require(PixelSize(width: width, height: height))
    var bytes: [UInt8] = []
    for row in offset..<offset + height {
      for x in 0..<width {
        let grain = (x &* 73 &+ row &* 151 &+ (x &* row) % 31) % 13
        bytes += [
          UInt8((x * 2 + row + hue) % 200 + grain), UInt8((row + x / 2) % 180 + 2 * grain),
          UInt8(90 + (x * x / 40 + row / 2 + hue) % 120 + grain), 255,
        ]
      }
    }
    return try #require(Pixmap(size: size, bytes: bytes))
  }

  /// Returns the decoded pictures of `frames`, which have the given durations in hundredths of a
  /// second.
  private func shown(
    _ frames: [(pixmap: Pixmap, centiseconds: Int)], quality: Int
  ) throws -> [Pixmap] {
    let size = try #require(frames.first).pixmap.size
    var encoder = try GIFEncoder(size: size, options: GIFOptions(quality: quality))
    var bytes: [UInt8] = []
    for frame in frames {
      let duration = try #require(RationalTime(centiseconds: frame.centiseconds))
      bytes += try encoder.append(frame.pixmap, duration: duration)
    }
    bytes += try encoder.finish()
    return try AnimationDecoder.decode(bytes: bytes).frames.map(\.pixmap)
  }

  /// Returns the sum of the squared byte differences in `columns`.
  private func error(_ a: Pixmap, _ b: Pixmap, columns: Range<Int>) -> Int {
    (0..<height).reduce(0) { sum, y in
      (y * width + columns.lowerBound..<y * width + columns.upperBound).reduce(sum) { sum, pixel in
        (pixel * 4..<pixel * 4 + 4).reduce(sum) {
          let difference = Int(a.bytes[$1]) - Int(b.bytes[$1])
          return $0 + difference * difference
        }
      }
    }
  }

  @Test(arguments: [40, 60, 80])
  func longerDisplayTimeReducesErrors(quality: Int) throws {
    let frames = [try scenery(), try scenery(hue: 60), try scenery(hue: 120)]
    let errors = try [4, 16, 64].map { centiseconds in
      let pictures = try shown(frames.map { ($0, centiseconds) }, quality: quality)
      return zip(frames, pictures).reduce(0) { $0 + error($1.0, $1.1, columns: 0..<width) }
    }
    #expect(errors == errors.sorted(by: >))
    #expect(errors[2] * 4 < errors[0] * 3)
  }

  /// The weight of the duration is limited: a still of a minute has the same size as one of a
  /// second.
  @Test func displayTimeWeightIsLimited() throws {
    let frame = try scenery()
    #expect(
      try shown([(frame, 100)], quality: 60)[0] == shown([(frame, 6000)], quality: 60)[0])
  }

  /// The half of a picture that the next one keeps has smaller errors than the half that changes.
  @Test(arguments: [40, 60, 80])
  func unchangingPixelsHaveSmallerErrors(quality: Int) throws {
    let first = try scenery()
    let second = try scenery(hue: 77)
    let middle = width / 2
    func mixed(_ left: Pixmap, _ right: Pixmap) throws -> Pixmap {
      let bytes = (0..<width * height).flatMap { pixel in
        (pixel % width < middle ? left : right).bytes[pixel * 4..<pixel * 4 + 4]
      }
      return try #require(Pixmap(size: first.size, bytes: bytes))
    }
    let leftStays = try shown([(first, 4), (mixed(first, second), 4)], quality: quality)[0]
    let rightStays = try shown([(first, 4), (mixed(second, first), 4)], quality: quality)[0]
    let (left, right) = (0..<middle, middle..<width)
    #expect(error(leftStays, first, columns: left) < error(rightStays, first, columns: left))
    #expect(error(rightStays, first, columns: right) < error(leftStays, first, columns: right))
  }

  /// Dither scrolls with its content, so it changes less than in independently encoded frames.
  @Test(arguments: [40, 60, 80])
  func scrolledContentKeepsItsPixels(quality: Int) throws {
    let step = 3
    let frames = try (0..<6).map { (pixmap: try scenery(offset: $0 * step), centiseconds: 4) }
    let together = try shown(frames, quality: quality)
    let apart = try frames.map { try shown([$0], quality: quality)[0] }
    func boiling(_ pictures: [Pixmap]) -> Int {
      let shift = step * width * 4
      return zip(pictures, pictures.dropFirst()).reduce(0) { sum, pair in
        zip(pair.0.bytes.dropFirst(shift), pair.1.bytes).reduce(sum) {
          $0 + abs(Int($1.0) - Int($1.1))
        }
      }
    }
    #expect(boiling(together) * 5 < boiling(apart) * 4)
  }

  /// The colors shown for scrolled content are weighted in the palette in addition to the true
  /// ones.
  @Test func palettesKeepTheColorsOfScrolledContent() throws {
    let before = SourceFrame(try scenery())
    let truth = SourceFrame(try scenery(offset: 1))
    let painted: UInt32 = 0x0102F0
    let variance = LocalVariance(of: truth.pixels, width: width, rows: 0..<height)
    let canvas = ShownCanvas(size: try scenery().size, filledWith: painted)
    func entries(moved: Int?) -> [ColorHistogram.Entry] {
      var colors = FrameColors(limit: 255)
      let update = FrameUpdate(
        size: canvas.size, source: truth, before: before, moved: moved, rect: canvas.size.bounds)
      colors.weigh(FrameContext(update: update, canvas: canvas), variance: variance)
      return colors.entries(excluding: [])
    }
    let wanted = XYBColor(rgb: painted)
    func isPainted(_ entry: ColorHistogram.Entry) -> Bool {
      wanted.squaredDistance(to: entry.color) < 1
    }
    #expect(!entries(moved: nil).contains(where: isPainted))
    #expect(!entries(moved: 5).contains(where: isPainted))
    let scrolled = entries(moved: -1)
    #expect(scrolled.contains(where: isPainted))
    #expect(scrolled.count == entries(moved: nil).count + 1)
  }
}
