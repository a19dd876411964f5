package import PortableMath

/// A linear or radial gradient.
///
/// Between two stops the premultiplied channels are interpolated linearly, as in CSS. Before the
/// first and after the last stop the color is constant.
package struct Gradient: Hashable, Sendable {
  /// A color and its position on the gradient, in 0...1.
  package struct Stop: Hashable, Sendable {
    package var position: Double
    package var color: Color

    package init(_ position: Double, _ color: Color) {
      self.position = position
      self.color = color
    }
  }

  /// The stops, sorted by position. At least one.
  package var stops: [Stop]
  /// The function that maps a pixel to its position on the gradient. For a radial gradient, the
  /// horizontal component.
  package var along: Axis
  /// The vertical component of a radial gradient, or `nil` for a linear one.
  package var down: Axis?

  /// A linear function of a pixel: `perX` · x + `perY` · y + `offset`, in device pixels.
  package struct Axis: Hashable, Sendable {
    package var perX: Double
    package var perY: Double
    package var offset: Double

    /// Creates the function `u` · x + `v` · y of coordinates that `inverse` maps device pixels to.
    fileprivate init(_ u: Double, _ v: Double, _ inverse: AffineTransform) {
      perX = u * inverse.a + v * inverse.b
      perY = u * inverse.c + v * inverse.d
      offset = u * inverse.tx + v * inverse.ty
    }

    /// Returns the function moved by a distance in pixels.
    package func moved(x: Double, y: Double) -> Axis {
      var axis = self
      axis.offset -= perX * x + perY * y
      return axis
    }

    fileprivate func position(_ x: Int, _ y: Int) -> Double {
      offset + perY * (Double(y) + 0.5) + perX * (Double(x) + 0.5)
    }
  }

  /// Creates a linear gradient. `nil` without stops, or if the rectangle is empty or `map` is
  /// singular.
  ///
  /// - Parameters:
  ///   - rect: The filled rectangle, in its own units.
  ///   - angle: The direction in degrees: 0 is up, 90 is right (CSS Images 3, `linear-gradient()`).
  ///     The gradient line passes through the center and is long enough that the corners have the
  ///     first and the last color.
  ///   - map: The transform from the units of the rectangle to device pixels.
  package init?(stops: [Stop], over rect: DeviceRect, angle: Double, map: AffineTransform) {
    guard let inverse = map.inverse, !stops.isEmpty else { return nil }
    let sine = DeterministicMath.sin(degrees: angle)
    let cosine = DeterministicMath.cos(degrees: angle)
    let length = abs(rect.width * sine) + abs(rect.height * cosine)
    guard length > 0 else { return nil }
    // The direction is (sine, -cosine). The position is 0.5 at the center of the rectangle.
    let (u, v) = (sine / length, -cosine / length)
    let middle = u * (rect.x + rect.width / 2) + v * (rect.y + rect.height / 2)
    self.stops = stops
    along = Axis(u, v, inverse)
    along.offset = along.offset - middle + 0.5
  }

  /// Creates a radial gradient. `nil` without stops, or if `radius` is not positive or `map` is
  /// singular.
  ///
  /// - Parameters:
  ///   - x: The horizontal position of the center, in its own units.
  ///   - radius: The distance from the center, which is position 0, to position 1.
  ///   - map: The transform from these units to device pixels.
  package init?(stops: [Stop], aroundX x: Double, y: Double, radius: Double, map: AffineTransform) {
    guard let inverse = map.inverse, !stops.isEmpty, radius > 0 else { return nil }
    self.stops = stops
    along = Axis(1 / radius, 0, inverse)
    along.offset -= x / radius
    var down = Axis(0, 1 / radius, inverse)
    down.offset -= y / radius
    self.down = down
  }

  /// Returns the premultiplied pixels at equal steps from position 0 to 1.
  private func table(steps: Int) -> [SIMD4<UInt8>] {
    var next = 0
    return (0...steps).map { index in
      let position = Double(index) / Double(steps)
      while next < stops.count, stops[next].position <= position { next += 1 }
      guard next > 0 else { return Self.pixel(stops[0].color, stops[0].color, 0) }
      let before = stops[next - 1]
      guard next < stops.count else { return Self.pixel(before.color, before.color, 0) }
      let after = stops[next]
      return Self.pixel(
        before.color, after.color, (position - before.position) / (after.position - before.position)
      )
    }
  }

  private static func pixel(_ from: Color, _ to: Color, _ share: Double) -> SIMD4<UInt8> {
    func premultiplied(_ color: Color) -> SIMD4<Double> {
      let alpha = Double(color.alpha)
      return SIMD4(Double(color.red), Double(color.green), Double(color.blue), 255) * alpha / 255
    }
    let (start, end) = (premultiplied(from), premultiplied(to))
    let mixed = start + (end - start) * share
    func byte(_ channel: Int) -> UInt8 { UInt8(max(0, min(255, mixed[channel].rounded()))) }
    return SIMD4(byte(0), byte(1), byte(2), byte(3))
  }

  fileprivate func picture(of area: PixelRect) -> Pixmap? {
    guard let size = PixelSize(width: area.width, height: area.height) else { return nil }
    let across = abs(along.perX) * Double(area.width) + abs(along.perY) * Double(area.height)
    // Two steps per pixel of the gradient line, and four per level of a channel.
    let pixels = Double(area.width + area.height) / max(across, 1e-6)
    let steps = Int(max(1024, min(8192, 2 * pixels)))
    let table = table(steps: steps)
    func entry(_ position: Double) -> SIMD4<UInt8> {
      table[Int(max(0, min(Double(steps), position * Double(steps) + 0.5)))]
    }
    return Pixmap(size: size) { target in
      var out = 0
      for row in area.y..<area.maxY {
        var position = along.position(area.x, row)
        var below = down?.position(area.x, row) ?? 0
        if along.perX == 0, down == nil {
          let range = out..<out + area.width * 4
          RowKernel.fill(&target, range, pixel: entry(position))
          out = range.upperBound
          continue
        }
        for _ in 0..<area.width {
          let pixel = entry(
            down == nil ? position : (position * position + below * below).squareRoot())
          target[out] = pixel.x
          target[out + 1] = pixel.y
          target[out + 2] = pixel.z
          target[out + 3] = pixel.w
          out += 4
          position += along.perX
          below += down?.perX ?? 0
        }
      }
    }
  }

  /// Returns the gradient's alpha in an area of pixels, or `nil` if the area is empty.
  package func mask(of area: PixelRect) -> PlacedMask? {
    picture(of: area).map { PlacedMask(CoverageMask(alphaOf: $0), x: area.x, y: area.y) }
  }
}

extension Pixmap {
  // None of these functions changes pixels outside of `clip`, which is in whole pixels.

  package mutating func fill(_ shape: RoundedRectangle, with gradient: Gradient, clip: PixelRect) {
    let area = shape.rect.enclosingPixels.intersection(clip).intersection(size.bounds)
    guard let colors = gradient.picture(of: area) else { return }
    draw(
      colors, source: DeviceRect(colors.size.bounds), in: DeviceRect(area), shape: shape,
      opacity: 255, clip: clip)
  }

  package mutating func fill(_ mask: PlacedMask, with gradient: Gradient, clip: PixelRect) {
    let area = mask.bounds.intersection(clip).intersection(size.bounds)
    guard !area.isEmpty, let colors = gradient.picture(of: mask.bounds) else { return }
    draw(colors, x: mask.x, y: mask.y, through: mask, clip: area)
  }
}
