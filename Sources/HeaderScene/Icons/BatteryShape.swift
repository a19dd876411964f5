import Raster

/// A battery: the box of its outline, whose nub stands right of it; points.
struct BatteryShape: Hashable {
  var width: Double
  var height: Double
  /// How thick the outline is; the gap to the charge is as wide.
  var line: Double

  private var radius: Double { height * 0.26 }

  /// A line inside the box, and the nub.
  var outline: Path {
    var contours = IconContours()
    contours.rounded(x: 0, y: 0, width: width, height: height, radius: radius)
    contours.rounded(
      x: line, y: line, width: width - 2 * line, height: height - 2 * line,
      radius: radius - line, hole: true)
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

  /// The charge, from the left.
  func charge(percent: Int) -> Path {
    let inset = 2 * line
    let full = width - 2 * inset
    var contours = IconContours()
    contours.rounded(
      x: inset, y: inset, width: full * Double(percent) / 100, height: height - 2 * inset,
      radius: radius - inset * 0.6)
    return contours.path
  }
}
