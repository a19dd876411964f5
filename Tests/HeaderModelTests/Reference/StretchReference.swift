/// A reference implementation of both variants of stretch in exact arithmetic, from the callback in
/// the project's read-me.
struct StretchReference {
  var isTable: Bool
  var statusBar: Rational = 20
  var width: Rational = 375
  var height: Rational = 110
  var cornerRadius: Rational = 10
  var picture: (Rational, Rational) = (800, 450)
  private var z = 0

  init(isTable: Bool) { self.isTable = isTable }

  var stop: Rational { height - (44 + statusBar) }

  mutating func event(_ o: Rational) {
    if o < 0 {
      if isTable { z = 0 }
    } else if o <= stop {
      if 0 < z { z = 0 }
    } else if 0 >= z {
      z = 2
    }
  }

  func state(_ o: Rational) -> ReferenceState {
    var state = ReferenceState()
    state.numbers["offset"] = o
    state.numbers["contentOffset"] = isTable ? o - height : o
    let k = o < 0 ? 1 - o / height : 1
    let header =
      o < 0
      ? [width / 2 * (1 - k), 0, width * k, height * k]
      : [0, 0 - min(stop, o), width, height]
    state.set("header", header)
    state.numbers["header.bottom"] = header[1] + header[3]
    state.set("crop", ReferenceState.aspectFill(picture: picture, view: (width, height)))
    let f = o < 0 ? 0 : min(1, min(stop, o) / 69 / Rational(7, 5))
    let side = 69 * (1 - f)
    // The avatar is in the table's header, or has its own position in the scroll view.
    let bottom = isTable ? height + 29 : 139
    state.set("avatar", [40 + Rational(69, 2) * f, bottom - o - side, side, side])
    state.numbers["avatar.radius"] = cornerRadius * (1 - f)
    state.numbers["avatar.border"] = 3 * (1 - f)
    if isTable {
      state.set("tableHeader", [0, height - o, width, 44])
      state.numbers["rows.top"] = height + 44 - o
      state.numbers["rows.pitch"] = 45
      state.decisions["rows.count"] = "30"
    } else {
      state.set("spacer", [0, 510 - o, width, 390])
    }
    let parts = isTable ? "rows tableHeader avatar" : "content avatar"
    state.decisions["order"] = z == 0 ? "banner \(parts) bar" : "\(parts) banner bar"
    state.decisions["above"] = "\(z == 0)"
    state.decisions["blur"] = "none"
    state.decisions["phase"] =
      o < 0 ? "pulledDown" : o == 0 ? "expanded" : o <= stop ? "collapsing" : "minified"
    return state
  }
}
