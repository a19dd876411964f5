package import PortableMath

/// A filter for the backdrop of a layer.
package struct BackdropBlur: Hashable, Sendable {
  /// The standard deviation of the blur, in device pixels.
  package var sigma: Double
  /// The saturation factor. 1 leaves the saturation unchanged.
  package var saturation: Double
  /// The color blended over the blurred backdrop.
  package var tint: Color
  /// The opacity of the filtered backdrop over the backdrop, in 0...255.
  package var opacity: UInt8

  package init(sigma: Double, saturation: Double, tint: Color, opacity: UInt8 = 255) {
    self.sigma = sigma
    self.saturation = saturation
    self.tint = tint
    self.opacity = opacity
  }

  /// The standard deviation that three box passes need, as a factor of `sigma`: that of a Gaussian
  /// without its tails beyond 2.5 sigma, as in Chromium. From a sigma of 8 pixels on, the blur of a
  /// sharp edge differs from Chromium's by at most two levels.
  static let spread = 0.9546
}

extension Pixmap {
  /// Returns the picture blurred by box passes, each with replicated edges.
  ///
  /// All channels are blurred alike. Several passes are not equivalent to one wider filter: beyond
  /// the edge each pass replicates the outermost pixels of the previous pass. The error is within
  /// one level of exact arithmetic.
  ///
  /// - Parameters:
  ///   - diameter: The side of the box in pixels. Must be odd and at least 1.
  ///   - passes: The number of passes, at least 0.
  /// - Complexity: Proportional to area × passes, regardless of the diameter up to 127.
  package func boxBlurred(diameter: Int, passes: Int) -> Pixmap {
    precondition(diameter >= 1 && diameter % 2 == 1, "a box has an odd side")
    precondition(passes >= 0, "a blur has no negative number of passes")
    guard diameter > 1, passes > 0 else { return self }
    guard diameter <= BoxKernel.widest else {
      let blur = LineBlur(diameter: diameter, passes: passes)
      return Pixmap(size: size, written: blur.blurred(bytes, size, channels: 4, edge: .repeated))
    }
    let box = BoxKernel(diameter: diameter)
    return Pixmap(size: size) { target in
      box.blur(&target, from: bytes.span, width: width, height: height, passes: passes)
    }
  }

  /// Returns the picture with a Gaussian blur and replicated edges.
  ///
  /// Wide blurs are computed at a half, a quarter or an eighth of the size, and the result has that
  /// size. The difference is not visible.
  ///
  /// - Parameter sigma: The standard deviation in pixels, at least 0.
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

  /// Returns the picture with its saturation multiplied by a factor (the matrix of CSS
  /// `saturate()`, Filter Effects 1). 1 changes nothing, 0 is grayscale. Requires an opaque
  /// picture.
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

  /// Blurs, saturates and tints the pixels under a mask. The blur includes pixels around the mask,
  /// as far as the canvas extends. Nothing outside of `clip` changes.
  package mutating func filterBackdrop(
    _ filter: BackdropBlur, through mask: PlacedMask, clip: PixelRect
  ) {
    let area = mask.bounds.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty else { return }
    let reach = Int((3 * filter.sigma).rounded(.up))
    // Aligned to eight pixels, so that a reduced backdrop keeps its grid while the layer moves.
    func down(_ value: Int) -> Int { value & ~7 }
    let (left, top) = (down(max(0, area.x - reach)), down(max(0, area.y - reach)))
    let seen = PixelRect(
      x: left, y: top, width: down(area.maxX + reach + 7) - left,
      height: down(area.maxY + reach + 7) - top
    ).intersection(size.bounds)
    guard let behind = cropped(to: seen) else { return }
    let blurred = behind.gaussianBlurred(sigma: filter.sigma * BackdropBlur.spread)
      .saturated(filter.saturation)
    guard let areaSize = PixelSize(width: area.width, height: area.height) else { return }
    let source = DeviceRect(area).moved(x: -Double(seen.x), y: -Double(seen.y))
      .scaled(from: behind.size, to: blurred.size)
    var filtered = blurred.resized(source: source, to: areaSize, filter: .bilinear)
    filtered.fill(DeviceRect(areaSize.bounds), with: filter.tint, clip: areaSize.bounds)
    draw(filtered, x: area.x, y: area.y, through: mask.scaled(by: filter.opacity), clip: area)
  }
}

extension PlacedMask {
  /// Returns the blurred mask of a shadow, enlarged on every side by the extent of the blur.
  ///
  /// - Parameter sigma: The standard deviation in pixels, at least 0.
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
