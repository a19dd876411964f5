import ArgumentParser
import Foundation
import TwitterHeaderKit

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
    var request = DiffRequest(first: first, second: second)
    request.limits = limits.limits
    try comparison.apply(to: &request)
    request.pictureFolder = reports.pictures
    request.keepsPictures = reports.html != nil
    let environment = ProcessInfo.processInfo.environment
    request.update = comparison.update.permitted(environment: environment)
    if request.update != comparison.update, !talk.quiet {
      Diagnostics.warning("CI is set: --update \(comparison.update.rawValue) writes nothing")
    }
    let page = try reports.html.map { path in
      try HTMLReportFile(path, title: "\(first) and \(second)")
    }
    let report = try await DiffRunner(request).run { item, pictures throws(HeaderKitError) in
      if !talk.quiet, !reports.json {
        let lines = LineReport.lines(item, showsDetails: true)
        try TextOutput.write(lines.map { $0 + "\n" }.joined(), to: nil)
      }
      try page?.add(pictures)
    }
    try page?.finish(report)
    try reports.write(report)
    if !talk.quiet { Diagnostics.line("twheader: \(report.summary)") }
    let status = report.exitStatus(acceptedUpdates: comparison.okOnUpdate)
    if status != 0 { throw ExitCode(status) }
  }
}
