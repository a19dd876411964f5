import Foundation
import Testing

/// ARCHITECTURE.md leads newcomers through files that exist, and not through too many of them.
@Suite struct ArchitectureTests {
  private static let root = URL(fileURLWithPath: Fixtures.path + "/..").standardizedFileURL

  /// The numbered lists of the document: the paths of each.
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

  @Test func aFrameACurveAndAnItemAreFollowedInFewFiles() throws {
    let counts = try walks().map(\.count)
    #expect(counts.count == 3)
    for (count, most) in zip(counts, [12, 9, 15]) { #expect(count <= most) }
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
