/// A reference implementation of contacts in exact arithmetic, from the project's constraints.
struct ContactsReference {
  var width: Rational
  var top: Rational
  var scale: Rational
  var height: Rational = 200
  var minimumHeight: Rational = 150
  /// The width of the label per point of font size.
  var namePerPoint: Rational = 0

  func line(_ pointSize: Rational) -> Rational {
    (pointSize * Rational(2444, 2048) * scale).roundedUp / scale
  }

  func state(_ o: Rational) -> ReferenceState {
    var state = ReferenceState()
    state.numbers["offset"] = o
    state.numbers["contentOffset"] = o
    let travel = height - minimumHeight
    let off = min(o, travel)
    let shown = height - off
    let percent = 1 - off / travel
    let font = 16 + 10 * percent
    state.set("header", [0, top, width, shown])
    state.numbers["header.bottom"] = top + shown
    state.set("background", [0, 0, width, top + shown])
    let side = shown - 30 - line(font)
    state.set("avatar", [(width - side) / 2, top + 10, side, side])
    state.numbers["avatar.radius"] = side / 2
    state.numbers["avatar.border"] = 0
    let nameWidth = namePerPoint * font
    state.set(
      "name", [(width - nameWidth) / 2, top + shown - 10 - line(font), nameWidth, line(font)])
    state.numbers["name.pointSize"] = font
    state.numbers["rows.top"] = top + height - o
    state.numbers["rows.pitch"] = line(17) + 8
    state.decisions["rows.count"] = "100"
    state.decisions["blur"] = "none"
    state.decisions["above"] = "true"
    state.decisions["order"] = "rows background header avatar name bar"
    state.decisions["phase"] =
      o < 0 ? "pulledDown" : o == 0 ? "expanded" : o < travel ? "collapsing" : "minified"
    return state
  }
}
