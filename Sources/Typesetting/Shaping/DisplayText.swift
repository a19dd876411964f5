/// The characters of a text that are set: controls made spaces, length bounded.
struct DisplayText: Hashable {
  let string: String

  /// Unicode scalars; about 20 screens of text. More could not be seen in any line.
  static let longestText = 4096

  init(_ text: String) {
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      if count == DisplayText.longestText {
        scalars.append("\u{2026}")
        break
      }
      scalars.append(DisplayText.breaksLine(scalar) ? " " : scalar)
      count += 1
    }
    string = String(scalars)
  }

  /// C0 and C1 controls, line and paragraph separators: they would end the line or draw a box.
  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}
