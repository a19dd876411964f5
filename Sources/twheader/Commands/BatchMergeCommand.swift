import ArgumentParser
import Batch
import Files

/// `twheader batch merge`
struct BatchMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins the results of all shards to one report; 1 unless every item is done.",
    discussion: "Without --json, --junit and --html the report goes to standard output as JSON.")

  @Argument(help: "The folder that batch run --results wrote to.")
  var results: String

  @Option(help: "Write the report as JSON.")
  var json: String?

  @Option(help: "Write it as JUnit XML.")
  var junit: String?

  @Option(help: "Write it as a page.")
  var html: String?

  @OptionGroup var talk: TalkOptions

  func run() async throws {
    let report = try BatchReport(ResultFolder(results))
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
    if !talk.quiet {
      Diagnostics.line(
        "twheader: \(report.count(.done)) of \(report.entries.count) items done, "
          + "\(report.count(.failed)) failed, \(report.count(.missing)) missing")
    }
    guard report.isComplete else { throw ExitCode(1) }
  }
}
