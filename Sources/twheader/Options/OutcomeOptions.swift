import ArgumentParser
import Files
import Rendering

/// How much is said of what was done.
struct OutcomeOptions: ParsableArguments {
  /// How statistics are written.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Flag(help: "Say what was written as one JSON object on standard output.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Time and memory by stage, what a GIF became beside its frames: text on standard error, "
        + "or json on standard output.",
      valueName: "form"))
  var stats: Form?

  @OptionGroup var talk: TalkOptions

  /// Throws `.usage` where standard output would carry two things.
  func check(outputs: [String]) throws(HeaderKitError) {
    guard json, outputs.contains("-") else { return }
    throw HeaderKitError(
      .usage, subject: .place("--json"), reason: "standard output carries the picture already",
      remedy: "write the picture to a file")
  }

  /// Says what came of the command.
  func tell(_ outcome: RenderOutcome) throws(HeaderKitError) {
    if !talk.quiet { outcome.warnings.forEach(Diagnostics.warning) }
    if talk.verbose, !talk.quiet { tellLines(outcome) }
    if stats == .text { tellText(outcome) }
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

  private func tellLines(_ outcome: RenderOutcome) {
    for output in outcome.outputs {
      let files = output.files == 1 ? "" : "\(output.files) files, "
      Diagnostics.line(
        "twheader: \(output.path): \(output.format.rawValue), \(outcome.frames) frames, "
          + "\(outcome.paintedFrames) different, \(outcome.width) x \(outcome.height) pixels, "
          + "\(outcome.duration) s, \(files)\(output.bytes) bytes")
    }
    if stats == nil { tellText(outcome) }
  }

  private func tellText(_ outcome: RenderOutcome) {
    for line in outcome.statsText.split(separator: "\n") { Diagnostics.line("twheader: \(line)") }
  }
}
