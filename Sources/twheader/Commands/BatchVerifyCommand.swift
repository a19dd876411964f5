import ArgumentParser
import Foundation
import TwitterHeaderKit

/// `twheader batch verify`
struct BatchVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Renders a manifest and compares the outputs with baselines, in one go.",
    discussion: """
      twheader batch verify manifest.jsonl --baselines baselines --html report.html
      Exit status: 0 same, 1 different, above 1 trouble.
      """)

  @Argument(help: "A manifest: .json is one document, anything else has one item a line.")
  var manifest: String

  @Option(help: "The folder of the outputs as they should be.")
  var baselines: String

  @Option(help: "Where the outputs are kept; default: a temporary folder that is removed.")
  var outDir: String?

  @OptionGroup(title: "Comparison") var comparison: ComparisonOptions
  @OptionGroup(title: "Reports") var reports: ReportOptions
  @OptionGroup(title: "Cache") var caching: BatchCacheOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var talk: TalkOptions

  func run() async throws {
    let temporary = FileManager.default.temporaryDirectory
      .appendingPathComponent("twheader-verify-\(ProcessInfo.processInfo.processIdentifier)").path
    let folder = outDir ?? temporary
    defer { if outDir == nil { try? FileManager.default.removeItem(atPath: temporary) } }
    try await render(to: folder)
    try await ComparisonSession(
      comparison: comparison, reports: reports, talk: talk, limits: limits.limits
    ).run(first: baselines, second: folder)
  }

  /// Throws the first error of an item that cannot be rendered: nothing is compared then.
  private func render(to folder: String) async throws {
    let manifest = try Manifest.load(
      self.manifest, outputFolder: folder, limits: limits.limits)
    var options = BatchOptions(outputFolder: folder)
    options.jobs = comparison.jobs
    options.cache = try caching.cache()
    let runner = try BatchRunner(manifest, items: manifest.items, options: options)
    let talk = BatchTalk(count: manifest.items.count, quiet: talk.quiet)
    defer { talk.end() }
    let results = await runner.run { talk.finished($0) }
    if let error = results.lazy.compactMap(\.error).first { throw error }
  }
}
