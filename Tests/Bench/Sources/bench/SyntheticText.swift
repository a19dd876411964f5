import Raster

/// Masks as large and as dense as lines of text, so that the bench needs no font.
enum SyntheticText {
  /// A line of `letters` glyph-like shapes.
  ///
  /// - Parameter size: type size in pixels; an average sans serif letter is 0.57 of it wide.
  static func line(letters: Int, size: Double, bold: Bool) -> CoverageMask {
    let advance = size * (bold ? 0.63 : 0.57)
    let height = size * 1.17
    let stem = size * (bold ? 0.17 : 0.095)
    var path = Path()
    var bowls = Path()
    for letter in 0..<letters where letter % 6 != 5 {
      let x = Double(letter) * advance + stem
      let top = letter % 3 == 0 ? size * 0.2 : size * 0.4
      path.append(
        .rect(DeviceRect(x: x, y: top, width: stem, height: size * 0.95 - top)))
      bowls.append(
        .ellipse(
          in: DeviceRect(
            x: x + stem / 2, y: size * 0.42, width: advance * 0.62, height: size * 0.5)))
    }
    let bounds = SyntheticPictures.size(
      Int((Double(letters) * advance + 2).rounded(.up)), Int(height.rounded(.up)))
    guard let stems = CoverageMask(filling: path, size: bounds),
      let rings = CoverageMask(stroking: bowls, width: stem, size: bounds),
      let text = CoverageMask(
        size: bounds, bytes: zip(stems.bytes, rings.bytes).map { max($0, $1) })
    else { preconditionFailure("glyph-like shapes have finite coordinates") }
    return text
  }
}
