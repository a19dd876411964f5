import CFontconfig
import CPango

extension PangoLine {
  private static let unknownGlyph: UInt32 = 0x1000_0000
  private static let emptyGlyph: UInt32 = 0x0FFF_FFFF
  private static let maxCharacters = 8

  /// Returns the fonts of the line's glyphs without duplicates. Boxes for missing characters are
  /// ignored. Spaces count only if their font has no other character.
  func fontRuns(of fonts: FontLibrary, askedFor family: String) -> [FontRun] {
    var order: [FontUse] = []
    var characters: [FontUse: [Unicode.Scalar]] = [:]
    guard let text = pango_layout_get_text(layout) else { return [] }
    for run in runs() where PangoLine.drawsGlyph(run) {
      guard let pattern = PangoLine.pattern(of: run.font),
        let use = fonts.use(of: pattern, askedFor: family)
      else { continue }
      if characters[use] == nil { order.append(use) }
      var known = characters[use] ?? []
      let bytes = UnsafeRawBufferPointer(
        start: text + Int(run.item.offset), count: Int(run.item.length))
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        guard known.count < PangoLine.maxCharacters else { break }
        if !known.contains(scalar), !scalar.properties.isWhitespace { known.append(scalar) }
      }
      characters[use] = known
    }
    return order.map { FontRun(font: $0, characters: characters[$0] ?? []) }
  }

  private static func drawsGlyph(_ run: Run) -> Bool {
    let glyphs = UnsafeBufferPointer(
      start: run.glyphs.pointee.glyphs, count: Int(run.glyphs.pointee.num_glyphs))
    return glyphs.contains { $0.glyph & unknownGlyph == 0 && $0.glyph != emptyGlyph }
  }

  static func pattern(of font: UnsafeMutablePointer<PangoFont>) -> OpaquePointer? {
    let fontconfigFont = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
    return pango_fc_font_get_pattern(fontconfigFont)
  }

  /// Returns the UTF-8 ranges of a text outside of Indic words.
  static func trackedBytes(of text: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var offset = 0
    var isIndic = false
    for scalar in text.unicodeScalars {
      // Format characters, such as joiners, belong to the preceding letter.
      let isNext = scalar.properties.generalCategory == .format ? isIndic : isIndicLetter(scalar)
      if isNext, !isIndic, offset > start { ranges.append(start..<offset) }
      if !isNext, isIndic { start = offset }
      isIndic = isNext
      offset += UTF8.width(scalar)
    }
    if !isIndic, offset > start { ranges.append(start..<offset) }
    return ranges
  }

  /// Returns whether a scalar is in Devanagari to Malayalam, Sinhala, or the extensions of
  /// Devanagari.
  private static func isIndicLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0900...0x0DFF, 0x1CD0...0x1CFF, 0xA8E0...0xA8FF: true
    default: false
    }
  }
}
