package import FileAccess
import ImageCodecs
package import Raster
package import VisualDiff

package enum PictureOutput {
  /// A painted picture with its warnings and the layers to embed in the file.
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

  /// Paints a picture. Calls `check` with the files it reads before it paints.
  package typealias Painting = (
    _ clock: StageClock, _ check: ([String]) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) -> Painted

  /// Writes `picture` to a file, or to standard output if the path is `-`. The file appears when it
  /// is complete.
  package static func write(_ picture: Pixmap, to path: String) throws(HeaderKitError) {
    _ = try write(to: path, packing: PicturePacking()) { _, _ in
      Painted(picture: picture, warnings: [])
    }
  }

  /// Paints a picture and writes it after checking that the file name has a picture's extension.
  ///
  /// - Parameter painting: Paints the picture. Must call the check with the files it reads before
  ///   it paints.
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

  /// Returns the picture format of a file name.
  ///
  /// - Throws: `.usage` if the extension is not that of a supported picture format.
  package static func format(of path: String) throws(HeaderKitError) -> OutputFormat {
    guard let format = OutputFormat.picture(named: path) else {
      throw HeaderKitError(
        .usage, subject: .file(path), reason: "a still must be PNG, JPEG or WebP",
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
