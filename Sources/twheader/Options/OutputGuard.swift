import Files
import Foundation

/// Refuses outputs that would destroy something, and inputs that are read twice.
struct OutputGuard {
  /// Paths that the command reads.
  let inputs: [String?]
  /// Whether binary data may go to a terminal.
  let force: Bool

  /// The same paths; throws `.usage` for two of one name, one that is an input, and binary data to a
  /// terminal.
  func check(_ outputs: [String]) throws(HeaderKitError) -> [String] {
    try checkStreams(outputs)
    try OutputCheck.check(files: outputs, inputs: inputs.compactMap { $0 })
    return outputs
  }

  /// The same for animations and the files that come with them.
  func check(_ targets: [OutputTarget], files: [String]) throws(HeaderKitError) {
    try checkStreams(targets.map(\.path) + files)
    try OutputCheck.check(files: files, targets: targets, inputs: inputs.compactMap { $0 })
  }

  private func checkStreams(_ outputs: [String]) throws(HeaderKitError) {
    guard inputs.filter({ $0 == "-" }).count < 2 else {
      throw HeaderKitError(
        .usage, subject: .place("-"), reason: "standard input is given twice, but can be read once",
        remedy: "name a file for one of the inputs")
    }
    if outputs.contains("-"), isatty(STDOUT_FILENO) == 1, !force {
      throw HeaderKitError(
        .usage, subject: .place("--output"), reason: "binary data would go to a terminal",
        remedy: "redirect standard output, or give --force")
    }
  }
}
