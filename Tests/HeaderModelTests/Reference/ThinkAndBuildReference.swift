/// thinkandbuild once more, as the article's callback has it: scale and translate about the
/// layers' centers, two z positions.
struct ThinkAndBuildReference {
  var width: Rational = 375
  var height: Rational = 107
  var cornerRadius: Rational = 10
  var picture: (Rational, Rational) = (800, 450)
  private var z = 0
  private var t: Rational = 0
  private var alpha: Rational = 0
  // Transforms: scale about the center, then a move down.
  private var headerScale: Rational = 1
  private var headerMove: Rational = 0
  private var avatarScale: Rational = 1
  private var avatarMove: Rational = 0

  mutating func event(_ o: Rational) {
    avatarScale = 1
    avatarMove = 0
    if o < 0 {
      let factor = (0 - o) / height
      headerScale = 1 + factor
      headerMove = (height * (1 + factor) - height) / 2
      return
    }
    headerScale = 1
    headerMove = max(-40, 0 - o)
    let factor = min(40, o) / 69 / Rational(7, 5)
    avatarMove = (69 * (1 + factor) - 69) / 2
    avatarScale = 1 - factor
    if o <= 40 {
      if 0 < z { z = 0 }
    } else if 0 >= z {
      z = 2
    }
    t = max(-35, 95 - o)
    alpha = max(0, min(1, (o - 95) / 35))
  }

  func state(_ o: Rational) -> ReferenceState {
    var state = ReferenceState()
    state.numbers["offset"] = o
    state.numbers["contentOffset"] = o
    // Anything in the header goes through its transform about the header's middle.
    func inHeader(_ r: [Rational]) -> [Rational] {
      let center = (width / 2, height / 2)
      return [
        center.0 + headerScale * (r[0] - center.0),
        center.1 + headerScale * (r[1] - center.1) + headerMove,
        headerScale * r[2], headerScale * r[3],
      ]
    }
    let header = inHeader([0, 0, width, height])
    state.set("header", header)
    state.numbers["header.bottom"] = header[1] + header[3]
    state.set("crop", ReferenceState.aspectFill(picture: picture, view: (width, height)))
    let label = inHeader([(width - 148) / 2, 104 + t, 148, 21])
    state.set("title", label)
    state.set("clip", header)
    state.numbers["title.shift"] = t
    state.numbers["title.scale"] = headerScale
    state.decisions["title.visible"] =
      "\(label[1] < header[1] + header[3] && label[1] + label[3] > header[1])"
    let side = 69 * avatarScale
    let center = (8 + Rational(69, 2), 79 + Rational(69, 2) - o + avatarMove)
    state.set("avatar", [center.0 - side / 2, center.1 - side / 2, side, side])
    state.numbers["avatar.radius"] = cornerRadius * avatarScale
    state.numbers["avatar.border"] = 3 * avatarScale
    state.set("name", [8, 156 - o, 224, 22])
    state.numbers["name.pointSize"] = 18
    state.set("handle", [8, 177 - o, 128, 21])
    state.set("follow", [width - 122, 118 - o, 112, 30])
    state.set("heart", [width / 2 - 3 - 16, 404 - o, 32, 32])
    state.numbers["blur.alpha"] = alpha
    state.decisions["blur"] = "crossfade"
    state.decisions["above"] = "\(z == 0)"
    state.decisions["order"] =
      z == 0 ? "banner title content avatar bar" : "content avatar banner title bar"
    state.decisions["phase"] =
      o < 0
      ? "pulledDown"
      : o == 0
        ? "expanded"
        : o <= 40
          ? "collapsing" : o <= 95 ? "minified" : o < 130 ? "titleArriving" : "complete"
    return state
  }
}
