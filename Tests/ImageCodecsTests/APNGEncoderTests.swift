@testable import CodecInterface
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

struct APNGEncoderTests {
  private let interval = RationalTime(duration: 1, over: 30) ?? .zero

  private func encode(
    _ frames: [Pixmap], loopCount: Int = 0
  ) throws -> [UInt8] {
    var encoder = try APNGEncoder(size: try #require(frames.first).size, loopCount: loopCount)
    var bytes: [UInt8] = []
    for frame in frames { bytes += try encoder.append(frame, duration: interval) }
    return try bytes + encoder.finish()
  }

  private func expectRoundTrip(_ frames: [Pixmap]) throws {
    let animation = try AnimationDecoder.decode(bytes: encode(frames))
    #expect(animation.frames.map(\.pixmap) == frames)
    #expect(animation.frames.allSatisfy { $0.duration == interval })
  }

  @Test(arguments: [RandomPictures.Kind.photo, .translucent, .fewTranslucentColors], 1...4)
  func framesRoundTripExactly(kind: RandomPictures.Kind, seed: Int) throws {
    var random = RandomPictures(seed: UInt64(seed))
    var frames = [try random.picture(kind, width: 23, height: 17)]
    for step in 0..<12 {
      let rect = PixelRect(
        x: random.number(below: 20), y: random.number(below: 14),
        width: 1 + random.number(below: 3), height: 1 + random.number(below: 3))
      let alpha = kind == .photo || step % 3 == 0 ? 255 : random.byte()
      var next = try random.disturbed(frames[frames.count - 1], rect, alpha: alpha)
      if step % 4 == 1 {
        next = try random.disturbed(
          next, PixelRect(x: 22, y: 16, width: 1, height: 1), alpha: alpha)
      }
      frames.append(next)
    }
    try expectRoundTrip(frames)
  }

  @Test func onlyTheChangedRectangleIsStored() throws {
    var random = RandomPictures(seed: 11)
    let first = try random.picture(.photo, width: 40, height: 30)
    let rect = PixelRect(x: 7, y: 5, width: 9, height: 11)
    let second = try random.disturbed(first, rect)
    let description = try ImageInspector.inspect(bytes: encode([first, second]))
    #expect(description.frames.map(\.rect) == [first.size.bounds, rect])
    #expect(description.colorType == "RGB")
  }

  @Test func scatteredChangesAreStoredWithHoles() throws {
    var random = RandomPictures(seed: 12)
    let first = try random.picture(.photo, width: 60, height: 60)
    let corner = PixelRect(x: 0, y: 0, width: 3, height: 3)
    var second = try random.disturbed(first, corner)
    second = try random.disturbed(second, PixelRect(x: 57, y: 57, width: 3, height: 3))
    let file = try encode([first, second])
    let description = try ImageInspector.inspect(bytes: file)
    #expect(description.frames[1].blend == "over")
    #expect(description.frames[1].byteCount < 400)
    #expect(description.colorType == "RGB")
    try expectRoundTrip([first, second])
  }

  /// The key color may also occur in a picture, before or after it is used for transparency.
  @Test(arguments: [0, 1, 2])
  func keyColorInPictureIsKept(at place: Int) throws {
    var random = RandomPictures(seed: 13)
    var frames = [try random.picture(.photo, width: 60, height: 60)]
    for _ in 0..<3 {
      let next = try random.disturbed(
        frames[frames.count - 1], PixelRect(x: 0, y: 0, width: 2, height: 2))
      frames.append(try random.disturbed(next, PixelRect(x: 58, y: 58, width: 2, height: 2)))
    }
    var bytes = frames[place].bytes
    bytes.replaceSubrange(400..<404, with: PackedFrame.key + [255])
    frames[place] = try #require(Pixmap(size: frames[place].size, bytes: bytes))
    try expectRoundTrip(frames)
  }

  @Test func lateTranslucentFrameConvertsFileToRGBA() throws {
    var random = RandomPictures(seed: 14)
    var frames = [try random.picture(.photo, width: 60, height: 60)]
    for _ in 0..<2 {
      let next = try random.disturbed(
        frames[frames.count - 1], PixelRect(x: 0, y: 0, width: 2, height: 2))
      frames.append(try random.disturbed(next, PixelRect(x: 58, y: 58, width: 2, height: 2)))
    }
    frames.append(try random.picture(.translucent, width: 60, height: 60))
    frames.append(frames[0])
    try expectRoundTrip(frames)
    #expect(try ImageInspector.inspect(bytes: encode(frames)).colorType == "RGBA")
  }

  @Test func equalFramesAreMergedWithSummedDuration() throws {
    var random = RandomPictures(seed: 15)
    let (first, second) = (
      try random.picture(.photo, width: 8, height: 8),
      try random.picture(.photo, width: 8, height: 8)
    )
    let frames = [first, first, first, second, second, first]
    let animation = try AnimationDecoder.decode(bytes: encode(frames))
    #expect(animation.frames.map(\.pixmap) == [first, second, first])
    #expect(
      animation.frames.map(\.duration) == [
        RationalTime(duration: 1, over: 10), RationalTime(duration: 1, over: 15),
        RationalTime(duration: 1, over: 30),
      ])
  }

  @Test(arguments: [0, 1, 7, 2_147_483_647])
  func writesLoopCount(count: Int) throws {
    let size = try #require(PixelSize(width: 2, height: 2))
    let file = try encode([Pixmap(size: size, fill: .white)], loopCount: count)
    #expect(try AnimationDecoder.decode(bytes: file).loopCount == count)
  }

  @Test(arguments: [-1, 2_147_483_648])
  func invalidLoopCountsAreRejected(count: Int) throws {
    let size = try #require(PixelSize(width: 2, height: 2))
    #expect(throws: CodecError.self) {
      try APNGEncoder(size: size, loopCount: count)
    }
  }

  @Test func stillViewersShowTheFirstFrame() throws {
    var random = RandomPictures(seed: 16)
    let frames = try (0..<3).map { _ in try random.picture(.photo, width: 9, height: 9) }
    #expect(try ImageDecoder.decode(bytes: encode(frames)).pixmap == frames[0])
  }

  @Test func framesOfDifferentSizeAreRejected() throws {
    let size = try #require(PixelSize(width: 4, height: 4))
    let other = try #require(PixelSize(width: 4, height: 5))
    var encoder = try APNGEncoder(size: size)
    let error = #expect(throws: CodecError.self) {
      try encoder.append(Pixmap(size: other), duration: interval)
    }
    #expect(error?.kind == .invalidFrame)
    #expect(error?.message == "a frame of 4 x 5 pixels in an animation of 4 x 4")
  }

  @Test func animationWithoutFramesIsRejected() throws {
    var encoder = try APNGEncoder(size: try #require(PixelSize(width: 4, height: 4)))
    let error = #expect(throws: CodecError.self) { try encoder.finish() }
    #expect(error?.kind == .invalidFrame)
  }
}
