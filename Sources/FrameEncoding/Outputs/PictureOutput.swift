package import FileAccess
import ImageCodecs
package import Raster
package import VisualDiff

package enum PictureOutput {
  /// A picture, what a user should know, and what the file carries of the picture's layers.
  package struct Painted {
    package let picture: Pixmap
    package let warnings: [String]
    let layers: PictureLayers?

    package init(picture: Pixmap, warnings: [String], layers: PictureLayers? = nil) {
      self.picture = picture
      self.warnings = warnings
      self.layers = layers
    }
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
    _ picture: Pixmap, to path: String, packing: PicturePacking = PicturePacking()
  ) throws(HeaderKitError) -> Int {
    let format = try format(of: path)
    let painted = Painted(picture: picture, warnings: [])
    return try write(painted, to: path, as: format, packing, clock: StageClock())
  }

  /// Paints a picture and writes it, once the name is one for a picture.
  ///
  /// - Parameter painting: is given a check of the files that are read, to call before it paints.
  package static func write(
    to path: String, packing: PicturePacking, painting: Painting
  ) throws(HeaderKitError) -> RenderOutcome {
    let format = try format(of: path)
    let clock = StageClock()
    let painted = try painting(clock) { files throws(HeaderKitError) in
      try OutputCheck.check(files: [path], inputs: files)
    }
    let bytes = try write(painted, to: path, as: format, packing, clock: clock)
    return RenderOutcome(
      painted.picture, path: path, format: format, bytes: bytes, warnings: painted.warnings,
      clock: clock)
  }

  private static func write(
    _ painted: Painted, to path: String, as format: OutputFormat, _ packing: PicturePacking,
    clock: StageClock
  ) throws(HeaderKitError) -> Int {
    var bytes = try clock.encode(.file(path), packing.encode(painted.picture, as: format))
    if format == .png, let layers = painted.layers { bytes = layers.added(to: bytes) }
    try clock.measure(.write, of: AtomicFile.write(bytes, to: path))
    return bytes.count
  }

  /// Throws `.usage` for a name that promises another format than a picture's.
  package static func format(of path: String) throws(HeaderKitError) -> OutputFormat {
    guard let format = OutputFormat.picture(named: path) else {
      throw HeaderKitError(
        .usage, subject: .file(path), reason: "a picture is written as PNG, JPEG or WebP",
        remedy: "end the name in .png, .jpg or .webp")
    }
    return format
  }
}

extension PictureLayers {
  package func added(to png: [UInt8]) -> [UInt8] {
    PNGText.adding(text, keyword: Self.pngKeyword, to: png)
  }
}
