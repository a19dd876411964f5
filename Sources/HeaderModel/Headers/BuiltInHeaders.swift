import EmbeddedFiles
public import StrictJSON

/// A header whose document is part of the program.
public struct BuiltInHeader: Hashable, Sendable {
  private let file: EmbeddedFile

  /// All of them, in the order in which users see them.
  public static let all = EmbeddedFile.allCases.filter { $0.rawValue.hasPrefix("Headers/") }
    .map(BuiltInHeader.init)

  private init(_ file: EmbeddedFile) { self.file = file }

  /// The header of that name, nil where there is none.
  public init?(_ name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// As `--style` and a document's `name` have it.
  public var name: String { file.stem }

  /// The document as it stands in the source: to start one's own from.
  public var text: [UInt8] { file.bytes }

  /// Read once, then kept.
  public func document() throws(JSONError) -> HeaderDocument {
    try Self.documents.value(file) { () throws(JSONError) in
      try HeaderDocument.parse(text, file: name)
    }
  }

  private static let documents = ReadOnce<EmbeddedFile, HeaderDocument>()

  /// Of a name that joins the two by a hyphen, as `mimic-first` does; nil: it does not.
  package static func variant(
    calledAs name: String
  ) throws(JSONError) -> (header: String, variant: String)? {
    for header in all where name.hasPrefix(header.name + "-") {
      let variant = String(name.dropFirst(header.name.count + 1))
      if try header.document().variants.contains(where: { $0.name == variant }) {
        return (header.name, variant)
      }
    }
    return nil
  }
}

extension JSONValue {
  /// The error of a string that is no built-in header's name.
  package func unknownHeader() throws(JSONError) -> JSONError {
    if let (header, variant) = try BuiltInHeader.variant(calledAs: string()) {
      return error(
        "\(literal) is not known; write \"style\": \"\(header)\", \"variant\": \"\(variant)\"")
    }
    let remedy = NearestName(to: try string(), among: BuiltInHeader.all.map(\.name)).remedy
    return error("\(literal) is not known; \(remedy)")
  }
}

extension HeaderDocument {
  /// A built-in header's document, or one of its variants.
  public static func builtIn(
    _ name: String, variant: String? = nil
  ) throws(JSONError) -> HeaderDocument {
    func missing(_ message: String) -> JSONError {
      JSONError(file: name, line: 1, column: 1, keyPath: "", message: message)
    }
    guard let header = BuiltInHeader(name) else { throw missing("is not part of the program") }
    let document = try header.document()
    guard let variant else { return document }
    guard let chosen = try document.variant(variant) else {
      let known = document.variants.map(\.name).joined(separator: ", ")
      throw missing("has no variant \"\(variant)\"; it has \(known)")
    }
    return chosen
  }
}

/// A small header document to start one's own from.
package enum StarterDocument {
  /// The file name that the document gives as its schema's.
  package static let schemaFile = "header.schema.json"

  /// - Parameter name: letters, digits, `-` and `_`.
  package static func text(name: String) -> String {
    EmbeddedFile.starterHeader.filled(["name": name, "schema": schemaFile])
  }
}
