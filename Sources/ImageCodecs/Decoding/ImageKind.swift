package import CodecInterface

/// The forms that are read, told apart by their first bytes, never by a file's name.
public enum ImageKind: String, Hashable, Sendable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"

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
      for signature in kind.signatures where begins(bytes, with: signature) { return kind }
    }
    throw unrecognised(bytes)
  }

  private var signatures: [[UInt8]] {
    switch self {
    case .png: [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
    case .jpeg: [[0xFF, 0xD8, 0xFF]]
    case .gif: [Array("GIF87a".utf8), Array("GIF89a".utf8)]
    }
  }

  private static func begins(_ bytes: [UInt8], with signature: [UInt8]) -> Bool {
    bytes.prefix(signature.count).elementsEqual(signature.prefix(bytes.count))
  }

  private static func unrecognised(_ bytes: [UInt8]) -> CodecError {
    let digits = bytes.prefix(4).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return CodecError(
      kind: .unrecognised,
      message: "neither PNG nor JPEG nor GIF: begins with \(digits.joined(separator: " "))",
      hint: "give a picture in one of these forms")
  }
}
