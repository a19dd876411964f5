public import Raster

/// A picture as it was read: upright, sRGB-encoded, premultiplied.
public struct DecodedImage: Hashable, Sendable {
  /// The pixels.
  public let pixmap: Pixmap
  /// The form that was recognised.
  public let kind: ImageKind

  /// Takes both as they are.
  public init(pixmap: Pixmap, kind: ImageKind) {
    self.pixmap = pixmap
    self.kind = kind
  }
}
