import Batch
import FileAccess
import Foundation
import StrictJSON

/// Manifests of several lines, one of them changed: rejected with a position, or loaded as items.
struct ManifestTarget: FuzzTarget {
  private let firstLines: DocumentMutation
  private let items: DocumentMutation
  private let scratch: ScratchFolder

  init() throws {
    let lines = try Fixtures.files("Manifests", "jsonl").map {
      $0.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }
    firstLines = try DocumentMutation(lines.compactMap(\.first))
    let extra = [
      ##"{"id": "a-{fps}-{theme}", "style": "mimic", "banner": "../Images/banner.png", "outputs": ["o/{id}.gif"], "matrix": {"fps": [10, "30000/1001"], "theme": ["light", "dark"]}}"##,
      ##"{"id": "b", "curve": "fling", "frames": [0, 3], "quality": 60, "outputs": [{"path": "p", "format": "frames"}]}"##,
    ]
    items = try DocumentMutation(lines.flatMap { $0.dropFirst() } + extra.map { Array($0.utf8) })
    scratch = try ScratchFolder()
    for name in ["Manifests", "Images"] {
      try FileManager.default.copyItem(
        at: Fixtures.url(name), to: scratch.url.appendingPathComponent(name))
    }
  }

  func input(_ random: inout SeededRandom) -> [UInt8] {
    let chosen = items.documents.filter { _ in random.chance(50) }
    let broken = random.number(below: chosen.count + 1)
    var lines: [[UInt8]] = []
    let first = random.pick(firstLines.documents)
    lines.append(broken == 0 ? firstLines.changed(first, &random) : Array(first.text.utf8))
    for (index, item) in chosen.enumerated() {
      lines.append(
        broken == index + 1 ? items.changed(item, &random) : Array(item.text.utf8))
    }
    return Array(lines.joined(separator: Array((random.chance(5) ? "\r\n\n" : "\n").utf8)))
  }

  func run(_ input: [UInt8]) throws -> Bool {
    let path = try scratch.write(input, to: "Manifests/manifest.jsonl")
    do {
      let manifest = try Manifest.load(path, outputFolder: scratch.path("out"))
      let ids = Set(manifest.items.map(\.id))
      try Finding.require(ids.count == manifest.items.count, "an id twice")
      try Finding.require(
        manifest.digest == (try Manifest.load(path)).digest, "two digests of one manifest")
      return true
    } catch let error as ManifestError {
      try Finding.require(!error.problems.isEmpty, "refused without a problem")
      for problem in error.problems {
        try Finding.require(
          problem.location.line >= 1 && !problem.location.description.contains("\n"),
          "a problem without a location or on two lines: \(problem.location)")
      }
      return false
    } catch let error as HeaderKitError {
      try Finding.require(error.code != .internalDefect, "a defect: \(error)")
      return false
    }
  }
}
