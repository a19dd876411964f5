import Foundation

/// The messages of the program, with a command or document that produces each, in
/// `Fixtures/Messages/messages.txt`.
enum MessageTable {
  /// A row `command or document → message`.
  struct Row: Sendable, CustomStringConvertible {
    let example: String
    let message: String
    var description: String { example }
  }

  static let rows = read("messages.txt")
  /// Texts of the sources without a row, each with the reason.
  static let unlisted = read("unlisted.txt")

  private static func read(_ name: String) -> [Row] {
    let text = (try? Fixtures.data("Messages/" + name)) ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.components(separatedBy: " → ")
      guard !line.hasPrefix("#"), parts.count == 2 else { return nil }
      return Row(example: parts[0], message: parts[1])
    }
  }

  /// Writes the files that the examples name.
  static func prepare(_ place: TemporaryDirectory) throws {
    for folder in ["folder", "frames", "one", "two/inner", "ready"] { try place.makeFolder(folder) }
    for (name, text) in files { try place.write(name, text) }
    for name in ["checker.png", "disc.png"] {
      try place.write(name, try Fixtures.data("Images/" + name))
    }
    for name in ["one/a.png", "two/a.png"] {
      try place.write(name, try Fixtures.data("Images/checker.png"))
    }
  }

  private static let files = [
    "times.json": #"{"version": 1, "samples": [[0, 0], [0.1, 5]]}"#,
    "single.json": #"{"version": 1, "samples": [[0, 0]]}"#,
    "norows.json": header(#""layers": []"#),
    "empty": "", "empty.gif": "GIF89a", "page.html": "<html>",
    "pointer.png": "version https://git-lfs.github.com/spec/v1\n",
    "vector.svg": #"<svg xmlns="http://www.w3.org/2000/svg"/>"#,
    "bad.csv": "0,1\n1,x\n", "words.csv": "a,b\n0,1\n", "swipe.csv": "time,offset\n0,0\n1,5\n",
    "lines.jsonl": #"{"id": "a"}"#, "card.json": "{}", "ready/README.md": "", "frames/x.png": "",
  ]

  private static func header(_ members: String) -> String {
    let scroll = members.contains(#""scroll""#) ? "" : #""scroll": {"maximumOffset": 90}, "#
    let layers = members.contains(#""layers""#) ? "" : #""layers": [], "#
    return #"{"version": 1, "name": "card", "screen": {"device": "40x60@1"}, "#
      + scroll + layers + members + "}"
  }

  /// Returns the arguments of an example, and writes its document.
  static func arguments(of example: String, in place: TemporaryDirectory) throws -> [String] {
    let parts = example.split(separator: " ", maxSplits: 1).map(String.init)
    let document = parts.count == 2 ? parts[1] : ""
    switch parts[0] {
    case "manifest":
      try place.write("m.jsonl", document + "\n")
      return ["batch", "plan", "m.jsonl"]
    case "header":
      try place.write("h.json", header(document))
      return ["style", "check", "h.json"]
    case "curve" where document.hasPrefix("{"):
      try place.write("c.json", document)
      return ["curve", "lint", "c.json"]
    case "scene":
      try place.write("s.json", document)
      return ["still", "--scene", "s.json", "-o", "a.png"]
    default:
      return example.split(separator: " ").map(String.init)
    }
  }
}
