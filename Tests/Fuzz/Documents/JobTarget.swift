import Batch
import FileAccess
import Foundation

/// Values in job files: rejected, or written to a file with the same structure as for harmless
/// values and passed to `twheader` unchanged.
struct JobTarget: FuzzTarget {
  private let manifest: Manifest
  private let scratch: ScratchFolder
  private static let signs = Array(
    "=;|%!$#: *?[]~()'\"`<>&^@+,{}-\\ab9\n\t\u{1B}\u{7F}\u{85}\u{2028}\u{FEFF}\u{301}é😀"
      .unicodeScalars)
  private static let words = [
    "${{ x }}", "$(touch PWNED)", "`touch PWNED`", "';touch PWNED;'", "$$",
    "$(JOB_COMPLETION_INDEX)",
    "\r\n- run: x", "EOF", "--", "null", "~", "!!str", "%0A", "{}",
  ]

  init() throws {
    scratch = try ScratchFolder()
    try scratch.copy("Manifests/still.json")
    let line = #"{"id": "i", "curve": "still.json"}"#
    manifest = try Manifest.load(scratch.write(Array(line.utf8), to: "m.jsonl"))
    let program = #"#!/bin/sh\#nprintf '%s\0' "$@" >>"$GIVEN"\#n"#
    let path = try scratch.write(Array(program.utf8), to: "twheader")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  func input(_ random: inout SeededRandom) -> [UInt8] {
    let engine = UInt8(random.number(below: JobEngine.allCases.count))
    let texts = (0..<6).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<random.number(below: 7) {
        if random.chance(15) {
          text += random.pick(Self.words).unicodeScalars
        } else {
          // Control characters are rare because they are rejected.
          let signs = random.chance(97) ? Array(Self.signs.prefix(33)) : Self.signs
          text.append(random.pick(signs))
        }
      }
      return String(text)
    }
    return [engine] + texts.joined(separator: "\u{0}").utf8
  }

  private func request(_ texts: [String]) -> JobRequest {
    var request = JobRequest(manifest, outputFolder: texts[0])
    request.resultFolder = texts[1]
    request.cacheFolder = texts[2]
    request.only = [texts[3]]
    request.skip = [texts[4]]
    request.image = texts[5]
    request.shards = 3
    return request
  }

  func run(_ input: [UInt8]) throws -> Bool {
    let texts = String(decoding: input.dropFirst(), as: UTF8.self)
      .split(separator: "\u{0}", omittingEmptySubsequences: false).map(String.init)
    guard let first = input.first, texts.count == 6 else { return false }
    let engine = JobEngine.allCases[Int(first) % JobEngine.allCases.count]
    let text: String
    do throws(HeaderKitError) {
      text = try JobFile.text(engine, request(texts))
    } catch {
      try Finding.require([.usage, .badData].contains(error.code), "a defect: \(error)")
      return false
    }
    let plain = try JobFile.text(engine, request(Array(repeating: "a", count: 6)))
    func lines(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }
    try Finding.require(lines(text) == lines(plain), "a value has added a line to \(engine)")
    guard [.slurm, .parallel].contains(engine) else { return true }
    let given = try arguments(of: text, with: engine == .slurm ? [] : ["--shard", "2"])
    let wanted = request(texts).shardArguments.dropFirst()
    try Finding.require(
      Array(given.prefix(wanted.count)) == Array(wanted), "\(engine) gave \(given)")
    try Finding.require(
      !FileManager.default.fileExists(atPath: scratch.path("PWNED")), "a value was run")
    return true
  }

  /// Returns the arguments that a shell passes to `twheader` when it runs a script.
  private func arguments(of script: String, with words: [String]) throws -> [String] {
    let job = try scratch.write(Array(script.utf8), to: "job")
    let given = scratch.path("given")
    try? FileManager.default.removeItem(atPath: given)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = [job] + words
    shell.currentDirectoryURL = scratch.url
    shell.environment = [
      "PATH": "\(scratch.path("")):/usr/bin:/bin", "GIVEN": given, "HOME": "/nonexistent",
    ]
    shell.standardOutput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    let bytes = (try? Data(contentsOf: URL(fileURLWithPath: given))) ?? Data()
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
