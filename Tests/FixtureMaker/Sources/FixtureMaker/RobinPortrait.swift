/// A robin on a twig in front of a low sun, the avatar of the demo. Coordinates: 0...1 from left to
/// right and from top to bottom.
struct RobinPortrait {
  private typealias Point = SIMD2<Double>
  private let plumage = Noise(seed: 211)

  /// Returns the color at a point. `edge` is half of a pixel's side, the width over which shapes
  /// are blended.
  func color(x: Double, y: Double, edge: Double) -> Tint {
    let point = Point(x, y)
    var color = background(point)
    func paint(
      _ distance: Double, _ tint: Tint, softness: Double = 0, within outline: Double = -1
    ) {
      let blur = edge + softness
      let share = (1 - smooth(-blur, blur, distance)) * (1 - smooth(-edge, edge, outline))
      color = mix(color, tint, share)
    }
    // Twig and leaves.
    let twig = capsule(point, Point(-0.05, 0.935), Point(1.05, 0.875), 0.019)
    let sprig = capsule(point, Point(0.74, 0.89), Point(0.97, 0.72), 0.010)
    paint(min(twig, sprig), hex(0x3B2440))
    paint(twig + 0.024, hex(0x5E3A55), softness: 0.006)
    for (leaf, tint) in [
      (lens(point, Point(0.97, 0.72), Point(0.86, 0.60), 0.34), hex(0x2F8F83)),
      (lens(point, Point(0.90, 0.77), Point(1.03, 0.69), 0.34), hex(0x247A74)),
      (lens(point, Point(0.15, 0.925), Point(0.03, 0.80), 0.32), hex(0x2F8F83)),
    ] { paint(leaf, tint) }

    // Tail, body and head.
    paint(capsule(point, Point(0.66, 0.70), Point(0.885, 0.925), 0.050, 0.034), hex(0x4B3A55))
    paint(capsule(point, Point(0.64, 0.69), Point(0.83, 0.915), 0.040, 0.026), hex(0x5E4A64))
    let legs = min(
      capsule(point, Point(0.44, 0.80), Point(0.425, 0.905), 0.0115),
      capsule(point, Point(0.54, 0.80), Point(0.54, 0.900), 0.0115))
    paint(legs, hex(0x3B2440))
    let body = ellipse(point, Point(0.485, 0.595), Point(0.268, 0.235), turn: 0.50)
    let head = ellipse(point, Point(0.385, 0.345), Point(0.178, 0.168), turn: 0)
    let whole = blend(body, head, 0.10)
    let beak = triangle(point, Point(0.252, 0.312), Point(0.120, 0.362), Point(0.252, 0.396))
    paint(beak - 0.006, hex(0x33263F))
    paint(
      triangle(point, Point(0.252, 0.312), Point(0.130, 0.356), Point(0.252, 0.352)) - 0.003,
      hex(0x5B4A63))
    paint(whole, plumes(point, whole))
    let belly = ellipse(point, Point(0.405, 0.735), Point(0.20, 0.115), turn: 0.30)
    paint(belly, hex(0xFBEFE0), softness: 0.028, within: whole)
    let breast = blend(
      ellipse(point, Point(0.300, 0.530), Point(0.155, 0.175), turn: 0.25),
      ellipse(point, Point(0.285, 0.370), Point(0.105, 0.120), turn: 0), 0.09)
    let lit = smooth(0.62, 0.22, y + 0.5 * x - 0.12)
    let tuft = (plumage.fractal(x * 26, y * 14, octaves: 3) - 0.5) * 0.035
    paint(
      breast + tuft, mix(hex(0xDE4B26), hex(0xFF8A3C), lit), softness: 0.012, within: whole)

    // Wing with three rows of feathers.
    let wing = lens(point, Point(0.42, 0.465), Point(0.745, 0.765), 0.40)
    paint(wing, hex(0x6A5468), within: whole - 0.03)
    for (step, tint) in [(0.0, hex(0x4F3D56)), (0.052, hex(0x5B475F)), (0.104, hex(0x775F70))] {
      let row = lens(
        point, Point(0.43 - step * 0.1, 0.475 - step * 0.1),
        Point(0.735 - step * 1.5, 0.755 - step * 1.4),
        0.36)
      paint(row, tint)
      paint(abs(row + 0.008) - 0.0022, mix(tint, hex(0xE9C9A8), 0.30))
    }

    let eye = (point - Point(0.348, 0.312)).length
    paint(eye - 0.0415, mix(hex(0xFF9A4C), hex(0xFFD9A8), 0.35))
    paint(eye - 0.0345, hex(0x17121F))
    paint((point - Point(0.359, 0.299)).length - 0.0115, hex(0xFFFFFF))
    paint((point - Point(0.338, 0.325)).length - 0.0050, hex(0x8F7F9C))
    // The rim light of the sun on the back.
    let rim = smooth(-0.016, -0.002, whole) * (1 - smooth(-0.002, 0.002, whole))
    let facing = smooth(0.36, 0.62, x - 0.25 * y + 0.12) * (1 - smooth(0.60, 0.80, y))
    color += hex(0xFFC98A) * rim * facing * 0.75
    return color
  }

