package import CodecInterface

/// The supported formats. They are detected from a file's first bytes, never from its name.
public enum ImageKind: String, Hashable, Sendable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"
  case webp = "WebP"

  /// Detects the format from the first bytes. A file that is truncated inside its signature is
  /// still detected.
  ///
  /// - Throws: `.truncated` for an empty file, `.unrecognized` for unknown formats.
  package static func recognize(_ bytes: [UInt8]) throws(CodecError) -> ImageKind {
    if bytes.isEmpty { throw CodecError(truncated: "the file is empty") }
    if let error = UnsupportedFormat.error(of: bytes) { throw error }
    let kind = allCases.first { kind in
      kind.signatures.contains { zip(bytes, $0).allSatisfy { $1 == nil || $0 == $1 } }
    }
    if let kind { return kind }
    let digits = bytes.prefix(4).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    throw CodecError(
      kind: .unrecognized,
      message: "not a PNG, JPEG, GIF or WebP: starts with \(digits.joined(separator: " "))",
      hint: "use an image in one of these formats")
  }

  /// The first bytes of a file. `nil` matches any byte, such as those of the file size.
  private var signatures: [[UInt8?]] {
    switch self {
    case .png: [PNGChunk.signature]
    case .jpeg: [[0xFF, 0xD8, 0xFF]]
    case .gif: [Array("GIF87a".utf8), Array("GIF89a".utf8)]
    case .webp: [Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)]
    }
  }
}

/// An unsupported format, detected from the first bytes, with advice for conversion.
private enum UnsupportedFormat {
  static func error(of bytes: [UInt8]) -> CodecError? {
    png(bytes) ?? text(bytes) ?? media(bytes) ?? signature(bytes)
  }

  private static func unsupported(_ name: String) -> CodecError {
    unrecognized("\(name) is not read", "convert it to PNG or JPEG")
  }

  private static func unrecognized(_ message: String, _ hint: String) -> CodecError {
    CodecError(kind: .unrecognized, message: message, hint: hint)
  }

  /// Returns an error for PNG files that Xcode optimized for an app, and for those transferred as
  /// text, which the signature is designed to detect (PNG specification, section 5.2).
  private static func png(_ bytes: [UInt8]) -> CodecError? {
    if bytes.starts(with: PNGChunk.signature) {
      guard bytes.dropFirst(12).starts(with: "CgBI".utf8) else { return nil }
      return CodecError(
        kind: .unsupported,
        message: "unsupported PNG: optimized for iPhone (CgBI), as in an app's bundle",
        hint: "use the picture from the app's source, or convert it with "
          + "'pngcrush -revert-iphone-optimizations' or 'sips -s format png'")
    }
    // A file truncated inside its signature is reported as truncated.
    if PNGChunk.signature.starts(with: bytes) { return nil }
    // The first byte as it is, without its highest bit, replaced with U+FFFD, converted from
    // Latin-1 to UTF-8, or replaced with a question mark.
    let letters = Array("PNG".utf8)
    let starts: [[UInt8]] = [[0x89], [0x09], [0xEF, 0xBF, 0xBD], [0xC2, 0x89], [0x3F]]
    guard starts.contains(where: { bytes.starts(with: $0 + letters) }) else { return nil }
    return CodecError(
      kind: .unsupported,
      message: "damaged PNG: its signature was changed, as after a transfer as text",
      hint: "transfer it again in binary mode")
  }

  /// Returns an error for a text file in place of a picture: an HTML page, a Git LFS pointer or an
  /// SVG.
  private static func text(_ bytes: [UInt8]) -> CodecError? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    let head = String(decoding: start.drop { spaces.contains($0) }.prefix(1024), as: UTF8.self)
    let lower = head.lowercased()
    func isXML(of element: String) -> Bool { lower.hasPrefix("<?xml") && lower.contains(element) }
    if lower.hasPrefix("version https://git-lfs.github.com/") {
      return unrecognized(
        "is a Git LFS pointer, not the image",
        "fetch the image with 'git lfs pull'")
    }
    if lower.hasPrefix("<svg") || lower.hasPrefix("<!doctype svg") || isXML(of: "<svg") {
      return unsupported("SVG")
    }
    let isPage = ["<!doctype html", "<html", "<head"].contains { lower.hasPrefix($0) }
    guard isPage || isXML(of: "<html") else { return nil }
    return unrecognized(
      "is an HTML page, not an image",
      "download the image itself; the saved URL is that of a page")
  }

  /// Returns an error for unsupported ISO base media files. The major brand decides (ISO/IEC
  /// 14496-12, section 4.3).
  private static func media(_ bytes: [UInt8]) -> CodecError? {
    guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    switch String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self) {
    case "avif", "avis": return unsupported("AVIF")
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1":
      return unrecognized(
        "HEIC is not read", "convert it to JPEG, or set the camera to 'Most Compatible'")
    case "qt  ", "isom", "iso2", "mp41", "mp42", "M4V ":
      return unrecognized(
        "is a video (MP4 or MOV), not an image", "export one of its frames as PNG")
    default: return nil
    }
  }

  /// The names and signatures of common unsupported formats.
  private static let signatures: [(name: String, mark: String)] = [
    ("BMP", "BM"), ("TIFF", "II*\0"), ("TIFF", "MM\0*"), ("PDF", "%PDF"), ("PostScript", "%!PS"),
    ("Photoshop's PSD", "8BPS"), ("an icon file (ICO)", "\0\0\u{1}\0"),
  ]

  private static func signature(_ bytes: [UInt8]) -> CodecError? {
    signatures.first { bytes.starts(with: $0.mark.utf8) }.map { unsupported($0.name) }
  }
}
