package import PortableMath

extension Pixmap {
  /// Draws a picture, whose top left pixel is at (x, y), as `map` projects it.
  ///
  /// A pixel is the mean of bilinear samples that are at most one pixel of the picture apart, so a
  /// foreshortened picture does not shimmer. Outside of the picture all is transparent, so its edges
  /// are anti-aliased. Nothing behind the eye is drawn, and nothing of a plane that is seen edge-on.
  ///
  /// - Parameter clip: A rectangle in whole pixels. Nothing outside of it changes.
  package mutating func draw(
    _ picture: Pixmap, x: Int, y: Int, projectedBy map: Homography, clip: PixelRect
  ) {
    let place = PixelRect(x: x, y: y, width: picture.width, height: picture.height)
    guard let sampler = ProjectedSampler(picture, x: x, y: y, map),
      let box = map.boundingBox(of: DeviceRect(place).inset(by: -0.5))
    else { return }
    let area = box.enclosingPixels.intersection(clip).intersection(size.bounds)
    guard let size = area.size else { return }
    draw(sampler.sampled(area, size), x: area.x, y: area.y, opacity: 255, clip: clip)
  }
}

/// Samples a projected picture.
private struct ProjectedSampler {
  private let picture: Pixmap
  /// The transform from pixels of the canvas to those of the picture.
  private let inverse: Homography

  /// `nil` if the picture is seen edge-on.
  init?(_ picture: Pixmap, x: Int, y: Int, _ map: Homography) {
    guard let inverse = map.inverse else { return nil }
    self.picture = picture
    self.inverse = inverse.then(.translation(x: Double(-x), y: Double(-y)))
  }

  /// The maximum number of samples per pixel in one direction. The sums of their weights fit 32
  /// bits.
  private static let maxSamples = 16.0

  /// Returns the picture as seen in the pixels of `area`.
  func sampled(_ area: PixelRect, _ size: PixelSize) -> Pixmap {
    let source = picture.bytes.span
    return Pixmap(size: size) { target in
      var out = 0
      for row in area.y..<area.maxY {
        for column in area.x..<area.maxX {
          let footprint = footprint(x: Double(column) + 0.5, y: Double(row) + 0.5)
          let color = footprint.map { mean(of: $0, source) } ?? .zero
          for channel in 0..<4 {
            target[out + channel] = UInt8(truncatingIfNeeded: color[channel])
          }
          out += 4
        }
      }
    }
  }

  /// The samples of one pixel: a grid in the picture.
  private struct Footprint {
    var first: SIMD2<Double>
    /// The distances between the samples of a row, and between the rows.
    var across, down: SIMD2<Double>
    var columns, rows: Int
  }

  /// Returns the samples of the pixel with the center (x, y), or `nil` if it shows nothing of the
  /// picture.
  private func footprint(x: Double, y: Double) -> Footprint? {
    let image = inverse.image(x: x, y: y)
    // The third number is 1 / w.
    guard image.z > 0 else { return nil }
    let middle = SIMD2(image.x, image.y) / image.z
    let across = (inverse.across.lowHalf - middle * inverse.across.z) / image.z
    let down = (inverse.down.lowHalf - middle * inverse.down.z) / image.z
    let reach = (Self.magnitude(across) + Self.magnitude(down)) / 2 + 1
    guard middle.x > -reach.x, middle.y > -reach.y, middle.x < Double(picture.width) + reach.x,
      middle.y < Double(picture.height) + reach.y
    else { return nil }
    let (columns, rows) = (Self.count(across), Self.count(down))
    let (stepAcross, stepDown) = (across / columns, down / rows)
    // Samples are at pixel centers, hence the half.
    let corner = middle - 0.5 - stepAcross * ((columns - 1) / 2) - stepDown * ((rows - 1) / 2)
    return Footprint(
      first: corner, across: stepAcross, down: stepDown, columns: Int(columns), rows: Int(rows))
  }

  private static func magnitude(_ step: SIMD2<Double>) -> SIMD2<Double> {
    step.replacing(with: 0 - step, where: step .< 0)
  }

  /// Returns the number of samples along a side of a pixel. Rounding errors do not add one.
  private static func count(_ side: SIMD2<Double>) -> Double {
    let length = (side * side).sum().squareRoot()
    return max(1, min(maxSamples, (length - 0x1p-10).rounded(.up)))
  }

  /// Returns the rounded mean of the samples.
  private func mean(of footprint: Footprint, _ source: Span<UInt8>) -> SIMD4<UInt32> {
    var sum = SIMD4<UInt32>.zero
    var start = footprint.first
    for _ in 0..<footprint.rows {
      var position = start
      for _ in 0..<footprint.columns {
        sum &+= sample(position, source)
        position += footprint.across
      }
      start += footprint.down
    }
    let count = UInt32(footprint.columns * footprint.rows)
    // 255 * 65536 * 256 + 128 * 65536 < 2^32.
    if count == 1 { return (sum &+ 0x8000) &>> 16 }
    return (sum &+ (count * 0x8000)) / (SIMD4(repeating: count * 0x10000))
  }

  /// Returns the color between four pixels, in 1/65536.
  private func sample(_ position: SIMD2<Double>, _ source: Span<UInt8>) -> SIMD4<UInt32> {
    let (width, height) = (picture.width, picture.height)
    guard position.x > -1, position.y > -1, position.x < Double(width),
      position.y < Double(height)
    else { return .zero }
    // Weights in 1/256, rounded, so that rounding errors of positions do not matter.
    let column = Int((position.x * 256).rounded())
    let row = Int((position.y * 256).rounded())
    let (x, y) = (column >> 8, row >> 8)
    let (across, down) = (UInt32(column & 255), UInt32(row & 255))
    let upper =
      pixel(x, y, source) &* (256 - across) &+ pixel(x + 1, y, source) &* across
    let lower =
      pixel(x, y + 1, source) &* (256 - across) &+ pixel(x + 1, y + 1, source) &* across
    return upper &* (256 - down) &+ lower &* down
  }

  @inline(__always)
  private func pixel(_ x: Int, _ y: Int, _ source: Span<UInt8>) -> SIMD4<UInt32> {
    guard x >= 0, y >= 0, x < picture.width, y < picture.height else { return .zero }
    let at = (y * picture.width + x) * 4
    return SIMD4(
      UInt32(source[at]), UInt32(source[at + 1]), UInt32(source[at + 2]), UInt32(source[at + 3]))
  }
}
