/// A reference implementation of mimic in exact arithmetic, with the names of the project: the
/// content offset y, the switch offset S, and one callback.
struct MimicReference {
  var variant = "final"
  var width: Rational = 320
  var statusBar: Rational = 20
  var navigationBar: Rational = 44
  var header: Rational = 100
  var sub: Rational = 100
  var cornerRadius: Rational = 8
  var windowLength: Rational = 40
  var blurSteps: Int128 = 10
  var picture: (Rational, Rational) = (1266, 527)
  // Widths as measured by `FixedTextSize`: 9, 12 and 15 characters of 15, 10 and 18 points.
  var titleWidth = Rational(135, 2)
  var subtitleWidth: Rational = 60
  var nameWidth: Rational = 135

  private var collapsed = false
  private var complete = false
  private var installed = false
  private var adj: Rational = 0
  private var blur = "none"

  var n: Rational { statusBar + navigationBar }
  var s: Rational { header - 2 * n }
  /// The distance from the switch to the offset at which the title has reached its position.
  var way: Rational { 20 + windowLength }

  mutating func event(_ y: Rational) {
    if y > s && !collapsed {
      (complete, installed, adj, collapsed) = (false, true, 60, true)
      if variant != "final" { blur = "system" }
    } else if y < s && collapsed {
      (complete, installed, blur, collapsed) = (false, false, "none", false)
    }
    if y > s + 20 && y <= s + way {
      adj = way - (y - s)
      if variant == "final" { blur = "step \(step((way - adj) / way))" }
    }
    if y > s + way && variant != "doc" && (variant == "first" || !complete) {
      adj = 0
      complete = true
      if variant == "final" { blur = "step \(blurSteps)" }
    }
  }

  private func step(_ p: Rational) -> Int {
    Int((1...blurSteps).first { p <= Rational($0, blurSteps) } ?? blurSteps)
  }

  func state(_ y: Rational) -> ReferenceState {
    var state = ReferenceState()
    let top = 0 - y  // The top of the table's header on the screen.
    let hm = header - n
    let bannerHeight = max(n, top + hm)
    state.numbers["offset"] = y + n
    state.numbers["contentOffset"] = y
    state.set("header", [0, 0, width, bannerHeight])
    state.numbers["header.bottom"] = bannerHeight
    state.set("crop", ReferenceState.aspectFill(picture: picture, view: (width, bannerHeight)))
    let bottom = top + hm + sub - 50
    let side = max(44, min(70, bottom - n))
    state.set("avatar", [8, bottom - side, side, side])
    state.numbers["avatar.radius"] = cornerRadius
    state.numbers["avatar.border"] = 3
    state.set("subheader", [0, top + hm, width, sub])
    state.set("name", [8, top + hm + 60, nameWidth, Rational(43, 2)])
    state.numbers["name.pointSize"] = 18
    state.set("follow", [width - 8 - 63, top + hm + 8, 63, 30])
    let tableHeader = hm + sub
    let free = tableHeader - y
    let pushed = free + 44 * 25
    state.set("section", [0, min(max(n, free), pushed), width, 44])
    state.decisions["section.stuck"] = "\(free < n && pushed >= n)"
    state.numbers["rows.top"] = free + 44
    state.numbers["rows.pitch"] = 44
    state.decisions["rows.count"] = "25"
    if installed {
      let first = statusBar + (navigationBar - 32) / 2 + adj
      state.set("title", [(width - titleWidth) / 2, first, titleWidth, 18])
      state.set("clip", [0, statusBar, width, navigationBar])
      state.numbers["title.shift"] = adj
      state.numbers["title.scale"] = 1
      state.decisions["title.visible"] = "\(first < n && first + 18 > statusBar)"
      state.set("subtitle", [(width - subtitleWidth) / 2, first + 20, subtitleWidth, 12])
      state.decisions["subtitle.visible"] = "\(first + 20 < n && first + 32 > statusBar)"
    }
    if blur.hasPrefix("step "), let step = Int128(blur.dropFirst(5)) {
      state.numbers["blur.radius"] = Rational(3 * step)
    }
    state.decisions["blur"] = blur
    state.decisions["above"] = "\(!collapsed)"
    state.decisions["order"] =
      "rows subheader \(collapsed ? "avatar banner" : "banner avatar") sectionHeader bar"
    state.decisions["phase"] = phase(y)
    return state
  }

  private func phase(_ y: Rational) -> String {
    switch (collapsed, y) {
    case (false, _): y < 0 - n ? "pulledDown" : y == 0 - n ? "expanded" : "collapsing"
    case (true, _): y <= s + 20 ? "minified" : y <= s + way ? "titleArriving" : "complete"
    }
  }
}
