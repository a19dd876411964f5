import CodecInterface
package import Files
import ImageCodecs
package import Raster
import VisualDiff

/// Writes one picture as PNG.
package enum PictureOutput {
  /// A picture, what a user should know, and what the file carries of the picture's layers.
  package struct Painted {
    let picture: Pixmap
    let warnings: [String]
    var layers: PictureLayers?
  }

  /// Paints one picture and says what a user should know; calls the check with the files it reads
  /// before it paints.
  package typealias Painting = (
    _ clock: StageClock, _ check: ([String]) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> Painted

  /// Writes `picture` to a file or, for `-`, to standard output; the file appears complete. Returns
  /// how many bytes it has.
  @discardableResult
  package static func write(
    _ picture: Pixmap, to path: String, level: Int? = nil
  ) throws(HeaderKitError) -> Int {
    try write(Painted(picture: picture, warnings: []), to: path, level: level, clock: StageClock())
  }

  /// Paints a picture and writes it, once the name is one for a PNG.
  ///
  /// - Parameter painting: is given a check of the files that are read, to call before it paints.
  package static func write(
    to path: String, level: Int?, painting: Painting
  ) throws(HeaderKitError) -> RenderOutcome {
    try check(path)
    let clock = StageClock()
    let painted = try painting(clock) { files throws(HeaderKitError) in
      try OutputCheck.check(files: [path], inputs: files)
    }
    let bytes = try write(painted, to: path, level: level, clock: clock)
    return RenderOutcome(
      painted.picture, path: path, bytes: bytes, warnings: painted.warnings, clock: clock)
  }

  private static func write(
    _ painted: Painted, to path: String, level: Int?, clock: StageClock
  ) throws(HeaderKitError) -> Int {
    var bytes: [UInt8]
    do {
      bytes = try clock.measure(.encode) { () throws(CodecError) in
        try PNGEncoder.encode(
          painted.picture, options: PNGOptions(level: level ?? PNGOptions.standard.level))
      }
    } catch {
      throw HeaderKitError(error, subject: .file(path), writing: true)
    }
    if let layers = painted.layers { bytes = layers.added(to: bytes) }
    return try clock.measure(.write) { () throws(HeaderKitError) in
      var file = try AtomicFile(path)
      try file.write(bytes)
      try file.commit()
      return file.byteCount
    }
  }

  /// Throws `.usage` for a name that promises another format than PNG.
  private static func check(_ path: String) throws(HeaderKitError) {
    guard let format = OutputTarget.format(named: path) else {
      let ending = path.split(separator: ".").last?.lowercased() ?? ""
      guard !["jpg", "jpeg", "webp", "bmp", "tif", "tiff", "svg"].contains(ending) else {
        throw notPNG(path)
      }
      return
    }
    guard format == .png else { throw notPNG(path) }
  }

  private static func notPNG(_ path: String) -> HeaderKitError {
    HeaderKitError(
      .usage, subject: .file(path), reason: "a picture is written as PNG",
      remedy: "end the name in .png")
  }
}
