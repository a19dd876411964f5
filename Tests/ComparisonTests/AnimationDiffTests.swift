import Comparison
import Files
import Foundation
import HeaderScene
import Numerics
import Raster
import Rendering
import TestSupport
import Testing
import VisualDiff

@Suite struct AnimationDiffTests {
  private let folder: TemporaryFolder
  private let clip: [(pixmap: Pixmap, delay: Int)]

  init() throws {
    folder = try TemporaryFolder()
    clip = try (0..<8).map { (try dotted(dotX: $0), 4) }
  }

  private func compare(
    _ changed: [(pixmap: Pixmap, delay: Int)], plays: Int = 0
  ) async throws -> ComparedItem {
    try folder.write("old.apng", clip)
    try folder.write("new.apng", changed, plays: plays)
    let request = DiffRequest(
      first: folder.path + "/old.apng", second: folder.path + "/new.apng")
    return try #require(try await DiffRunner(request).run().items.first)
  }

  @Test func theSameAnimationInOtherBytesIsTheSame() async throws {
    var split = clip
    split[3].delay = 1
    split.insert((clip[3].pixmap, 3), at: 4)
    #expect(try await compare(split).status == .same)
  }

  @Test func aChangedColourByOneIsFoundInItsFrame() async throws {
    var changed = clip
    changed[5].pixmap = try dotted(dotX: 5, dot: Color(rgb: 0x000001))
    let item = try await compare(changed)
    #expect(item.kind == .animation)
    #expect(item.details == ["frame 5: pixels changed: 1 (0.926 %), within 1 x 1 at 5,4"])
    #expect(item.strongest == 1)
    #expect(item.frames.map(\.state).filter { $0 != .same } == [.changed])
    #expect(item.frames[5].firstTime == 0.2)
  }

  @Test func aDroppedAReTimedFrameAndTheLoopCountAreNamed() async throws {
    var changed = clip
    changed.remove(at: 2)
    #expect(try await compare(changed).details.contains("frame 2 dropped, shown at 0.08 s"))
    changed = clip
    changed[7].delay = 9
    #expect(
      try await compare(changed).details == [
        "lasts 0.37 s instead of 0.32 s", "frame 7: re-timed: 0.09 s instead of 0.04 s",
      ])
    #expect(try await compare(clip, plays: 2).details == ["plays 2 times instead of for ever"])
  }

  @Test func aFolderOfFramesIsComparedByOrder() async throws {
    try folder.write("old.apng", clip)
    for (index, frame) in clip.enumerated() {
      try folder.write("frames/\(index).png", frame.pixmap)
    }
    let request = DiffRequest(first: folder.path + "/old.apng", second: folder.path + "/frames")
    #expect(try await DiffRunner(request).run().items[0].status == .same)
    try folder.write("frames/6.png", dotted(dotX: 11))
    #expect(try await DiffRunner(request).run().items[0].frames[6].state == .changed)
  }

  @Test func pagesGetTheFramesThatDifferBeforeTheOthers() async throws {
    var changed = clip
    changed[5].pixmap = try dotted(dotX: 11)
    try folder.write("old.apng", clip)
    try folder.write("new.apng", changed)
    var request = DiffRequest(
      first: folder.path + "/old.apng", second: folder.path + "/new.apng")
    request.keepsPictures = true
    request.framesOnPage = 3
    var kept: ItemPictures?
    _ = try await DiffRunner(request).run { _, pictures in kept = pictures }
    let pictures = try #require(kept)
    #expect(pictures.leftOut == 5)
    #expect(pictures.moments.map(\.label) == ["frame 0, 0 s", "frame 5, 0.2 s", "frame 7, 0.28 s"])
    #expect(pictures.moments.map(\.isSame) == [true, false, true])
    #expect(pictures.moments[1].bounds == PixelRect(x: 5, y: 4, width: 7, height: 1))
  }

  @Test func withManifestsPaletteNoiseIsNoDifferenceAndMovesAreNamed() async throws {
    func manifest(movedFrom start: Int?) -> FrameManifest {
      let frames = (0..<8).map { index in
        let isMoved = start.map { index >= $0 } ?? false
        return FrameManifest.Frame(
          hash: PixelHash(value: UInt64(index) + (isMoved ? 100 : 0)),
          duration: (RationalTime(4, over: 100) ?? .zero), offset: Double(index) * 10,
          phase: "collapsing",
          layers: [
            FrameManifest.Layer(
              name: "avatar", rect: DeviceRect(x: 1, y: isMoved ? 4 : 2, width: 3, height: 3))
          ])
      }
      return FrameManifest(size: clip[0].pixmap.size, plays: nil, frames: frames)
    }
    try folder.write("old.apng", clip)
    try folder.write("noisy.apng", clip.map { (try dotted(dotX: 11), $0.delay) })
    try folder.write("old.json", Array(manifest(movedFrom: nil).json.utf8))
    try folder.write("same.json", Array(manifest(movedFrom: nil).json.utf8))
    try folder.write("moved.json", Array(manifest(movedFrom: 6).json.utf8))
    var request = DiffRequest(
      first: folder.path + "/old.apng", second: folder.path + "/noisy.apng")
    request.firstManifest = folder.path + "/old.json"
    request.secondManifest = folder.path + "/same.json"
    #expect(try await DiffRunner(request).run().items[0].status == .same)
    request.secondManifest = folder.path + "/moved.json"
    let item = try await DiffRunner(request).run().items[0]
    #expect(item.details.first == "avatar: frames 6-7 (offset 60 to 70): moved 2 px down")
    #expect(item.frames.last?.offset == 70)
    request.secondManifest = nil
    await #expect(throws: HeaderKitError.self) { try await DiffRunner(request).run() }
  }
}
