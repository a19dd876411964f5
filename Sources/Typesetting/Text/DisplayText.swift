/// A text as it is laid out: controls replaced by spaces, length bounded.
struct DisplayText: Hashable {
  let string: String

  /// Unicode scalars; many times more than a line on a screen can show.
  static let longestText = 4096

  private static let ellipsis: Unicode.Scalar = "\u{2026}"

  init(_ text: String) {
    var scalars = String.UnicodeScalarView()
    scalars.append(
      contentsOf: text.unicodeScalars.prefix(DisplayText.longestText)
        .map { DisplayText.breaksLine($0) ? " " : $0 })
    if text.unicodeScalars.dropFirst(DisplayText.longestText).first != nil {
      scalars.append(DisplayText.ellipsis)
    }
    string = String(scalars)
  }

  /// How many pieces the text can be cut into.
  var clusterCount: Int { string.count }

  /// The first characters and an ellipsis, no space between them.
  func prefix(clusters: Int) -> String {
    var kept = string.prefix(clusters)
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept + String(DisplayText.ellipsis)
  }

  /// C0 and C1 controls, line and paragraph separators: they would end the line or draw a box.
  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}
