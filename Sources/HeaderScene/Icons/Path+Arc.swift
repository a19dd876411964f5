import Raster

extension Path {
  /// An SVG arc as cubic curves (SVG 2, "Elliptical arc implementation notes"), with square roots
  /// instead of angles: on the unit circle an arc is halved until it is a quarter at most, and the
  /// control points of an arc θ stand 4/3 tan(θ/4) from its ends.
  mutating func arcTo(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double),
    radii: (x: Double, y: Double), rotation: Double, isLarge: Bool, isClockwise: Bool
  ) {
    var (rx, ry) = (abs(radii.x), abs(radii.y))
    guard start != end else { return }
    guard rx > 0, ry > 0 else { return lineTo(end.x, end.y) }
    let turn = AffineTransform.rotation(degrees: rotation)
    guard let back = turn.inverse else { return }
    // Half the way from the end to the start, in the ellipse's own axes.
    let half = back.apply((start.x - end.x) / 2, (start.y - end.y) / 2)
    let share = (half.x / rx) * (half.x / rx) + (half.y / ry) * (half.y / ry)
    if share > 1 {
      rx *= share.squareRoot()
      ry *= share.squareRoot()
    }
    // On the unit circle both ends lie half a chord from the chord's middle.
    let chord = (x: half.x / rx, y: half.y / ry)
    let squared = chord.x * chord.x + chord.y * chord.y
    let reach = (max(0, 1 - squared) / squared).squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let center = (x: reach * chord.y, y: -reach * chord.x)
    let u = (x: chord.x - center.x, y: chord.y - center.y)
    let v = (x: -chord.x - center.x, y: -chord.y - center.y)
    let toEllipse = AffineTransform.translation(center.x, center.y)
      .then(.scale(rx, ry)).then(turn)
      .then(.translation((start.x + end.x) / 2, (start.y + end.y) / 2))
    // The curve ends where the data say, whatever the roots have rounded.
    addUnitArc(u, v, isClockwise: isClockwise, under: toEllipse, end: end)
  }

  /// The arc of the unit circle from `u` to `v`; `end` is where `v` is mapped to, if that is known.
  private mutating func addUnitArc(
    _ u: (x: Double, y: Double), _ v: (x: Double, y: Double), isClockwise: Bool,
    under map: AffineTransform, end: (x: Double, y: Double)? = nil
  ) {
    let side: Double = isClockwise ? 1 : -1
    let cross = side * (u.x * v.y - u.y * v.x)
    let dot = u.x * v.x + u.y * v.y
    if cross < 0 || dot < -1e-9 {
      // More than a quarter: over the middle, which lies behind where it is more than a half.
      var middle = (x: u.x + v.x, y: u.y + v.y)
      let length = (middle.x * middle.x + middle.y * middle.y).squareRoot()
      if length < 1e-9 {
        middle = (-side * u.y, side * u.x)
      } else {
        let scale = (cross < 0 ? -1 : 1) / length
        middle = (middle.x * scale, middle.y * scale)
      }
      addUnitArc(u, middle, isClockwise: isClockwise, under: map)
      addUnitArc(middle, v, isClockwise: isClockwise, under: map, end: end)
      return
    }
    let halfCosine = ((1 + min(1, dot)) / 2).squareRoot()
    let reach = side * 4 / 3 * ((1 - halfCosine) / (1 + halfCosine)).squareRoot()
    let first = map.apply(u.x - reach * u.y, u.y + reach * u.x)
    let second = map.apply(v.x + reach * v.y, v.y - reach * v.x)
    let end = end ?? map.apply(v.x, v.y)
    cubicTo(first.x, first.y, second.x, second.y, end.x, end.y)
  }
}
