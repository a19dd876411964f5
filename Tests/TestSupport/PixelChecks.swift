package import Raster

extension Pixmap {
  /// True if no color channel of a pixel exceeds its alpha.
  package var hasPremultipliedColors: Bool {
    let bytes = bytes
    return stride(from: 0, to: bytes.count, by: 4).allSatisfy { start in
      let alpha = bytes[start + 3]
      return bytes[start] <= alpha && bytes[start + 1] <= alpha && bytes[start + 2] <= alpha
    }
  }

  /// True if all alpha values are 255.
  package var hasOnlyOpaquePixels: Bool {
    let bytes = bytes
    return stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
  }
}
