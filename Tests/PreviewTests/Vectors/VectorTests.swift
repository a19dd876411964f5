import Foundation
import TestSupport
import Testing

/// The Swift core and the page's scripts compute the recorded rows of Fixtures/Vectors.
///
/// With TWHEADER_RECORD_GOLDENS=1 (`scripts/verify/record-goldens`) the rows are recorded again.
@Suite struct VectorTests {
  @Test func swiftMatchesVectors() throws {
    let environment = ProcessInfo.processInfo.environment
    let isRecording = environment["TWHEADER_RECORD_GOLDENS"] == "1" && environment["CI"] == nil
    for file in try VectorFile.all() {
      if isRecording { try Data(file.text.utf8).write(to: file.url) }
      let recorded = try String(contentsOf: file.url, encoding: .utf8)
        .split(separator: "\n").map(String.init)
      #expect(recorded.count == file.rows.count, "\(file.name): number of rows")
      for (line, pair) in zip(recorded, file.rows).enumerated() where pair.0 != pair.1 {
        Issue.record("\(file.name).jsonl:\(line + 1): found \(pair.1), expected \(pair.0)")
        break
      }
    }
  }

  /// Skipped without Node.js, which `pageTestProgramsAreInstalled` reports.
  @Test(.enabled(if: NodeProgram.executable != nil)) func javaScriptMatchesVectors() throws {
    let files = try VectorFile.all()
    let pages = try files.flatMap(\.pages).reduce(into: [:]) { $0[$1.key] = $1.value }
      .map { name, page in "\"\(name)\": \(try page.data())" }
    let folder = try TemporaryFolder()
    try folder.write("pages.json", Array("{\(pages.joined(separator: ",\n"))}".utf8))
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try #require(NodeProgram.executable))
    process.arguments = [
      VectorFile.folder.appending(path: "run.js").path,
      TestFiles.root.appending(path: "Sources/CEmbeddedFiles/Preview").path,
      "\(folder.path)/pages.json",
    ]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(process.terminationStatus == 0, "\(lines.prefix(20).joined(separator: "\n"))")
    for file in files {
      #expect(lines.contains("\(file.name) \(file.rows.count)"), "\(file.name): rows not run")
    }
  }

  /// ARCHITECTURE.md lists the pairs and the other scripts.
  @Test func everyVectorPairHasRows() throws {
    let text = try String(
      contentsOf: TestFiles.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    let pairs = text.matches(of: #/\| `(\w+)\.js` \| `(Sources/[^`]+\.swift)` \|/#)
      .map { (script: String($0.1), swift: String($0.2)) }
    let drawing = try #require(text.range(of: "The files that draw"))
    let computing = text[..<drawing.lowerBound].matches(of: #/\| `(\w+)\.js` \|/#)
      .map { String($0.1) }
    let files = try VectorFile.all()
    #expect(computing.sorted() == files.map(\.name).sorted())
    for file in files {
      #expect(!file.rows.isEmpty, "\(file.name).js has no rows")
    }
    for pair in pairs {
      let swift = TestFiles.root.appending(path: pair.swift).path
      #expect(FileManager.default.fileExists(atPath: swift), "\(pair.swift)")
    }
    let folder = TestFiles.root.appending(path: "Sources/CEmbeddedFiles/Preview")
    for script in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where script.hasSuffix(".js") {
      #expect(text.contains("`\(script)`"), "\(script) is not in ARCHITECTURE.md")
    }
  }
}
