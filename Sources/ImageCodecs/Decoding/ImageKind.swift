package import CodecInterface

/// Formats that are read, recognised by their first bytes, never by a file's name.
public enum ImageKind: String, Hashable, Sendable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"
  case webp = "WebP"

  /// Looks at the first bytes; a file cut off within its signature is still recognised.
  ///
  /// Throws `.truncated` for no bytes at all, `.unrecognised` for anything else.
  package static func recognise(_ bytes: [UInt8]) throws(CodecError) -> ImageKind {
    if bytes.isEmpty {
      throw CodecError(
        kind: .truncated, message: "truncated: the file is empty", hint: CodecError.exportAgain)
    }
    if let unread = UnreadFormat(bytes) {
      throw CodecError(
        kind: unread.isVariant ? .unsupported : .unrecognised, message: unread.message,
        hint: unread.hint)
    }
    for kind in allCases {
      for signature in kind.signatures where signature.begins(bytes) { return kind }
    }
    throw unrecognised(bytes)
  }

  /// Bytes at the beginning of a file, and bytes further on.
  private struct Signature {
    var start: [UInt8]
    /// Behind the size of the file, which follows the start.
    var name: [UInt8] = []

    func begins(_ bytes: [UInt8]) -> Bool {
      let rest = bytes.dropFirst(start.count + 4)
      return bytes.prefix(start.count).elementsEqual(start.prefix(bytes.count))
        && rest.prefix(name.count).elementsEqual(name.prefix(rest.count))
    }
  }

  private var signatures: [Signature] {
    switch self {
    case .png: [Signature(start: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])]
    case .jpeg: [Signature(start: [0xFF, 0xD8, 0xFF])]
    case .gif: ["GIF87a", "GIF89a"].map { Signature(start: Array($0.utf8)) }
    case .webp: [Signature(start: Array("RIFF".utf8), name: Array("WEBP".utf8))]
    }
  }

  private static func unrecognised(_ bytes: [UInt8]) -> CodecError {
    let digits = bytes.prefix(4).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return CodecError(
      kind: .unrecognised,
      message: "none of PNG, JPEG, GIF and WebP: begins with \(digits.joined(separator: " "))",
      hint: "give a picture in one of these formats")
  }
}
