import FileAccess
import Foundation
import Testing

/// The same inputs give the same bytes in any environment.
@Suite struct DeterminismTests {
  static let surroundings: [(jobs: String, environment: [String: String])] = [
    ("2", [:]), ("8", [:]), ("1", ["LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8"]),
    ("3", ["TZ": "Asia/Tokyo", "HOME": "/nonexistent", "COLUMNS": "40"]),
  ]

  @Test func bytesAreReproducible() async throws {
    let arguments =
      ["render", "--curve", "swipe.json", "--quiet"] + Twheader.small
      + ["--effort", "3", "-o", "a.gif", "-o", "a.apng", "-o", "a.y4m", "-o", "f/", "--jobs"]
    let reference = try TemporaryDirectory()
    #expect(try await reference.program.run(arguments + ["1"]).status == 0)
    let names = reference.contents.filter { !$0.hasSuffix("/") }
    #expect(names.count == 14)
    for (jobs, environment) in Self.surroundings {
      let directory = try TemporaryDirectory()
      var program = directory.program
      program.environment = environment
      #expect(try await program.run(arguments + [jobs]).status == 0)
      for name in names {
        #expect(
          try directory.data(name) == reference.data(name), "\(name), \(jobs), \(environment)")
      }
    }
  }
}
