import ArgumentParser
import Batch
import Comparison
import FileAccess
import Rendering
import StrictJSON

struct BatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Render, verify and distribute a manifest of items.",
    discussion: """
      twheader batch run assets.jsonl --out-dir docs/assets
          Renders what is not in the cache.
      twheader batch verify assets.jsonl --baselines docs/assets
          Renders to a temporary folder and compares.
      twheader batch emit slurm assets.jsonl --out-dir docs/assets --shards 8
          Prints a job file for a cluster.
      """,
    subcommands: [
      BatchPlanCommand.self, BatchRunCommand.self, BatchStaleCommand.self, BatchVerifyCommand.self,
      BatchMergeCommand.self, BatchEmitCommand.self, BatchCacheCommand.self,
    ])
}

struct BatchPlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Check a manifest and list the items of each shard.",
    discussion: """
      twheader batch plan assets.jsonl
          Checks the manifest and prints one JSON object per line.
      twheader batch plan assets.jsonl --shards 8
          Prints the items of each of 8 shards.
      """)

  @OptionGroup var manifest: BatchManifestOptions
  @Option(help: "Number of shards") var shards = 1

  func validate() throws { try UsageError.check("--shards", shards, in: ShardNumber.counts) }

  func run() async throws {
    let plan = ShardPlan(try manifest.load().items, count: shards)
    try TextOutput.write(plan.jsonLines, to: nil)
  }
}

struct BatchStaleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stale", abstract: "List outputs that are out of date, without rendering.",
    discussion: """
      twheader batch stale assets.jsonl --out-dir docs/assets
          Prints the outputs that are out of date, and why.
      twheader batch stale assets.jsonl --out-dir docs/assets --json
          Prints the state of every output.

      Compares with .twheader-made.jsonl, which 'batch run' writes to the output
      folder.

      Exit status: 0 all are up to date, 1 some are not.
      """)

  @OptionGroup var manifest: BatchManifestOptions
  @Option(help: "Output folder") var outDir: String

  @Flag(help: "Print one JSON object per output, also if up to date")
  var json = false

  @OptionGroup var verbosity: VerbosityOptions

  func run() async throws {
    let findings = try OutputRecord.findings(manifest.load(outputFolder: outDir), in: outDir)
    let stale = findings.filter { $0.state != .fresh }
    let lines = (json ? findings : stale).map { finding in
      if json {
        return JSONWriter.object { object in
          object.member("path", finding.path)
          object.member("state", finding.state.rawValue)
          object.member("reasons", finding.reasons)
        }
      }
      let reasons = finding.reasons.joined(separator: "; ")
      return "\(finding.state.rawValue): \(finding.path)\(reasons.isEmpty ? "" : ": \(reasons)")"
    }
    try Diagnostics.printLines(lines)
    verbosity.note("\(stale.count) of \(findings.count) outputs are out of date")
    if !stale.isEmpty { throw ExitCode(1) }
  }
}

struct BatchMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Join the results of all shards in one report.",
    discussion: """
      twheader batch merge results/ --html report.html
          Writes a page about all items.
      twheader batch merge results/ > report.json
          Prints the report as JSON.

      Exit status: 0 every item is done or, of 'batch verify', the same; else 1.
      """)

  @Argument(help: "Folder that 'batch run' or 'batch verify' wrote with --results")
  var results: String

  @Option(help: "Write the report as JSON") var json: String?
  @Option(help: "Write the report as JUnit XML") var junit: String?
  @Option(help: "Write the report as an HTML page") var html: String?
  @Option(help: "Write the report of verifications as Markdown") var markdown: String?
  @OptionGroup var verbosity: VerbosityOptions

  func run() async throws {
    let verifications = VerificationResults(results)
    if !verifications.files.isEmpty { return try merge(verifications) }
    guard markdown == nil else {
      throw UsageError("--markdown: requires results of 'batch verify'; give another format")
    }
    let folder = ResultFolder(results)
    try OutputGuard.checkReports([json, junit, html].compactMap { $0 }, inputs: folder.files)
    let report = try BatchReport(folder)
    if let json { try TextOutput.write(report.json, to: json) }
    if let junit { try TextOutput.write(report.junit, to: junit) }
    if let html { try TextOutput.write(report.html, to: html) }
    if json == nil, junit == nil, html == nil { try TextOutput.write(report.json, to: nil) }
    for entry in report.entries {
      switch entry.state {
      case .done: continue
      case .failed: Diagnostics.error("\(entry.id): \(entry.error?.description ?? "failed")")
      case .missing: Diagnostics.error("\(entry.id): missing; no attempt finished it")
      }
    }
    verbosity.note(
      "\(report.count(.done)) of \(report.entries.count) items done, "
        + "\(report.count(.failed)) failed, \(report.count(.missing)) missing")
    guard report.isComplete else { throw ExitCode(1) }
  }

  private func merge(_ results: VerificationResults) throws {
    try OutputGuard.checkReports(
      [json, junit, html, markdown].compactMap { $0 }, inputs: results.files)
    let report = try results.merged()
    try Diagnostics.printLines(report.items.filter { !$0.passes }.flatMap { LineReport.lines($0) })
    if let json { try TextOutput.write(JSONReport.text(report), to: json) }
    if let junit { try TextOutput.write(JUnitReport.text(report), to: junit) }
    if let markdown { try TextOutput.write(MarkdownReport.text(report), to: markdown) }
    if let html {
      let page = try HTMLReportFile(html, title: report.second)
      for _ in report.items { try page.add(nil) }
      try page.finish(report)
    }
    verbosity.note(report.summary)
    let status = report.exitStatus(acceptedUpdates: true)
    if status != 0 { throw ExitCode(status) }
  }
}

struct BatchEmitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emit", abstract: "Print a job file for a scheduler or a build tool.",
    discussion: """
      twheader batch emit slurm assets.jsonl --out-dir out --shards 8 > job.sbatch
          Writes an array job of 8 tasks for Slurm.
      twheader batch emit make assets.jsonl --out-dir out > assets.mk
          Writes a makefile with the inputs of each output.
      """)

  @Argument(help: "Kind of job file") var engine: JobEngine
  @OptionGroup var manifest: BatchManifestOptions
  @Option(help: "Output folder") var outDir: String
  @Option(help: "Number of shards") var shards = 1
  @Option(help: "Processors per task") var jobs = 1
  @Option(help: "Folder for the results of shards") var results = "results"
  @Option(help: "Cache folder [default: each machine's own]") var cacheDir: String?

  @Option(
    help: "Container image with twheader; without it, GitHub's jobs install a release")
  var image: String?

  func validate() throws {
    try UsageError.check("--shards", shards, in: ShardNumber.counts)
    try UsageError.check("--jobs", jobs, in: RequestRanges.jobs)
  }

  func run() async throws {
    var request = JobRequest(try manifest.load(outputFolder: outDir), outputFolder: outDir)
    request.resultFolder = results
    request.cacheFolder = cacheDir
    request.only = manifest.only
    request.skip = manifest.skip
    request.shards = shards
    request.jobs = jobs
    request.image = image
    try TextOutput.write(JobFile.text(engine, request), to: nil)
  }
}

extension JobEngine: ExpressibleByArgument {}
