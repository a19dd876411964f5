import Numerics
import Raster

/// The filled shapes of a scene that are not text; sides in points.
enum SceneIcon: Hashable {
  /// Two arcs over a wedge, 0.707 times as high as wide.
  case wifi(width: Double)
  /// Four bars of growing height.
  case cellular(width: Double, height: Double)
  /// The battery's outline; its nub stands up to 2.5 points right of the box.
  case batteryOutline(width: Double, height: Double)
  /// The battery's body, full.
  case batteryBody(width: Double, height: Double)
  /// A bolt over a charging battery, 0.62 times as wide as high.
  case bolt(height: Double)
  /// The mouse pointer's arrow, 12 x 17, and the same 1 point wider on every side.
  case pointer, pointerOutline
  /// A ring around a dot, as on the system's recording pill.
  case record(diameter: Double)

  /// The icon's coverage at `scale` device pixels per point, and the whole pixels by which the mask
  /// stands out of the icon's box on every side; nil if nothing is to be seen.
  func mask(scale: Double) -> (CoverageMask, margin: Int)? {
    let margin = Int((IconPath.overhang * scale).rounded(.up))
    let box = IconPath.size(of: self)
    guard
      let size = PixelSize(
        width: Int((box.width * scale).rounded(.up)) + 2 * margin,
        height: Int((box.height * scale).rounded(.up)) + 2 * margin),
      let mask = CoverageMask(
        filling: IconPath.path(of: self)
          .transformed(scale: scale, translateX: Double(margin), translateY: Double(margin)),
        size: size)
    else { return nil }
    return (mask, margin)
  }
}

/// The outlines of the scene's icons, in points, origin at the top left of the icon's box.
enum IconPath {
  /// Points; the battery's nub and the pointer's rim stand out of their boxes.
  static let overhang = 3.0

  /// The icon's box, points.
  static func size(of icon: SceneIcon) -> (width: Double, height: Double) {
    switch icon {
    case .wifi(let width): (width, width * wifiHeight)
    case .cellular(let width, let height), .batteryOutline(let width, let height),
      .batteryBody(let width, let height):
      (width, height)
    case .bolt(let height): (height * boltWidth, height)
    case .pointer, .pointerOutline: (12, 17)
    case .record(let diameter): (diameter, diameter)
    }
  }

  /// To be filled by non-zero winding.
  static func path(of icon: SceneIcon) -> Path {
    switch icon {
    case .wifi(let width): wifi(width: width)
    case .cellular(let width, let height): cellular(width: width, height: height)
    case .batteryOutline(let width, let height): batteryOutline(width: width, height: height)
    case .batteryBody(let width, let height): batteryBody(width: width, height: height)
    case .bolt(let height): bolt(height: height)
    case .pointer: pointer(rim: 0)
    case .pointerOutline: pointer(rim: 1)
    case .record(let diameter): record(diameter: diameter)
    }
  }
}

extension IconPath {
  /// A glass of 13 points and its handle down to the right, lines a little over 1 point.
  static func magnifier() -> Path {
    var contours = IconContours()
    contours.ring(x: 6.6, y: 6.6, radius: 6.5, line: 1.1)
    contours.line((11.25, 11.25), (16.3, 16.3), width: 1.35)
    return contours.path
  }

  /// A filled heart, its lobes at the top, 92 % of the box.
  static func heart(side: Double) -> Path {
    let half: [[Double]] = [
      [0.22, 0.72, 0.04, 0.55, 0.04, 0.33],
      [0.04, 0.18, 0.15, 0.07, 0.285, 0.07],
      [0.375, 0.07, 0.455, 0.115, 0.50, 0.19],
    ]
    let other: [[Double]] = [
      [0.545, 0.115, 0.625, 0.07, 0.715, 0.07],
      [0.85, 0.07, 0.96, 0.18, 0.96, 0.33],
      [0.96, 0.55, 0.78, 0.72, 0.50, 0.93],
    ]
    var contours = IconContours()
    contours.curves(
      from: (0.50 * side, 0.93 * side), (half + other).map { $0.map { $0 * side } })
    return contours.path
  }

  /// The arrow, its tip at the box's corner; `rim` points wider on every side.
  static func pointer(rim: Double) -> Path {
    let arrow: [(x: Double, y: Double)] = [
      (0, 0), (0, 14.6), (3.4, 11.5), (5.6, 16.6), (8.0, 15.6), (5.8, 10.6), (10.5, 10.6),
    ]
    var contours = IconContours()
    contours.polygon(rim > 0 ? widened(arrow, by: rim) : arrow)
    return contours.path
  }

