import FileAccess
import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Single system calls fail, with the help of a preloaded library. The run then gives the usual
  /// bytes, or it ends with a documented status and one line and leaves previous files unchanged.
  ///
  /// Each open fails once, and each write except for some in batches.
  @Suite(
    .serialized,
    .disabled(if: Sanitizer.isActive, "a sanitizer's library is loaded first"))
  struct FaultInjectionTests {
    private let library: InjectedLibrary

    init() throws { library = try InjectedLibrary() }

    private static let encode = ["encode", "disc.png", "-o", "out.gif"]
    private static let frames = ["encode", "disc.png", "-o", "out/%02d.png", "-o", "out.apng"]
    private static let compare = ["diff", "disc.png", "other.png", "--html", "out.html", "--quiet"]
    private static let still = ["still", "--offset", "1", "-o", "out.png", "--device", "30x40@1"]
    private static let batch = [
      "batch", "run", "m.jsonl", "--out-dir", "out", "--no-cache", "--results", "out/results",
      "--quiet",
    ]

    @Test(arguments: [encode, frames, compare])
    func everyWriteThatFails(arguments: [String]) async throws {
      try await check("write", arguments)
    }

    @Test func writesThatFailInABatch() async throws {
      try await check("write", Self.batch, at: [2, 5])
    }

    @Test(arguments: [frames, still])
    func everyOpeningThatFails(arguments: [String]) async throws {
      try await check("open", arguments)
    }

    /// Runs with each of the calls in `places` failing, until a call does not occur.
    private func check(
      _ call: String, _ arguments: [String], at places: some Sequence<Int> = 1...
    ) async throws {
      let undisturbed = try place()
      let expected = try await undisturbed.program.run(arguments)
      let outputs = try files(of: undisturbed)
      for number in places {
        let place = try place()
        let before = try files(of: place)
        let report = place.hidden("report")
        var program = place.program
        program.environment = [
          "LD_PRELOAD": library.path, "INJECT_CALL": call, "INJECT_AT": "\(number)",
          "INJECT_REPORT": report,
        ]
        let outcome = try await program.run(arguments, seconds: 60)
        guard FileManager.default.fileExists(atPath: report) else { return }
        let said = "\(call) \(number): status \(outcome.status): \(outcome.talk)"
        let after = try files(of: place)
        if outcome.status == expected.status, after == outputs { continue }
        #expect([65, 66, 73, 74, 75].contains(outcome.status), "\(said)")
        #expect(
          outcome.lines.count == 1 && outcome.errors.hasPrefix("twheader: error: "), "\(said)")
        #expect(after == before, "\(said): \(after.keys.sorted())")
      }
    }

    /// Returns a folder with two different pictures, an older output and a manifest of one still.
    private func place() throws -> TemporaryDirectory {
      let place = try TemporaryDirectory()
      for (name, picture) in [("disc.png", "disc.png"), ("other.png", "checker.png")] {
        try place.write(name, try Fixtures.data("Images/\(picture)"))
      }
      try place.write("out.gif", "older")
      try place.write("m.jsonl", #"{"id": "a", "offset": 1, "device": "30x40@1"}"#)
      return place
    }

    /// Returns the contents of a folder without timestamps.
    private func files(of place: TemporaryDirectory) throws -> [String: Data] {
      var files: [String: Data] = [:]
      for name in place.contents where !name.hasPrefix(".cache") && !name.contains("/results/") {
        files[name] = name.hasSuffix("/") ? Data() : try place.data(name)
      }
      return files
    }
  }

  /// The compiled library, which is removed when it is deallocated.
  private final class InjectedLibrary: Sendable {
    private let folder: TemporaryFolder
    var path: String { folder.path + "/inject.so" }

    init() throws {
      folder = try TemporaryFolder()
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("FaultInjection/inject.c").path
      let compiler = Process()
      compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      compiler.arguments = ["clang", "-O1", "-shared", "-fPIC", "-o", path, source, "-ldl"]
      try compiler.run()
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0, "inject.c is not compiled")
    }
  }
#endif
