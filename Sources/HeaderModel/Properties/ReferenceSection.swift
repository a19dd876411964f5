/// Some words with their meanings, for the terminal and for the guide.
struct ReferenceSection: Sendable {
  typealias Entry = (path: String, facts: String, sentence: String)

  let name: String
  let sentence: String
  let entries: [Entry]
  /// JSON that a page shows with its picture.
  var example: String?

  var lines: [String] { ["\(name): \(sentence)"] + Self.table(entries) }

  /// The same in Markdown.
  var page: String {
    var lines = ["## \(name)", "", sentence]
    if let example {
      lines += ["", "```json", example, "```", "", "![\(sentence)](layer-\(name).png)"]
    }
    if !entries.isEmpty {
      lines += ["", "| key | kind and default | meaning |", "| --- | --- | --- |"]
      lines += entries.map { "| `\($0.path)` | \($0.facts) | \($0.sentence) |" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func table(_ entries: [Entry]) -> [String] {
    let width = entries.map(\.path.count).max() ?? 0
    return entries.map { entry in
      let gap = String(repeating: " ", count: width - entry.path.count)
      return "  \(entry.path)\(gap)  \(entry.sentence) [\(entry.facts)]"
    }
  }

  /// The entries that somebody means by a name: a function, a name, a key and what is in it.
  func entries(called name: String) -> [Entry] {
    entries.filter { $0.path.calledNames.contains(name) }.map {
      ($0.path, $0.facts, "\($0.sentence) (\(self.name))")
    }
  }
}

extension String {
  /// Of a key path `gestures.drag.by` it and its parts, of a function's call its name.
  var calledNames: [String] {
    let path = String(prefix { $0 != "(" })
    return [path] + path.split(separator: ".").map(String.init)
  }
}
