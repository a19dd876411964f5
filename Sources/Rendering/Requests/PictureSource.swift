import Files
public import Raster

/// Where a banner or an avatar comes from.
public enum PictureSource: Sendable {
  /// The demo's own.
  case builtIn
  /// PNG, JPEG or the first frame of a GIF, recognised by content; `-` is standard input.
  case file(String)
  case pixmap(Pixmap)
}
