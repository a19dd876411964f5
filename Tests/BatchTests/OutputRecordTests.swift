@testable import Batch
import FileAccess
import Foundation
import TestSupport
import Testing

/// Outdated outputs are found without rendering.
@Suite struct OutputRecords {
  let file: BatchManifestFile

  init() throws { file = try BatchManifestFile() }

  private var out: String { file.folder.path + "/out" }

  private func manifest(_ fps: [Int]) throws -> Manifest {
    try file.load(
      fps.enumerated().map { index, fps in
        #"{"id": "\#(index)", "curve": "tiny.json", "banner": "dots.png", "fps": \#(fps)}"#
      })
  }

  /// Writes texts in place of the outputs and records them.
  private func make(_ manifest: Manifest, only ids: Set<String>? = nil) throws {
    let items = manifest.items.filter { ids?.contains($0.id) ?? true }
    let results = try items.map { item in
      let bytes = Array("output of \(item.id)".utf8)
      try file.folder.write("out/\(item.id).gif", bytes)
      var result = ItemResult(id: item.id, state: .rendered, frames: 1)
      result.outputs = [
        ItemResult.Output(
          path: "\(item.id).gif", bytes: bytes.count, digest: ContentDigest(of: bytes))
      ]
      return result
    }
    try OutputRecord.note(results, of: items, manifest, in: out)
  }

  private func findings(_ manifest: Manifest) throws -> [String] {
    try OutputRecord.findings(manifest, in: out).map { finding in
      ([finding.state.rawValue] + finding.reasons).joined(separator: ": ")
        .replacing(file.folder.path + "/", with: "")
    }
  }

  @Test func outputsAreFreshUntilInputsChange() throws {
    let first = try manifest([10, 20, 25])
    #expect(try findings(first) == ["missing", "missing", "missing"])
    try make(first)
    #expect(try findings(first) == ["fresh", "fresh", "fresh"])
    #expect(try findings(manifest([10, 12, 25])) == ["fresh", "stale: fps 20, now 12", "fresh"])
    try file.folder.write("dots.png", dotted(dotX: 5))
    try file.folder.write("out/1.gif", [1])
    #expect(
      try findings(manifest([10, 20, 12])) == [
        "stale: banner dots.png has changed", "altered",
        "stale: banner dots.png has changed: fps 25, now 12",
      ])
  }

  /// A changed color is reported with its value, and each cause under one name.
  @Test func reportsEachCauseOnce() throws {
    func manifest(_ accent: String) throws -> Manifest {
      try file.load([##"{"id": "0", "curve": "tiny.json", "accent": "\##(accent)"}"##])
    }
    try make(manifest("#1ED760"))
    #expect(
      try findings(manifest("#1D9BE8")) == ["stale: accent \"#1ED760\", now \"#1D9BE8\""])
  }

  @Test func partialRunKeepsOtherRecords() throws {
    let first = try manifest([10, 20])
    try make(first)
    let second = try manifest([11, 21])
    try make(second, only: ["1"])
    #expect(try findings(second) == ["stale: fps 10, now 11", "fresh"])
    try FileManager.default.removeItem(atPath: out + "/.twheader-made.jsonl")
    #expect(try findings(second) == ["unknown", "unknown"])
  }

  @Test func reportsPositionOfInvalidRecords() throws {
    try make(manifest([10]))
    try file.write("out/.twheader-made.jsonl", "{}\n")
    let error = #expect(throws: HeaderKitError.self) { try findings(manifest([10])) }
    #expect(error?.code == .badData)
    #expect(error?.description.contains(".twheader-made.jsonl:1:1") == true)
  }

  /// Removed outputs are forgotten at the next run. A new file with the same name is a different
  /// one.
  @Test func forgetsRemovedOutputs() throws {
    let manifest = try manifest([10, 20])
    try make(manifest)
    let bytes = try #require(file.folder.bytes("out/1.gif"))
    try FileManager.default.removeItem(atPath: out + "/1.gif")
    #expect(try findings(manifest) == ["fresh", "missing"])
    try file.folder.write("out/1.gif", bytes)
    #expect(try findings(manifest) == ["fresh", "fresh"])
    try FileManager.default.removeItem(atPath: out + "/1.gif")
    try make(manifest, only: ["0"])
    try file.folder.write("out/1.gif", bytes)
    #expect(try findings(manifest) == ["fresh", "unknown"])
  }
}
