import ArgumentParser
import PortableFoundation
import PortableMath
import Rendering
import StrictJSON

/// A usage error that a command finds, for example `--jobs: 0 is out of range; give 1 to 1024`.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func check(
    _ option: String, _ value: Int?, in range: ClosedRange<Int>
  ) throws(UsageError) {
    let bounds = Double(range.lowerBound)...Double(range.upperBound)
    try check(option, value.map { Double($0) }, in: bounds)
  }

  static func check(
    _ option: String, _ value: Double?, in range: ClosedRange<Double>
  ) throws(UsageError) {
    guard let value, !range.contains(value) else { return }
    let number = RequestRanges.text(value)
    throw UsageError("\(option): \(number) is out of range; give \(RequestRanges.text(range))")
  }
}

enum UsageMessage {
  /// Returns the message for arguments that cannot be parsed: one line with the parser's message
  /// and the command that prints help.
  static func line(_ error: any Error, arguments: [String]) -> String {
    let named = command(arguments)
    let text = named.problem ?? oneLine(TwheaderCommand.message(for: error))
    return text.contains("; ") ? text : "\(text); see \(named.help)"
  }

  /// Throws if `help` is asked about an unknown command. The parser would print the overview.
  static func checkTopic(_ arguments: [String]) throws(UsageError) {
    guard arguments.first == "help", let problem = command(arguments).problem else { return }
    throw UsageError(problem)
  }

  /// Returns the parser's message as one line. The parser writes lists of values as bullets, and
  /// its suggestions as sentences.
  private static func oneLine(_ message: String) -> String {
    let lines = message.split(whereSeparator: \.isNewline).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    let isValue = { (line: String) in line.hasPrefix("- ") }
    var text = lines.filter { !isValue($0) }.joined(separator: " ")
    let values = lines.filter(isValue).map { $0.dropFirst(2) }
    if !values.isEmpty { text += " " + values.joined(separator: ", ") }
    if text.hasSuffix(".") { text.removeLast() }
    text = text.prefix(1).lowercased() + text.dropFirst()
    // The parser puts its own words around the message of an option's value.
    let invalid = #/the value '.*' is invalid for '(--[a-z-]+)[^']*': (.*)/#
    if let parts = text.wholeMatch(of: invalid) { text = "\(parts.1): \(parts.2)" }
    return text.replacing("'. Did you mean ", with: "'; did you mean ")
      .replacing("'. Please provide ", with: "'; give ")
  }

  /// Returns the command that prints help about the arguments' command, for example `twheader help
  /// curve lint`, and a message if a word is not a command.
  private static func command(_ arguments: [String]) -> (help: String, problem: String?) {
    var help = "twheader help"
    var known = subcommands(of: TwheaderCommand.self)
    var words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    while let next = known.first(where: { $0.name == words.first }) {
      help += " " + next.name
      words.removeFirst()
      known = subcommands(of: next.command)
    }
    guard let word = words.first, !word.hasPrefix("-"), !known.isEmpty else { return (help, nil) }
    let topics = arguments == ["help", word] ? HelpTopic.allCases.map(\.rawValue) : []
    let meant = NearestName(to: word, among: known.map(\.name) + topics).suggestion
    let remedy = meant.map { "did you mean '\($0)'?" } ?? "see \(help)"
    return (help, "unknown command '\(word)'; \(remedy)")
  }

  private static func subcommands(
    of command: any ParsableCommand.Type
  ) -> [(name: String, command: any ParsableCommand.Type)] {
    command.configuration.subcommands.map { ($0.configuration.commandName ?? "", $0) }
  }
}
