import HeaderModel
import Raster

/// A shape filled by the non-zero winding rule, and the size of its box in points.
struct SceneIcon: Hashable {
  let path: Path
  let width: Double
  let height: Double

  /// The maximum overhang outside the box in points: the battery's nub and the pointer's outline.
  static let overhang = 3.0

  private init(_ path: Path, _ width: Double, _ height: Double) {
    self.path = path
    self.width = width
    self.height = height
  }

  /// Returns the icon's coverage at `scale` device pixels per point, or `nil` if it is empty.
  func mask(scale: Double) -> PlacedMask? {
    IconMask.make(path, width: width * scale, height: height * scale, scale: scale)
  }

  /// The height of a quarter disc divided by its width, √½.
  static let wifiHeight = 0.707_106_781_186_547_5

  /// The Wi-Fi icon: two arcs above a wedge, each a quarter circle, with the tip at the bottom.
  /// `nil` uses the natural height.
  static func wifi(width: Double, height: Double? = nil) -> SceneIcon {
    // The outer arc is widest at its ends: width = radius √2.
    let radius = width * wifiHeight
    var path = Path()
    for (outer, inner) in [(1.0, 0.79), (0.65, 0.44), (0.30, 0.0)] {
      path.upperQuarter(x: width / 2, y: radius, outer: radius * outer, inner: radius * inner)
    }
    guard let height else { return SceneIcon(path, width, radius) }
    return SceneIcon(path.transformed(by: .scale(1, height / radius)), width, height)
  }

  /// The signal icon: four bars. The first is 3/8 as high as the last, and a gap is 5/9 of a bar.
  /// Contains only the bars with the indices `bars`, counted from the left.
  static func cellular(
    width: Double, height: Double, bars: ClosedRange<Int> = 0...3
  ) -> SceneIcon {
    let bar = width * 3 / 17
    let gap = (width - 4 * bar) / 3
    var path = Path()
    for index in bars {
      let barHeight = height * (0.375 + 0.625 / 3 * Double(index))
      path.rounded(
        x: Double(index) * (bar + gap), y: height - barHeight, width: bar, height: barHeight,
        radius: bar * 0.3)
    }
    return SceneIcon(path, width, height)
  }

  /// The width of a bolt divided by its height.
  static let boltWidth = 0.62

  /// The bolt of a charging battery, `rim` points wider on every side.
  static func bolt(height: Double, rim: Double = 0) -> SceneIcon {
    let outline: [Path.Point] = [
      [0.60, 0.0], [0.0, 0.57], [0.27, 0.57], [0.13, 1.0], [boltWidth, 0.40], [0.36, 0.40],
    ]
    let points = outline.map { $0 * height }
    var path = Path()
    path.polygon(rim > 0 ? widened(points, by: rim) : points)
    return SceneIcon(path, height * boltWidth, height)
  }

  /// The recording icon: a ring around a dot.
  static func record(diameter: Double) -> SceneIcon {
    let middle = diameter / 2
    var path = Path()
    path.ring(x: middle, y: middle, radius: middle, line: diameter * 0.08)
    path.disc(x: middle, y: middle, radius: diameter * 0.2)
    return SceneIcon(path, diameter, diameter)
  }

  /// The battery's outline, drawn inside the box, and its nub, which extends up to 2.5 points to
  /// the right of it.
  static func batteryOutline(_ shape: BatteryShape) -> SceneIcon {
    let width = shape.width
    let height = shape.height
    let line = shape.line
    let radius = height * 0.26
    var path = Path()
    path.rounded(x: 0, y: 0, width: width, height: height, radius: radius)
    path.rounded(
      x: line, y: line, width: width - 2 * line, height: height - 2 * line,
      radius: radius - line, hole: true)
    // Half a lozenge with its flat side at the battery.
    let nub = (left: width + 0.8, width: 1.5, height: height * 0.38)
    let top = (height - nub.height) / 2
    let bottom = (height + nub.height) / 2
    let middle = nub.left + nub.width * 1.3
    path.curves(
      from: [nub.left, top],
      [[middle, top + nub.height * 0.2, middle, bottom - nub.height * 0.2, nub.left, bottom]])
    return SceneIcon(path, width, height)
  }

  /// The battery's charge, from the left.
  static func batteryBody(_ shape: BatteryShape, percent: Int) -> SceneIcon {
    let inset = 2 * shape.line
    let full = shape.width - 2 * inset
    var path = Path()
    path.rounded(
      x: inset, y: inset, width: full * Double(percent) / 100, height: shape.height - 2 * inset,
      radius: shape.height * 0.26 - inset * 0.6)
    return SceneIcon(path, shape.width, shape.height)
  }

