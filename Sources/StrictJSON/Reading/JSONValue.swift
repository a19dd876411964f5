/// One value of a parsed text: it knows where it stands and is read with checks that name that
/// place. A handle of two words; the text and its nodes are shared.
public struct JSONValue: Sendable {
  /// The text this value is part of.
  public let document: JSONDocument
  let index: Int

  /// Reads a whole text strictly: RFC 8259 in UTF-8, nothing but one value.
  ///
  /// Refused besides what is not JSON: a byte order mark, an object with a key twice, nesting
  /// deeper than `deepestNesting`, numbers beyond Double, halves of surrogate pairs, invalid UTF-8, texts over
  /// 512 MiB. `file` is the name used in messages; `firstLine` the number of the first line, for a
  /// line taken out of a longer text. Time and memory: linear, 16 bytes a value beside the text.
  public static func parse(
    _ bytes: [UInt8], file: String? = nil, firstLine: Int = 1, deepestNesting: Int = 64
  ) throws(JSONError) -> JSONValue {
    try JSONParser.parse(
      bytes, file: file, firstLine: firstLine, deepestNesting: deepestNesting
    ).root
  }

  var node: JSONNode { document.nodes[index] }

  /// What the value is.
  public var kind: JSONKind {
    switch node.form {
    case .null: .null
    case .true, .false: .boolean
    case .number: .number
    case .plainString, .escapedString: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Whether the value is the word `null`.
  public var isNull: Bool { node.form == .null }

  /// The place of the value's first character.
  public var position: JSONPosition {
    JSONPosition(of: Int(node.start), in: document.bytes, firstLine: document.firstLine)
  }

  /// The way from the root to the value: `keyframes[3].time`; empty for the root.
  public var keyPath: String {
    JSONKeyPath(to: index, in: document.nodes, of: document.bytes).text
  }

  /// How messages quote the value, at most 40 characters: numbers and words as they are written,
  /// strings in quotes without control characters, arrays and objects by their kind.
  public var literal: String {
    switch node.form {
    case .null, .true, .false, .number:
      let bytes = document.bytes[Int(node.start)..<Int(node.end)]
      return String(decoding: bytes.prefix(40), as: UTF8.self) + (bytes.count > 40 ? "…" : "")
    case .plainString, .escapedString:
      return JSONText.quoted(text)
    case .array, .object:
      return kind.name
    }
  }

  /// An error at this value: place and key path come from it, `message` says what is wrong.
  public func error(_ message: String) -> JSONError {
    document.error(at: Int(node.start), inside: index, message)
  }

  func mismatch(_ expected: String) -> JSONError {
    error("expected \(expected), found \(literal)")
  }

  /// The text of a string node.
  var text: String { JSONText.decoded(node, of: document.bytes) }
}
