@testable import Batch
import FileAccess
import Foundation
import TestSupport
import Testing

/// All values in job files are passed to `twheader` unchanged. Each job file is run like its engine
/// does, with a program in place of `twheader` that records its arguments.
@Suite struct JobFileQuoting {
  /// Characters, half of which have a meaning in a shell, Make or YAML.
  private static let signs = Array(
    "=;|%!$#: *?[]~()'\"`<>&^@+,{}-\\ab9".unicodeScalars + "\u{301}\u{338}é漢😀".unicodeScalars)

  /// The folder with the job file, the recording program and its output.
  private let file: BatchManifestFile
  private var folder: TemporaryFolder { file.folder }

  init() throws {
    file = try BatchManifestFile()
    try file.folder.write(
      "bin/twheader",
      Array(#"#!/bin/sh\#nprintf '%s\0' "$@" >>"$GIVEN"; printf '\n\0' >>"$GIVEN"\#n"#.utf8))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: file.folder.path + "/bin/twheader")
  }

  /// Returns texts of one to eight characters. The first ones are the single characters.
  private static func texts(_ seed: UInt64, _ count: Int, make: Bool = false) -> [String] {
    var random = SplitMix(state: seed)
    let signs = signs.filter { !make || $0 != "\\" }
    return signs.map { "a\($0)b" }
      + (0..<count).map { _ in
        var text = ""
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          text.unicodeScalars.append(signs.randomElement(using: &random) ?? "a")
        }
        // A path that Make supports.
        return make ? "a" + text + "b" : text
      }
  }

  /// Returns a request with values from `texts`, starting at `index`.
  private func request(_ texts: [String], _ index: Int) throws -> JobRequest {
    func text(_ step: Int) -> String { texts[(index + step) % texts.count] }
    try file.write("m\(text(0)).jsonl", #"{"id": "i", "curve": "still.json"}"#)
    var request = JobRequest(
      try Manifest.load("\(folder.path)/m\(text(0)).jsonl"), outputFolder: text(1))
    request.resultFolder = text(2)
    request.cacheFolder = text(3)
    request.only = [text(4), text(5)]
    request.skip = [text(6)]
    request.image = text(7)
    request.shards = 3
    return request
  }

  /// Runs a script in a shell and returns the arguments of each call of `twheader`.
  private func calls(
    _ words: [String], script: String, environment: [String: String] = [:]
  ) throws -> [[String]] {
    let given = folder.path + "/given"
    try? FileManager.default.removeItem(atPath: given)
    try TextOutput.write(script, to: folder.path + "/job")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    shell.arguments = words
    shell.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    shell.environment = [
      "PATH": "\(folder.path)/bin:/usr/bin:/bin", "GIVEN": given, "HOME": "/nonexistent",
    ].merging(environment) { $1 }
    shell.standardOutput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    let bytes = try? Data(contentsOf: URL(fileURLWithPath: given))
    let arguments = (bytes ?? Data()).split(separator: 0, omittingEmptySubsequences: false)
      .dropLast().map { String(decoding: $0, as: UTF8.self) }
    return arguments.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(Array.init)
  }

  @Test func quotesEveryValueOfSlurmJobs() throws {
    let texts = Self.texts(1, 60)
    for index in stride(from: 0, to: texts.count, by: 3) {
      let request = try request(texts, index)
      let calls = try calls(["bash", "job"], script: JobFile.text(.slurm, request))
      #expect(calls == [Array(request.shardArguments.dropFirst()) + ["--shards", "3"]])
    }
  }

  @Test func quotesEveryValueOfGNUParallelJobs() throws {
    let texts = Self.texts(2, 60)
    for index in stride(from: 0, to: texts.count, by: 3) {
      let request = try request(texts, index)
      // The call of GNU parallel.
      let calls = try calls(
        ["sh", "job", "--shard", "2"], script: JobFile.text(.parallel, request))
      #expect(calls == [Array(request.shardArguments.dropFirst()) + ["--shard", "2/3"]])
    }
  }

  @Test func quotesEveryValueOfKubernetesJobs() throws {
    let texts = Self.texts(3, 60)
    let requests = try stride(from: 0, to: texts.count, by: 3).map { try request(texts, $0) }
    let jobs = try JobYAML.jobs(requests.map { try JobFile.text(.kubernetes, $0) }, in: folder)
    for (request, job) in zip(requests, jobs) {
      #expect(job.strings("image") == [try #require(request.image)])
      // The expansion of a kubelet. The job's index is the only variable.
      let words = try #require(job.lists("command").first).map(Self.expanded)
      #expect(words == request.shardArguments + ["--shards", "3"])
    }
  }

  /// Replaces `$$` with a single dollar sign and `$(NAME)` with known variables.
  private static func expanded(_ word: String) -> String {
    var rest = Array(word.unicodeScalars)[...]
    let variable = Array("$(JOB_COMPLETION_INDEX)".unicodeScalars)
    var text = ""
    while let scalar = rest.first {
      if rest.starts(with: variable) {
        text += "1"
        rest = rest.dropFirst(variable.count)
      } else {
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(rest.starts(with: "$$".unicodeScalars) ? 2 : 1)
      }
    }
    return text
  }

  @Test func quotesEveryValueOfWorkflows() throws {
    let texts = Self.texts(4, 60)
    let requests = try stride(from: 0, to: texts.count, by: 3).map { try request(texts, $0) }
    let jobs = try JobYAML.jobs(requests.map { try JobFile.text(.githubActions, $0) }, in: folder)
    for (request, job) in zip(requests, jobs) {
      let image = try #require(request.image)
      #expect(job.strings("container") == [image, image])
      #expect(
        job.strings("path") == ["\(request.resultFolder)\n\(request.outputFolder)", "batch.*"])
      let scripts = job.strings("run")
      try #require(scripts.count == 2)
      let shard = scripts[0].replacing("${{ matrix.shard }}", with: "2")
      #expect(
        try calls(["sh", "job"], script: shard)
          == [Array(request.shardArguments.dropFirst()) + ["--shard", "2/3"]])
      #expect(
        try calls(["sh", "job"], script: scripts[1])
          == [
            [
              "batch", "merge", request.resultFolder, "--junit", "batch.xml", "--html",
              "batch.html",
            ]
          ])
    }
  }

  /// Make also sees the right files: an output newer than its inputs is not rebuilt; one older than
  /// an input in its depfile is.
  @Test func quotesEveryNameInMakefiles() throws {
    let texts = Self.texts(5, 40, make: true)
    for index in stride(from: 0, to: texts.count, by: 2) {
      func text(_ step: Int) -> String { texts[(index + step) % texts.count] }
      let first = text(2) + ".gif"
      let second = "x/\(text(3).replacing("%", with: ""))-%02d.png"
      // These are rejected together, see below.
      let signs = (text(1) + text(2) + text(3)).unicodeScalars
      if signs.contains("%"), signs.contains(where: { ["*", "?", "["].contains($0) }) { continue }
      let curve = "\(folder.path)/\(text(4)).json"
      try folder.write("\(text(4)).json", try #require(folder.bytes("still.json")))
      let entry =
        [
          "id": "i", "curve": template(text(4) + ".json"),
          "outputs": [first, second].map(template),
        ]
        as [String: Any]
      try folder.write(
        "\(text(0)).jsonl", Array(JSONSerialization.data(withJSONObject: entry)))
      let manifest = try Manifest.load("\(folder.path)/\(text(0)).jsonl")
      let request = JobRequest(manifest, outputFolder: text(1))
      let script = try JobFile.text(.make, request)
      let expected = [
        Array(request.arguments.dropFirst()) + [
          "--jobs", "1", "--quiet", "--only", "i", "--depfile", "\(text(1))/.deps/i.d",
        ]
      ]
      let make = ["make", "-f", "job"]
      #expect(try calls(make, script: script) == expected, "\(first)")

      let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
      let outputs = manifest.items[0].outputs.map {
        "\(folder.path)/\(Depfile.target($0, in: request.outputFolder))"
      }
      let depfile = "\(folder.path)/\(text(1))/.deps/i.d"
      try TextOutput.write(
        Depfile.text(manifest.items, manifest: manifest, outputFolder: text(1)), to: depfile)
      for path in outputs { try TextOutput.write("", to: path) }
      func date(_ path: String, _ seconds: Double) throws {
        try FileManager.default.setAttributes(
          [.modificationDate: now.addingTimeInterval(seconds)], ofItemAtPath: path)
      }
      try date(manifest.path, 0)
      try date(curve, 0)
      for path in outputs { try date(path, 1) }
      #expect(try calls(make, script: script).isEmpty, "\(first)")
      try date(curve, 2)
      #expect(try calls(make, script: script) == expected, "\(curve)")
    }
  }

  /// Returns a name as in a manifest, with doubled braces.
  private func template(_ name: String) -> String {
    name.map { ["{", "}"].contains($0) ? "\($0)\($0)" : String($0) }.joined()
  }

  /// A newline ends a line of a shell, a rule of Make and a key of YAML, and cannot be quoted in
  /// all of them.
  @Test(
    arguments: JobEngine.allCases, ["\n", "\r", "\t", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}"])
  func rejectsControlCharacters(engine: JobEngine, character: String) throws {
    let good = JobRequest(
      try file.load([#"{"id": "i", "curve": "still.json"}"#]), outputFolder: "o")
    let value = "a\(character)touch PWNED #"
    let set: [(String, WritableKeyPath<JobRequest, String>)] = [
      ("outputFolder", \.outputFolder), ("resultFolder", \.resultFolder),
    ]
    for (name, path) in set {
      var request = good
      request[keyPath: path] = value
      let error = #expect(throws: HeaderKitError.self) { try JobFile.text(engine, request) }
      #expect(error?.code == .usage)
      #expect(error?.description.hasPrefix("\(name): \"a") == true)
    }
    for (name, change) in [
      ("cache", { $0.cacheFolder = value }), ("only", { $0.only = ["b", value] }),
      ("skip", { $0.skip = [value] }), ("image", { $0.image = value }),
    ] as [(String, (inout JobRequest) -> Void)] {
      var request = good
      change(&request)
      let error = #expect(throws: HeaderKitError.self) { try JobFile.text(engine, request) }
      #expect(error?.code == .usage)
      #expect(error?.description.hasPrefix("\(name): \"a") == true)
    }
  }

  /// Compared by bytes, because GitHub recognizes an expression even before a combining character.
  @Test(arguments: ["${{ github.token }}", "a${{\u{301}x"])
  func rejectsGitHubExpressions(value: String) throws {
    var request = JobRequest(
      try file.load([#"{"id": "i", "curve": "still.json"}"#]), outputFolder: "o")
    request.resultFolder = value
    let error = #expect(throws: HeaderKitError.self) {
      try JobFile.text(.githubActions, request)
    }
    #expect(error?.code == .usage)
    #expect(try JobFile.text(.slurm, request).contains("'\(value)'"))
  }

  @Test(arguments: [
    (#"x/a\u0085b.gif"#, "a control character"), (#"a\\b.gif"#, "a backslash"),
    ("a%*b.gif", "a pattern"), ("%/a[b.gif", "a pattern"),
  ])
  func rejectsOutputsThatMakeCannotName(name: String, reason: String) throws {
    let manifest = try file.load([
      #"{"id": "i", "curve": "still.json", "outputs": "\#(name)"}"#
    ])
    let makefile = #expect(throws: HeaderKitError.self) {
      try JobFile.text(.make, JobRequest(manifest, outputFolder: "o"))
    }
    let depfile = #expect(throws: HeaderKitError.self) {
      try Depfile.text(manifest.items, manifest: manifest, outputFolder: "o")
    }
    for error in [makefile, depfile] {
      #expect(error?.code == .badData)
      #expect(error?.description.contains("manifest.jsonl: item i: ") == true)
      #expect(error?.description.contains(reason) == true)
    }
  }

  @Test(arguments: [("a\nb.json", "a control character"), ("a(b)", "an archive member")])
  func rejectsInputsThatMakeCannotName(name: String, reason: String) throws {
    try folder.write(name, try #require(folder.bytes("still.json")))
    let entry = try JSONSerialization.data(withJSONObject: ["id": "i", "curve": name])
    let manifest = try file.load([String(decoding: entry, as: UTF8.self)])
    let error = #expect(throws: HeaderKitError.self) {
      try Depfile.text(manifest.items, manifest: manifest, outputFolder: "o")
    }
    #expect(error?.code == .badData)
    #expect(error?.description.contains(reason) == true)
  }
}

/// The values of a YAML job file according to a YAML parser.
private struct JobYAML {
  private let members: [(key: String, value: Any)]

  /// Reads several job files, for which Python is started once.
  ///
  /// - Parameter folder: The folder for the files.
  static func jobs(_ texts: [String], in folder: TemporaryFolder) throws -> [JobYAML] {
    let jobs = try parsed(texts, in: folder) ?? texts.map(lines)
    try #require(jobs.count == texts.count)
    return jobs.map { JobYAML(members: $0) }
  }

  func strings(_ key: String) -> [String] {
    members.filter { $0.key == key }.compactMap { $0.value as? String }
  }

  func lists(_ key: String) -> [[String]] {
    members.filter { $0.key == key }.compactMap { $0.value as? [String] }
  }

  /// Parses files with Python, or returns `nil` if its parser is not installed.
  private static func parsed(
    _ texts: [String], in folder: TemporaryFolder
  ) throws -> [[(key: String, value: Any)]]? {
    let paths = texts.indices.map { "\(folder.path)/job\($0).yaml" }
    for (text, path) in zip(texts, paths) { try TextOutput.write(text, to: path) }
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments =
      [
        "python3", "-c",
        """
        import json, sys
        try: import yaml
        except ImportError: sys.exit(9)
        def walk(value, found):
            if isinstance(value, dict):
                for key, child in value.items():
                    found.append([str(key), child])
                    walk(child, found)
            elif isinstance(value, list):
                for child in value: walk(child, found)
            return found
        json.dump([walk(yaml.safe_load(open(path, encoding="utf-8")), [])
                   for path in sys.argv[1:]], sys.stdout)
        """,
      ] + paths
    let output = Pipe()
    python.standardOutput = output
    try python.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    python.waitUntilExit()
    if [9, 127].contains(python.terminationStatus) { return nil }
    #expect(python.terminationStatus == 0)
    let lists = try #require(try JSONSerialization.jsonObject(with: data) as? [[[Any]]])
    return lists.map { list in
      list.compactMap { pair in (pair.first as? String).map { ($0, pair[1]) } }
    }
  }

  /// Parses a file line by line: a value is JSON, a plain word or a block.
  private static func lines(_ text: String) throws -> [(key: String, value: Any)] {
    var members: [(key: String, value: Any)] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() {
      guard let match = line.wholeMatch(of: /(\s*(?:- )?)([A-Za-z]+): (.+)/) else { continue }
      let value = String(match.3)
      if value == "|" {
        let indent = String(repeating: " ", count: match.1.count + 2)
        let block = lines[(index + 1)...].prefix { $0.hasPrefix(indent) }
        members.append((String(match.2), block.joined(separator: "\n") + "\n"))
      } else if value.hasPrefix("\"") || value.hasPrefix("[\"") {
        let data = Data(value.utf8)
        let read = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        members.append((String(match.2), read))
      } else {
        members.append((String(match.2), value))
      }
    }
    return members
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
