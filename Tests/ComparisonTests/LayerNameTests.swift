import CodecInterface
import Comparison
import FileAccess
import FrameEncoding
import GIF
import ImageCodecs
import PortableMath
import Raster
import TestSupport
import Testing
import VisualDiff

/// Differences by layer, for stills and PNG frames with embedded layers and for animations with a
/// frame manifest.
@Suite struct LayerNameTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a dark square on a light background.
  private func picture(squareY: Int, color: Color = Color(rgb: 0x334455)) throws -> Pixmap {
    var pixmap = Pixmap(
      size: try #require(PixelSize(width: 40, height: 40)), fill: Color(rgb: 0xEEF0F2))
    for y in squareY..<squareY + 8 {
      for x in 6..<14 {
        pixmap.bytes.replaceSubrange(
          (y * 40 + x) * 4..<(y * 40 + x) * 4 + 3, with: [color.red, color.green, color.blue])
      }
    }
    return pixmap
  }

  private func layers(squareY: Int) -> [FrameManifest.Layer] {
    [
      FrameManifest.Layer(name: "ground", rect: DeviceRect(x: 0, y: 0, width: 40, height: 40)),
      FrameManifest.Layer(
        name: "avatar", rect: DeviceRect(x: 6, y: Double(squareY), width: 8, height: 8)),
    ]
  }

  private func writeStill(_ name: String, squareY: Int) throws {
    let png = try PNGEncoder.encode(picture(squareY: squareY))
    let carried = PictureLayers(offset: 12.5, layers: layers(squareY: squareY))
    try folder.write(name, carried.added(to: png))
  }

  private func compare(
    _ first: String, _ second: String, _ change: (inout DiffRequest) -> Void = { _ in }
  ) async throws -> ComparedItem {
    var request = DiffRequest(
      first: folder.path + "/" + first, second: folder.path + "/" + second)
    change(&request)
    return try #require(try await DiffRunner(request).run().items.first)
  }

  /// Writes four frames. The square of the third is lower by `moved`.
  private func writeGIF(
    _ name: String, moved: Int = 0, color: Color = Color(rgb: 0x334455), quality: Int = 90,
    hasManifest: Bool = true
  ) throws {
    let size = try picture(squareY: 0).size
    var encoder = try GIFEncoder(size: size, options: GIFOptions(quality: quality, effort: 1))
    var bytes: [UInt8] = []
    var manifest = FrameManifest(size: size, plays: nil, frames: [])
    let duration = try #require(RationalTime(centiseconds: 8))
    for index in 0..<4 {
      let squareY = 2 + index * 2 + (index == 2 ? moved : 0)
      let picture = try picture(squareY: squareY, color: color)
      bytes += try encoder.append(picture, duration: duration)
      manifest.frames.append(
        FrameManifest.Frame(
          hash: PixelHash(picture), duration: duration, offset: Double(index) * 10,
          phase: "", layers: layers(squareY: squareY)))
    }
    try folder.write(name + ".gif", try bytes + encoder.finish())
    if hasManifest { try folder.write(name + ".frames.json", Array(manifest.json.utf8)) }
  }

  @Test func stillsNameMovedLayers() async throws {
    try writeStill("old.png", squareY: 4)
    try writeStill("new.png", squareY: 24)
    #expect(
      try await compare("old.png", "new.png").details == [
        "avatar: moved 20 px down", "128 pixels differ (8 %), within 8 x 28 at 6,4",
      ])
  }

  @Test func reportsDifferentFontsFirst() async throws {
    for (name, version, squareY) in [("old.png", "4.000", 4), ("new.png", "4.001", 24)] {
      var carried = PictureLayers(offset: 12.5, layers: layers(squareY: squareY))
      carried.fonts = [PictureFont(family: "Inter", version: version, sha256: version)]
      try folder.write(
        name, carried.added(to: PNGEncoder.encode(picture(squareY: squareY))))
    }
    #expect(
      try await compare("old.png", "new.png").details == [
        "text was drawn with Inter 4.000 (baseline) and Inter 4.001 (actual)",
        "avatar: moved 20 px down", "128 pixels differ (8 %), within 8 x 28 at 6,4",
      ])
  }

  @Test func groupsLayersWithEqualMoves() throws {
    let before = PictureLayers(offset: 0, layers: layers(squareY: 4))
    var after = before
    for index in after.layers.indices { after.layers[index].rect.y += 3 }
    #expect(before.changes(to: after, ignoring: []) == ["ground, avatar: moved 3 px down"])
    #expect(before.changes(to: after, ignoring: ["ground"]) == ["avatar: moved 3 px down"])
  }

  @Test func layerTextRoundTrips() {
    var carried = PictureLayers(offset: -12.5, layers: layers(squareY: 4))
    carried.layers[1].appearance = "opacity 0.5, blur\tstep 3"
    #expect(PictureLayers(text: carried.text) == carried)
  }

  @Test func masksLayerOfAStillAtBothPositions() async throws {
    try writeStill("old.png", squareY: 4)
    try writeStill("new.png", squareY: 24)
    let mask = DiffMask(.layer(name: "avatar"))
    #expect(try await compare("old.png", "new.png") { $0.masks = [mask] }.status == .same)
  }

  @Test(arguments: ["title", "avatr"])
  func rejectsUnknownMaskLayers(name: String) async throws {
    try writeStill("old.png", squareY: 4)
    try writeStill("new.png", squareY: 24)
    let error = await #expect(throws: HeaderKitError.self) {
      try await compare("old.png", "new.png") { $0.masks = [DiffMask(.layer(name: name))] }
    }
    #expect(error?.description.contains("the layers are avatar, ground") == true)
  }

  @Test func frameFoldersNameMovedLayers() async throws {
    for index in 0..<4 {
      try writeStill("old/\(index).png", squareY: 4 + index)
      try writeStill("new/\(index).png", squareY: index == 2 ? 9 : 4 + index)
    }
    let item = try await compare("old", "new") { $0.takesFoldersAsAnimations = true }
    #expect(item.details.first == "avatar: frame 2 (offset 12.5): moved 3 px down")
  }

  @Test func findsFrameManifestNextToGIF() async throws {
    try writeGIF("a/x")
    try writeGIF("b/x", moved: 3, quality: 60)
    let item = try await compare("a", "b")
    #expect(item.details.first == "avatar: frame 2 (offset 20): moved 3 px down")
    #expect(item.frames.indices.filter { item.frames[$0].state == .changed } == [2])
  }

  @Test func ignoresManifestOfOneSide() async throws {
    try writeGIF("a/x")
    try writeGIF("b/x", moved: 3, hasManifest: false)
    let item = try await compare("a", "b")
    #expect(item.status == .different)
    #expect(!item.details.contains { $0.contains("avatar") || $0.contains("frames.json") })
  }

  @Test func ignoresManifestOfOtherFrames() async throws {
    try writeGIF("a/x")
    try writeGIF("b/x", moved: 3)
    var manifest = try FrameManifest(
      json: try #require(folder.bytes("b/x.frames.json")), file: nil, maxFrames: 1000)
    manifest.frames.removeLast()
    manifest.frames[1].hash = PixelHash(value: 5)
    try folder.write("b/x.frames.json", Array(manifest.json.utf8))
    let item = try await compare("a", "b")
    #expect(item.status == .different)
    #expect(!item.details.contains { $0.contains("avatar") })
    #expect(
      item.details.last
        == "\(folder.path)/b/x.frames.json describes other frames than \(folder.path)/b/x.gif "
        + "and is ignored")
  }

  @Test func masksFollowLayersOfAGIF() async throws {
    try writeGIF("old")
    try writeGIF("new", color: Color(rgb: 0xAA3311), quality: 70)
    let mask = DiffMask(.layer(name: "avatar"))
    #expect(try await compare("old.gif", "new.gif").status == .different)
    let item = try await compare("old.gif", "new.gif") { $0.masks = [mask] }
    #expect(item.status == .same)
    #expect(item.details.isEmpty)
  }

  @Test func updateCopiesFrameManifest() async throws {
    try writeGIF("a/x")
    try writeGIF("b/x", moved: 3)
    _ = try await compare("a", "b") { $0.update = .changed }
    #expect(folder.bytes("a/x.frames.json") == folder.bytes("b/x.frames.json"))
    #expect(try await compare("a", "b").status == .same)
  }
}
