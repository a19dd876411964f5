import HeaderModel
import PortableMath

/// What a reference says of a header: its numbers, exact, and its decisions.
struct ReferenceState {
  var numbers: [String: Rational] = [:]
  var decisions: [String: String] = [:]

  mutating func set(_ name: String, _ rect: [Rational]) {
    for (part, value) in zip(["x", "y", "w", "h"], rect) {
      numbers["\(name).\(part)"] = value
    }
  }

  /// The centered part of the picture that is shown when it covers a view.
  static func aspectFill(picture: (Rational, Rational), view: (Rational, Rational)) -> [Rational] {
    let k = max(view.0 / picture.0, view.1 / picture.1)
    let (w, h) = (view.0 / k, view.1 / k)
    return [(picture.0 - w) / 2, (picture.1 - h) / 2, w, h]
  }
}

extension DocumentMachine {
  /// The numbers that the trace tells of the header, and places of layers that it tells nothing of,
  /// under the names of a reference.
  var flatNumbers: [String: Double] {
    var numbers: [String: Double] = [
      "offset": state.offset, "contentOffset": state.contentOffset,
    ]
    func set(_ name: String, _ rect: PointRect?) {
      guard let rect else { return }
      numbers["\(name).x"] = rect.x
      numbers["\(name).y"] = rect.y
      numbers["\(name).w"] = rect.width
      numbers["\(name).h"] = rect.height
    }
    for (name, path) in [
      ("header", "header.rect"), ("crop", "header.sourceCrop"), ("avatar", "avatar.rect"),
      ("title", "title.rect"), ("clip", "title.clip"), ("subtitle", "subtitle.rect"),
      ("name", "name.rect"), ("handle", "handle.rect"), ("follow", "follow.rect"),
      ("section", "sectionHeader.rect"),
    ] {
      if case .rect(let rect) = field(path) { set(name, rect) }
    }
    for (name, path) in [
      ("header.bottom", "header.bottom"), ("avatar.radius", "avatar.cornerRadius"),
      ("avatar.border", "avatar.borderWidth"), ("title.shift", "title.shift"),
      ("name.pointSize", "name.pointSize"), ("rows.top", "rows.firstTop"),
      ("rows.pitch", "rows.pitch"), ("blur.alpha", "blur.alpha"), ("blur.radius", "blur.radius"),
    ] {
      if case .number(let number) = field(path) { numbers[name] = number }
    }
    if field("title") != nil { numbers["title.scale"] = state.layer("title")?.scaleX }
    for name in ["subheader", "tableHeader", "spacer", "heart", "background"] {
      set(name, frame(name))
    }
    return numbers
  }

  /// The decisions that the trace tells of, under the names of a reference.
  var flatDecisions: [String: String] {
    var decisions: [String: String] = [:]
    decisions["phase"] = state.phase
    for (name, path) in [
      ("above", "avatar.aboveHeader"), ("title.visible", "title.visible"),
      ("subtitle.visible", "subtitle.visible"), ("section.stuck", "sectionHeader.stuck"),
    ] {
      if case .condition(let condition) = field(path) {
        decisions[name] = condition.map { "\($0)" }
      }
    }
    if case .keywords(let words) = field("paintOrder") {
      decisions["order"] = words?.joined(separator: " ")
    }
    if case .count(let count) = field("rows.count") {
      decisions["rows.count"] = count.map { "\($0)" }
    }
    if case .word(let kind) = field("blur.kind") {
      decisions["blur"] = kind == "systemLight" ? "system" : kind
      if kind == "ladder", case .count(let step?) = field("blur.step") {
        decisions["blur"] = "step \(step)"
      }
    }
    return decisions
  }
}
