import Files

/// A stretch of numbers laid on a stretch of the drawing, with round numbers to mark on it.
struct PlotScale: Hashable, Sendable {
  let low: Double
  let high: Double
  /// Where `low` and `high` lie in the drawing; a scale may run backwards.
  let start: Double
  let end: Double
  /// Distance of the ticks: 1, 2 or 5 times a power of ten.
  let step: Double
  /// Digits after the point that a tick needs.
  let decimals: Int

  /// Covers the values with a little room to spare; `intervals` says about how many ticks to make.
  init(covering values: [Double], from start: Double, to end: Double, intervals: Int) {
    let least = values.min() ?? 0
    let most = values.max() ?? 1
    let room = most > least ? (most - least) / 20 : max(1, abs(most) / 20)
    low = least - room
    high = most + room
    self.start = start
    self.end = end
    let wanted = (high - low) / Double(max(1, intervals))
    var power = 1.0
    var digits = 0
    while power * 10 <= wanted { power *= 10 }
    while power > wanted {
      power /= 10
      digits += 1
    }
    // The nearest in proportion: the bounds are the roots of 1 * 2, 2 * 5 and 5 * 10.
    let ratio = wanted / power
    step = power * (ratio < 1.41 ? 1 : ratio < 3.16 ? 2 : ratio < 7.07 ? 5 : 10)
    decimals = ratio < 7.07 ? digits : max(0, digits - 1)
  }

  /// Where a value lies in the drawing.
  func position(_ value: Double) -> Double {
    start + (value - low) / (high - low) * (end - start)
  }

  /// The round numbers within, lowest first.
  var ticks: [Double] {
    let first = (low / step).rounded(.up)
    let last = (high / step).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step + 0 }
  }

  /// A tick as text.
  func label(_ tick: Double) -> String { DecimalText.text(tick, decimals: decimals) }
}
