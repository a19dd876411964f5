import ArgumentParser
import Batch
import FileAccess

struct BatchVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Render a manifest and compare with baselines.",
    discussion: """
      twheader batch verify assets.jsonl --baselines baselines --html report.html
          Compares all outputs and writes a page.
      twheader batch verify assets.jsonl --baselines baselines --update changed
          Accepts the changes.

      Exit status: 0 same, 1 different, above 1 an error.
      """)

  @OptionGroup var manifest: BatchManifestOptions
  @Option(help: "Folder of the expected outputs") var baselines: String

  @Option(help: "Output folder [default: a temporary folder]")
  var outDir: String?

  @Flag(help: "Render everything; neither read nor write the cache") var noCache = false

  @Option(help: "Folder for this shard's report [default: results for a shard]")
  var results: String?

  @Option(
    name: .customLong("repeat"), help: "Renders per item, 1 or 2; two renders must be equal")
  var times = 1

  @Flag(help: "Render every animation with a frame manifest, for --update")
  var frameManifests = false

  @OptionGroup(title: "Comparison") var comparison: ComparisonOptions
  @OptionGroup(title: "Reports") var reports: ReportOptions
  @OptionGroup(title: "Cache") var caching: BatchCacheOptions
  @OptionGroup(title: "Shard") var shards: BatchShardOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    try UsageError.check("--repeat", times, in: 1...2)
    guard comparison.firstManifest == nil, comparison.secondManifest == nil else {
      throw UsageError("--first-manifest: applies to one animation; use 'twheader diff'")
    }
    guard !comparison.framesFolders else {
      throw UsageError(
        "--frames-folders: numbered frames are always one animation here; omit it")
    }
  }

  func run() async throws {
    let scratch = outDir == nil ? try TemporaryDirectory() : nil
    let folder = outDir ?? scratch?.path ?? ""
    let second = times > 1 ? try TemporaryDirectory() : nil
    let manifest = try manifest.load(
      outputFolder: folder, pictureBytes: BatchOptions.standardMemory / 4)
    let session = ComparisonSession(
      comparison: comparison, reports: reports, verbosity: verbosity,
      limits: self.manifest.limits.limits)
    var options = BatchOptions(outputFolder: folder)
    options.jobs = comparison.jobs
    let request = try session.request(first: baselines, second: outDir ?? manifest.path)
    try session.checkReports(
      first: baselines, second: nil, inputs: manifest.inputPaths,
      outputs: manifest.outputTargets(in: baselines)
        + (outDir.map { try manifest.outputTargets(in: $0) } ?? []),
      folders: [results, noCache ? nil : caching.cacheDir].compactMap { $0 })
    let shard = try shards.number(verbosity)
    options.cache = noCache ? nil : try caching.cache()
    let verification = try BatchVerification(
      manifest, options: options, request: request, shard: shard ?? .whole,
      repeatFolder: second?.path, frameManifests: frameManifests)
    let folderOfResults = results ?? shard.map { _ in "results" }
    let items = (shard ?? .whole).items(of: manifest)
    let progress = BatchProgress(items, quiet: verbosity.quiet)
    try await session.run(title: "\(baselines) and \(manifest.path)") { onItem in
      let report = try await verification.run(
        onRender: { progress.finished($0) },
        onItem: { item, pictures throws(HeaderKitError) in
          progress.end()
          try onItem(item, pictures)
        })
      if let folderOfResults {
        try VerificationResults(folderOfResults).write(report, shard: shard ?? .whole)
      }
      return report
    }
  }
}
