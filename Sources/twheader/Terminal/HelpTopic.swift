import FileAccess
import Fit
import PortableFoundation
import Rendering

/// A page of help that is not about one command, such as `twheader help limits`.
enum HelpTopic: String, CaseIterable {
  case limits, status

  /// `nil` if the arguments ask for something else.
  init?(_ arguments: [String]) {
    guard arguments.count == 2, arguments[0] == "help",
      let topic = HelpTopic(rawValue: arguments[1])
    else { return nil }
    self = topic
  }

  var text: String {
    switch self {
    case .limits:
      """
      Limits of what a command reads and makes. Every command that reads files
      accepts these options:

      \(LimitOptions.summary)

      'twheader fit' reads up to \(FitRequest(recording: "").header.limits.frames) frames by default.

      twheader render --curve long.json --max-frames 10000
          Renders a curve of up to 10000 frames.
      twheader still --banner huge.png --max-pixels 200000000
          Reads an image of up to 200 million pixels.

      Sizes in bytes can have a unit: K, M and G are powers of 1024, and KB, MB and
      GB powers of 1000.
      """
    case .status:
      """
      The exit status of every command:

        0  Done, or no difference
        1  Different, or some items failed
       64  Usage error
       65  Invalid data
       66  Missing input
       70  Defect of twheader
       71  /proc is not mounted
       73  An output cannot be created
       74  An output cannot be written
       75  Try again: too little memory, open files or stack, or an interrupted batch
      129, 130, 131, 143  Interrupted by the signal HUP, INT, QUIT or TERM

      An error is one line on standard error. An output file appears only when it is
      complete.
      """
    }
  }

  /// Returns help with the parser's `(default: 1)` and `(values: a, b)` in brackets, which help texts
  /// use themselves. Other texts are returned unchanged.
  static func bracketingDefaults(_ help: String) -> String {
    guard help.hasPrefix("OVERVIEW: ") else { return help }
    return help.replacing(#/\(((?:default|values):\s[^()]*)\)/#) { "[\($0.output.1)]" }
  }
}
