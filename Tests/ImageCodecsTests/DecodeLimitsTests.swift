@testable import CodecInterface
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

struct DecodeLimitsTests {
  private func refusal(_ path: String, _ limits: DecodeLimits) throws -> CodecError? {
    let bytes = try Corpus.item(path).bytes()
    return #expect(throws: CodecError.self) {
      try AnimationDecoder.decode(bytes: bytes, limits: limits)
    }
  }

  @Test(arguments: ["png/good/rgb-8.png", "jpeg/good/baseline-420.jpg", "gif/good/palette-4.gif"])
  func pixelsAreLimitedExactly(path: String) throws {
    let bytes = try Corpus.item(path).bytes()
    let area = try ImageDecoder.decode(bytes: bytes).pixmap.size.area
    #expect(throws: Never.self) {
      try ImageDecoder.decode(bytes: bytes, limits: DecodeLimits(maxPixels: area))
    }
    let error = try refusal(path, DecodeLimits(maxPixels: area - 1))
    #expect(error?.kind == .tooLarge)
    #expect(error?.hint == "raise the limit with maxPixels")
  }

  @Test func inputBytesAreLimitedExactly() throws {
    let bytes = try Corpus.item("png/good/rgb-8.png").bytes()
    #expect(throws: Never.self) {
      try ImageDecoder.decode(bytes: bytes, limits: DecodeLimits(maxInputBytes: bytes.count))
    }
    let error = try refusal("png/good/rgb-8.png", DecodeLimits(maxInputBytes: bytes.count - 1))
    #expect(error?.kind == .tooLarge)
    #expect(error?.hint == "raise the limit with maxInputBytes")
  }

  @Test(arguments: [("gif/good/disposal.gif", 7), ("png/good/animated.png", 6)])
  func framesAreLimitedExactly(path: String, count: Int) throws {
    let bytes = try Corpus.item(path).bytes()
    let animation = try AnimationDecoder.decode(
      bytes: bytes, limits: DecodeLimits(maxFrames: count))
    #expect(animation.frames.count == count)
    let error = try refusal(path, DecodeLimits(maxFrames: count - 1))
    #expect(error?.kind == .tooLarge)
    #expect(error?.hint == "raise the limit with maxFrames")
  }

  @Test func messagesGroupThousands() throws {
    let error = try refusal("png/bad/huge.png", .standard)
    #expect(
      error?.message
        == "too large: 1,000,000 x 1,000,000 pixels, but at most 64,000,000 pixels are allowed")
  }

  /// The limit is 128 times the pixels of a picture, or 16 times plus 20,000 pixels per byte in
  /// small files.
  @Test(
    arguments: [
      (16, 0, nil), (17, 0, "1,600 pixels in all frames of 0 bytes"), (16, 1, nil), (128, 1, nil),
      (129, 1, "12,800 pixels in all frames"), (128, 1 << 40, nil),
      (129, .max, "12,800 pixels in all frames"),
    ] as [(Int, Int, String?)])
  func allFramesTogetherAreLimited(frames: Int, bytes: Int, allowed: String?) throws {
    let size = try #require(PixelSize(width: 10, height: 10))
    let limits = DecodeLimits(maxPixels: 100)
    guard let allowed else {
      try limits.check(frames: frames, of: size, bytes: bytes)
      return
    }
    let error = #expect(throws: CodecError.self) {
      try limits.check(frames: frames, of: size, bytes: bytes)
    }
    #expect(
      error?.message
        == "too large: \(frames) frames of 10 x 10 pixels, but at most \(allowed) are allowed")
    #expect(error?.limit == .pixels)
    // Without limits any size is accepted.
    try DecodeLimits(maxPixels: .max, maxFrames: .max).check(frames: frames, of: size, bytes: bytes)
  }

  /// Frames in memory are limited to eight times the pixels of a picture.
  @Test(arguments: [8, 9]) func framesInMemoryAreLimited(count: Int) throws {
    var random = RandomPictures(seed: 3)
    let size = try #require(PixelSize(width: 5, height: 4))
    var encoder = try APNGEncoder(size: size)
    for _ in 0..<count {
      _ = try encoder.append(
        random.picture(.photo, width: 5, height: 4), duration: RationalTime(1, over: 25) ?? .zero)
    }
    let file = try encoder.finish()
    let limits = DecodeLimits(maxPixels: 20)
    var reader = try AnimationReader(bytes: file, limits: limits)
    var read = 0
    while try reader.next() != nil { read += 1 }
    #expect(read == count)
    guard count > 8 else {
      #expect(try AnimationDecoder.decode(bytes: file, limits: limits).frames.count == 8)
      return
    }
    let error = #expect(throws: CodecError.self) {
      try AnimationDecoder.decode(bytes: file, limits: limits)
    }
    #expect(error?.message == "too large: more than 160 pixels in all frames together")
  }
}
