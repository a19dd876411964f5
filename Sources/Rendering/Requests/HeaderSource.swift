public import HeaderModel

/// Which header is drawn.
public enum HeaderSource: Sendable {
  /// A header that is part of the program, by its name.
  case named(String)
  /// A header document; `-` is standard input.
  case file(String)
  /// A header in memory; its images are looked for in the current folder.
  case document(HeaderDocument)

  /// As a user names it: a built-in header, else the path of a document.
  public init(_ text: String) {
    self = BuiltInHeader(text) == nil ? .file(text) : .named(text)
  }

  /// As a user names it; nil for a document in memory.
  package var text: String? {
    switch self {
    case .named(let name): name
    case .file(let path): path
    case .document: nil
    }
  }

  /// Whether a name that is no built-in header's can only be a path: it has a slash or a point, or
  /// is `-`. Anything else is a name that is spelled wrongly.
  package static func isPath(_ text: String) -> Bool {
    text == "-" || text.contains("/") || text.contains(".")
  }

  /// The file that is read; nil: none is.
  package var file: String? {
    if case .file(let path) = self { path } else { nil }
  }
}
