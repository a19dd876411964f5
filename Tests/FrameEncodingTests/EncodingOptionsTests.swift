import CodecInterface
import FileAccess
@testable import FrameEncoding
import GIF
import ImageCodecs
import PortableMath
import Raster
import TestSupport
import Testing
import VisualDiff

/// The effect of encoding options on each format, and the errors reported before painting.
@Suite struct EncodingOptionsTests {
  private func options(_ change: (inout EncodingOptions) -> Void = { _ in }) -> EncodingOptions {
    var encoding = EncodingOptions()
    change(&encoding)
    return encoding
  }

  private func targets(_ formats: OutputFormat...) throws -> [OutputTarget] {
    try formats.map { try OutputTarget("a." + $0.rawValue, format: $0) }
  }

  /// With a size limit, the quality may rise to the maximum unless it is given.
  @Test(
    arguments: [
      (nil, nil, 80), (nil, 1000, 100), (30, nil, 30), (30, 1000, 30), (100, 1000, 100),
    ] as [(Int?, Int?, Int)])
  func qualityIsGivenOrDefaultOrHighestForSizeLimit(
    given: Int?, most: Int?, quality: Int
  ) {
    let options = options {
      $0.gif.quality = given
      $0.maxBytes = most
    }
    #expect(options.highestQuality == quality)
  }

  /// Tests the property in the error for options and outputs that contradict each other. `nil`
  /// means that there is no error.
  @Test func contradictingOptionsAreRejected() throws {
    func refused(
      _ outputs: [OutputTarget], _ change: (inout EncodingOptions) -> Void
    ) -> HeaderKitError.Subject? {
      do throws(HeaderKitError) {
        try options(change).check(outputs)
        return nil
      } catch {
        #expect(error.code == .usage)
        return error.subject
      }
    }
    let (gif, apng) = (try targets(.gif), try targets(.apng, .y4m))
    #expect(refused(apng) { _ in } == nil)
    #expect(refused(gif) { $0.maxBytes = 1 } == nil)
    #expect(refused(apng + gif) { $0.maxBytes = 1 } == nil)
    #expect(refused(apng) { $0.maxBytes = 1 } == .property(.maxBytes))
    #expect(refused(gif) { $0.reductions = [.fps] } == .property(.reductions))
    #expect(
      refused(gif) {
        $0.reductions = [.fps]
        $0.maxBytes = 1
      } == nil)
    #expect(
      refused(gif) {
        $0.gif.lossless = true
        $0.maxBytes = 1
      } == .property(.maxBytes))
    for format in [OutputFormat.webp, .mp4, .webm, .avif] {
      let video = [try OutputTarget("a." + format.rawValue, format: format)]
      #expect(refused(video) { $0.maxBytes = 1 } == nil, "\(format)")
    }
  }

  /// Frames are spooled only if they are needed again.
  @Test func keepsFramesForSizeLimitsAndMeasures() {
    let plain = options()
    let limited = options { $0.maxBytes = 1 }
    let measured = options { $0.measuresGIF = true }
    for format in OutputFormat.allCases {
      #expect(plain.isPlain(format), "\(format)")
      #expect(limited.isPlain(format) == !format.hasQuality, "\(format)")
      #expect(measured.isPlain(format) == (format != .gif), "\(format)")
    }
  }

  @Test func formatsWithoutSizeLimitDropIt() {
    var encoding = EncodingOptions()
    encoding.maxBytes = 9
    encoding.reductions = [.scale]
    encoding.keepSizeLimit(true)
    #expect(encoding.maxBytes == 9 && encoding.reductions == [.scale])
    encoding.keepSizeLimit(false)
    #expect(encoding.maxBytes == nil && encoding.reductions.isEmpty)
  }

  @Test func formatsWithMetadataRecordTheirFrames() throws {
    var encoding = EncodingOptions()
    for format in OutputFormat.allCases {
      let target = try OutputTarget("a", format: format, isPicture: format == .jpeg)
      #expect(
        encoding.records(in: [target]) == [.gif, .apng, .png, .webp].contains(format), "\(format)")
    }
    #expect(encoding.records(in: try targets(.y4m, .gif)))
    encoding.frameHashes = false
    #expect(!encoding.records(in: try targets(.y4m, .gif)))
    #expect(encoding.record == nil)
  }

  @Test func losslessPictureHasTheHighestQuality() {
    var encoding = EncodingOptions()
    encoding.pngLevel = 7
    encoding.gif.effort = 3
    #expect(PicturePacking(encoding) == PicturePacking(pngLevel: 7, quality: nil, effort: 3))
    encoding.gif.quality = 40
    #expect(PicturePacking(encoding).quality == 40)
    #expect(encoding.gif.webP == WebPOptions(quality: 40, effort: 3))
    #expect(encoding.gif.videoQuality == 40)
    encoding.gif.lossless = true
    encoding.gif.loop = .plays(4)
    #expect(PicturePacking(encoding).quality == 100)
    #expect(encoding.gif.webP == WebPOptions(quality: 100, effort: 3, loopCount: 4))
    #expect(GIFOptions().videoQuality == 80)
  }

  /// The layers of a picture are embedded in PNG files only.
  @Test(arguments: ["png", "webp", "jpg"]) func layersAreEmbeddedInPNGs(ending: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a." + ending
    let layers = PictureLayers(
      offset: 12.5,
      layers: [FrameManifest.Layer(name: "bar", rect: DeviceRect(x: 1, y: 2, width: 3, height: 4))])
    let picture = try dotted()
    let outcome = try PictureOutput.write(to: path, packing: PicturePacking()) { _, _ in
      PictureOutput.Painted(picture: picture, warnings: ["a font"], layers: layers)
    }
    let bytes = try #require(folder.bytes("a." + ending))
    #expect(outcome.outputs.map(\.bytes) == [bytes.count])
    #expect(outcome.warnings == ["a font"] && outcome.frames == 1 && outcome.width == 12)
    let text = PNGText.read(PictureLayers.pngKeyword, in: bytes)
    #expect(text == (ending == "png" ? layers.text : nil))
    // The other formats contain only the picture.
    let plain = try PicturePacking().encode(picture, as: PictureOutput.format(of: path))
    #expect(bytes == (ending == "png" ? layers.added(to: plain) : plain))
  }
}
