import ArgumentParser
import Batch
import FileAccess
import StrictJSON

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
    if json {
      let lines = findings.map { finding in
        JSONWriter.object { object in
          object.member("path", finding.path)
          object.member("state", finding.state.rawValue)
          object.member("reasons", finding.reasons)
        }
      }
      try Diagnostics.printLines(lines)
    } else {
      let lines = stale.map { finding in
        let reasons = finding.reasons.joined(separator: "; ")
        return "\(finding.state.rawValue): \(finding.path)\(reasons.isEmpty ? "" : ": \(reasons)")"
      }
      try Diagnostics.printLines(lines)
    }
    if !verbosity.quiet {
      Diagnostics.line("twheader: \(stale.count) of \(findings.count) outputs are out of date")
    }
    if !stale.isEmpty { throw ExitCode(1) }
  }
}
