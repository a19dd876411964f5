@testable import Batch
import FileAccess
import Foundation
import TestSupport
import Testing

@Suite struct BatchJobFiles {
  let file: BatchManifestFile
  let request: JobRequest

  init() throws {
    file = try BatchManifestFile()
    let manifest = try file.load([
      #"{"id": "a", "curve": "still.json"}"#,
      #"{"id": "b", "curve": "still.json", "outputs": ["b b.gif", "frames/%02d.png"]}"#,
    ])
    var request = JobRequest(manifest, outputFolder: "out $1")
    request.shards = 3
    request.cacheFolder = "it's"
    self.request = request
  }

  @Test func quotesWordsForTheShell() {
    #expect(
      ShellText.quoted(request.shardArguments).hasSuffix(
        "manifest.jsonl --out-dir 'out $1' --cache-dir 'it'\\''s' --results results --jobs 1 --quiet"
      ))
    #expect(ShellText.quoted(["", "a*b", "a-b_c.d/e:1", "é"]) == "'' 'a*b' a-b_c.d/e:1 'é'")
  }

  /// Returns the arguments of the first command that an engine starts, with 2 for its index
  /// variable.
  private func startedWords(_ engine: JobEngine) throws -> [String] {
    let lines = try JobFile.text(engine, request).split(separator: "\n").map(String.init)
    func first(_ pattern: Regex<(Substring, Substring)>) throws -> String {
      let found = lines.compactMap { line in line.firstMatch(of: pattern).map { String($0.1) } }
      return try #require(found.first)
    }
    switch engine {
    case .slurm: return try shellWords(first(/^(twheader .*) & child=/))
    case .parallel: return try shellWords(first(/^ *(twheader .*); status=/))
    case .githubActions:
      let command = try first(/^ *(twheader .*); status=/)
      return try shellWords(command.replacing("${{ matrix.shard }}", with: "2"))
    case .make: return try shellWords(first(/^\t(.*)$/).replacing("$$", with: "$"))
    case .kubernetes:
      // A kubelet replaces a pair of dollar signs with one.
      return try jsonWords(first(/^ *command: (.*)$/)).map { $0.replacing("$$", with: "$") }
    }
  }

  /// Returns the arguments that a shell passes to the program. The shell's second argument is 2.
  private func shellWords(_ command: String) throws -> [String] {
    let (shell, output) = (Process(), Pipe())
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "twheader() { printf '%s\\n' twheader \"$@\"; }; \(command)", "sh", "2",
    ]
    shell.standardOutput = output
    try shell.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    return text.split(separator: "\n").map(String.init)
  }

  private func jsonWords(_ text: String) throws -> [String] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String])
  }

  @Test(
    arguments: [
      (.slurm, ["--shards", "3"]), (.parallel, ["--shard", "2/3"]),
      (.githubActions, ["--shard", "2/3"]), (.kubernetes, ["--shards", "3"]),
    ] as [(JobEngine, [String])])
  func jobsOfEverySchedulerRunAllShards(engine: JobEngine, shard: [String]) throws {
    #expect(
      try startedWords(engine)
        == ["twheader", "batch", "run", request.manifest.path, "--out-dir", "out $1"]
        + ["--cache-dir", "it's", "--results", "results", "--jobs", "1", "--quiet"] + shard)
  }

  @Test func makefileRunsAllItems() throws {
    #expect(
      try startedWords(.make).prefix(11)
        == ["twheader", "batch", "run", request.manifest.path, "--out-dir", "out $1"]
        + ["--cache-dir", "it's", "--jobs", "1", "--quiet"])
  }

  /// The shell's syntax check of the file.
  @Test(arguments: [JobEngine.slurm, .parallel])
  func scriptsAreWellFormed(engine: JobEngine) throws {
    let path = file.folder.path + "/job.sh"
    try TextOutput.write(JobFile.text(engine, request), to: path)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-n", path]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }

  /// The commands are complete, so the image must not have an entry point.
  @Test func defaultImageMatchesDockerfileInstructions() throws {
    let text = try String(
      contentsOfFile: BatchManifestFile.fixture("../../Dockerfile"), encoding: .utf8)
    #expect(text.contains("docker build -t \(request.containerImage) ."))
    #expect(!text.contains("ENTRYPOINT"))
    let pods = try JobFile.text(.kubernetes, request)
    #expect(pods.contains("image: \"\(request.containerImage)\"\n"), "\(pods)")
  }

  /// Registries have no image of that name, so without a custom image each job installs a release.
  @Test func workflowWithoutImageInstallsRelease() throws {
    let plain = try JobFile.text(.githubActions, request)
    #expect(!plain.contains("container:"))
    #expect(plain.components(separatedBy: "RELEASE: ${{ vars.TWHEADER_RELEASE }}").count == 3)
    var named = request
    named.image = "registry.example/twheader"
    let contained = try JobFile.text(.githubActions, named)
    #expect(contained.components(separatedBy: "container: ").count == 3)
    #expect(!contained.contains("TWHEADER_RELEASE"))
  }

  @Test func retriesContainersForTheSameStatuses() throws {
    let pods = try JobFile.text(.kubernetes, request)
    #expect(pods.contains("backoffLimitPerIndex: 2\n"))
    #expect(pods.contains("operator: In\n          values: [1, 64, 65, 66, 70, 73]\n"))
  }

  @Test func doesNotRequeueCancelledJobs() throws {
    let text = try JobFile.text(.slurm, request)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let look = try #require(lines.firstIndex { $0.contains("in CG | CA) break") })
    let requeue = try #require(lines.firstIndex { $0.hasPrefix("scontrol requeue") })
    #expect(look < requeue)
  }

  @Test func shardCommandsContainItemPatterns() throws {
    var request = request
    request.only = ["a*"]
    #expect(try JobFile.text(.slurm, request).contains("--only 'a*' --results"))
    #expect(try JobFile.text(.slurm, request).contains("#SBATCH --array=1-3\n"))
  }

  @Test func shardCommandsContainFontsAndOptionLikeNames() throws {
    var request = request
    request.manifest = request.manifest.settingText(fontFolder: "-fonts", strictText: true)
    request.outputFolder = "-o"
    request.resultFolder = "-r"
    request.skip = ["-a"]
    let text = try JobFile.text(.slurm, request)
    #expect(
      text.contains(
        " --font-folder ./-fonts --strict-text --skip=-a --results ./-r "))
    #expect(text.contains(" --out-dir ./-o "))
    #expect(text.contains("batch merge ./-r"))
  }

  @Test func limitsWorkflowTo256Jobs() throws {
    var request = request
    request.shards = 257
    #expect(throws: HeaderKitError.self) { try JobFile.text(.githubActions, request) }
  }

  @Test func makefileHasOneRulePerItem() throws {
    let text = try JobFile.text(.make, request)
    #expect(text.contains("\nout\\ $$1/a.gif &: "))
    #expect(text.contains("\nout\\ $$1/b\\ b.gif out\\ $$1/frames/00.png &: "))
    #expect(text.contains("--only b --depfile 'out $$1/.deps/b.d'"))
    #expect(text.contains("-include \\\n  out\\ $$1/.deps/a.d \\\n  out\\ $$1/.deps/b.d\n"))
  }

  @Test func depfileListsInputsOfEveryOutput() throws {
    let manifest = request.manifest
    let text = try Depfile.text(manifest.items, manifest: manifest, outputFolder: "o")
    let inputs = "\(manifest.path) \(file.folder.path)/still.json\n"
    #expect(text == "o/a.gif: \(inputs)o/b\\ b.gif o/frames/00.png: \(inputs)")
  }
}
