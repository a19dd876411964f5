import Comparison
import FileAccess
import Foundation
import ImageCodecs
import PortableMath
import Raster
import TestSupport
import Testing
import VisualDiff

@Suite struct DiffRunnerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func request(_ first: String = "old", _ second: String = "new") -> DiffRequest {
    DiffRequest(first: folder.path + "/" + first, second: folder.path + "/" + second)
  }

  private func statuses(_ report: ComparisonReport) -> [String: ComparedItem.Status] {
    Dictionary(uniqueKeysWithValues: report.items.map { ($0.name, $0.status) })
  }

  @Test func pairsFoldersByPathAndGivesEveryVerdict() async throws {
    try folder.write("old/deep/same.png", dotted())
    try folder.write("new/deep/same.png", dotted())
    try folder.write("old/moved.png", dotted())
    try folder.write("new/moved.png", dotted(dotX: 5))
    try folder.write("old/gone.png", dotted())
    try folder.write("new/fresh.png", dotted())
    try folder.write("old/broken.png", dotted())
    try folder.write("new/broken.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])
    try folder.write("new/notes.txt", Array("no picture".utf8))
    let report = try await DiffRunner(request()).run()
    #expect(
      statuses(report) == [
        "deep/same.png": .same, "moved.png": .different, "gone.png": .missing,
        "fresh.png": .added, "broken.png": .unreadable,
      ])
    #expect(report.exitStatus() == HeaderKitError.Code.badData.rawValue)
    let moved = try #require(report.items.first { $0.name == "moved.png" })
    #expect(moved.differentPixels == 2)
    #expect(moved.bounds == PixelRect(x: 3, y: 4, width: 3, height: 1))
    #expect(moved.details == ["2 pixels differ (1.852 %), within 3 x 1 at 3,4"])
    let sides = report.items.map { [$0.name, $0.firstPath, $0.secondPath] }
    for (name, first, second) in [
      ("broken.png", "old", "new"), ("gone.png", "old", nil), ("fresh.png", nil, "new"),
    ] as [(String, String?, String?)] {
      func path(_ side: String?) -> String? { side.map { "\(folder.path)/\($0)/\(name)" } }
      #expect(sides.contains([name, path(first), path(second)]), "\(name)")
    }
  }

  @Test func orderIsNaturalAndIndependentOfJobs() async throws {
    for index in [10, 2, 1, 33] {
      try folder.write("old/\(index).png", dotted(dotX: 1))
      try folder.write("new/\(index).png", dotted(dotX: index % 5))
    }
    var one = request()
    one.jobs = 1
    var many = request()
    many.jobs = 4
    let report = try await DiffRunner(one).run()
    #expect(report.items.map(\.name) == ["1.png", "2.png", "10.png", "33.png"])
    #expect(try await DiffRunner(many).run() == report)
  }

  @Test func onlyMeasuredItemsHaveMetrics() async throws {
    try folder.write("old/same.png", dotted())
    try folder.write("new/same.png", dotted())
    try folder.write("old/moved.png", dotted())
    try folder.write("new/moved.png", dotted(dotX: 5))
    var wanted = request()
    wanted.pictures.metric = .ciede2000(largestAllowed: 1)
    #expect(try await DiffRunner(wanted).run().items.map(\.metric) == ["ciede2000", nil])
  }

  @Test func equalInvalidFilesAreUnreadable() async throws {
    try folder.write("old.png", [1, 2, 3])
    try folder.write("new.png", [1, 2, 3])
    let report = try await DiffRunner(request("old.png", "new.png")).run()
    #expect(report.items.map(\.status) == [.unreadable])
    #expect(report.exitStatus() > 1)
  }

  @Test(arguments: ["old", "nothing"])
  func emptyComparisonIsTrouble(second: String) async throws {
    try folder.write("old/readme.txt", [1])
    await #expect(throws: HeaderKitError.self) {
      try await DiffRunner(request("old", second)).run()
    }
  }

  @Test func toleranceAffectsOnlyTheVerdict() async throws {
    try folder.write("old.png", dotted())
    try folder.write("new.png", dotted(dotX: 5))
    var lenient = request("old.png", "new.png")
    lenient.tolerance = ComparisonTolerance(differentPixels: 2)
    let report = try await DiffRunner(lenient).run()
    #expect(report.items[0].status == .same)
    #expect(report.items[0].differentPixels == 2)
    #expect(report.exitStatus() == 0)
  }

  @Test func otherSizesDifferAtAnyTolerance() async throws {
    try folder.write("old.png", dotted(12, 9))
    try folder.write("new.png", dotted(12, 10))
    var lenient = request("old.png", "new.png")
    lenient.tolerance = ComparisonTolerance(differentRatio: 1)
    lenient.pictureFolder = folder.path + "/pictures"
    let report = try await DiffRunner(lenient).run()
    #expect(report.items[0].status == .different)
    #expect(report.items[0].details.first == "size 12 x 10 instead of 12 x 9")
    let png = try #require(folder.bytes("pictures/new.png.diff.png"))
    #expect(try ImageDecoder.decode(bytes: png).pixmap.size == PixelSize(width: 12, height: 10))
  }

  @Test func differencePicturesHavePredictableNames() async throws {
    try folder.write("old/a/b.png", dotted())
    try folder.write("new/a/b.png", dotted(dotX: 5))
    try folder.write("old/same.png", dotted())
    try folder.write("new/same.png", dotted())
    var wanted = request()
    wanted.pictureFolder = folder.path + "/pictures"
    let report = try await DiffRunner(wanted).run()
    let stem = folder.path + "/pictures/a/b.png"
    #expect(
      report.items[0].writtenPictures == [
        stem + ".expected.png", stem + ".actual.png", stem + ".diff.png",
      ])
    let actual = try #require(folder.bytes("pictures/a/b.png.actual.png"))
    #expect(try ImageDecoder.decode(bytes: actual).pixmap == dotted(dotX: 5))
    #expect(!folder.exists("pictures/same.png.diff.png"))
  }

  /// At alpha 3 both colors are equal after premultiplication.
  @Test func comparesStraightAlphaOfFiles() async throws {
    try folder.write("old.png", straightPNG([200, 100, 50, 3]))
    try folder.write("new.png", straightPNG([180, 100, 50, 3]))
    var wanted = request("old.png", "new.png")
    #expect(try await DiffRunner(wanted).run().items[0].differentPixels == 1)
    wanted.pictures.metric = .pixelmatch(PixelmatchOptions(threshold: 0))
    #expect(try await DiffRunner(wanted).run().items[0].differentPixels == 1)
  }

  /// Returns an uncompressed PNG of one pixel.
  private func straightPNG(_ color: [UInt8]) -> [UInt8] {
    func bigEndian(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + data
      var remainder = UInt32.max
      for byte in body {
        remainder ^= UInt32(byte)
        for _ in 0..<8 {
          remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xEDB8_8320
        }
      }
      return bigEndian(UInt32(data.count)) + body + bigEndian(~remainder)
    }
    let row = [0] + color
    var sums: (UInt32, UInt32) = (1, 0)
    for byte in row {
      sums.0 += UInt32(byte)
      sums.1 += sums.0
    }
    let stored: [UInt8] = [0x78, 1, 1, 5, 0, 0xFA, 0xFF] + row
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bigEndian(1) + bigEndian(1) + [8, 6, 0, 0, 0])
      + chunk("IDAT", stored + bigEndian(sums.1 << 16 | sums.0)) + chunk("IEND", [])
  }

  @Test func limitsCanvasOfBothPictures() async throws {
    try folder.write("old.png", dotted(100, 5))
    try folder.write("new.png", dotted(5, 100))
    var wanted = request("old.png", "new.png")
    wanted.keepsPictures = true
    wanted.limits.pixels = 10_000
    #expect(try await DiffRunner(wanted).run().items[0].status == .different)
    wanted.limits.pixels = 9_999
    let report = try await DiffRunner(wanted).run()
    #expect(
      report.items[0].problem?.description == """
        \(folder.path)/new.png: is 5 x 100, the baseline 100 x 5: together more than 9,999 pixels; \
        raise the limit with limits.pixels
        """)
    #expect(report.exitStatus() == HeaderKitError.Code.badData.rawValue)
  }

  @Test func limitsSizeOfDifferencePictures() async throws {
    try folder.write("old.png", dotted(65_536, 5))
    try folder.write("new.png", dotted(5, 65_536))
    var wanted = request("old.png", "new.png")
    wanted.pictureFolder = folder.path + "/pictures"
    #expect(try await DiffRunner(wanted).run().items[0].status == .unreadable)
  }
}

