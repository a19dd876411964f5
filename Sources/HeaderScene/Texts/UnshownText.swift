import Typesetting

/// A text of which no font can show some characters.
package struct UnshownText: Hashable, Sendable, CustomStringConvertible {
  /// Where it stands: a layer's name, or a part of the screen's chrome.
  let place: String
  let text: String
  /// At least one, each once.
  let characters: [Unicode.Scalar]

  /// One line: where, which characters, which font to install.
  package var description: String {
    let start = text.count > 40 ? text.prefix(40) + "\u{2026}" : Substring(text)
    return "text \"\(start)\" of \(place): \(FontAdvice.sentence(for: characters))"
  }
}
