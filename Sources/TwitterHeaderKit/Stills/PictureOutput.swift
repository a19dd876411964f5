/// Writes one picture as PNG.
public enum PictureOutput {
  /// Writes `picture` to a file or, for `-`, to standard output; the file appears complete.
  public static func write(
    _ picture: Pixmap, to path: String, level: Int? = nil
  ) throws(HeaderKitError) {
    let bytes: [UInt8]
    do {
      bytes = try PNGEncoder.encode(
        picture, options: PNGOptions(level: level ?? PNGOptions.standard.level))
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    var file = try AtomicFile(path)
    try file.write(bytes)
    try file.commit()
  }
}
