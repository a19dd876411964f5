import Batch
import CGLib
import FileAccess
import PortableFoundation
import PortableMath
import StrictJSON

/// Output to the standard streams.
///
/// If standard error is closed, full or a broken pipe, messages are lost and the work continues. If
/// standard output cannot be written, the command fails with status 74.
enum Diagnostics {
  static func error(_ message: String) { line("twheader: error: \(message)") }
  static func warning(_ message: String) { line("twheader: warning: \(message)") }

  /// Prints the error and the others of the same file, each after `prefix`.
  static func errors(of error: HeaderKitError, prefix: String = "") {
    for line in error.lines(naming: \.flag) { self.error(prefix + line) }
    if error.others.count + 1 == JSONErrorList.maxCount {
      self.error(
        "\(prefix)there may be more problems; these are the first \(JSONErrorList.maxCount)")
    }
  }

  /// Prints the first problems of a manifest, and the number of the others.
  static func problems(of error: ManifestError) {
    for problem in error.problems.prefix(maxProblems) {
      self.error(problem.message.text(naming: \.flag))
    }
    let others = error.problems.count - maxProblems
    if others > 0 { Diagnostics.error("\(others.grouped) more problems like these") }
  }

  private static let maxProblems = 20

  /// Writes one line to standard error. Line breaks in the text become spaces.
  static func line(_ text: String) {
    let single = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    write(DisplayText.escaped(single) + "\n")
  }

  /// Writes to standard error, including control characters.
  static func write(_ text: String) {
    _ = Array(text.utf8).write(to: STDERR_FILENO)
  }

  /// Writes lines to standard output. Throws `.writeFailed`.
  static func printLines(_ lines: [String]) throws(HeaderKitError) {
    try TextOutput.write(lines.map { DisplayText.escaped($0) + "\n" }.joined(), to: nil)
  }

  /// Silences Pango's warnings of files that it cannot open, which the program checks itself.
  static func silenceLibraryWarnings() {
    g_log_set_writer_func(
      { level, fields, count, data in
        level.rawValue & (G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue) != 0
          ? g_log_writer_default(level, fields, count, data) : G_LOG_WRITER_HANDLED
      }, nil, nil)
  }

  /// Opens a substitute for each standard stream that is closed, so that no output file gets its
  /// number. Reading or writing a substitute fails, except that standard error is discarded.
  static func openClosedStreams() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is the closed stream's: the lower ones are
      // open.
      _ = open("/dev/null", mode)
    }
  }
}

extension String {
  /// Returns the text with spaces appended up to `width` characters. A longer text stays whole.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// Text for a terminal. Characters that move the cursor, change the terminal's state or reorder
/// text are escaped, for example as `\u{202E}`.
enum DisplayText {
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    return text.unicodeScalars.map { scalar in
      isUnsafe(scalar)
        ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }.joined()
  }

  /// Control characters of C0 and C1, line and paragraph separators, and the characters of Unicode's
  /// property Bidi_Control (UAX #9).
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029: true
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
