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
      error?.message == "too large: 1,000,000 x 1,000,000 pixels, 64,000,000 in all are allowed")
  }
}
