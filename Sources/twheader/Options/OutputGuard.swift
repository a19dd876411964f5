import Foundation
import TwitterHeaderKit

/// Refuses outputs that would destroy something.
struct OutputGuard {
  /// Paths that the command reads.
  let inputs: [String?]
  /// Whether binary data may go to a terminal.
  let force: Bool

  /// The same paths; throws `.usage` for two of one name, one that is an input, and binary data to a
  /// terminal.
  func check(_ outputs: [String]) throws(HeaderKitError) -> [String] {
    var seen = Set<String>()
    let read = Set(inputs.compactMap { $0 }.filter { $0 != "-" }.map(OutputGuard.identity))
    for path in outputs {
      let identity = OutputGuard.identity(path)
      guard seen.insert(identity).inserted else {
        throw HeaderKitError(
          .usage, subject: path, reason: "is given as output twice",
          hint: "give each output its own name")
      }
      guard !read.contains(identity) else {
        throw HeaderKitError(
          .usage, subject: path, reason: "is both input and output",
          hint: "give the output another name")
      }
      if path == "-", isatty(STDOUT_FILENO) == 1, !force {
        throw HeaderKitError(
          .usage, subject: "--output", reason: "binary data would go to a terminal",
          hint: "redirect standard output, or give --force")
      }
    }
    return outputs
  }

  /// The same for two names of one file.
  private static func identity(_ path: String) -> String {
    path == "-"
      ? path : URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
