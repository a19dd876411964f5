import PortableMath

extension Pixmap {
  /// A Gaussian blur, clamped at the picture's edges. Wide blurs are made at a half, a quarter or
  /// an eighth of the size: the difference is invisible, the result as much smaller.
  ///
  /// - Parameter sigma: standard deviation in pixels, 0...
  package func gaussianBlurred(sigma: Double) -> Pixmap {
    guard sigma > 0.05 else { return self }
    var reduced = self
    var sigma = sigma
    while sigma >= 8, let size = PixelSize(width: reduced.width / 2, height: reduced.height / 2) {
      reduced = reduced.resized(source: DeviceRect(reduced.size.bounds), to: size, filter: .area)
      sigma /= 2
    }
    let blur = LineBlur(sigma: min(sigma, Double(max(reduced.width, reduced.height))))
    return Pixmap(
      size: reduced.size,
      written: blur.blurred(reduced.bytes, reduced.size, channels: 4, edge: .repeated))
  }

  /// The colours `saturation` times as strong; 1 changes nothing, 0 leaves greys (the matrix of CSS
  /// `saturate()`, Filter Effects 1). For opaque pictures.
  package func saturated(_ saturation: Double) -> Pixmap {
    guard saturation != 1 else { return self }
    let s = Int((max(0, min(255, saturation)) * 256).rounded())
    var result = self
    var target = result.bytes.mutableSpan
    for pixel in 0..<size.area {
      let at = pixel * 4
      let luma = Int(target[at]) * 13933 + Int(target[at + 1]) * 46871 + Int(target[at + 2]) * 4732
      for channel in 0..<3 {
        // The weights are 0.2126, 0.7152 and 0.0722 in 1/65536.
        let value = luma * (256 - s) + Int(target[at + channel]) * 65536 * s
        target[at + channel] = UInt8(max(0, min(Int(target[at + 3]), (value + 1 << 23) >> 24)))
      }
    }
    return result
  }
}

extension PlacedMask {
  /// The blurred mask, so much larger on every side as the blur reaches: a shadow's coverage.
  ///
  /// - Parameter sigma: standard deviation in pixels, 0...
  package func gaussianBlurred(sigma: Double) -> PlacedMask {
    guard sigma > 0.05 else { return self }
    let blur = LineBlur(sigma: sigma)
    let margin = blur.extent
    guard let size = PixelSize(width: mask.width + 2 * margin, height: mask.height + 2 * margin)
    else { return self }
    var bytes = [UInt8](repeating: 0, count: size.area)
    for row in 0..<mask.height {
      for column in 0..<mask.width {
        bytes[(row + margin) * size.width + column + margin] = mask.bytes[row * mask.width + column]
      }
    }
    let blurred = blur.blurred(bytes, size, channels: 1, edge: .empty)
    guard let result = CoverageMask(size: size, bytes: blurred) else { return self }
    return PlacedMask(result, x: x - margin, y: y - margin)
  }
}