/// A folder of animations is not treated as the frames of one.
@Suite struct FolderOfAnimationsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["old/a.apng", "old/b.apng", "new/a.apng", "new/b.apng", "b.apng", "c.apng"] {
      try folder.write(name, (0..<3).map { (try dotted(dotX: $0), 4) })
    }
  }

  private func error(
    _ first: String, _ second: String, framesFolders: Bool = false
  ) async -> String? {
    var request = DiffRequest(first: folder.path + "/" + first, second: folder.path + "/" + second)
    request.takesFoldersAsAnimations = framesFolders
    do throws(HeaderKitError) {
      _ = try await DiffRunner(request).run()
      return nil
    } catch {
      return "\(error.code) " + error.description.replacing(folder.path + "/", with: "")
    }
  }

  @Test func rejectsFoldersOfSeveralAnimations() async {
    #expect(
      await error("old", "new", framesFolders: true)
        == "usage old: contains animations, for example a.apng, not the frames of one animation; "
        + "omit takesFoldersAsAnimations to compare the animations by name")
    #expect(await error("old", "new") == nil)
  }

  @Test func suggestsAnimationInTheFolder() async {
    let reason = "contains animations, for example a.apng, not the frames of one animation"
    #expect(
      await error("b.apng", "new") == "usage new: \(reason); compare with one of them: new/b.apng")
    #expect(
      await error("old", "c.apng") == "usage old: \(reason); compare with one of them: old/a.apng")
  }

  @Test func reportsAnimationAmongFrames() async throws {
    try folder.write("frames/0.png", dotted(dotX: 0))
    try folder.write("frames/1.png", (0..<3).map { (try dotted(dotX: $0), 4) })
    let request = DiffRequest(first: folder.path + "/b.apng", second: folder.path + "/frames")
    let item = try await DiffRunner(request).run().items[0]
    #expect(
      item.problem?.description
        == "\(folder.path)/frames/1.png: is an animation, not a frame; compare it with an animation"
    )
  }

  @Test func singlePictureFramesFormAFrameFolder() async throws {
    for index in 0..<3 { try folder.write("frames/\(index).apng", [(try dotted(dotX: index), 4)]) }
    #expect(await error("b.apng", "frames") == nil)
  }
}
