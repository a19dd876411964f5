/// contacts once more, from its constraints.
struct ContactsReference {
  var width: Rational
  var top: Rational
  var scale: Rational
  /// Of the label, per point of size.
  var namePerPoint: Rational = 0

  func line(_ pointSize: Rational) -> Rational {
    (pointSize * Rational(2444, 2048) * scale).roundedUp / scale
  }

  func state(_ o: Rational) -> ReferenceState {
    var state = ReferenceState()
    state.numbers["offset"] = o
    state.numbers["contentOffset"] = o
    let off = min(o, 50)
    let height = 200 - off
    let percent = 1 - off / 50
    let font = 16 + 10 * percent
    state.set("header", [0, top, width, height])
    state.numbers["header.bottom"] = top + height
    state.set("background", [0, 0, width, top + height])
    let side = height - 30 - line(font)
    state.set("avatar", [(width - side) / 2, top + 10, side, side])
    state.numbers["avatar.radius"] = side / 2
    state.numbers["avatar.border"] = 0
    let nameWidth = namePerPoint * font
    state.set(
      "name", [(width - nameWidth) / 2, top + height - 10 - line(font), nameWidth, line(font)])
    state.numbers["name.pointSize"] = font
    state.numbers["rows.top"] = top + 200 - o
    state.numbers["rows.pitch"] = line(17) + 8
    state.decisions["rows.count"] = "100"
    state.decisions["blur"] = "none"
    state.decisions["above"] = "true"
    state.decisions["order"] = "rows background header avatar name bar"
    state.decisions["phase"] =
      o < 0 ? "pulledDown" : o == 0 ? "expanded" : o < 50 ? "collapsing" : "minified"
    return state
  }
}
