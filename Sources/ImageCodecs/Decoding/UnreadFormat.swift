/// Format of a file that is not read here, recognised by its first bytes, with the way
/// to a picture that is read.
struct UnreadFormat {
  /// What the file is; lower case, one line.
  let message: String
  /// What would be right.
  let hint: String
  /// Whether it is a variant of a format that is read.
  var isVariant = false

  init?(_ bytes: [UInt8]) {
    if let found = Self.png(bytes) ?? Self.text(bytes) ?? Self.media(bytes) ?? Self.signature(bytes)
    {
      self = found
    } else {
      return nil
    }
  }

  private init(message: String, hint: String, isVariant: Bool = false) {
    self.message = message
    self.hint = hint
    self.isVariant = isVariant
  }

  private init(_ name: String) {
    self.init(message: "\(name) is not read", hint: "convert it to PNG or JPEG")
  }

  // MARK: - PNG gone wrong

  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// What Xcode makes of an app's PNG files, and PNG files that were transferred as text: their
  /// signature is made to show that (PNG specification, section 5.2).
  private static func png(_ bytes: [UInt8]) -> UnreadFormat? {
    if bytes.starts(with: pngSignature) {
      guard bytes.dropFirst(12).starts(with: "CgBI".utf8) else { return nil }
      return UnreadFormat(
        message: "unsupported PNG: optimised for iPhone (CgBI), as in an app's bundle",
        hint: "use the picture from the app's source, or convert it with "
          + "'pngcrush -revert-iphone-optimizations' or 'sips -s format png'",
        isVariant: true)
    }
    // A file that is cut off within its signature is that, and no more.
    if pngSignature.starts(with: bytes) { return nil }
    // The first byte without its eighth bit, or replaced by UTF-8's mark for what it could not read.
    let letters = Array("PNG".utf8)
    let starts: [[UInt8]] = [[0x89], [0x09], [0xEF, 0xBF, 0xBD], [0xC2, 0x89], [0x3F]]
    guard starts.contains(where: { bytes.starts(with: $0 + letters) }) else { return nil }
    return UnreadFormat(
      message: "damaged PNG: its signature was changed, as happens where a file is sent as text",
      hint: "transfer it again in binary mode", isVariant: true)
  }

  // MARK: - Text

  /// What stands in the place of a picture: a page, a pointer, a drawing.
  private static func text(_ bytes: [UInt8]) -> UnreadFormat? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    let head = String(decoding: start.drop { spaces.contains($0) }.prefix(1024), as: UTF8.self)
    let lower = head.lowercased()
    if lower.hasPrefix("version https://git-lfs.github.com/") {
      return UnreadFormat(
        message: "is a Git LFS pointer, not the picture that it stands for",
        hint: "fetch the picture with 'git lfs pull'")
    }
    if lower.hasPrefix("<svg") || lower.hasPrefix("<!doctype svg") || isXML(lower, of: "<svg") {
      return UnreadFormat("SVG")
    }
    let isPage = ["<!doctype html", "<html", "<head"].contains { lower.hasPrefix($0) }
    guard isPage || isXML(lower, of: "<html") else { return nil }
    return UnreadFormat(
      message: "is an HTML page, not a picture",
      hint: "download the picture itself: the address that was saved leads to a page")
  }

  private static func isXML(_ head: String, of element: String) -> Bool {
    head.hasPrefix("<?xml") && head.contains(element)
  }

  // MARK: - Signatures

  /// By the major brand of ISO base media files (ISO/IEC 14496-12, section 4.3).
  private static func media(_ bytes: [UInt8]) -> UnreadFormat? {
    guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
    switch String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self) {
    case "avif", "avis": return UnreadFormat("AVIF")
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1":
      return UnreadFormat(
        message: "HEIC is not read",
        hint: "convert it to JPEG, or set the camera to 'Most Compatible'")
    case "qt  ", "isom", "iso2", "mp41", "mp42", "M4V ":
      return UnreadFormat(
        message: "is a film (MP4 or MOV), not a picture", hint: "export one of its frames as PNG")
    default: return nil
    }
  }

  /// Formats that people do try, with the place and the bytes that give them away.
  private static let signatures: [(name: String, offset: Int, mark: String)] = [
    ("BMP", 0, "BM"), ("TIFF", 0, "II*\0"), ("TIFF", 0, "MM\0*"),
    ("PDF", 0, "%PDF"), ("PostScript", 0, "%!PS"), ("Photoshop's PSD", 0, "8BPS"),
    ("an icon file (ICO)", 0, "\0\0\u{1}\0"),
  ]

  private static func signature(_ bytes: [UInt8]) -> UnreadFormat? {
    signatures.first { bytes.dropFirst($0.offset).starts(with: $0.mark.utf8) }
      .map { UnreadFormat($0.name) }
  }
}
