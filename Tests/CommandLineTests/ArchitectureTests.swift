import Foundation
import Testing

/// ARCHITECTURE.md guides newcomers through existing files, and not too many of them.
@Suite struct ArchitectureTests {
  private static let root = URL(fileURLWithPath: Fixtures.path + "/..").standardizedFileURL

  /// Returns the paths in each numbered list of the document.
  private func walks() throws -> [[String]] {
    let text = try String(
      contentsOf: Self.root.appendingPathComponent("ARCHITECTURE.md"), encoding: .utf8)
    var walks: [[String]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let step = line.firstMatch(of: #/^(\d+)\. `(Sources/[^`]+)`/#) else { continue }
      if step.1 == "1" { walks.append([]) }
      let path = String(step.2)
      try #require(walks.indices.last.map { walks[$0].append(path) } != nil)
    }
    return walks
  }

  /// The number of files in each walk: pixmap to GIF, curve, batch item, arguments to pixmap,
  /// document, comparison.
  @Test func walksGoThroughFewFiles() throws {
    let counts = try walks().map(\.count)
    let most = [12, 9, 14, 35 - counts[0], 22, 16]
    #expect(counts.count == most.count && zip(counts, most).allSatisfy { $0 <= $1 }, "\(counts)")
  }

  /// The next file of a walk can be found: an earlier one uses a name that it declares.
  @Test func walksHaveNoGaps() throws {
    let declaration = #/\b(?:struct|class|enum|protocol|func|var|let|typealias) (\w{4,})/#
    for walk in try walks() {
      var seen: Set<Substring> = []
      for (place, path) in walk.enumerated() {
        let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
        let names = text.matches(of: declaration).map(\.1)
        let isNamed = names.contains { seen.contains($0) }
        #expect(place == 0 || isNamed, "nothing before it names \(path)")
        seen.formUnion(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
      }
    }
  }

  @Test func everyFileOfAWalkExists() throws {
    for path in try walks().joined() {
      let place = Self.root.appendingPathComponent(path).path
      #expect(FileManager.default.fileExists(atPath: place), "\(path)")
    }
  }

  @Test func everyModuleStandsInTheTable() throws {
    let text = try String(
      contentsOf: Self.root.appendingPathComponent("ARCHITECTURE.md"), encoding: .utf8)
    let sources = Self.root.appendingPathComponent("Sources").path
    for name in try FileManager.default.contentsOfDirectory(atPath: sources) {
      let folder = sources + "/" + name
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      guard files.contains(where: { $0.hasSuffix(".swift") }) else { continue }
      #expect(text.contains("| `\(name)` |"), "\(name)")
    }
  }
}
