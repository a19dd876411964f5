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

  /// The centred part of the picture that is shown when it covers a view.
  static func aspectFill(picture: (Rational, Rational), view: (Rational, Rational)) -> [Rational] {
    let k = max(view.0 / picture.0, view.1 / picture.1)
    let (w, h) = (view.0 / k, view.1 / k)
    return [(picture.0 - w) / 2, (picture.1 - h) / 2, w, h]
  }
}

extension HeaderState {
  /// The numbers of the state under the names of a reference.
  var flatNumbers: [String: Double] {
    var numbers: [String: Double] = [
      "offset": offset, "contentOffset": contentOffset, "header.bottom": header.bottom,
      "avatar.radius": avatar.cornerRadius, "avatar.border": avatar.borderWidth,
    ]
    func set(_ name: String, _ rect: PointRect?) {
      guard let rect else { return }
      numbers["\(name).x"] = rect.x
      numbers["\(name).y"] = rect.y
      numbers["\(name).w"] = rect.width
      numbers["\(name).h"] = rect.height
    }
    set("header", header.rect)
    set("crop", header.sourceCrop)
    set("avatar", avatar.rect)
    set("title", title?.rect)
    set("clip", title?.clip)
    numbers["title.shift"] = title?.shift
    numbers["title.scale"] = title?.scale
    set("subtitle", subtitle?.rect)
    set("name", name?.rect)
    numbers["name.pointSize"] = name?.pointSize
    set("handle", handle?.rect)
    set("follow", follow)
    set("section", sectionHeader?.rect)
    numbers["rows.top"] = rows?.firstTop
    numbers["rows.pitch"] = rows?.pitch
    set("subheader", subheader)
    set("tableHeader", tableHeader)
    set("spacer", spacer)
    set("heart", heart)
    set("background", background)
    switch blur {
    case .none, .systemLight: break
    case .crossfade(let alpha): numbers["blur.alpha"] = alpha
    case .ladder(_, let radius): numbers["blur.radius"] = radius
    }
    return numbers
  }

  /// The decisions of the state under the names of a reference.
  var flatDecisions: [String: String] {
    var decisions = [
      "phase": phase.rawValue, "above": "\(avatar.aboveHeader)",
      "order": paintOrder.map(\.rawValue).joined(separator: " "),
    ]
    decisions["title.visible"] = title.map { "\($0.visible)" }
    decisions["subtitle.visible"] = subtitle.map { "\($0.visible)" }
    decisions["section.stuck"] = sectionHeader.map { "\($0.stuck)" }
    decisions["rows.count"] = rows.map { "\($0.count)" }
    switch blur {
    case .none: decisions["blur"] = "none"
    case .systemLight: decisions["blur"] = "system"
    case .crossfade: decisions["blur"] = "crossfade"
    case .ladder(let step, _): decisions["blur"] = "step \(step)"
    }
    return decisions
  }
}
