/// Writes one picture as PNG.
public enum PictureOutput {
  /// Writes `picture` to a file or, for `-`, to standard output; the file appears complete. Returns
  /// how many bytes it has.
  @discardableResult
  public static func write(
    _ picture: Pixmap, to path: String, level: Int? = nil
  ) throws(HeaderKitError) -> Int {
    try write(picture, to: path, level: level, clock: StageClock())
  }

  static func write(
    _ picture: Pixmap, to path: String, level: Int?, clock: StageClock
  ) throws(HeaderKitError) -> Int {
    let bytes: [UInt8]
    do {
      bytes = try clock.measure(.encode) { () throws(CodecError) in
        try PNGEncoder.encode(
          picture, options: PNGOptions(level: level ?? PNGOptions.standard.level))
      }
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    return try clock.measure(.write) { () throws(HeaderKitError) in
      var file = try AtomicFile(path)
      try file.write(bytes)
      try file.commit()
      return file.byteCount
    }
  }

  /// Throws `.usage` for a name that promises another form than PNG.
  static func check(_ path: String) throws(HeaderKitError) {
    guard let form = OutputTarget.form(named: path) else {
      let ending = path.split(separator: ".").last?.lowercased() ?? ""
      guard !["jpg", "jpeg", "webp", "bmp", "tif", "tiff", "svg"].contains(ending) else {
        throw notPNG(path)
      }
      return
    }
    guard form == .png else { throw notPNG(path) }
  }

  private static func notPNG(_ path: String) -> HeaderKitError {
    HeaderKitError(
      .usage, subject: path, reason: "a picture is written as PNG", hint: "end the name in .png")
  }
}
