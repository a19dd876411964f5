import HeaderModel

/// The order of two layers in one frame.
struct OrderRecord: Sendable {
  let offset: Double
  let isAboveInDocument: Bool
  /// Whether the recording has the opposite order.
  let isFlagged: Bool
  /// Whether the order is visible in the picture.
  let isVisible: Bool
}

/// A finding and its frame.
typealias FrameFinding = (frame: JudgedFrame, finding: LayerFinding)

/// The description of a deviation: findings of several frames with the same key.
struct DeviationText {
  /// The findings of the deviation, one per frame. Not empty.
  let findings: [FrameFinding]
  /// All judged frames.
  let judged: [JudgedFrame]
  /// The order of the two layers in each frame, if the deviation is an order.
  var order: [OrderRecord] = []

  private var key: LayerFinding.Key { findings[0].finding.key }

  var deviation: Deviation {
    DeviationText.deviation(key.layer, key.kind, findings.map(\.frame), explanation)
  }

  /// Returns a deviation for a layer that differs without a known cause.
  static func unexplained(_ layer: String, _ frames: [JudgedFrame]) -> Deviation {
    deviation(
      layer, .unexplained, frames, "differs, but not in position, size, order or blur")
  }

  static func deviation(
    _ layer: String, _ kind: Deviation.Kind, _ frames: [JudgedFrame], _ explanation: String,
    because cause: String = ""
  ) -> Deviation {
    let offsets = frames.map(\.offset)
    let range = (offsets.min() ?? 0)...(offsets.max() ?? 0)
    return Deviation(
      layer: layer, kind: kind, frames: frames.map(\.index), offsets: range,
      explanation: explanation + offsetText(range) + cause)
  }

  /// The offsets of a deviation as the end of a sentence.
  static func offsetText(_ range: ClosedRange<Double>) -> String {
    let upper =
      range.lowerBound == range.upperBound ? "" : " to \(FitText.points(range.upperBound))"
    return ", at \(FitText.points(range.lowerBound))\(upper) pt"
  }

  private var explanation: String {
    switch findings[0].finding.fault {
    case .moved: moved
    case .above(let other): ordered(other)
    case .blur: blurred
    case .absent: "is missing"
    case .scaled: scaled
    }
  }

  private var moved: String {
    let moves: [(x: Double, y: Double)] = findings.compactMap {
      if case .moved(let x, let y) = $0.finding.fault { (x, y) } else { nil }
    }
    let (x, y) = (moves.map(\.x).median, moves.map(\.y).median)
    var parts: [String] = []
    if abs(y) >= 0.25 {
      parts.append("\(FitText.points(abs(y))) pt \(y > 0 ? "lower" : "higher")")
    }
    if abs(x) >= 0.25 {
      parts.append("\(FitText.points(abs(x))) pt further \(x > 0 ? "right" : "left")")
    }
    return "is " + (parts.isEmpty ? "in a different position" : parts.joined(separator: " and "))
      + " (dx \(FitText.points(x)), dy \(FitText.points(y))) than in the document"
  }

  private var scaled: String {
    let factors: [Double] = findings.compactMap {
      if case .scaled(let factor) = $0.finding.fault { factor } else { nil }
    }
    let widest = factors.max { abs($0 - 1) < abs($1 - 1) } ?? 1
    return "is drawn up to \(FitText.short(abs(widest - 1) * 100, 0)) % "
      + (widest > 1 ? "larger" : "smaller") + " than in the document"
  }

  /// Whether a deviation is that its layer is painted above `other`.
  static func isOrder(_ deviation: Deviation, above other: String) -> Bool {
    deviation.kind == .order && deviation.explanation.hasPrefix("is painted above \(other),")
  }

  private func ordered(_ other: String) -> String {
    var text = "is painted above \(other), which is below it in the document"
    let documents = DeviationText.change(order.map { ($0.offset, $0.isAboveInDocument) })
    let recordings = DeviationText.change(
      order.filter(\.isVisible).map { ($0.offset, $0.isAboveInDocument != $0.isFlagged) })
    if let documents, let recordings {
      let late = recordings - documents
      text +=
        "; the order changes at \(FitText.points(recordings)) pt instead of "
        + "\(FitText.points(documents)), \(FitText.points(abs(late))) pt "
        + (late > 0 ? "late" : "early")
    }
    return text
  }

  private var blurred: String {
    let values = findings.compactMap { frame, finding in
      if case .blur(let recorded, let expected, let unit) = finding.fault {
        (offset: frame.offset, recorded: recorded, expected: expected, unit: unit)
      } else {
        nil
      }
    }
    func difference(_ index: Int) -> Double { abs(values[index].recorded - values[index].expected) }
    guard let index = values.indices.max(by: { difference($0) < difference($1) }) else {
      return "is blurred differently"
    }
    let widest = values[index]
    var text =
      "is blurred by \(values[0].unit.rawValue) \(FitText.short(widest.recorded, 2)) where the "
      + "document has \(FitText.short(widest.expected, 2)) (at \(FitText.points(widest.offset)) pt)"
    let all: [(Double, Double)] = judged.compactMap { frame in
      guard let state = try? frame.state(),
        case .image(let image) = state.layer(key.layer)?.content
      else { return nil }
      return image.blur.map { (frame.offset, $0.strength.value) }
    }
    if let start = start(values.map { ($0.offset, $0.recorded) }), let documents = self.start(all),
      abs(documents - start) >= 2
    {
      text +=
        "; the blur starts at about \(FitText.points(start)) pt instead of "
        + FitText.points(documents)
    }
    return text
  }

  /// The offset at which an increasing strength would be 0. Fits a line to the values that are
  /// neither 0 nor at the maximum.
  private func start(_ values: [(offset: Double, value: Double)]) -> Double? {
    let top = values.map(\.value).max() ?? 0
    let rising = values.filter { $0.value > 0.02 && $0.value < 0.98 * top }
    guard rising.count >= 2 else { return nil }
    let count = Double(rising.count)
    let meanX = rising.reduce(0) { $0 + $1.offset } / count
    let meanY = rising.reduce(0) { $0 + $1.value } / count
    var (products, squares) = (0.0, 0.0)
    for point in rising {
      products += (point.offset - meanX) * (point.value - meanY)
      squares += (point.offset - meanX) * (point.offset - meanX)
    }
    guard squares > 4, products > 0 else { return nil }
    return meanX - meanY * squares / products
  }

  /// The offset between the two groups of answers, or `nil` if their offsets overlap.
  private static func change(_ answers: [(offset: Double, answer: Bool)]) -> Double? {
    let yes = answers.filter(\.answer).map(\.offset)
    let no = answers.filter { !$0.answer }.map(\.offset)
    for (lower, upper) in [(no, yes), (yes, no)] {
      if let last = lower.max(), let first = upper.min(), last < first { return (last + first) / 2 }
    }
    return nil
  }
}
