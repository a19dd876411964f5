import CPango

/// A part of a text behind which a line may or must end: Unicode's UAX 14, as Pango has it.
package struct LineUnit: Hashable, Sendable {
  /// Unicode scalars that are shown, spaces at its end among them.
  package var length: Int
  /// Those behind them that end the line, CR LF together; 0: it may end here.
  package var terminators = 0

  /// The parts of a text, in order; none of an empty one.
  package static func units(of text: String) -> [LineUnit] {
    let scalars = Array(text.unicodeScalars)
    var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: scalars.count + 1)
    let bytes = Array(text.utf8CString)
    // Not the user's language: texts break alike everywhere.
    pango_get_log_attrs(
      bytes, Int32(bytes.count - 1), -1, pango_language_from_string("und"), &attributes,
      Int32(attributes.count))
    var units: [LineUnit] = []
    var start = 0
    for end in scalars.indices.map({ $0 + 1 })
    where end == scalars.count || attributes[end].is_line_break != 0 {
      let terminators = scalars[start..<end].reversed().prefix(while: endsLine).count
      units.append(LineUnit(length: end - start - terminators, terminators: terminators))
      start = end
    }
    return units
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