  private func background(_ point: Point) -> Tint {
    var color = gradient(
      [(0.0, hex(0x1F8E93)), (0.45, hex(0x54B5A6)), (0.85, hex(0xF5D9A0)), (1, hex(0xF8C98C))],
      at: point.y)
    let sun = (point - Point(0.66, 0.36)).length
    color = mix(hex(0xFFF0C2), color, smooth(0.2450, 0.2500, sun))
    color = mix(color, hex(0xFFE3A0), 0.45 / (1 + sun * sun * 16))
    for (ring, strength) in [(0.325, 0.16), (0.415, 0.10), (0.52, 0.06)] {
      color = mix(color, hex(0xFFF4D0), strength * (1 - smooth(ring, ring + 0.004, sun)))
    }
    return color
  }

  private func plumes(_ point: Point, _ distance: Double) -> Tint {
    let strokes =
      plumage.fractal(
        point.x * 34 + point.y * 22, point.y * 34 - point.x * 22, octaves: 3) - 0.5
    let light = smooth(0.95, 0.15, point.y) + strokes * 0.35
    let color = mix(hex(0x6B5062), hex(0xB08A80), light)
    return mix(color, color * 0.72, smooth(-0.06, 0, distance) * smooth(0.45, 0.9, point.y))
  }
}

// MARK: - Distances to shapes: negative inside, in the picture's unit

extension RobinPortrait {
  private func capsule(
    _ point: Point, _ from: Point, _ to: Point, _ radius: Double, _ endRadius: Double? = nil
  ) -> Double {
    let axis = to - from
    let along = min(1, max(0, ((point - from) * axis).sum() / (axis * axis).sum()))
    let width = radius + ((endRadius ?? radius) - radius) * along
    return (point - from - axis * along).length - width
  }

  /// Returns the distance from an ellipse. `turn` is the tangent of half the clockwise rotation
  /// angle.
  private func ellipse(_ point: Point, _ center: Point, _ radii: Point, turn: Double) -> Double {
    let cosine = (1 - turn * turn) / (1 + turn * turn)
    let sine = 2 * turn / (1 + turn * turn)
    let offset = point - center
    let turned = Point(
      offset.x * cosine + offset.y * sine, offset.y * cosine - offset.x * sine)
    let near = (turned / radii).length
    let steep = (turned / (radii * radii)).length
    return steep > 0 ? near * (near - 1) / steep : -min(radii.x, radii.y)
  }

  /// Returns the overlap of two discs through both ends. `bulge` is its width divided by its
  /// length.
  private func lens(_ point: Point, _ from: Point, _ to: Point, _ bulge: Double) -> Double {
    let axis = to - from
    let half = axis.length / 2
    let along = axis / (2 * half)
    let offset = point - (from + to) / 2
    let u = (offset * along).sum()
    let v = abs(offset.x * along.y - offset.y * along.x)
    let height = half * bulge
    let radius = (half * half + height * height) / (2 * height)
    return Point(u, v + radius - height).length - radius
  }

  private func triangle(_ point: Point, _ a: Point, _ b: Point, _ c: Point) -> Double {
    func side(_ from: Point, _ to: Point) -> Double {
      let edge = to - from
      let offset = point - from
      return (edge.x * offset.y - edge.y * offset.x) / edge.length
    }
    let (first, second, third) = (side(a, b), side(b, c), side(c, a))
    return max(max(first, second), third) < -min(min(first, second), third)
      ? max(max(first, second), third) : -min(min(first, second), third)
  }

  /// Returns a union whose seam is rounded over `width`.
  private func blend(_ a: Double, _ b: Double, _ width: Double) -> Double {
    let overlap = max(0, width - abs(a - b)) / width
    return min(a, b) - overlap * overlap * width / 4
  }
}

extension SIMD2<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}
