package import CodecInterface
package import Raster

package enum PNGEncoder {
  /// Encodes `pixmap` in the smallest pixel format that represents it exactly.
  ///
  /// Up to 256 colors (16 grays) are stored as a palette with 1, 2, 4 or 8 bits. Other opaque
  /// pictures are gray or RGB. The rest are RGBA with straight alpha, from which decoding restores
  /// the same premultiplied bytes. Dates, texts and profiles are never written, so the same picture
  /// and options give the same bytes.
  ///
  /// - Throws: `.invalidOption`, `.writeFailed` or `.outOfMemory`.
  package static func encode(
    _ pixmap: Pixmap, options: PNGOptions = .standard
  ) throws(CodecError) -> [UInt8] {
    try options.check()
    let picture = PNGPicture(smallestFor: pixmap)
    return try picture.file(
      level: options.level, filters: options.filterBits(for: picture.colorType))
  }
}

/// The compression options of a PNG. They do not affect the pixels.
package struct PNGOptions: Hashable, Sendable {
  /// The compression level in 0 (stored)...9 (smallest). Checked when a picture is encoded.
  ///
  /// For frames of headers with photographs, files of level 4 are 2 % larger than those of level 6
  /// in about half the time, and 4 % larger than those of level 9 in a tenth of the time.
  package var level = 4
  /// True to use the Sub filter for all rows, which is fast to encode.
  private let usesSubFilter: Bool

  package init(level: Int? = nil, usesSubFilter: Bool = false) {
    if let level { self.level = level }
    self.usesSubFilter = usesSubFilter
  }

  package static let standard = PNGOptions()

  package func check() throws(CodecError) {
    guard (0...9).contains(level) else {
      throw CodecError(
        kind: .invalidOption, message: "a PNG level of \(level)", hint: "give 0 to 9")
    }
  }

  /// Returns libpng's filter bits. By default, palettes and level 0 use no filter, and otherwise
  /// libpng chooses a filter for each row.
  func filterBits(for colorType: PNGPicture.ColorType) -> Int {
    usesSubFilter ? 2 : colorType == .palette || level == 0 ? 1 : 31
  }
}

/// A text chunk of a PNG file: international text (iTXt) in UTF-8, uncompressed.
package enum PNGText {
  /// Returns a file with an additional text before its end. `png` must be a complete PNG file, and
  /// `keyword` must have 1 to 79 ASCII letters.
  package static func adding(_ text: String, keyword: String, to png: [UInt8]) -> [UInt8] {
    let end = PNGChunk.bytes(type: "IEND", body: [])
    // No compression, compression method 0, no language, no translated keyword.
    let body = Array(keyword.utf8) + [0, 0, 0, 0, 0] + Array(text.utf8)
    var result = png
    result.removeLast(end.count)
    result += PNGChunk.bytes(type: "iTXt", body: body) + end
    return result
  }

  /// Returns the last intact text with this keyword, or `nil` if there is none.
  package static func read(_ keyword: String, in png: [UInt8]) -> String? {
    guard png.starts(with: PNGChunk.signature) else { return nil }
    let start = Array(keyword.utf8) + [0, 0, 0, 0, 0]
    let texts = PNGChunk.all(of: png).filter {
      $0.type == "iTXt" && png[$0.body].starts(with: start) && $0.isIntact(in: png)
    }
    return texts.last.map {
      String(decoding: png[$0.body].dropFirst(start.count), as: UTF8.self)
    }
  }
}
