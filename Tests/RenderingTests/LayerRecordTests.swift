import FileAccess
@testable import HeaderStills
import ImageCodecs
import PortableMath
import Raster
@testable import Rendering
import Scrolling
import TestSupport
import Testing
import VisualDiff

/// The layer records in stills and PNG frames.
@Suite struct LayerRecordTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func still(_ offset: Double, layers: Bool = true) throws -> [UInt8] {
    var request = StillRequest()
    request.header = .small
    request.moment = .offsets([offset])
    request.recordsLayers = layers
    _ = try StillRenderer(request).write(to: folder.path + "/still.png")
    return try #require(folder.bytes("still.png"))
  }

  @Test func stillContainsItsLayers() throws {
    let layers = try #require(PictureLayers(file: still(20)))
    #expect(layers.offset == 20)
    let avatar = try #require(layers.layers.first { $0.name == "avatar" })
    #expect(avatar.rect.width > 0)
  }

  @Test func layerRecordsAreSmallAndKeepPixels() throws {
    let (with, without) = (try still(20), try still(20, layers: false))
    #expect(PictureLayers(file: without) == nil)
    #expect(with.count - without.count < 700)
    #expect(
      try ImageDecoder.decode(bytes: with).pixmap == ImageDecoder.decode(bytes: without).pixmap)
  }

  /// The device frame has a width of 14 points. A crop moves all layers.
  @Test(arguments: [false, true])
  func layerFramesArePicturePixels(isFramed: Bool) throws {
    func avatar(_ change: (inout StillRequest) -> Void) throws -> DeviceRect {
      var request = StillRequest()
      request.header = .small
      request.header.scale = 2
      request.moment = .offsets([0])
      change(&request)
      _ = try StillRenderer(request).write(to: folder.path + "/still.png")
      let layers = try #require(PictureLayers(file: folder.bytes("still.png") ?? []))
      return try #require(layers.layers.first { $0.name == "avatar" }).rect
    }
    let plain = try avatar { _ in }
    let moved = try avatar {
      $0.header.framing.hasDevice = isFramed
      $0.header.framing.crop = .rect(PointRect(x: 3, y: 20, width: 200, height: 200))
    }
    #expect(moved.x == plain.x - 6 && moved.y == plain.y - 40)
    let framed = try avatar { $0.header.framing.hasDevice = isFramed }
    let frame = isFramed ? 28.0 : 0
    #expect(framed.x == plain.x + frame && framed.y == plain.y + frame)
  }

  @Test func framesContainTheirLayers() async throws {
    var request = RenderRequest.small
    request.playback.framesPerSecond = 10
    request.playback.frames = 3...5
    request.frameManifest = folder.path + "/frames.json"
    _ = try await Renderer(request).render(to: [try OutputTarget(folder.path + "/f/")])
    let manifest = try FrameManifest(
      json: try #require(folder.bytes("frames.json")), file: nil, maxFrames: 1000)
    let names = try OutputFrames(folder).names
    #expect(names.count == 3)
    for (name, frame) in zip(names, manifest.frames) {
      let bytes = try #require(folder.bytes("f/" + name))
      let layers = try #require(PictureLayers(file: bytes))
      #expect(layers.offset == frame.offset)
    }
    request.recordsLayers = false
    request.frameManifest = nil
    _ = try await Renderer(request).render(
      to: [try OutputTarget(folder.path + "/f/")], replacesFrames: true)
    let bytes = try #require(folder.bytes("f/" + names[0]))
    #expect(PictureLayers(file: bytes) == nil)
  }

  @Test func invalidLayerRecordsAreNil() throws {
    let png = try PNGEncoder.encode(dotted())
    for text in ["", "{}", "nan", "0\na\t1\t2\t3", "0\na\t1\t2\t3\tx", "0\na\t1\t2\t3\tinf"] {
      let file = PNGText.adding(text, keyword: "twheader layers", to: png)
      #expect(PNGText.read("twheader layers", in: file) == text)
      #expect(PictureLayers(file: file) == nil)
    }
  }
}

/// The files of a folder of frames.
private struct OutputFrames {
  let names: [String]

  init(_ folder: TemporaryFolder) throws {
    names = (0..<9).map { "000\($0).png" }.filter { folder.exists("f/" + $0) }
  }
}

extension PictureLayers {
  /// Reads the record of a PNG file. `nil` if the file has none.
  fileprivate init?(file bytes: [UInt8]) {
    guard let text = PNGText.read(Self.pngKeyword, in: bytes) else { return nil }
    self.init(text: text)
  }
}
