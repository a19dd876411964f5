import Raster

extension Pixmap {
  /// The picture as it is to be looked at, from one stored with `orientation`.
  func upright(from orientation: ExifOrientation) -> Pixmap {
    if orientation == .upright { return self }
    let turned =
      orientation.swapsSides ? PixelSize(width: height, height: width) : size
    guard let turned else { return self }
    // The stored pixel of (x, y) is number origin + x * step.x + y * step.y.
    let (w, h) = (width, height)
    let (origin, stepX, stepY) =
      switch orientation {
      case .upright: (0, 1, w)
      case .mirrored: (w - 1, -1, w)
      case .halfTurn: (w * h - 1, -1, -w)
      case .upsideDownMirrored: (w * (h - 1), 1, -w)
      case .transposed: (0, w, 1)
      case .quarterTurn: (w * (h - 1), -w, 1)
      case .transposedAcross: (w * h - 1, -w, -1)
      case .threeQuarterTurn: (w - 1, w, -1)
      }
    let moved = [UInt8](unsafeUninitializedCapacity: size.area * 4) { target, used in
      bytes.withUnsafeBufferPointer { stored in
        var index = 0
        for y in 0..<turned.height {
          var from = (origin + y * stepY) * 4
          for _ in 0..<turned.width {
            for channel in 0..<4 { target[index + channel] = stored[from + channel] }
            index += 4
            from += stepX * 4
          }
        }
      }
      used = size.area * 4
    }
    return Pixmap(size: turned, bytes: moved) ?? self
  }
}
