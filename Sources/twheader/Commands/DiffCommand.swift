import ArgumentParser
import Comparison

/// `twheader diff`
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compares two pictures, animations or folders of them.",
    discussion: """
      A folder is a set of files paired by path, or, with --frames-folders, one animation.
      The first side is the baseline. Exit status: 0 same, 1 different, above 1 trouble.
      """)

  @Argument(help: "A picture, an animation or a folder: the baseline.")
  var first: String

  @Argument(help: "What is compared with it.")
  var second: String

  @OptionGroup(title: "Comparison") var comparison: ComparisonOptions
  @OptionGroup(title: "Reports") var reports: ReportOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var talk: TalkOptions

  func run() async throws {
    let session = ComparisonSession(
      comparison: comparison, reports: reports, talk: talk, limits: limits.limits)
    let runner = DiffRunner(try session.request(first: first, second: second))
    try await session.run(title: "\(first) and \(second)") { try await runner.run(onItem: $0) }
  }
}
