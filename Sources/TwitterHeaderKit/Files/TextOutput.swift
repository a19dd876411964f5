/// Writes text results.
public enum TextOutput {
  /// Writes `text` to a file, which appears complete, or to standard output for nil and `-`.
  public static func write(_ text: String, to path: String?) throws(HeaderKitError) {
    var file = try AtomicFile(path ?? "-")
    try file.write(Array(text.utf8))
    try file.commit()
  }
}
