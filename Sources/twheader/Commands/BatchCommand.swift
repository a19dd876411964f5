import ArgumentParser
import Batch
import Comparison
import FileAccess
import Rendering
import StrictJSON

struct BatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Renders many items from one manifest, on this machine or on a cluster.",
    discussion: """
      twheader batch run manifest.jsonl --out-dir docs/assets
      twheader batch emit slurm manifest.jsonl --out-dir docs/assets --shards 8 > batch.sbatch
      """,
    subcommands: [
      BatchPlanCommand.self, BatchRunCommand.self, BatchStaleCommand.self, BatchVerifyCommand.self,
      BatchMergeCommand.self, BatchEmitCommand.self, BatchCacheCommand.self,
    ])
}

struct BatchPlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Checks a manifest and prints the items of each shard, one JSON object per line.")

  @OptionGroup var manifest: BatchManifestOptions
  @Option(help: "The number of shards.") var shards = 1

  func validate() throws { try UsageError.check("--shards", shards, in: ShardNumber.counts) }

  func run() async throws {
    let plan = ShardPlan(try manifest.load().items, count: shards)
    try TextOutput.write(plan.jsonLines, to: nil)
  }
}

struct BatchStaleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stale",
    abstract: "Lists the outputs of a manifest that are out of date, and why, without rendering.",
    discussion: """
      twheader batch stale manifest.jsonl --out-dir docs/assets
      batch run records what made each output in .twheader-made.jsonl in its
      output folder. Exit status: 0 all are up to date, 1 some are not.
      """)

  @OptionGroup var manifest: BatchManifestOptions
  @Option(help: "The output folder.") var outDir: String

  @Flag(help: "Prints one JSON object per output, also of those that are up to date.")
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
    commandName: "merge",
    abstract:
      "Joins the results of all shards to one report; exits with 1 unless every item is done or, of "
      + "verifications, the same.",
    discussion: "Without --json, --junit and --html, prints the report as JSON.")

  @Argument(help: "The folder that batch run or batch verify wrote to with --results.")
  var results: String

  @Option(help: "Writes the report as JSON.") var json: String?
  @Option(help: "Writes the report as JUnit XML.") var junit: String?
  @Option(help: "Writes the report as an HTML page.") var html: String?
  @Option(help: "Writes the report of verifications as Markdown.") var markdown: String?
  @OptionGroup var verbosity: VerbosityOptions

  func run() async throws {
    let verifications = VerificationResults(results)
    if !verifications.files.isEmpty { return try merge(verifications) }
    guard markdown == nil else { throw UsageError("--markdown: is for results of batch verify") }
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
    commandName: "emit", abstract: "Prints a job file for a scheduler or a build tool.")

  @Argument(help: "slurm, parallel, kubernetes, github-actions or make.") var engine: JobEngine
  @OptionGroup var manifest: BatchManifestOptions
  @Option(help: "The output folder.") var outDir: String
  @Option(help: "The number of tasks.") var shards = 1
  @Option(help: "Processors per task.") var jobs = 1
  @Option(help: "The folder for the results of shards.") var results = "results"
  @Option(help: "The cache folder; default: each machine's own.") var cacheDir: String?

  @Option(help: "An image that contains twheader; without it GitHub's jobs install a release.")
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
