import Foundation
import TestSupport
import Testing

@testable import Comparison

@Suite struct HTMLReportTests {
  private func page(_ names: [String]) -> String {
    let items = names.map { ComparedItem(name: $0, status: .different) }
    let report = ComparisonReport(
      first: "old", second: "new", metric: "exact", items: items)
    var text = HTMLReport.head(title: "A <title>")
    for index in names.indices {
      let moment = ItemPictures.Moment(
        label: names[index], state: .changed, first: [1, 2, 3], second: [4], difference: [5, 6],
        isSame: false)
      text += HTMLReport.item(
        ItemPictures(moments: [moment], leftOut: 0), index: index
      ) { "\($0)" }
    }
    return text + HTMLReport.tail(report)
  }

  @Test func pageFetchesNothing() {
    let text = page(["a.png"])
    #expect(!text.contains("http://") && !text.contains("https://") && !text.contains("src=\"//"))
    #expect(text.contains("default-src 'none'"))
  }

  @Test func fillsEveryPagePlaceholderOnce() {
    let name = "{{style}} {{list}}"
    let text = page([name])
    #expect(text.components(separatedBy: "{{").count == 1 + 2 * 2)
    for part in ["--accent: #1d6fe0", "const viewer = ", "function buildList()"] {
      #expect(text.components(separatedBy: part).count == 2)
    }
    #expect(text.contains("<p class=\"soft small paths\">old → new, exact</p>\n\n<div"))
    #expect(text.hasPrefix("<!doctype html>\n") && text.hasSuffix("</body>\n</html>\n"))
  }

  @Test func namesCannotEndAScriptOrAddMarkup() {
    let text = page(["</script><img src=x onerror=alert(1)>"])
    #expect(!text.contains("<img src=x"))
    #expect(text.contains("\\u003c/script>"))
    #expect(text.contains("<title>A &lt;title&gt;</title>"))
  }

  @Test func itemPicturesAreInSeparateBlocks() throws {
    let text = page((0..<500).map { "\($0).png" })
    #expect(
      text.components(separatedBy: "<script type=\"application/json\" id=\"item-").count == 501)
    let start = try #require(text.range(of: "id=\"item-499\">"))
    let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
    let json = Data(text[start.upperBound..<end.lowerBound].utf8)
    let block = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    let moments = try #require(block["moments"] as? [[String: Any]])
    #expect(moments[0]["first"] as? String == "[1, 2, 3]")
  }

  @Test func unfinishedPageLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try HTMLReportFile(folder.path + "/deep/report.html", title: "x")
      try file.add(nil)
    }
    #expect(!folder.exists("deep/report.html"))
    let file = try HTMLReportFile(folder.path + "/deep/report.html", title: "x")
    try file.finish(ComparisonReport(first: "a", second: "b", metric: "exact", items: []))
    #expect(folder.exists("deep/report.html"))
  }

  /// Items that show the same picture share one element.
  @Test func aPageContainsEachPictureOnce() throws {
    let folder = try TemporaryFolder()
    let page = try HTMLReportFile(folder.path + "/page.html", title: "t")
    for second in [[4], [5]] as [[UInt8]] {
      let moment = ItemPictures.Moment(
        label: "", state: .changed, first: [1, 2, 3], second: second, difference: nil,
        isSame: false)
      try page.add(ItemPictures(moments: [moment], leftOut: 0))
    }
    try page.finish(ComparisonReport(first: "a", second: "b", metric: "exact", items: []))
    let text = String(decoding: try #require(folder.bytes("page.html")), as: UTF8.self)
    let element = HTMLReport.element([1, 2, 3], number: 0)
    #expect(text.components(separatedBy: String(decoding: element, as: UTF8.self)).count == 2)
    #expect(text.components(separatedBy: "\"first\":\"#0\"").count == 3)
    #expect(text.contains("\"second\":\"#1\"") && text.contains("\"second\":\"#2\""))
    #expect(text.components(separatedBy: "id=\"picture-").count == 4)
  }

  /// All bytes and lengths survive, and the text has nothing that ends or changes a script.
  @Test(arguments: 0..<40) func encodesPicturesAsCompactText(count: Int) throws {
    var random = SeededRandom(count)
    var bytes = (0..<count).map { _ in UInt8(random.number(in: 0...255)) }
    if count > 30 { bytes = (0...255).flatMap { [UInt8($0), UInt8(count)] } }
    let text = DenseText.encoded(bytes)
    #expect(text.count <= (bytes.count * 8 + 6) / 7 + 1)
    #expect(!text.contains { DenseText.unused.contains($0) })
    let scalars = try #require(String(validating: text, as: UTF8.self)).unicodeScalars.map {
      Int($0.value)
    }
    let bits = scalars.flatMap { scalar -> [Int] in
      scalar < 0x100
        ? [scalar] : [Int(DenseText.unused[(scalar - 0x100) / 128]), scalar % 128]
    }.flatMap { value in (0..<7).map { value >> (6 - $0) & 1 } }
    let found = (0..<bytes.count).map { byte in
      UInt8(bits[(byte * 8)..<(byte * 8 + 8)].reduce(0) { $0 * 2 + $1 })
    }
    #expect(found == bytes)
  }

  @Test func folderHasEachPictureOnceAndNoStaleOnes() throws {
    let folder = try TemporaryFolder()
    let stale = "r/pictures/" + String(repeating: "0", count: 24) + ".png"
    try folder.write(stale, [9])
    try folder.write("r/pictures/mine.png", [9])
    let page = try HTMLReportFile(folder: folder.path + "/r", title: "t")
    let moment = ItemPictures.Moment(
      label: "", state: .changed, first: [1, 2, 3], second: [4], difference: [1, 2, 3],
      isSame: false)
    for _ in 0..<2 { try page.add(ItemPictures(moments: [moment], leftOut: 0)) }
    let items = ["a", "b"].map { ComparedItem(name: $0, status: .different) }
    try page.finish(
      ComparisonReport(first: "old", second: "new", metric: "exact", items: items))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/r/pictures")
    #expect(names.count == 3 && names.contains("mine.png") && !folder.exists(stale))
    let text = String(decoding: try #require(folder.bytes("r/index.html")), as: UTF8.self)
    for name in names where name != "mine.png" { #expect(text.contains("pictures/" + name)) }
    #expect(!text.contains("id=\"picture-"))
  }
}