  /// A polygon with its sides moved outwards; corners sharper than about 70 degrees are cut off.
  /// The points run counter-clockwise as seen on screen.
  private static func widened(
    _ points: [(x: Double, y: Double)], by distance: Double
  ) -> [(x: Double, y: Double)] {
    var result: [(x: Double, y: Double)] = []
    for index in points.indices {
      let before = points[(index + points.count - 1) % points.count]
      let here = points[index]
      let after = points[(index + 1) % points.count]
      let (u, v) = (direction(before, here), direction(here, after))
      // Outwards is left of the way on a screen whose y grows downwards.
      let (n, m) = ((x: -u.y, y: u.x), (x: -v.y, y: v.x))
      let share = 1 + n.x * m.x + n.y * m.y
      if share > 0.65 || u.x * v.y - u.y * v.x > 0 {
        result.append(
          (here.x + distance * (n.x + m.x) / share, here.y + distance * (n.y + m.y) / share))
      } else {
        let past = distance * 0.55
        result.append(
          (here.x + distance * n.x + past * u.x, here.y + distance * n.y + past * u.y))
        result.append(
          (here.x + distance * m.x - past * v.x, here.y + distance * m.y - past * v.y))
      }
    }
    return result
  }

  /// One point long.
  private static func direction(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double)
  ) -> (x: Double, y: Double) {
    let (x, y) = (to.x - from.x, to.y - from.y)
    let length = (x * x + y * y).squareRoot()
    return (x / length, y / length)
  }
}

extension IconPath {
  /// A quarter disc's height over its width, √½.
  static let wifiHeight = 0.707_106_781_186_547_5

  /// Two arcs over a wedge, all a quarter circle wide, the tip at the bottom.
  static func wifi(width: Double) -> Path {
    // The outer arc's ends are its widest places: width = radius √2.
    let radius = width * wifiHeight
    var contours = IconContours()
    for (outer, inner) in [(1.0, 0.79), (0.65, 0.44), (0.30, 0.0)] {
      contours.upperQuarter(
        x: width / 2, y: radius, outer: radius * outer, inner: radius * inner)
    }
    return contours.path
  }

  /// Four bars, the first 3/8 as high as the last; a gap is 5/9 of a bar.
  static func cellular(width: Double, height: Double) -> Path {
    let bar = width * 3 / 17
    let gap = (width - 4 * bar) / 3
    var contours = IconContours()
    for index in 0..<4 {
      let barHeight = height * (0.375 + 0.625 / 3 * Double(index))
      contours.rounded(
        x: Double(index) * (bar + gap), y: height - barHeight, width: bar, height: barHeight,
        radius: bar * 0.3)
    }
    return contours.path
  }

  /// Points.
  private static let batteryLine = 1.0

  private static func batteryRadius(_ height: Double) -> Double { height * 0.26 }

  /// A line of 1 point inside the box; the nub stands right of the box.
  static func batteryOutline(width: Double, height: Double) -> Path {
    var contours = IconContours()
    let radius = batteryRadius(height)
    contours.rounded(x: 0, y: 0, width: width, height: height, radius: radius)
    contours.rounded(
      x: batteryLine, y: batteryLine, width: width - 2 * batteryLine,
      height: height - 2 * batteryLine, radius: radius - batteryLine, hole: true)
    // Half a lozenge, flat on the battery's side.
    let nub = (left: width + 0.8, width: 1.5, height: height * 0.38)
    let (top, bottom) = ((height - nub.height) / 2, (height + nub.height) / 2)
    contours.curves(
      from: (nub.left, top),
      [
        [
          nub.left + nub.width * 1.3, top + nub.height * 0.2,
          nub.left + nub.width * 1.3, bottom - nub.height * 0.2, nub.left, bottom,
        ]
      ])
    return contours.path
  }

  /// The full charge: 1 point inside the outline's line.
  static func batteryBody(width: Double, height: Double) -> Path {
    let inset = 2 * batteryLine
    var contours = IconContours()
    contours.rounded(
      x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset,
      radius: batteryRadius(height) - inset * 0.6)
    return contours.path
  }

  /// A bolt's width over its height.
  static let boltWidth = 0.62

  static func bolt(height: Double) -> Path {
    let outline: [(x: Double, y: Double)] = [
      (0.60, 0.0), (0.0, 0.57), (0.27, 0.57), (0.13, 1.0), (boltWidth, 0.40), (0.36, 0.40),
    ]
    var contours = IconContours()
    contours.polygon(outline.map { ($0.x * height, $0.y * height) })
    return contours.path
  }

  /// The system's recording sign: a ring around a dot.
  static func record(diameter: Double) -> Path {
    let middle = diameter / 2
    var contours = IconContours()
    contours.ring(x: middle, y: middle, radius: middle, line: diameter * 0.095)
    contours.disc(x: middle, y: middle, radius: diameter * 0.285)
    return contours.path
  }
}
