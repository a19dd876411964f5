import EmbeddedFiles

/// A small header document to start one's own from.
package enum StarterDocument {
  /// The file name that the document gives as its schema's.
  package static let schemaFile = "header.schema.json"

  /// The document's text.
  ///
  /// - Parameter name: letters, digits, `-` and `_`.
  package static func text(name: String) -> String {
    EmbeddedFile.starterHeader.filled(["name": name, "schema": schemaFile])
  }
}
