import FileAccess
import Foundation
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import TestSupport
import Testing

@testable import Comparison
@testable import VisualDiff

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

  @Test func animationsWithOtherBytesAreEqual() async throws {
    var split = clip
    split[3].delay = 1
    split.insert((clip[3].pixmap, 3), at: 4)
    #expect(try await compare(split).status == .same)
  }

  @Test func findsColorChangeOfOneLevel() async throws {
    var changed = clip
    changed[5].pixmap = try dotted(dotX: 5, dot: Color(rgb: 0x000001))
    let item = try await compare(changed)
    #expect(item.kind == .animation)
    #expect(item.details == ["frame 5: pixels changed: 1 (0.926 %), within 1 x 1 at 5,4"])
    #expect(item.strongest == 1)
    #expect(item.frames.map(\.state).filter { $0 != .same } == [.changed])
    #expect(item.frames[5].firstTime == 0.2)
  }

  @Test func reportsDroppedAndRetimedFramesAndLoopCount() async throws {
    var changed = clip
    changed.remove(at: 2)
    #expect(try await compare(changed).details.contains("frame 2 dropped, shown at 0.08 s"))
    changed = clip
    changed[7].delay = 9
    #expect(
      try await compare(changed).details == [
        "lasts 0.37 s instead of 0.32 s", "frame 7: re-timed: 0.09 s instead of 0.04 s",
      ])
    #expect(try await compare(clip, plays: 2).details == ["plays 2 times instead of forever"])
  }

  /// A repeated frame is reported as a longer one, regardless of its pixels.
  @Test func describesTimings() throws {
    let time = RationalTime(4, over: 100) ?? .zero
    let timings: [(FramePair.Timing?, ComparedFrame.State)] = [
      (nil, .same), (.shifted(by: time), .shifted),
      (.retimed(from: time, to: time + time), .retimed),
      (.repeated(times: 2, insteadOf: 1), .retimed),
    ]
    for (timing, state) in timings {
      #expect(FramePair(first: nil, second: nil, content: .same, timing: timing).state == state)
      #expect(
        FramePair(first: nil, second: nil, content: .inserted(copyOf: nil), timing: timing).state
          == .inserted)
    }
  }

  /// The report has one word for the state of each run.
  @Test func everyRunHasAState() async throws {
    var repeated = clip
    repeated.insert(clip[3], at: 3)
    #expect(
      try await compare(repeated).frames.map(\.state)
        == [.same, .same, .same, .retimed, .shifted, .shifted, .shifted, .shifted])
    var longer = clip
    longer[3].delay = 8
    #expect(
      try await compare(longer).frames.map(\.state)
        == [.same, .same, .same, .retimed, .shifted, .shifted, .shifted, .shifted])
    var other = clip
    other[2].pixmap = try dotted(dotX: 11)
    other.remove(at: 6)
    #expect(
      try await compare(other).frames.map(\.state)
        == [.same, .same, .changed, .same, .same, .same, .dropped, .shifted])
    var more = clip
    more.insert((try dotted(dotX: 11), 4), at: 8)
    #expect(try await compare(more).frames.map(\.state).last == .inserted)
  }

  @Test func frameFoldersHaveNoPlayCount() async throws {
    try folder.write("old.apng", clip, plays: 2)
    for (index, frame) in clip.enumerated() {
      try folder.write("frames/\(index).png", frame.pixmap)
    }
    let request = DiffRequest(first: folder.path + "/old.apng", second: folder.path + "/frames")
    #expect(try await DiffRunner(request).run().items[0].details.isEmpty)
  }

  @Test func rejectsFramesOfDifferentSizes() async throws {
    try folder.write("old.apng", clip)
    try folder.write("frames/0.png", clip[0].pixmap)
    try folder.write("frames/1.png", dotted(12, 10))
    let request = DiffRequest(first: folder.path + "/old.apng", second: folder.path + "/frames")
    let item = try await DiffRunner(request).run().items[0]
    #expect(
      item.problem?.description == """
        \(folder.path)/frames: frame 1 is 12 x 10, the first is 12 x 9; \
        all frames of an animation must have the same size
        """)
  }

  @Test func masksApplyDuringTheirInterval() async throws {
    var request = try requestOfAChangedFrame()
    for (mask, status) in [
      ("0,0,12,9@0.2-0.24", ComparedItem.Status.same), ("0,0,12,9@0-0.2", .different),
    ] {
      request.masks = [try #require(DiffMask(mask))]
      #expect(try await DiffRunner(request).run().items[0].status == status)
    }
  }

  @Test func itemPictureIsFrameWithMostDifferences() async throws {
    var changed = clip
    changed[2].pixmap = try dotted(dotX: 2, dot: .white)
    changed[4].pixmap = try dotted(dotX: 11)
    changed[6].pixmap = try dotted(dotX: 6, dot: .white)
    try folder.write("old.apng", clip)
    try folder.write("new.apng", changed)
    var request = DiffRequest(
      first: folder.path + "/old.apng", second: folder.path + "/new.apng")
    request.pictureFolder = folder.path + "/pictures"
    #expect(try await DiffRunner(request).run().items[0].differentPixels == 2)
    let actual = try #require(folder.bytes("pictures/new.apng.actual.png"))
    #expect(try ImageDecoder.decode(bytes: actual).pixmap == dotted(dotX: 11))
  }

  /// Writes the clip and a copy with another frame 5. Returns a request to compare them.
  private func requestOfAChangedFrame() throws -> DiffRequest {
    var changed = clip
    changed[5].pixmap = try dotted(dotX: 11)
    try folder.write("old.apng", clip)
    try folder.write("new.apng", changed)
    return DiffRequest(first: folder.path + "/old.apng", second: folder.path + "/new.apng")
  }

  /// Compares the clip with a copy that has another frame 5. Returns the pictures for a report.
  private func picturesOfAChangedFrame(framesOnPage: Int) async throws -> ItemPictures {
    var request = try requestOfAChangedFrame()
    request.keepsPictures = true
    request.framesOnPage = framesOnPage
    var kept: ItemPictures?
    _ = try await DiffRunner(request).run { _, pictures in kept = pictures }
    return try #require(kept)
  }

  /// The judged picture of a page is the baseline's with the differing pixels over it; a folder of
  /// pictures has the whole one.
  @Test func pageStoresDifferingPixels() async throws {
    let moment = try #require(try await picturesOfAChangedFrame(framesOnPage: 1).moments.first)
    #expect(moment.isPatch)
    var first = try ImageDecoder.decode(bytes: try #require(moment.first)).pixmap
    let patch = try ImageDecoder.decode(bytes: try #require(moment.second)).pixmap
    #expect(first == clip[5].pixmap)
    #expect(stride(from: 3, to: patch.bytes.count, by: 4).contains { patch.bytes[$0] == 0 })
    first.draw(patch, x: 0, y: 0, opacity: 255, clip: patch.size.bounds)
    #expect(first == (try dotted(dotX: 11)))
  }

  /// A baseline that shares pixels with the one before is stored as a patch over it. All baselines
  /// are the clip's frames, and at most eight pictures make up one.
  @Test func pageStoresChangesBetweenFrames() async throws {
    let pictures = try await picturesOfAChangedFrame(framesOnPage: 48)
    var length = 0
    var patches = 0
    for (index, moment) in pictures.moments.enumerated() {
      length = moment.base == nil ? 1 : length + 1
      patches += moment.base == nil ? 0 : 1
      #expect(length <= ItemPicturesBuilder.maxChainLength && moment.base ?? index - 1 == index - 1)
      #expect(try pictures.baseline(of: moment) == clip[index].pixmap)
    }
    #expect(patches > pictures.moments.count / 2)
    let stored = pictures.moments.compactMap { $0.first?.count }.reduce(0, +)
    let whole = try clip.prefix(pictures.moments.count).map {
      try PageImage.encode($0.pixmap).count
    }
    .reduce(0, +)
    #expect(stored < whole)
  }

  @Test func differencePicturesShowMasksOfTheirTime() async throws {
    var request = try requestOfAChangedFrame()
    request.masks = [try #require(DiffMask("0,0,12,2@0.2-"))]
    request.pictureFolder = folder.path + "/pictures"
    _ = try await DiffRunner(request).run()
    let png = try #require(folder.bytes("pictures/new.apng.diff.png"))
    // The hatching of masked pixels, see `DifferenceMap.heatMap`.
    #expect(try ImageDecoder.decode(bytes: png).pixmap.bytes.prefix(3) == [0xC4, 0xCA, 0xD1])
  }

  /// Frames of 1/30 s as rounded by GIF, with the first two merged. Frame numbers are those of the
  /// file.
  @Test func matchesManifestsToFilesWithRoundedTimes() async throws {
    func manifest(_ salt: UInt64) throws -> [UInt8] {
      let frames = (0..<5).map { index in
        FrameManifest.Frame(
          hash: PixelHash(value: UInt64(index) + (index == 2 ? salt : 0)),
          duration: RationalTime(1, over: 30) ?? .zero, offset: 0, phase: "at rest", layers: [])
      }
      let size = clip[0].pixmap.size
      return Array(FrameManifest(size: size, plays: nil, frames: frames).json.utf8)
    }
    // Shown at 0, 0.07, 0.1 and 0.14 instead of 0, 0.0667, 0.1 and 0.1333.
    let file = zip([7, 3, 4, 3], [0, 2, 3, 4]).map { (clip[$1].pixmap, $0) }
    var changed = file
    changed[1].0 = try dotted(dotX: 11)
    try folder.write("old.apng", file)
    try folder.write("new.apng", changed)
    try folder.write("old.json", manifest(0))
    try folder.write("new.json", manifest(9))
    var request = DiffRequest(
      first: folder.path + "/old.apng", second: folder.path + "/new.apng")
    request.firstManifest = folder.path + "/old.json"
    request.secondManifest = folder.path + "/new.json"
    let item = try await DiffRunner(request).run().items[0]
    #expect(item.details == ["frame 1: pixels changed: 2 (1.852 %), within 10 x 1 at 2,4"])
  }

  @Test func masksUseManifestTimes() async throws {
    func manifest(_ salt: UInt64) throws -> [UInt8] {
      let frames = (0..<2).map { index in
        FrameManifest.Frame(
          hash: PixelHash(value: UInt64(index) * salt),
          duration: RationalTime(1, over: 30) ?? .zero, offset: 0, phase: "at rest", layers: [])
      }
      let size = clip[0].pixmap.size
      return Array(FrameManifest(size: size, plays: nil, frames: frames).json.utf8)
    }
    try folder.write("old.apng", [(clip[0].pixmap, 3), (clip[1].pixmap, 4)])
    try folder.write("new.apng", [(clip[0].pixmap, 3), (try dotted(dotX: 11), 4)])
    try folder.write("old.json", manifest(1))
    try folder.write("new.json", manifest(2))
    var request = DiffRequest(
      first: folder.path + "/old.apng", second: folder.path + "/new.apng")
    request.firstManifest = folder.path + "/old.json"
    request.secondManifest = folder.path + "/new.json"
    // The second frame is shown at 0.0333 s; the file has 0.03.
    request.masks = [try #require(DiffMask("0,0,12,9@-0.032"))]
    #expect(try await DiffRunner(request).run().items[0].status == .different)
    request.masks = [try #require(DiffMask("0,0,12,9@0.032-"))]
    #expect(try await DiffRunner(request).run().items[0].status == .same)
  }

  @Test func comparesFrameFoldersByOrder() async throws {
    try folder.write("old.apng", clip)
    for (index, frame) in clip.enumerated() {
      try folder.write("frames/\(index).png", frame.pixmap)
    }
    let request = DiffRequest(first: folder.path + "/old.apng", second: folder.path + "/frames")
    #expect(try await DiffRunner(request).run().items[0].status == .same)
    try folder.write("frames/6.png", dotted(dotX: 11))
    #expect(try await DiffRunner(request).run().items[0].frames[6].state == .changed)
  }

  @Test func pagesStoreDifferingFramesFirst() async throws {
    let pictures = try await picturesOfAChangedFrame(framesOnPage: 3)
    #expect(pictures.leftOut == 5)
    #expect(pictures.moments.map(\.label) == ["frame 0, 0 s", "frame 5, 0.2 s", "frame 7, 0.28 s"])
    #expect(pictures.moments.map(\.isSame) == [true, false, true])
    #expect(pictures.moments.map { $0.second == nil } == [true, false, true])
    #expect(pictures.moments[1].bounds == PixelRect(x: 5, y: 4, width: 7, height: 1))
  }

  /// Of frames that differ equally, the first is the one that represents the animation.
  @Test func firstOfTheWorstFramesIsOnThePage() async throws {
    var changed = clip
    for index in [2, 5] { changed[index].pixmap = try dotted(dotX: 11) }
    try folder.write("old.apng", clip)
    try folder.write("new.apng", changed)
    var request = DiffRequest(first: folder.path + "/old.apng", second: folder.path + "/new.apng")
    request.keepsPictures = true
    request.framesOnPage = 1
    var kept: ItemPictures?
    let report = try await DiffRunner(request).run { _, pictures in kept = pictures }
    #expect(report.items[0].frames.map(\.differentPixels)[2] > 0)
    #expect(kept?.moments.map(\.label).first?.hasPrefix("frame 2,") == true)
  }

  /// A page of many animations contains a third as many frames of each.
  @Test(arguments: [10, 11]) func pagesOfManyItemsHaveFewerFrames(items: Int) async throws {
    var changed = clip
    changed[5].pixmap = try dotted(dotX: 11)
    for index in 0..<items {
      try folder.write("old/\(index).apng", clip)
      try folder.write("new/\(index).apng", changed)
    }
    var request = DiffRequest(first: folder.path + "/old", second: folder.path + "/new")
    request.keepsPictures = true
    request.framesOnPage = 6
    var counts: [Int] = []
    _ = try await DiffRunner(request).run { _, pictures in
      counts.append(pictures?.moments.count ?? 0)
    }
    #expect(counts == [Int](repeating: items == 10 ? 6 : 2, count: items))
  }

  /// The offset of a frame that exists on one side only is taken from that side's manifest.
  @Test(arguments: [true, false]) func unpairedFramesHaveTheirOffset(isInserted: Bool) async throws
  {
    func write(_ name: String, _ count: Int) throws {
      try folder.write(name + ".apng", try (0..<count).map { (try dotted(dotX: $0), 4) })
      let frames = (0..<count).map { index in
        FrameManifest.Frame(
          hash: PixelHash(value: UInt64(index)), duration: RationalTime(4, over: 100) ?? .zero,
          offset: Double(index) * 10, phase: "phase \(index)", layers: [])
      }
      let manifest = FrameManifest(size: clip[0].pixmap.size, plays: nil, frames: frames)
      try folder.write(name + ".json", Array(manifest.json.utf8))
    }
    try write("old", isInserted ? 8 : 9)
    try write("new", isInserted ? 9 : 8)
    var request = DiffRequest(first: folder.path + "/old.apng", second: folder.path + "/new.apng")
    request.firstManifest = folder.path + "/old.json"
    request.secondManifest = folder.path + "/new.json"
    let frames = try await DiffRunner(request).run().items[0].frames
    #expect(frames.map(\.offset) == (0..<9).map { Double($0) * 10 })
    #expect(frames.map(\.phase) == (0..<9).map { "phase \($0)" })
    #expect(frames.last?.state == (isInserted ? .inserted : .dropped))
  }

  @Test func manifestsHidePaletteNoiseAndNameMoves() async throws {
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
