import ArgumentParser
import FileAccess
import FrameEncoding
import PortableFoundation
import PortableMath

struct OutcomeOptions: ParsableArguments {
  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Flag(help: "Print the outputs as one JSON object") var json = false

  @Option(
    help: ArgumentHelp(
      "Report time and memory per stage: text on standard error, or json", valueName: "format"))
  var stats: Format?

  @OptionGroup var verbosity: VerbosityOptions

  /// Throws a usage error if `--json` and an output would both go to standard output.
  func check(outputs: [String]) throws {
    guard json, outputs.contains("-") else { return }
    throw UsageError(
      "--json: standard output already carries the image; write the image to a file")
  }

  func print(_ outcome: RenderOutcome) throws(HeaderKitError) {
    if !verbosity.quiet {
      outcome.warnings.forEach(Diagnostics.warning)
      for output in outcome.outputs {
        guard let reduced = output.reduced else { continue }
        verbosity.note("\(output.path): reduced to fit: \(reduced)")
      }
      if verbosity.verbose {
        printLines(outcome)
      } else if isatty(STDERR_FILENO) == 1 {
        outcome.outputs.forEach { printSummary($0, of: outcome) }
      }
    }
    if stats == .text { printStatistics(outcome) }
    if json {
      try TextOutput.write(outcome.json(withCost: stats == .json), to: nil)
    } else if stats == .json {
      if outcome.outputs.contains(where: { $0.path == "-" }) {
        Diagnostics.line(outcome.statsJSON)
      } else {
        try TextOutput.write(outcome.statsJSON, to: nil)
      }
    }
  }

  /// Prints one line about an output, for an interactive terminal.
  private func printSummary(_ output: RenderOutcome.Output, of outcome: RenderOutcome) {
    guard output.path != "-" else { return }
    let frames = outcome.frames == 1 ? "" : ", \(outcome.frames) frames, \(outcome.duration) s"
    let report = output.gif.map { ", \($0.text)" } ?? ""
    Diagnostics.line(
      "\(output.path): \(outcome.width) x \(outcome.height)\(frames), "
        + "\(output.bytes.grouped) bytes\(report)")
  }

  private func printLines(_ outcome: RenderOutcome) {
    for output in outcome.outputs {
      let files = output.files == 1 ? "" : "\(output.files) files, "
      Diagnostics.line(
        "twheader: \(output.path): \(output.format.rawValue), \(outcome.frames) frames, "
          + "\(outcome.paintedFrames) different, \(outcome.width) x \(outcome.height) pixels, "
          + "\(outcome.duration) s, \(files)\(output.bytes) bytes")
      if let command = output.command { Diagnostics.line("twheader: \(output.path): \(command)") }
    }
    if stats == nil { printStatistics(outcome) }
  }

  private func printStatistics(_ outcome: RenderOutcome) {
    for line in outcome.statsText.split(separator: "\n") { Diagnostics.line("twheader: \(line)") }
  }
}

struct VerbosityOptions: ParsableArguments {
  @Flag(help: "Print errors only") var quiet = false
  @Flag(help: "Print each output and each stage") var verbose = false

  func note(_ text: @autoclosure () -> String) {
    if !quiet { Diagnostics.line("twheader: \(text())") }
  }
}
