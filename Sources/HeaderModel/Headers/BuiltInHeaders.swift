import EmbeddedFiles
public import StrictJSON

/// A header whose document is embedded in the program.
public struct BuiltInHeader: Hashable, Sendable {
  private let file: EmbeddedFile

  /// All built-in headers, in display order.
  public static let all = EmbeddedFile.allCases.filter { $0.rawValue.hasPrefix("Headers/") }
    .map(BuiltInHeader.init)

  private init(_ file: EmbeddedFile) { self.file = file }

  /// Returns the header of a name. `nil` for an unknown name.
  public init?(_ name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// The name, as used by `--style` and in the document.
  public var name: String { file.stem }

  /// The source of the document, as a starting point for custom headers.
  public var text: [UInt8] { file.bytes }

  /// Returns the compiled document. It is compiled once and then cached.
  /// - Throws: `JSONError` if the document is invalid.
  public func document() throws(JSONError) -> HeaderDocument {
    try Self.documents.value(file) { () throws(JSONError) in
      try HeaderDocument.parse(text, file: name)
    }
  }

  private static let documents = ReadThroughCache<EmbeddedFile, HeaderDocument>()

  /// Splits a name such as `mimic-first` into header and variant. `nil` if the name is not such a
  /// combination.
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
  /// Returns the error for a string that is not the name of a built-in header.
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
  /// Returns a built-in header's document, or one of its variants.
  /// - Throws: `JSONError` if the header or the variant is unknown.
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

/// A small header document as a starting point for custom headers.
package enum StarterDocument {
  /// The name of the schema file that the document refers to.
  package static let schemaFile = "header.schema.json"

  /// Returns the text of the document.
  /// - Parameter name: The name of the header: letters, digits, `-` and `_`.
  package static func text(name: String) -> String {
    EmbeddedFile.starterHeader.filled(["name": name, "schema": schemaFile])
  }
}
