import Foundation

/// What the argument parser says, as the one line of an error: subject, what is wrong, what to do.
struct UsageMessage {
  let line: String

  /// - Parameters:
  ///   - message: as the parser says it, in one line or several.
  ///   - help: the words that show the help of the command, as `twheader help render`.
  init(_ message: String, help: String) {
    let see = "see \(help)"
    if let match = message.wholeMatch(
      of: /(?s)The value '(.*)' is invalid for '([^' ]+)[^']*'(?:\.?\s*Please provide(.*))?/)
    {
      let choices = match.3.map(UsageMessage.choices) ?? ""
      line = "\(match.2): '\(match.1)' is not valid; " + (choices.isEmpty ? see : "give \(choices)")
    } else if let match = message.wholeMatch(
      of: /(?s)The value '(.*)' is invalid for '([^' ]+)[^']*': (.*)/)
    {
      line =
        "\(match.2): '\(match.1)' is not valid: \(match.3)"
        + (match.3.contains("; ") ? "" : "; \(see)")
    } else if let match = message.wholeMatch(
      of: /(?s)Unknown option '(.*?)'(?:\. Did you mean '(.*)'\?)?/)
    {
      let near = match.2.flatMap { UsageMessage.isLike($0, match.1) ? $0 : nil }
      line = "\(match.1): unknown option; " + (near.map { "did you mean \($0)?" } ?? see)
    } else if let match = message.wholeMatch(of: /(?s)Unexpected argument '(.*)'/) {
      line = "\(match.1): unexpected argument; \(see)"
    } else if let match = message.wholeMatch(of: /(?s)Missing expected argument '([^' ]+).*'/) {
      line = "\(match.1): is missing; \(see)"
    } else if let match = message.wholeMatch(of: /(?s)Missing value for '([^' ]+).*'/) {
      line = "\(match.1): needs a value; \(see)"
    } else {
      let plain = UsageMessage.plain(message)
      line = plain.contains("; ") ? plain : "\(plain); \(see)"
    }
  }

  /// ` one of 'a', 'b' or 'c'.` and ` one of the following:` with a line for each: `a, b or c`.
  private static func choices(_ text: Substring) -> String {
    let names = text.matches(of: /'([^']*)'|(?m:^\s*- (\S+))/).compactMap { $0.1 ?? $0.2 }
    guard names.count > 1, let last = names.last else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// The parser's guesses are bold: one must share its first letters, or all but the last, with what
  /// was typed.
  private static func isLike(_ guess: Substring, _ typed: Substring) -> Bool {
    guess.commonPrefix(with: typed).count >= min(5, typed.count - 1)
  }

  /// Lower case at the start, no stop at the end.
  private static func plain(_ message: String) -> String {
    var text = message
    while text.hasSuffix(".") { text.removeLast() }
    guard let first = text.first, !text.dropFirst().prefix(1).allSatisfy(\.isUppercase) else {
      return text
    }
    return first.lowercased() + text.dropFirst()
  }
}
