package import PortableMath

extension Pixmap {
  /// Draws a picture under an affine map from its pixels to this one's: turned, slanted, mirrored.
  ///
  /// Bilinear, clamped to the picture's edges; for scales of 1/2 and more. The picture's edges are
  /// anti-aliased, as is `outline`.
  ///
  /// - Parameters:
  ///   - outline: limits what is painted, in device pixels; nil: the picture's own edges.
  ///   - opacity: 0 nothing ... 255 unchanged.
  ///   - clip: whole pixels outside of which nothing changes.
  package mutating func draw(
    _ picture: Pixmap, under map: AffineTransform, within outline: Path? = nil, opacity: UInt8,
    clip: PixelRect
  ) {
    let edges = outline ?? Path.rect(DeviceRect(picture.size.bounds)).transformed(by: map)
    guard opacity > 0, let inverse = map.inverse,
      let mask = PlacedMask(filling: edges, within: clip.intersection(size.bounds)),
      let sampled = picture.sampled(under: inverse, area: mask.bounds)
    else { return }
    draw(sampled, through: mask.scaled(by: opacity).mask, x: mask.x, y: mask.y, clip: clip)
  }

  /// The picture as seen from the pixels of `area`, which `inverse` maps to the picture's.
  private func sampled(under inverse: AffineTransform, area: PixelRect) -> Pixmap? {
    guard let size = PixelSize(width: area.width, height: area.height) else { return nil }
    let source = bytes.span
    let (lastX, lastY) = (Double(width - 1), Double(height - 1))
    return Pixmap(size: size) { target in
      var out = 0
      for row in 0..<area.height {
        for column in 0..<area.width {
          let place = inverse.apply(Double(area.x + column) + 0.5, Double(area.y + row) + 0.5)
          let u = max(0, min(lastX, place.x - 0.5))
          let v = max(0, min(lastY, place.y - 0.5))
          let (x, y) = (Int(u), Int(v))
          let across = UInt32((u - Double(x)) * 256)
          let down = UInt32((v - Double(y)) * 256)
          let right = min(x + 1, width - 1)
          let below = min(y + 1, height - 1)
          let (first, second) = ((y * width + x) * 4, (y * width + right) * 4)
          let (third, fourth) = ((below * width + x) * 4, (below * width + right) * 4)
          for channel in 0..<4 {
            let upper =
              UInt32(source[first + channel]) * (256 - across)
              + UInt32(source[second + channel]) * across
            let lower =
              UInt32(source[third + channel]) * (256 - across)
              + UInt32(source[fourth + channel]) * across
            target[out + channel] = UInt8(
              truncatingIfNeeded: (upper * (256 - down) + lower * down + 32768) >> 16)
          }
          out += 4
        }
      }
    }
  }

  /// Paints a colour through a placed mask.
  ///
  /// - Parameter clip: whole pixels outside of which nothing changes.
  package mutating func draw(_ mask: PlacedMask, color: Color, clip: PixelRect) {
    draw(mask.mask, x: mask.x, y: mask.y, color: color, clip: clip)
  }
}
