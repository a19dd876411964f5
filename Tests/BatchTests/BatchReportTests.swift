@testable import Batch
import FileAccess
import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite struct BatchReports {
  let file: BatchManifestFile
  let manifest: Manifest

  init() throws {
    file = try BatchManifestFile()
    manifest = try file.load(
      (0..<20).map { #"{"id": "i\#($0)", "curve": "still.json", "scale": \#($0 % 3 + 1)}"# })
  }

  private func result(_ item: BatchItem, _ state: ItemResult.State = .rendered) -> ItemResult {
    var result = ItemResult(id: item.id, state: state, frames: item.frames)
    result.seconds = Double(item.line)
    if result.isDone {
      result.outputs = [
        ItemResult.Output(path: item.id + ".gif", bytes: 7, digest: ContentDigest(of: item.id))
      ]
    }
    if state == .failed {
      result.error = HeaderKitError(
        .badData, subject: .file("x<y>.png"), reason: "cut off", remedy: "no")
    }
    return result
  }

  private func report(shards count: Int, in name: String) throws -> BatchReport {
    let folder = ResultFolder(file.folder.path + "/" + name)
    for index in (1...count).reversed() {
      let shard = try #require(ShardNumber(index: index, count: count))
      let items = shard.items(of: manifest).map { item in
        result(item, item.id == "i3" ? .failed : index.isMultiple(of: 2) ? .cached : .rendered)
      }
      try folder.write(items, of: manifest, shard: shard, attempt: nil)
    }
    return try BatchReport(folder)
  }

  @Test func reportIsIndependentOfShardCount() throws {
    let reports = try [1, 2, 7].map { try report(shards: $0, in: "results-\($0)") }
    #expect(Set(reports.map(\.json)).count == 1)
    #expect(Set(reports.map(\.junit)).count == 1)
    #expect(Set(reports.map(\.html)).count == 1)
    #expect(reports[0].count(.done) == 19 && reports[0].count(.failed) == 1)
    #expect(reports[0].entries.map(\.id) == manifest.items.map(\.id))
  }

  @Test func galleryShowsAndLinksOutputs() throws {
    let page = try report(shards: 1, in: "results").html(outputs: "../out & more")
    #expect(
      page.contains(
        "<a href=\"../out%20&amp;%20more/i0.gif\">"
          + "<img src=\"../out%20&amp;%20more/i0.gif\" alt=\"\" loading=\"lazy\">i0.gif</a>"))
    #expect(!page.contains("i3.gif") && page.contains("x&lt;y&gt;.png: cut off"))
  }

  @Test func reportListsCachedItemsAndRenderTimes() throws {
    var first = result(manifest.items[0], .rendered)
    first.seconds = 1.234
    let results = [first, result(manifest.items[1], .cached)]
    let page = try report(shards: 1, in: "results").html(outputs: "out", results: results)
    #expect(page.contains("<li class=\"done rendered\"><b>i0</b> rendered\n"))
    #expect(page.contains("<li class=\"done cached\"><b>i1</b> cached\n"))
    #expect(page.contains(" bytes, 1.23 s</small></li>"))
  }

  @Test func mergingIsIdempotent() throws {
    let first = try report(shards: 3, in: "results")
    #expect(try BatchReport(ResultFolder(file.folder.path + "/results")) == first)
  }

  @Test func mergeKeepsBestAttemptPerItem() throws {
    let folder = ResultFolder(file.folder.path + "/results")
    let items = manifest.items
    func attempt(_ states: [ItemResult.State?]) throws {
      let results = zip(items, states).compactMap { item, state in
        state.map { result(item, $0) }
      }
      try folder.write(results, of: manifest, shard: .whole, attempt: nil)
    }
    try attempt([.rendered, .failed, .dropped, .failed])
    try attempt([.failed, .cached, .dropped, .dropped])
    let report = try BatchReport(folder)
    #expect(report.entries.prefix(5).map(\.state) == [.done, .done, .missing, .failed, .missing])
    #expect(!report.isComplete)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      names == [
        "batch.json", "shard-00001-of-00001.attempt-1.json", "shard-00001-of-00001.attempt-2.json",
      ])
  }

  /// Schedulers may repeat attempt numbers or restart at 1. Other shards are not affected.
  @Test func attemptsNeverOverwriteEachOther() throws {
    let folder = ResultFolder(file.folder.path + "/results")
    let other = try #require(ShardNumber(index: 2, count: 2))
    func attempts(_ start: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasPrefix(start) }
    }
    for attempt in [2, 2, 1, nil, 9, 9] {
      try folder.write([], of: manifest, shard: .whole, attempt: attempt)
    }
    #expect(
      try attempts("shard-00001-of-00001")
        == ["10", "2", "3", "4", "5", "9"].map { "shard-00001-of-00001.attempt-\($0).json" })
    try folder.write([], of: manifest, shard: other, attempt: nil)
    #expect(try attempts("shard-00002") == ["shard-00002-of-00002.attempt-1.json"])
    let numbers = try folder.results(of: manifest.digest).map(\.attempt)
    #expect(numbers.sorted() == [1, 2, 3, 4, 5, 9, 10])
  }

  @Test func resultsRoundTrip() throws {
    var items = manifest.items.map { result($0) }
    items[1] = result(manifest.items[1], .failed)
    items[0].warnings = ["a \"warning\"\n"]
    let written = ShardResult(batch: manifest.digest, shard: .whole, attempt: 4, items: items)
    var read = try ShardResult(.parse(Array(written.json.utf8)))
    #expect(read.json.contains(#""status": 65"#))
    // The message is stored as one text without its parts.
    #expect(read.items[1].error?.description == items[1].error?.description)
    read.items[1].error = items[1].error
    #expect(read == written)
  }

  @Test func rejectsResultsOfAnotherManifest() throws {
    let folder = ResultFolder(file.folder.path + "/results")
    try folder.write([], of: manifest, shard: .whole, attempt: nil)
    let other = manifest.selecting(only: ["i1"], skip: [])
    #expect(throws: HeaderKitError.self) { try folder.prepare(other) }
    let stranger = ShardResult(batch: other.digest, shard: .whole, attempt: 1, items: [])
    try file.write("results/shard-00001-of-00001.attempt-9.json", stranger.json)
    #expect(throws: HeaderKitError.self) { try BatchReport(folder) }
    #expect(throws: HeaderKitError.self) { try BatchReport(ResultFolder("/nonexistent")) }
  }

  @Test func escapesNamesInMarkup() throws {
    let report = try report(shards: 1, in: "results")
    #expect(report.junit.contains("message=\"x&lt;y&gt;.png: cut off; no\""))
    #expect(report.html.contains("<p>x&lt;y&gt;.png: cut off; no</p>"))
    #expect(report.junit.contains("tests=\"20\" failures=\"1\" errors=\"0\""))
  }

  /// A folder of frames is linked without a picture. Paths are escaped in links and in pages.
  @Test(arguments: [
    ("f/", "out/f/", ""), ("g/x%04d.png", "out/g/", ""), ("v.mp4", "out/v.mp4", ""),
    ("a b.webp", "out/a%20b.webp", "<img src=\"out/a%20b.webp\" alt=\"\" loading=\"lazy\">"),
    ("é.JPG", "out/%C3%A9.JPG", "<img src=\"out/%C3%A9.JPG\" alt=\"\" loading=\"lazy\">"),
  ])
  func galleryLinksOnlyExistingOutputs(path: String, link: String, picture: String) {
    var done = ItemResult(id: "i", state: .rendered, frames: 3)
    done.outputs = [ItemResult.Output(path: path, bytes: 7, digest: ContentDigest(of: ""))]
    let report = BatchReport(batch: manifest.digest, ids: ["i"], results: [done])
    #expect(report.html(outputs: "out").contains("<a href=\"\(link)\">\(picture)\(path)</a>"))
    #expect(report.html.contains("<small>\(path)</small>") && !report.html.contains("<a href"))
  }
}
