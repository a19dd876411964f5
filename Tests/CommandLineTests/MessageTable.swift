import Foundation

/// The table `Fixtures/Messages/messages.txt`: the program's messages, each with a command or a
/// document that produces it.
enum MessageTable {
  struct Row: Sendable, CustomStringConvertible {
    /// A command line without the program's name, or a document (see `arguments(in:)`).
    let example: String
    /// The exit status.
    let status: Int32
    /// The lines of standard error without `twheader: `.
    let messages: [String]

    var description: String { example }
    /// Whether the command fails.
    var isError: Bool { messages.contains { $0.hasPrefix("error: ") } }

    /// The row's lines in the table.
    var lines: [String] { ["$ " + example] + messages.map { "  \(status) \($0)" } }
  }

  static let path = Fixtures.path + "/Messages/messages.txt"
  static let rows = read().compactMap { if case .row(let row) = $0 { row } else { nil } }
  static let isRecording =
    ProcessInfo.processInfo.environment["TWHEADER_RECORD_GOLDENS"] == "1"
    && ProcessInfo.processInfo.environment["CI"] == nil

  enum Entry {
    /// A heading or an empty line.
    case text(String)
    case row(Row)
  }

  /// Parses the table. Rows start with `$ `; their messages are indented and follow the exit status.
  static func read() -> [Entry] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var entries: [Entry] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("$ ") {
        entries.append(
          .row(Row(example: String(line.dropFirst(2)), status: 0, messages: [])))
      } else if line.hasPrefix("  "), case .row(let row) = entries.last {
        let parts = line.dropFirst(2).split(separator: " ", maxSplits: 1).map(String.init)
        entries[entries.count - 1] = .row(
          Row(
            example: row.example, status: Int32(parts[0]) ?? -1,
            messages: row.messages + [parts.last ?? ""]))
      } else {
        entries.append(.text(String(line)))
      }
    }
    return entries
  }

  /// Writes the files that the examples name.
  static func prepare(_ directory: TemporaryDirectory) throws {
    for folder in ["folder", "frames", "one", "two/inner", "ready"] {
      try directory.makeFolder(folder)
    }
    for (name, text) in files { try directory.write(name, text) }
    for name in ["checker.png", "disc.png"] {
      try directory.write(name, try Fixtures.data("Images/" + name))
    }
    for name in ["one/a.png", "two/a.png"] {
      try directory.write(name, try Fixtures.data("Images/checker.png"))
    }
  }

  private static let files = [
    "times.json": #"{"version": 1, "samples": [[0, 0], [0.1, 5]]}"#,
    "single.json": #"{"version": 1, "samples": [[0, 0]]}"#,
    "norows.json": document(#""layers": []"#),
    "words.json": document(
      #""texts": {"t": "a \uDBFF\uDFFD"}, "layers": [{"type": "text", "text": "t"}]"#),
    "empty": "", "empty.gif": "GIF89a", "page.html": "<html>",
    "pointer.png": "version https://git-lfs.github.com/spec/v1\n",
    "vector.svg": #"<svg xmlns="http://www.w3.org/2000/svg"/>"#,
    "bad.csv": "0,1\n1,x\n", "words.csv": "a,b\n0,1\n", "swipe.csv": "time,offset\n0,0\n1,5\n",
    "early.csv": "a,b\n1,2,3\n", "far.csv": "0,0\n1,9e9\n", "late.csv": "0,0\n99999999,1\n",
    "down.csv": "time,offset,dragging\n0,0,2\n1,1,1\n",
    "lines.jsonl": #"{"id": "a"}"#, "card.json": "{}", "ready/README.md": "", "frames/x.png": "",
  ]

  static func document(_ members: String) -> String {
    let scroll = members.contains(#""scroll""#) ? "" : #""scroll": {"maximumOffset": 90}, "#
    let layers = members.contains(#""layers""#) ? "" : #""layers": [], "#
    return #"{"version": 1, "name": "card", "screen": {"device": "40x60@1"}, "#
      + scroll + layers + members + "}"
  }
}

extension MessageTable.Row {
  /// Returns the example's arguments. Writes its document if it is one: `manifest`, `header`, `curve`
  /// or `scene`, followed by JSON.
  private func arguments(in directory: TemporaryDirectory) throws -> [String] {
    let parts = example.split(separator: " ", maxSplits: 1).map(String.init)
    let document = parts.count == 2 ? parts[1] : ""
    switch parts[0] {
    case "manifest":
      try directory.write("m.jsonl", document + "\n")
      return ["batch", "plan", "m.jsonl"]
    case "header":
      try directory.write("h.json", MessageTable.document(document))
      return ["style", "check", "h.json"]
    case "curve" where document.hasPrefix("{"):
      try directory.write("c.json", document)
      return ["curve", "lint", "c.json"]
    case "scene":
      try directory.write("s.json", document)
      return ["still", "--scene", "s.json", "-o", "a.png"]
    default:
      return example.split(separator: " ").map(String.init)
    }
  }

  /// Runs the example. Returns the row that the program's output gives, and whether it wrote
  /// anything.
  func run() async throws -> (row: MessageTable.Row, hasWritten: Bool) {
    let directory = try TemporaryDirectory()
    try MessageTable.prepare(directory)
    let arguments = try arguments(in: directory)
    let before = directory.contents
    var program = directory.program
    program.environment["XDG_CACHE_HOME"] = directory.hidden("cache")
    let outcome = try await program.run(arguments)
    let messages = outcome.lines.filter {
      $0.hasPrefix("twheader: error: ") || $0.hasPrefix("twheader: warning: ")
    }.map { String($0.dropFirst("twheader: ".count)) }
    let row = MessageTable.Row(example: example, status: outcome.status, messages: messages)
    return (row, directory.contents != before || !outcome.output.isEmpty)
  }
}
