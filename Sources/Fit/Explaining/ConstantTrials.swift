import FileAccess

/// A sequence of values for one constant at equal steps, with all other constants fixed.
struct ConstantLine {
  /// The values of all constants. The varied constant has its value at step 0.
  let values: [ConstantValue]
  /// The index of the varied constant.
  let index: Int
  /// The size of a step.
  let size: Double

  /// The size of a step relative to the constant's value.
  private static let relativeSize = 0.0025
  /// The value from which the step size is computed if the constant is 0.
  private static let defaultValue = 60.0

  init(_ values: [ConstantValue], _ index: Int) {
    self.values = values
    self.index = index
    let value = values[index].value
    size = ConstantLine.relativeSize * (value == 0 ? ConstantLine.defaultValue : abs(value))
  }

  /// Returns the values of all constants after `steps` steps of the varied one.
  func moved(_ steps: Int) -> [ConstantValue] {
    var moved = values
    moved[index].value += Double(steps) * size
    return moved
  }
}

/// Measures the distance between frames and the header for several values of one constant.
///
/// Scrolled layers often move with the constant, and so do the fitted offsets. After two values,
/// the offsets for a third are predicted by linear extrapolation.
struct ConstantTrials {
  let line: ConstantLine
  /// The frames, with the estimated offsets of the last fit.
  private(set) var frames: ConstantFrames
  /// The results by step. `nil` if the header does not allow the value.
  private(set) var fits: [Int: ConstantFrames.Fit?] = [:]

  /// The maximum search distance in points if the movement of the frames is unknown.
  private static let maxReach = 6.0

  /// Returns the fit after `steps` steps of the constant. `nil` if the header does not allow the
  /// value.
  mutating func fit(_ steps: Int) async throws(HeaderKitError) -> ConstantFrames.Fit? {
    if let known = fits[steps] { return known }
    // The known fits, nearest first.
    let known = fits.compactMap { steps, fit in
      fit.map { (steps: steps, estimatedOffsets: $0.estimatedOffsets) }
    }
    .sorted { (abs($0.steps - steps), $0.steps) < (abs($1.steps - steps), $1.steps) }
    let maxReach = ConstantTrials.maxReach
    var reach = ConstantFrames.minReach
    if let nearest = known.first {
      frames.estimatedOffsets = nearest.estimatedOffsets
      if known.count > 1 {
        let share = Double(steps - nearest.steps) / Double(known[1].steps - nearest.steps)
        for (index, offset) in nearest.estimatedOffsets.enumerated() {
          let move = (known[1].estimatedOffsets[index] - offset) * share
          frames.estimatedOffsets[index] += min(max(move, -maxReach), maxReach)
        }
      } else {
        let move = abs(Double(steps - nearest.steps) * line.size)
        reach = min(maxReach, 0.5 + (2 * move).rounded(.up) / 2)
      }
    }
    let fit = try await frames.fine(line.moved(steps), reach: reach)
    fits[steps] = .some(fit)
    return fit
  }
}
