import FileAccess
import Foundation
import ImageCodecs
import PortableMath
import Raster
import TestSupport
import Testing

@testable import Comparison

/// The report of a comparison for pull requests.
@Suite struct PullRequestReportTests {
  private let folder: TemporaryFolder
  private var shown: String { folder.path + "/shown" }

  init() throws { folder = try TemporaryFolder() }

  /// Returns a report of items. The first has pictures of the given size.
  private func report(
    _ names: [String], status: ComparedItem.Status = .different, size: PixelSize? = nil
  ) throws -> ComparisonReport {
    var items = names.map { ComparedItem(name: $0, status: status) }
    for index in items.indices { items[index].details = ["avatar: moved 2 px down"] }
    if let size {
      let picture = Pixmap(size: size)
      let png = try PNGEncoder.encode(picture, options: PNGOptions(level: 1))
      for part in ["expected", "actual", "diff"] {
        let path = folder.path + "/\(part).\(part).png"
        try Data(png).write(to: URL(fileURLWithPath: path))
        items[0].writtenPictures.append(path)
      }
    }
    return ComparisonReport(first: "old", second: "new", metric: "exact", items: items)
  }

  private func write(_ report: ComparisonReport, pictures: String? = "https://h.example/p/")
    throws -> String
  {
    let address = try pictures.map { try #require(WebAddress($0)) }
    try PullRequestReport(report, pictures: address, page: WebAddress("https://h.example/run"))
      .write(to: shown, limits: RenderLimits())
    return try String(contentsOfFile: shown + "/comment.md", encoding: .utf8)
  }

  private var pictures: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: shown + "/pictures")) ?? []).sorted()
  }

  @Test func commentShowsChangesBeforeAndAfterWithMoves() throws {
    let size = PixelSize(width: 8, height: 4)
    let comment = try write(try report(["a|b.gif", "c.gif"], size: size))
    #expect(
      comment == """
        <!-- twheader report -->
        ### Headers: 2 different

        | | before | after | difference |
        | --- | --- | --- | --- |
        | `a\\|b.gif` different<br>avatar: moved 2 px down \
        | <img src="https://h.example/p/1-expected.png" width="8" alt="expected"> \
        | <img src="https://h.example/p/1-actual.png" width="8" alt="actual"> \
        | <img src="https://h.example/p/1-diff.png" width="8" alt="diff"> |
        | `c.gif` different<br>avatar: moved 2 px down |  |  |  |

        [Full report](https://h.example/run)

        """)
    #expect(pictures == ["1-actual.png", "1-diff.png", "1-expected.png"])
    let summary = try String(contentsOfFile: shown + "/summary.md", encoding: .utf8)
    #expect(summary == MarkdownReport.text(try report(["a|b.gif", "c.gif"])))
  }

  /// Three pictures are shown next to each other.
  @Test(arguments: [
    (480, 120, 240, 60), (481, 120, 240, 60), (100, 960, 50, 480), (240, 480, 240, 480),
    (20000, 2, 240, 1),
  ])
  func commentPicturesAreSmall(width: Int, height: Int, smallWidth: Int, smallHeight: Int) throws {
    let size = try #require(PixelSize(width: width, height: height))
    let comment = try write(try report(["a.gif"], size: size))
    #expect(comment.contains("width=\"\(smallWidth)\""))
    let picture = try PictureFile.decode(
      InputFile.read(shown + "/pictures/1-diff.png", limit: 1 << 20), subject: "p",
      limits: RenderLimits())
    #expect((picture.width, picture.height) == (smallWidth, smallHeight))
  }

  /// Other files in the folder belong to the user.
  @Test func removesOnlyPicturesOfEarlierReports() throws {
    _ = try write(try report(["a.gif"], size: PixelSize(width: 2, height: 2)))
    #expect(pictures.count == 3)
    try Data([1]).write(to: URL(fileURLWithPath: shown + "/pictures/holiday.png"))
    let comment = try write(try report(["a.gif"], status: .same))
    #expect(pictures == ["holiday.png"])
    #expect(comment.contains("No differences."))
  }

  /// Parts that no longer exist are removed; the others are replaced.
  @Test func removesPartsOfEarlierReports() throws {
    _ = try write(try report(["a.gif"], size: PixelSize(width: 2, height: 2)))
    var later = try report(["a.gif"], size: PixelSize(width: 4, height: 4))
    later.items[0].writtenPictures.removeAll { $0.hasSuffix(".diff.png") }
    let comment = try write(later)
    #expect(pictures == ["1-actual.png", "1-expected.png"])
    #expect(comment.contains(#"1-actual.png" width="4""#) && !comment.contains("1-diff.png"))
  }

  @Test func commentWithoutURLHasNoPictures() throws {
    let size = PixelSize(width: 2, height: 2)
    let comment = try write(try report(["a.gif"], size: size), pictures: nil)
    #expect(!comment.contains("<img"))
  }

  /// GitHub rejects more than 65,536 characters. Names are as long as file systems allow.
  @Test(arguments: [1, 20, 21, 300])
  func limitsCommentLength(count: Int) throws {
    let names = (0..<count).map { String(repeating: "\($0 % 10)", count: 4000) + "-\($0).gif" }
    let comment = try write(try report(names))
    #expect(comment.count <= 65_536)
    let rows = comment.components(separatedBy: "\n| `").count - 1
    let left = count - rows
    #expect(rows >= min(count, 10))
    #expect(comment.contains("\n... and \(left) more.\n") == (left > 0))
  }

  /// In this case the pictures of an earlier report are kept.
  @Test func reportsMissingPictures() throws {
    _ = try write(try self.report(["a.gif"], size: PixelSize(width: 2, height: 2)))
    var report = try report(["a.gif"])
    report.items[0].writtenPictures = [folder.path + "/a.gif.diff.png"]
    let error = #expect(throws: HeaderKitError.self) { try write(report) }
    #expect(error?.code == .noInput)
    #expect(error?.description.contains("a.gif.diff.png") == true)
    #expect(pictures.count == 3)
  }

  @Test(arguments: [
    ("https://h.example/p", true), ("http://127.0.0.1:8/a?b=c&d=%20", true), ("h.example/p", false),
    ("https://h.example/a b", false), ("https://h.example/\"><script>", false),
    ("https://h.example/)", false), ("javascript:alert(1)", false), ("https://h.example/\n", false),
  ])
  func escapesURLsInMarkdown(text: String, isGood: Bool) {
    #expect((WebAddress(text) != nil) == isGood)
  }
}
