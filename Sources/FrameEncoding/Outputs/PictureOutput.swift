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
      (self.picture, self.warnings, self.layers) = (picture, warnings, layers)
    }
  }

  /// Paints one picture and says what a user should know; calls the check with the files it reads
  /// before it paints.
  package typealias Painting = (
    _ clock: StageClock, _ check: ([String]) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> Painted

  /// Writes `picture` to a file or, for `-`, to standard output; the file appears complete.
  package static func write(_ picture: Pixmap, to path: String) throws(HeaderKitError) {
    _ = try write(to: path, packing: PicturePacking()) { _, _ in
      Painted(picture: picture, warnings: [])
    }
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
    let picture = painted.picture
    var bytes = try clock.encode(.file(path), packing.encode(picture, as: format))
    if format == .png, let layers = painted.layers { bytes = layers.added(to: bytes) }
    try clock.measure(.write, of: AtomicFile.write(bytes, to: path))
    return RenderOutcome(
      frames: 1, paintedFrames: 1, size: picture.size, duration: .zero,
      outputs: [RenderOutcome.Output(path: path, format: format, files: 1, bytes: bytes.count)],
      warnings: painted.warnings, clock: clock)
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
