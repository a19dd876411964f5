import ArgumentParser
import Comparison
import Files
import Foundation
import Rendering

/// Runs one comparison with its lines, reports and exit status: shared by `diff` and `batch verify`.
struct ComparisonSession {
  let comparison: ComparisonOptions
  let reports: ReportOptions
  let talk: TalkOptions
  let limits: RenderLimits

  /// Receives each item as it is compared.
  typealias OnItem = (ComparedItem, ItemPictures?) throws(HeaderKitError) -> Void

  /// What the options ask of comparing `second` with the baseline `first`.
  func request(first: String, second: String) throws -> DiffRequest {
    var request = DiffRequest(first: first, second: second)
    request.limits = limits
    try comparison.apply(to: &request)
    request.pictureFolder = reports.pictures
    request.keepsPictures = reports.html != nil
    request.update = comparison.update.permitted(
      environment: ProcessInfo.processInfo.environment)
    if request.update != comparison.update, !talk.quiet {
      Diagnostics.warning("CI is set: --update \(comparison.update.rawValue) writes nothing")
    }
    return request
  }

  /// Reports what `compare` finds; throws the exit status unless all is the same.
  func run(title: String, _ compare: (OnItem) async throws -> ComparisonReport) async throws {
    let page = try reports.html.map { path in try HTMLReportFile(path, title: title) }
    var report = try await compare { item, pictures throws(HeaderKitError) in
      if !talk.quiet, !reports.json {
        let lines = LineReport.lines(item.namingFlags, showsDetails: true)
        try TextOutput.write(lines.map { $0 + "\n" }.joined(), to: nil)
      }
      try page?.add(pictures)
    }
    report.items = report.items.map(\.namingFlags)
    try page?.finish(report)
    try reports.write(report)
    if !talk.quiet { Diagnostics.line("twheader: \(report.summary)") }
    let status = report.exitStatus(acceptedUpdates: comparison.okOnUpdate)
    if status != 0 { throw ExitCode(status) }
  }
}

extension ComparedItem {
  /// The same with flags in what is said of its problem.
  fileprivate var namingFlags: ComparedItem {
    var item = self
    item.problem = problem?.naming { $0.flag }
    return item
  }
}
