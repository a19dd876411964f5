import FileAccess
import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// A preloaded library makes single system calls fail. The program then writes the usual bytes,
  /// or it prints one line, ends with a documented status and leaves all files unchanged.
  ///
  /// Each call of `open` and `write` fails once, except that only two writes of a batch fail.
  @Suite(
    .serialized,
    .disabled(if: Sanitizer.isActive, "a sanitizer's library must be the first that is loaded"))
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
    func reportsEveryFailedWrite(arguments: [String]) async throws {
      try await check("write", arguments)
    }

    @Test func reportsFailedWritesInABatch() async throws {
      try await check("write", Self.batch, at: [2, 5])
    }

    @Test(arguments: [frames, still])
    func reportsEveryFailedOpen(arguments: [String]) async throws {
      try await check("open", arguments)
    }

    /// Runs the program once for each number in `numbers`, with the call of that number failing.
    /// Stops if the program makes fewer calls.
    private func check(
      _ call: String, _ arguments: [String], at numbers: some Sequence<Int> = 1...
    ) async throws {
      let reference = try makeFolder()
      let expected = try await reference.program.run(arguments)
      let outputs = try files(of: reference)
      for number in numbers {
        let directory = try makeFolder()
        let before = try files(of: directory)
        let report = directory.hidden("report")
        var program = directory.program
        program.environment = [
          "LD_PRELOAD": library.path, "INJECT_CALL": call, "INJECT_AT": "\(number)",
          "INJECT_REPORT": report,
        ]
        let outcome = try await program.run(arguments, seconds: 60)
        guard FileManager.default.fileExists(atPath: report) else { return }
        let result = "\(call) \(number): status \(outcome.status): \(outcome.errorOutput)"
        let after = try files(of: directory)
        if outcome.status == expected.status, after == outputs { continue }
        #expect([65, 66, 73, 74, 75].contains(outcome.status), "\(result)")
        #expect(
          outcome.lines.count == 1 && outcome.errors.hasPrefix("twheader: error: "), "\(result)")
        #expect(after == before, "\(result): \(after.keys.sorted())")
      }
    }

    /// Returns a folder with two different pictures, an existing output and a manifest with one
    /// still.
    private func makeFolder() throws -> TemporaryDirectory {
      let directory = try TemporaryDirectory()
      for (name, picture) in [("disc.png", "disc.png"), ("other.png", "checker.png")] {
        try directory.write(name, try Fixtures.data("Images/\(picture)"))
      }
      try directory.write("out.gif", "older")
      try directory.write("m.jsonl", #"{"id": "a", "offset": 1, "device": "30x40@1"}"#)
      return directory
    }

    /// Returns the contents of each file, except for caches and results, which contain times.
    /// Folders have empty contents.
    private func files(of directory: TemporaryDirectory) throws -> [String: Data] {
      var files: [String: Data] = [:]
      for name in directory.contents where !name.hasPrefix(".cache") && !name.contains("/results/")
      {
        files[name] = name.hasSuffix("/") ? Data() : try directory.data(name)
      }
      return files
    }
  }

  /// The compiled library. It is removed when the object is deallocated.
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
