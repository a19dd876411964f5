import Batch
import Files
import Foundation

/// Talk to the user: lines on standard error.
enum Diagnostics {
  static func error(_ message: String) { line("twheader: error: \(message)") }

  /// A line for each problem of a manifest.
  static func errors(_ error: ManifestError) {
    for problem in error.problems { self.error(problem.message.text(naming: \.flag)) }
  }

  static func warning(_ message: String) { line("twheader: warning: \(message)") }

  /// One line, whatever is in the text.
  static func line(_ text: String) {
    let single = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    FileHandle.standardError.write(Data((single + "\n").utf8))
  }
}
