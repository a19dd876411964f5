import ArgumentParser
import Foundation
import TwitterHeaderKit

/// Runs one comparison with its lines, reports and exit status: shared by `diff` and `batch verify`.
struct ComparisonSession {
  let comparison: ComparisonOptions
  let reports: ReportOptions
  let talk: TalkOptions
  let limits: RenderLimits

  /// Compares `second` with the baseline `first`; throws the exit status unless all is the same.
  func run(first: String, second: String) async throws {
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
