import CGLib

/// A SHA-256 digest, computed by GLib, on which Pango depends anyway.
public struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  /// The digest as 64 lowercase hexadecimal digits.
  public let hexadecimal: String

  /// Computes the digest of `bytes`.
  public init(of bytes: [UInt8]) {
    let text = bytes.withUnsafeBufferPointer { buffer in
      g_compute_checksum_for_data(G_CHECKSUM_SHA256, buffer.baseAddress, gsize(buffer.count))
    }
    defer { g_free(text) }
    hexadecimal = text.map { String(cString: $0) } ?? ""
  }

  /// Computes the digest of pieces of bytes. `next` returns `nil` at the end.
  package init<Failure: Error>(
    ofPieces next: () throws(Failure) -> ArraySlice<UInt8>?
  ) throws(Failure) {
    let sum = g_checksum_new(G_CHECKSUM_SHA256)
    defer { g_checksum_free(sum) }
    while let piece = try next() {
      piece.withUnsafeBufferPointer { buffer in
        g_checksum_update(sum, buffer.baseAddress, gssize(buffer.count))
      }
    }
    hexadecimal = g_checksum_get_string(sum).map { String(cString: $0) } ?? ""
  }

  /// Computes the digest of a text in UTF-8.
  public init(of text: String) { self.init(of: Array(text.utf8)) }

  /// Creates a digest from 64 lowercase hexadecimal digits. `nil` for any other text.
  public init?(hexadecimal text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy("0123456789abcdef".utf8.contains) else {
      return nil
    }
    hexadecimal = text
  }

  /// The hexadecimal digits.
  public var description: String { hexadecimal }
}
