import Foundation
import Testing

/// ARCHITECTURE.md lists the modules, and walks through the code: numbered lists of files in
/// reading order.
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

  /// Each walk has a maximum number of files. The walks are: pixmap to GIF, curve, batch item,
  /// arguments to pixmap, document, comparison.
  @Test func codeWalksVisitFewFiles() throws {
    let counts = try walks().map(\.count)
    let most = [12, 9, 14, 35 - counts[0], 22, 16]
    #expect(counts.count == most.count && zip(counts, most).allSatisfy { $0 <= $1 }, "\(counts)")
  }

  /// Each file of a walk except the first declares a name that an earlier file of the walk uses.
  @Test func codeWalksHaveNoGaps() throws {
    let declaration = #/\b(?:struct|class|enum|protocol|func|var|let|typealias) (\w{4,})/#
    for walk in try walks() {
      var seen: Set<Substring> = []
      for (place, path) in walk.enumerated() {
        let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
        let names = text.matches(of: declaration).map(\.1)
        let isNamed = names.contains { seen.contains($0) }
        #expect(place == 0 || isNamed, "no earlier file uses a name declared in \(path)")
        seen.formUnion(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
      }
    }
  }

  @Test func codeWalkFilesExist() throws {
    for path in try walks().joined() {
      let place = Self.root.appendingPathComponent(path).path
      #expect(FileManager.default.fileExists(atPath: place), "\(path)")
    }
  }

  /// Every name in code font that starts with a capital letter is used in the code.
  @Test func namesExist() throws {
    var known: Set<Substring> = []
    for folder in ["Sources", "Tests"].map(Self.root.appendingPathComponent) {
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where path.hasSuffix(".swift") {
        known.insert(Substring(URL(fileURLWithPath: path).lastPathComponent))
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        known.formUnion(text.matches(of: #/\b[A-Z]\w+/#).map(\.output))
      }
    }
    let text = try String(
      contentsOf: Self.root.appendingPathComponent("ARCHITECTURE.md"), encoding: .utf8)
    let names = Set(text.matches(of: #/`([A-Z]\w+(?:\.swift)?)`/#).map(\.1))
    #expect(names.count > 30)
    #expect(names.subtracting(known).sorted() == [])
  }

  @Test func moduleTableIsComplete() throws {
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
