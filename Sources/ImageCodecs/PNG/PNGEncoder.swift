package import CodecInterface
package import Raster

package enum PNGEncoder {
  /// Encodes `pixmap`: the smallest pixel format that holds it exactly is taken by rule.
  ///
  /// At most 256 colours (16 greys): a palette of 1, 2, 4 or 8 bits. Otherwise grey or RGB when every
  /// pixel is opaque, else RGBA, whose alpha is not premultiplied; decoding multiplies back to the
  /// very same bytes. No date, text or profile is written: the same picture and options give the same bytes.
  ///
  /// Throws `.invalidOption`, `.writeFailed` and `.outOfMemory`.
  package static func encode(
    _ pixmap: Pixmap, options: PNGOptions = .standard
  ) throws(CodecError) -> [UInt8] {
    try options.check()
    let picture = PNGPicture(smallestFor: pixmap)
    return try picture.file(
      level: options.level, filters: options.filterBits(for: picture.colorType))
  }
}

/// How hard a PNG is packed; the pixels are the same whatever is chosen.
package struct PNGOptions: Hashable, Sendable {
  /// 0 stored ... 9 smallest; checked when something is encoded.
  ///
  /// Level 4: on frames of headers with photographs 2 % larger than level 6 in about half the time, and
  /// 4 % larger than level 9 in a tenth.
  package var level = 4
  /// Whether the pixel to the left is subtracted from each, in every row: quick to pack.
  private let differsFromLeft: Bool

  package init(level: Int? = nil, differsFromLeft: Bool = false) {
    if let level { self.level = level }
    self.differsFromLeft = differsFromLeft
  }

  package static let standard = PNGOptions()

  package func check() throws(CodecError) {
    guard (0...9).contains(level) else {
      throw CodecError(
        kind: .invalidOption, message: "a PNG level of \(level)", hint: "give 0 ... 9")
    }
  }

  /// The set of libpng's filter bits: unless it is said, no filter for palettes and at level 0,
  /// otherwise for each row the one that looks best.
  func filterBits(for colorType: PNGPicture.ColorType) -> Int {
    differsFromLeft ? 2 : colorType == .palette || level == 0 ? 1 : 31
  }
}

/// A text chunk of a PNG file: international text (iTXt), UTF-8, not packed.
package enum PNGText {
  /// The file with one more text in front of its end. `png` is a complete PNG file, `keyword` has 1 to
  /// 79 letters of ASCII.
  package static func adding(_ text: String, keyword: String, to png: [UInt8]) -> [UInt8] {
    let end = PNGChunk.bytes(type: "IEND", body: [])
    // No compression, its method, no language, no translated keyword.
    let body = Array(keyword.utf8) + [0, 0, 0, 0, 0] + Array(text.utf8)
    return png.dropLast(end.count) + PNGChunk.bytes(type: "iTXt", body: body) + end
  }

  /// The last text of this keyword; nil where there is none that is whole.
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
