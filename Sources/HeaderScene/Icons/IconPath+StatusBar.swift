import Raster

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
