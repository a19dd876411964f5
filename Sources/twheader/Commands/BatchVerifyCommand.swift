import ArgumentParser
import Batch
import Files

/// `twheader batch verify`
struct BatchVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Renders a manifest and compares the outputs with baselines, in one go.",
    discussion: """
      twheader batch verify manifest.jsonl --baselines baselines --html report.html
      Exit status: 0 same, 1 different, above 1 trouble.
      """)

  @OptionGroup var manifest: BatchManifestOptions

  @Option(help: "The folder of the outputs as they should be.")
  var baselines: String

  @Option(help: "Where the outputs are kept; default: a temporary folder that is removed.")
  var outDir: String?

  @Flag(help: "Render everything, keep nothing.")
  var noCache = false

  @OptionGroup(title: "Comparison") var comparison: ComparisonOptions
  @OptionGroup(title: "Reports") var reports: ReportOptions
  @OptionGroup(title: "Cache") var caching: BatchCacheOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    guard comparison.firstManifest == nil, comparison.secondManifest == nil else {
      throw ValidationError("--first-manifest: is of one animation; use twheader diff")
    }
    guard !comparison.framesFolders else {
      throw ValidationError("--frames-folders: frames are compared one by one; use twheader diff")
    }
  }

  func run() async throws {
    let scratch = outDir == nil ? try TemporaryDirectory() : nil
    let folder = outDir ?? scratch?.path ?? ""
    let manifest = try manifest.load(
      outputFolder: folder, pictureBytes: BatchOptions.standardMemory / 4)
    let session = ComparisonSession(
      comparison: comparison, reports: reports, talk: talk, limits: self.manifest.limits.limits)
    var options = BatchOptions(outputFolder: folder)
    options.jobs = comparison.jobs
    options.cache = noCache ? nil : try caching.cache()
    let request = try session.request(first: baselines, second: outDir ?? manifest.path)
    let verification = try BatchVerification(manifest, options: options, request: request)
    let progress = BatchTalk(count: manifest.items.count, quiet: talk.quiet)
    try await session.run(title: "\(baselines) and \(manifest.path)") { onItem in
      try await verification.run(
        onRender: { progress.finished($0) },
        onItem: { item, pictures throws(HeaderKitError) in
          progress.end()
          try onItem(item, pictures)
        })
    }
  }
}
