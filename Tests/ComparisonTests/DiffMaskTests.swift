import Comparison
import FileAccess
import Foundation
import HeaderScene
import PortableMath
import Raster
import TestSupport
import Testing
import VisualDiff

@Suite struct DiffMaskTests {
  private static func time(_ tenths: Int) -> RationalTime {
    RationalTime(tenths, over: 10) ?? .zero
  }

  @Test(arguments: [
    ("1,2,3,4", DiffMask(.rect(PixelRect(x: 1, y: 2, width: 3, height: 4)))),
    (
      "-1,-2,3,4@0.5-1.2",
      DiffMask(.rect(PixelRect(x: -1, y: -2, width: 3, height: 4)), from: time(5), until: time(12))
    ),
    ("layer:avatar", DiffMask(.layer(name: "avatar"))),
    ("layer:avatar@-0.2", DiffMask(.layer(name: "avatar"), until: time(2))),
    ("masks/a@2x.png", DiffMask(.picture(path: "masks/a@2x.png"))),
    ("a@2x.png@0.3-", DiffMask(.picture(path: "a@2x.png"), from: time(3))),
  ])
  func parsesMasks(text: String, mask: DiffMask) {
    #expect(DiffMask(text) == mask)
  }

  @Test(arguments: ["", "1,2,3", "1,2,0,4", "1,2,3,x", "layer:", "@0-1"])
  func rejectsInvalidMasks(text: String) {
    #expect(DiffMask(text) == nil)
  }

  @Test func ignoresMaskedPictures() async throws {
    let folder = try TemporaryFolder()
    try folder.write("old.png", dotted())
    try folder.write("new.png", dotted(dotX: 5))
    let size = try #require(PixelSize(width: 6, height: 9))
    var bytes = Pixmap(size: size, fill: .black).bytes
    bytes[(4 * 6 + 5) * 4] = 1
    try folder.write("mask.png", try #require(Pixmap(size: size, bytes: bytes)))
    var request = DiffRequest(first: folder.path + "/old.png", second: folder.path + "/new.png")
    request.masks = [DiffMask(.picture(path: folder.path + "/mask.png"))]
    let item = try await DiffRunner(request).run().items[0]
    #expect(item.ignoredPixels == 1)
    #expect(item.bounds == PixelRect(x: 3, y: 4, width: 1, height: 1))
  }

  @Test func masksFollowTheirLayer() async throws {
    let folder = try TemporaryFolder()
    func clip(_ color: Color) throws -> [(pixmap: Pixmap, delay: Int)] {
      try (0..<4).map { (try dotted(dotX: $0 * 2, dot: color), 4) }
    }
    func manifest(_ salt: UInt64) throws -> FrameManifest {
      let frames = (0..<4).map { index in
        FrameManifest.Frame(
          hash: PixelHash(value: UInt64(index) + salt),
          duration: (RationalTime(4, over: 100) ?? .zero), offset: 0, phase: "at rest",
          layers: [
            FrameManifest.Layer(
              name: "dot", rect: DeviceRect(x: Double(index * 2), y: 4, width: 1, height: 1))
          ])
      }
      return FrameManifest(size: try dotted().size, plays: nil, frames: frames)
    }
    try folder.write("old.apng", clip(.black))
    try folder.write("new.apng", clip(Color(rgb: 0xFF0000)))
    try folder.write("old.json", Array(manifest(0).json.utf8))
    try folder.write("new.json", Array(manifest(100).json.utf8))
    var request = DiffRequest(
      first: folder.path + "/old.apng", second: folder.path + "/new.apng")
    request.masks = [DiffMask(.layer(name: "dot"))]
    await #expect(throws: HeaderKitError.self) { try await DiffRunner(request).run() }
    request.firstManifest = folder.path + "/old.json"
    request.secondManifest = folder.path + "/new.json"
    #expect(try await DiffRunner(request).run().items[0].status == .same)
    request.masks = [DiffMask(.layer(name: "dot"), until: (RationalTime(8, over: 100) ?? .zero))]
    let states = try await DiffRunner(request).run().items[0].frames.map(\.state)
    #expect(states == [.tolerated, .tolerated, .changed, .changed])
    request.masks = [DiffMask(.layer(name: "dto"))]
    await #expect(throws: HeaderKitError.self) { try await DiffRunner(request).run() }
  }
}
