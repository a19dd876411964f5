import FileAccess
import FrameEncoding

/// The command as it was typed, to be pasted with other options.
struct CommandLineText {
  private var words: [String]

  /// - Parameter words: the program and its arguments.
  init(_ words: [String]) { self.words = words }

  /// The command with options added, quoted for a shell; those that have one value lose the one they had.
  /// Nil without options, and where a line could not be printed as it is.
  func cured(by options: [HeaderKitError.OptionValue]) -> String? {
    guard !options.isEmpty else { return nil }
    let end = words.firstIndex(of: "--") ?? words.endIndex
    var own = Array(words[..<end])
    for option in options where option.property == .maxBytes {
      let flag = option.property.flag
      while let place = own.firstIndex(where: { $0 == flag || $0.hasPrefix(flag + "=") }) {
        own.removeSubrange(place..<min(own.endIndex, own[place] == flag ? place + 2 : place + 1))
      }
    }
    own += options.flatMap { [$0.property.flag, $0.value] }
    let line = ShellText.quoted(own + words[end...])
    return DisplayText.escaped(line) == line ? line : nil
  }
}
