import Raster

extension AnimationEvent: CustomStringConvertible {
  /// `frames 3-7: pixels changed: at most 1204 in a frame (0.12 %), within 120 x 88 at 40,20`
  public var description: String {
    let seconds = plainNumber(time.seconds)
    switch kind {
    case .changed(let pixels, let ratio, let bounds):
      let place = bounds.map { ", within \($0.width) x \($0.height) at \($0.x),\($0.y)" } ?? ""
      let most = isOneFrame ? "\(pixels)" : "at most \(pixels) in a frame"
      return "\(frames): pixels changed: \(most) (\(percentage(ratio)))\(place)"
    case .inserted(let copy):
      return "second's \(frames) inserted at \(seconds) s"
        + (copy.map { ", a copy of the first's frame \($0)" } ?? "")
    case .dropped(let copy):
      return "\(frames) dropped, shown at \(seconds) s"
        + (copy.map { ", the second still shows it as frame \($0)" } ?? "")
    case .repeated(let times, let former):
      return "\(frames): repeated: \(times) in a row instead of \(former)"
    case .shifted(let shift):
      let late = shift > .zero
      let amount = plainNumber((late ? shift : .zero - shift).seconds)
      return "\(frames): shifted: \(amount) s \(late ? "later" : "earlier")"
    case .retimed(let from, let to):
      return "\(frames): re-timed: \(plainNumber(to.seconds)) s "
        + "instead of \(plainNumber(from.seconds)) s"
    }
  }

  private var isOneFrame: Bool { (first ?? second)?.count == 1 }

  /// The first's numbering where it has the frames.
  private var frames: String {
    guard let range = first ?? second else { return "" }
    return range.count == 1
      ? "frame \(range.lowerBound)" : "frames \(range.lowerBound)-\(range.upperBound)"
  }
}

extension AnimationDifference {
  /// What differs of the animations as wholes, then of their frames; a line each.
  public var lines: [String] {
    var lines: [String] = []
    if firstSize != secondSize {
      lines.append(
        "canvas \(secondSize.width) x \(secondSize.height) "
          + "instead of \(firstSize.width) x \(firstSize.height)")
    }
    if !playsAgree { lines.append("plays \(text(secondPlays)) instead of \(text(firstPlays))") }
    if !durationsAgree {
      lines.append(
        "lasts \(plainNumber(secondDuration.seconds)) s "
          + "instead of \(plainNumber(firstDuration.seconds)) s")
    }
    return lines + events.map(\.description)
  }

  private func text(_ plays: Int?) -> String {
    switch plays {
    case nil: "for ever"
    case 1?: "once"
    case let times?: "\(times) times"
    }
  }
}

/// A part of 1 in per cent, in up to three decimals; never "0 %" of something.
package func percentage(_ ratio: Double) -> String {
  ratio > 0 && ratio < 0.00001 ? "under 0.001 %" : plainNumber(ratio * 100) + " %"
}
