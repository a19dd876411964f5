public import Raster

/// A picture as it was read: upright, sRGB-encoded, premultiplied.
public struct DecodedImage: Hashable, Sendable {
  public let pixmap: Pixmap
  public let kind: ImageKind

  public init(pixmap: Pixmap, kind: ImageKind) {
    self.pixmap = pixmap
    self.kind = kind
  }
}
