/// The offsets that candidates may have: whole numbers of steps, in points from rest.
struct OffsetGrid: Hashable, Sendable {
  /// Steps to a point.
  let stepsPerPoint: Double
  /// First and last step.
  let range: ClosedRange<Int>

  /// Offsets in steps of half a point, or of a device pixel on a screen of 3 pixels a point, from a
  /// pull of `pull` points to `overscroll` points past the largest offset.
  init(scale: Double, largestOffset: Double, pull: Double, overscroll: Double) {
    stepsPerPoint = scale > 2.5 ? scale.rounded() : 2
    range =
      Int(
        (-pull * stepsPerPoint).rounded(.down))...Int(
        ((largestOffset + overscroll) * stepsPerPoint).rounded(.up))
  }

  init(stepsPerPoint: Double, over other: OffsetGrid) {
    self.stepsPerPoint = stepsPerPoint
    let ratio = stepsPerPoint / other.stepsPerPoint
    range =
      Int(
        (Double(other.range.lowerBound) * ratio).rounded())...Int(
        (Double(other.range.upperBound) * ratio).rounded())
  }

  /// Has so many times as many steps to a point; the steps are those of the same offsets.
  mutating func refine(_ steps: inout [Int], by parts: Int) {
    self = OffsetGrid(stepsPerPoint: stepsPerPoint * Double(parts), over: self)
    steps = steps.map { $0 * parts }
  }

  /// Has so many times fewer steps to a point; the steps are those nearest to the offsets.
  mutating func coarsen(_ steps: inout [Int], by parts: Int) {
    self = OffsetGrid(stepsPerPoint: stepsPerPoint / Double(parts), over: self)
    steps = steps.map { Int((Double($0) / Double(parts)).rounded()) }
  }

  /// Points.
  func offset(_ step: Int) -> Double { Double(step) / stepsPerPoint }

  func step(_ offset: Double) -> Int {
    let step = Int((offset * stepsPerPoint).rounded())
    return min(max(step, range.lowerBound), range.upperBound)
  }

  /// The steps near some offsets, every `stride`th, in rising order.
  func window(around offsets: [Double], points: Double, stride: Int = 1) -> [Int] {
    let reach = Int((points * stepsPerPoint / Double(stride)).rounded()) * stride
    var result = Set<Int>()
    for step in offsets.map(step) {
      for near in Swift.stride(from: step - reach, through: step + reach, by: stride)
      where range.contains(near) { result.insert(near) }
    }
    return result.sorted()
  }
}