  static func battery(_ shape: BatteryShape) -> SceneIcon {
    var path = batteryOutline(shape).path
    path.append(batteryBody(shape, percent: 100).path)
    return SceneIcon(path, shape.width, shape.height)
  }

  /// The magnifier: in a box of 17 points, a lens of 13 and a handle to the lower right, with lines
  /// slightly over 1.
  static func magnifier(side: Double) -> SceneIcon {
    var path = Path()
    path.ring(x: 6.6, y: 6.6, radius: 6.5, line: 1.1)
    path.line([11.25, 11.25], [16.65, 16.65], width: 1.35)
    return SceneIcon(path.transformed(by: .scale(side / 17, side / 17)), side, side)
  }

  /// A filled heart that fills 92 % of the box.
  static func heart(side: Double) -> SceneIcon {
    let outline: [[Double]] = [
      [0.22, 0.72, 0.04, 0.55, 0.04, 0.33],
      [0.04, 0.18, 0.15, 0.07, 0.285, 0.07],
      [0.375, 0.07, 0.455, 0.115, 0.50, 0.19],
      [0.545, 0.115, 0.625, 0.07, 0.715, 0.07],
      [0.85, 0.07, 0.96, 0.18, 0.96, 0.33],
      [0.96, 0.55, 0.78, 0.72, 0.50, 0.93],
    ]
    var path = Path()
    path.curves(from: [0.50 * side, 0.93 * side], outline.map { $0.map { $0 * side } })
    return SceneIcon(path, side, side)
  }

  /// The mouse pointer with its tip at the box's top left corner.
  static let pointer = pointer(rim: 0)
  /// The mouse pointer, 1.5 points wider on every side.
  static let pointerOutline = pointer(rim: 1.5)

  private static func pointer(rim: Double) -> SceneIcon {
    let arrow: [Path.Point] = [
      [0, 0], [0, 14.2], [3.1, 11.3], [5.3, 16.3], [7.3, 15.4], [5.2, 10.5], [9.6, 10.2],
    ]
    var path = Path()
    path.polygon(rim > 0 ? widened(arrow, by: rim) : arrow)
    return SceneIcon(path, 12, 17)
  }

  // The buttons of a simulator's window.
  static let camera = windowButton(
    "M0.04 0.24 H0.28 L0.36 0.12 H0.64 L0.72 0.24 H0.96 V0.86 H0.04 Z "
      + "M0.5 0.36 a0.18 0.18 0 1 0 0.0001 0 Z")
  static let home = windowButton(
    "M0.5 0.08 L0.98 0.5 H0.86 V0.9 H0.6 V0.62 H0.4 V0.9 H0.14 V0.5 H0.02 Z")
  /// A screen with an arrow around its corner.
  static let rotate = windowButton(
    "M0.06 0.4 H0.6 V0.94 H0.06 Z M0.34 0.1 A0.54 0.54 0 0 1 0.86 0.6 H0.98 L0.8 0.84 L0.62 0.6 "
      + "H0.74 A0.42 0.42 0 0 0 0.34 0.22 Z")

  private static func windowButton(_ data: String) -> SceneIcon {
    let path = (try? PathData(data)).map(Path.init) ?? Path()
    let side = 16.0
    return SceneIcon(path.transformed(by: .scale(side, side)), side, side)
  }

  /// Returns a polygon with its sides moved outward. Corners sharper than about 70 degrees are
  /// beveled. The points run counterclockwise on the screen.
  private static func widened(_ points: [Path.Point], by distance: Double) -> [Path.Point] {
    points.indices.flatMap { index -> [Path.Point] in
      let here = points[index]
      let before = here - points[(index + points.count - 1) % points.count]
      let behind = points[(index + 1) % points.count] - here
      let (u, v) = (before / Path.length(of: before), behind / Path.length(of: behind))
      // Outward is to the left of the direction of travel if y points down.
      let (n, m) = (Path.Point(-u.y, u.x), Path.Point(-v.y, v.x))
      let share = 1 + n.x * m.x + n.y * m.y
      if share > 0.65 || u.x * v.y - u.y * v.x > 0 { return [here + distance * (n + m) / share] }
      let past = distance * 0.55
      return [here + distance * n + past * u, here + distance * m - past * v]
    }
  }
}

/// The size of a battery's outline in points. The nub is to the right of the box.
struct BatteryShape: Hashable {
  var width: Double
  var height: Double
  /// The thickness of the outline, and of the gap between it and the charge.
  var line: Double
}
