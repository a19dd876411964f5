import Foundation
import PortableMath
import Raster
import Synchronization
import Testing

@testable import CodecInterface
@testable import GIF
@testable import ImageCodecs

/// Segments, which are planned independently of the frames before them.
struct GIFSegmentTests {
  private static let interval = RationalTime(duration: 1, over: 25) ?? .zero
  private static let count = 40

  /// A clip with moving noise over a static picture, longer than two segments.
  private static func clip(_ kind: RandomPictures.Kind) throws -> [Pixmap] {
    var random = RandomPictures(seed: 17)
    let still = try random.picture(kind, width: 24, height: 20)
    return try (0..<count).map { number in
      try random.disturbed(
        still, PixelRect(x: number % 8, y: 4, width: 9, height: 6),
        alpha: kind == .twoColors && number % 3 == 0 ? 0 : 255)
    }
  }

  private static func segments(
    of frames: [Pixmap], _ encoder: inout GIFEncoder
  ) throws -> [GIFSegment] {
    var segments: [GIFSegment] = []
    for frame in frames {
      if let segment = try encoder.collect(frame, duration: interval) { segments.append(segment) }
    }
    return try segments + [encoder.collectLast()]
  }

  private static func encoded(_ frames: [Pixmap], _ options: GIFOptions) throws -> [UInt8] {
    var encoder = try GIFEncoder(size: try #require(frames.first).size, options: options)
    var bytes: [UInt8] = []
    for frame in frames { bytes += try encoder.append(frame, duration: interval) }
    return try bytes + encoder.finish()
  }

  private static func shown(_ frames: [Pixmap], _ options: GIFOptions) throws -> [Pixmap] {
    try AnimationDecoder.decode(bytes: encoded(frames, options)).frames.map(\.pixmap)
  }

  /// Segments planned in reverse order give the bytes of a single encoder.
  @Test(arguments: [1, 5])
  func segmentsAreIndependent(effort: Int) throws {
    let frames = try Self.clip(.photo)
    let options = GIFOptions(effort: effort)
    var encoder = try GIFEncoder(size: frames[0].size, options: options)
    let segments = try Self.segments(of: frames, &encoder)
    try #require(segments.count > 2)
    let plans = try segments.reversed().map { try $0.planned() }
    var bytes: [UInt8] = []
    var shown = ShownCanvas.clear(frames[0].size)
    for frame in plans.reversed().joined() {
      let canvas = ShownCanvas(size: shown.size)
      bytes += try encoder.write(frame.encode(over: shown, onto: canvas))
      shown = canvas
    }
    bytes += try encoder.writeEnd(recording: nil)
    #expect(try bytes == Self.encoded(frames, options))
  }

  /// Frames encoded concurrently, each over a canvas that another thread is still drawing, give the
  /// same bytes as sequential encoding.
  @Test(arguments: [1, 5, 9], [RandomPictures.Kind.photo, .twoColors])
  func framesAreEncodedConcurrently(
    effort: Int, kind: RandomPictures.Kind
  ) async throws {
    let frames = try Self.clip(kind)
    let options = GIFOptions(effort: effort)
    var encoder = try GIFEncoder(size: frames[0].size, options: options)
    let planned = try Self.segments(of: frames, &encoder).flatMap { try $0.planned() }
    let canvases = planned.map { _ in ShownCanvas(size: frames[0].size) }
    let images = Mutex([GIFImage?](repeating: nil, count: planned.count))
    // Separate threads, because all but one may have to wait.
    await withCheckedContinuation { continuation in
      let left = Mutex(planned.count)
      for (number, frame) in planned.enumerated().reversed() {
        Thread.detachNewThread {
          let before = number > 0 ? canvases[number - 1] : .clear(frames[0].size)
          let image = frame.encode(over: before, onto: canvases[number])
          images.withLock { $0[number] = image }
          let isLast = left.withLock { count in
            count -= 1
            return count == 0
          }
          if isLast { continuation.resume() }
        }
      }
    }
    var bytes: [UInt8] = []
    for image in images.withLock({ $0 }) { bytes += try encoder.write(try #require(image)) }
    bytes += try encoder.writeEnd(recording: nil)
    #expect(try bytes == Self.encoded(frames, options))
  }

  /// Static pixels are equal in all frames.
  @Test(arguments: [1, 5])
  func staticPixelsDoNotChangeBetweenSegments(effort: Int) throws {
    let frames = try Self.clip(.photo)
    let shown = try Self.shown(frames, GIFOptions(quality: 30, effort: effort))
    try #require(shown.count == frames.count)
    for number in 1..<frames.count {
      for place in 0..<frames[0].bytes.count
      where frames[number].bytes[place / 4 * 4..<place / 4 * 4 + 4]
        == frames[number - 1].bytes[place / 4 * 4..<place / 4 * 4 + 4]
      {
        #expect(shown[number].bytes[place] == shown[number - 1].bytes[place])
      }
    }
  }

  /// Pixels that become clear at the start of a segment are clear and all others opaque, even if
  /// frames share a palette.
  @Test(arguments: [1, 3, 5])
  func clearPixelsAreClearInEverySegment(effort: Int) throws {
    let frames = try Self.clip(.twoColors)
    let shown = try Self.shown(frames, GIFOptions(effort: effort))
    try #require(shown.count == frames.count)
    for (frame, picture) in zip(frames, shown) {
      let alpha = stride(from: 3, to: frame.bytes.count, by: 4)
      #expect(alpha.map { frame.bytes[$0] } == alpha.map { picture.bytes[$0] })
    }
  }

  /// Lossless segments continue from the exact canvas.
  @Test func losslessFramesAreExactInEverySegment() throws {
    var random = RandomPictures(seed: 5)
    let frames = try (0..<Self.count).map { _ in
      try random.picture(.fewColors, width: 9, height: 7)
    }
    #expect(try Self.shown(frames, GIFOptions(lossless: true)) == frames)
  }

  /// A segment is limited by memory, and its palettes are shared by the number of frames that the
  /// effort specifies.
  @Test(arguments: [
    (250_000, 5, 8, 1), (250_000, 1, 12, 12), (1_000_000, 5, 4, 1), (1_000_000, 1, 4, 4),
    (48_000_000, 5, 1, 1), (48_000_000, 1, 1, 1), (1, 2, 6, 6), (1, 3, 6, 3),
  ])
  func segmentLengthIsLimitedByMemory(
    area: Int, effort: Int, frames: Int, framesPerPalette: Int
  ) {
    let length = GIFSegment.Length(area: area, tuning: GIFTuning(quality: 80, effort: effort))
    #expect(length.frames == frames)
    #expect(length.framesPerPalette == framesPerPalette)
  }
}

extension GIFSegment {
  /// Plans all frames.
  func planned() throws -> [PlannedFrame] {
    var frames: [PlannedFrame] = []
    try plan { frames.append($0) }
    return frames
  }
}
