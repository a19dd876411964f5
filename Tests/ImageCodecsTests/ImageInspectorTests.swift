@testable import CodecInterface
@testable import ImageCodecs
import PortableMath
import Raster
import Testing

struct ImageInspectorTests {
  private func inspect(_ path: String) throws -> ImageDescription {
    try ImageInspector.inspect(bytes: Corpus.item(path).bytes())
  }

  @Test(arguments: [
    ("grey-1", "gray", 1, false), ("grey-2-trns", "gray", 2, true), ("rgb-8", "RGB", 8, false),
    ("palette-2", "palette", 2, false), ("palette-4-trns", "palette", 4, true),
    ("grey-alpha-16", "gray with alpha", 16, true), ("rgba-8-interlaced", "RGBA", 8, true),
  ])
  func describesPNGKinds(name: String, colorType: String, depth: Int, hasAlpha: Bool) throws {
    let description = try inspect("png/good/\(name).png")
    #expect(description.kind == .png)
    #expect(description.colorType == colorType)
    #expect(description.bitDepth == depth)
    #expect(description.hasAlpha == hasAlpha)
    #expect(description.isInterlaced == name.hasSuffix("-interlaced"))
    #expect(!description.isAnimated)
  }

  @Test(
    arguments: [
      ("baseline-444", "YCbCr", "4:4:4"), ("baseline-422", "YCbCr", "4:2:2"),
      ("baseline-420", "YCbCr", "4:2:0"), ("baseline-440", "YCbCr", "4:4:0"),
      ("baseline-411", "YCbCr", "4:1:1"), ("grey", "gray", nil), ("rgb-adobe", "RGB", "4:4:4"),
      ("cmyk-plain", "CMYK", nil), ("ycck", "YCCK", nil), ("progressive-420", "YCbCr", "4:2:0"),
    ] as [(String, String, String?)])
  func describesJPEGKinds(name: String, colorType: String, subsampling: String?) throws {
    let description = try inspect("jpeg/good/\(name).jpg")
    #expect(description.colorType == colorType)
    #expect(description.chromaSubsampling == subsampling)
    #expect(description.isInterlaced == name.hasPrefix("progressive"))
    #expect(description.bitDepth == 8)
  }

  @Test(arguments: 1...8)
  func orientationsAreReportedWithTheSizeAsSeen(orientation: Int) throws {
    let description = try inspect("jpeg/good/orientation-\(orientation).jpg")
    #expect(description.orientation == orientation)
    let sides = orientation < 5 ? (13, 11) : (11, 13)
    #expect((description.size.width, description.size.height) == sides)
  }

  @Test(arguments: [2, 4, 8, 16, 32, 64, 128, 256])
  func gifPalettesAreCounted(count: Int) throws {
    let description = try inspect("gif/good/palette-\(count).gif")
    #expect(description.paletteCount == count)
    #expect(description.bitDepth == count.trailingZeroBitCount)
    #expect(!description.isAnimated)
  }

  @Test func animatedPNGFramesAreDescribed() throws {
    let description = try inspect("png/good/animated.png")
    #expect(description.isAnimated)
    #expect(
      description.frames.map(\.disposal) == ["keep", "keep", "clear", "restore", "keep", "keep"])
    #expect(
      description.frames.map(\.blend) == ["replace", "over", "over", "over", "replace", "over"])
    #expect(description.frames[3].rect == PixelRect(x: 1, y: 1, width: 5, height: 5))
    #expect(description.duration == RationalTime(duration: 649, over: 3000))
  }

  /// The second frame is composited onto the canvas before the first one, which is empty.
  @Test func restoredFirstFrameLeavesClearPixels() throws {
    let head = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0] + [255, 0, 0, 0, 0, 255]
    let first: [UInt8] = [0x21, 0xF9, 4, 3 << 2, 1, 0, 0, 0, 0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2]
    let second: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]
    let file = head + first + [2, 0x04, 0x0A, 0] + second + [2, 0x44, 0x01, 0] + [0x3B]
    let frames = try AnimationDecoder.decode(bytes: file).frames
    #expect(frames.map(\.pixmap.isOpaque) == [true, false])
    #expect(try ImageInspector.inspect(bytes: file).hasAlpha)
  }

  /// The second frame covers part of a canvas that the first one clears.
  @Test func opaqueFramesOnAClearedCanvasAreNotOpaque() throws {
    #expect(try inspect("png/good/animated-cleared.png").hasAlpha)
    #expect(try inspect("png/good/rgb-8.png").hasAlpha == false)
  }

  @Test func commentsAreFound() throws {
    #expect(try inspect("jpeg/good/comment.jpg").comment == "hello")
    #expect(try inspect("png/good/unknown-chunks.png").comment == "hello")
    #expect(try inspect("gif/good/comments.gif").comment?.hasPrefix("made by hand and") == true)
  }

  @Test(arguments: [
    "png/bad/no-end.png", "png/bad/cut-in-data.png", "jpeg/bad/no-end.jpg",
    "gif/bad/cut-in-second-frame.gif", "png/bad/animated-too-few-frames.png",
  ])
  func truncationIsDetectedWithoutDecoding(path: String) throws {
    let error = #expect(throws: CodecError.self) { try inspect(path) }
    #expect(error?.kind == .truncated)
  }
}
