/// Writes text results.
public enum TextOutput {
  /// Bytes that are gathered before they are written.
  private static let pieceLength = 1 << 16

  /// Writes `text` to a file, which appears complete, or to standard output for nil and `-`.
  public static func write(_ text: String, to path: String?) throws(HeaderKitError) {
    var file = try AtomicFile(path ?? "-")
    try file.write(Array(text.utf8))
    try file.commit()
  }

  /// Writes lines one after the other, holding few of them at a time.
  public static func write(
    lines: some Sequence<String>, to path: String?
  ) throws(HeaderKitError) {
    var file = try AtomicFile(path ?? "-")
    var piece: [UInt8] = []
    for line in lines {
      piece += line.utf8
      piece.append(UInt8(ascii: "\n"))
      if piece.count >= pieceLength {
        try file.write(piece)
        piece.removeAll(keepingCapacity: true)
      }
    }
    try file.write(piece)
    try file.commit()
  }
}
