import Comparison
import EmbeddedFiles
import FileAccess
import Foundation
import PortableMath
import Raster
import Testing

@Suite struct ReportFormatTests {
  private let report: ComparisonReport

  init() {
    var changed = ComparedItem(name: "a <b> & \"c\"|.png", status: .different)
    changed.kind = .picture
    changed.secondPath = "new/a.png"
    changed.differentPixels = 3
    changed.comparedPixels = 12
    changed.bounds = PixelRect(x: 1, y: 2, width: 3, height: 4)
    changed.details = ["3 pixels differ (25 %)", "second: line, 100%"]
    var broken = ComparedItem(name: "broken.png", status: .unreadable)
    broken.problem = HeaderKitError(.badData, subject: .file("broken.png"), reason: "truncated")
    var fresh = ComparedItem(name: "fresh.png", status: .added)
    fresh.baseline = .created
    report = ComparisonReport(
      first: "old", second: "new", metric: "exact",
      items: [changed, broken, fresh, ComparedItem(name: "same.png", status: .same)])
  }

  @Test func textReportListsItemsAndSummary() {
    #expect(
      LineReport.text(report) == """
        different: a <b> & "c"|.png
          3 pixels differ (25 %)
          second: line, 100%
        unreadable: broken.png: truncated
        added: fresh.png: no baseline (baseline created)
        same: same.png
        1 same, 1 different, 1 added, 1 unreadable; 1 baseline written

        """)
  }

  /// Line breaks in names and phases do not end the line.
  @Test func detailsAreSingleLines() {
    var item = ComparedItem(name: "a\nb.gif", status: .different)
    item.details = ["frame 1 (at\r\nrest): pixels changed", "plays\u{7F} once"]
    #expect(
      LineReport.text(
        ComparisonReport(first: "old", second: "new", metric: "exact", items: [item]))
          == """
          different: a b.gif
            frame 1 (at  rest): pixels changed
            plays  once
          1 different

          """)
  }

  @Test func junitCountsFailuresAndErrorsAndEscapesText() {
    let text = JUnitReport.text(report)
    #expect(text.contains("tests=\"4\" failures=\"1\" errors=\"1\""))
    #expect(text.contains("name=\"a &lt;b&gt; &amp; &quot;c&quot;|.png\">"))
    #expect(text.contains("<failure message=\"3 pixels differ (25 %)\" type=\"different\">"))
    #expect(
      text.contains(
        "<error message=\"unreadable: broken.png: truncated\" type=\"unreadable\">"))
    #expect(text.contains("<testcase classname=\"twheader.diff\" name=\"same.png\"/>"))
  }

  @Test func controlCharactersDoNotBreakXML() {
    let item = ComparedItem(name: "a\u{1}\u{1B}b", status: .missing)
    let text = JUnitReport.text(
      ComparisonReport(first: "o", second: "n", metric: "exact", items: [item]))
    #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }

  @Test func markdownTablesSurviveBarsAndMarks() {
    let text = MarkdownReport.text(report)
    #expect(
      text.contains("| `a <b> & \"c\"\\|.png` | different | 3 | 25 % | 3 pixels differ (25 %) |"))
    #expect(text.contains("<details><summary>a &lt;b&gt; &amp; \"c\"\\|.png</summary>"))
    #expect(!text.contains("same.png"))
  }

  @Test func annotationsEscapeGitHubDelimiters() {
    #expect(
      AnnotationReport.text(report) == """
        ::error file=new/a.png,title=different%3A a <b> & "c"|.png::3 pixels differ (25 %25)
        ::error file=broken.png,title=unreadable%3A broken.png::broken.png: truncated

        """)
  }

  @Test func limitsAnnotationsAndReportsTheCount() {
    let items = (0..<30).map { ComparedItem(name: "\($0).png", status: .missing) }
    let text = AnnotationReport.text(
      ComparisonReport(first: "o", second: "n", metric: "exact", items: items))
    #expect(text.split(separator: "\n").count == 11)
    #expect(text.contains("in all: 30 missing"))
  }

  @Test func jsonReportMatchesItsSchema() throws {
    func object(_ text: String) throws -> [String: Any] {
      try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
    let json = try object(JSONReport.text(report))
    let schema = try object(EmbeddedFile.reportSchema.text)
    let properties = try #require(schema["properties"] as? [String: Any])
    #expect(Set(json.keys) == Set(properties.keys))
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let itemKeys = try #require(definitions["item"]?["properties"] as? [String: Any])
    let items = try #require(json["items"] as? [[String: Any]])
    for item in items { #expect(Set(item.keys) == Set(itemKeys.keys)) }
    #expect(items[0]["bounds"] as? [Int] == [1, 2, 3, 4])
    #expect(items[0]["differentRatio"] as? Double == 0.25)
  }

  @Test func troubleOutranksDifferencesInTheExitStatus() {
    #expect(report.exitStatus() == 65)
    var calm = report
    calm.items.removeAll { $0.problem != nil }
    #expect(calm.exitStatus() == 1)
    calm.items.removeAll { $0.status == .different }
    #expect(calm.exitStatus() == 1)
    #expect(calm.exitStatus(acceptedUpdates: true) == 0)
    calm.items.removeAll { $0.status == .added }
    #expect(calm.exitStatus() == 0)
  }
}
