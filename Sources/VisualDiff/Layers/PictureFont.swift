/// A font that drew text of a picture, read from the picture's metadata.
package struct PictureFont: Hashable, Sendable, Comparable {
  package var family: String
  /// The font's own revision, for example "4.001".
  package var version: String
  /// The SHA-256 of the font file in hexadecimal. Empty if the file could not be read.
  package var sha256: String

  package init(family: String, version: String, sha256: String) {
    self.family = family
    self.version = version
    self.sha256 = sha256
  }

  package static func < (first: PictureFont, second: PictureFont) -> Bool {
    (first.family, first.version, first.sha256) < (second.family, second.version, second.sha256)
  }

  /// Returns a note that different fonts are the cause of a difference. `nil` if both pictures have
  /// the same fonts or one has no record of them.
  ///
  ///     text was drawn with Inter 4.000 (baseline) and Inter 4.001 (actual)
  package static func cause(_ first: [PictureFont], _ second: [PictureFont]) -> String? {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    let before = Set(first).subtracting(second).sorted()
    let after = Set(second).subtracting(first).sorted()
    guard !before.isEmpty || !after.isEmpty else { return nil }
    let shared = Set(before.map(\.label)).intersection(after.map(\.label))
    func names(_ fonts: [PictureFont]) -> String {
      fonts.map {
        shared.contains($0.label) ? "\($0.label), file \($0.sha256.prefix(8))" : $0.label
      }
      .joined(separator: ", ")
    }
    if before.isEmpty { return "text was drawn with another font: \(names(after)) (actual)" }
    if after.isEmpty { return "text was drawn with another font: \(names(before)) (baseline)" }
    return "text was drawn with \(names(before)) (baseline) and \(names(after)) (actual)"
  }

  private var label: String { "\(family) \(version)" }
}
