import FileAccess

/// Values of one constant, in steps of a small part of it, with the others as they are.
struct ConstantLine {
  /// All constants; that of the line has the value of step 0.
  let values: [ConstantValue]
  let place: Int
  /// Of a step.
  let size: Double

  /// Of the constant.
  private static let finest = 0.0025
  /// A constant that is 0 is taken to be of this size.
  private static let unit = 60.0

  init(_ values: [ConstantValue], _ place: Int) {
    (self.values, self.place) = (values, place)
    let value = values[place].value
    size = ConstantLine.finest * (value == 0 ? ConstantLine.unit : abs(value))
  }

  func moved(_ steps: Int) -> [ConstantValue] {
    var moved = values
    moved[place].value += Double(steps) * size
    return moved
  }
}

/// How near frames come to a header with one value after the other of a constant.
///
/// What scrolls often moves with the constant, and the offsets found with it: from two values one
/// knows where the frames are with a third.
struct ConstantTrials {
  let line: ConstantLine
  private(set) var frames: ConstantFrames
  /// By steps; nil where the header does not allow the value.
  private(set) var fits: [Int: ConstantFrames.Fit?] = [:]

  /// Points that frames are looked for at most, where it is not known how they move.
  private static let mostReach = 6.0

  mutating func fit(_ steps: Int) async throws(HeaderKitError) -> ConstantFrames.Fit? {
    if let known = fits[steps] { return known }
    let known = fits.compactMap { steps, fit in fit.map { (steps: steps, centres: $0.centres) } }
      .sorted { (abs($0.steps - steps), $0.steps) < (abs($1.steps - steps), $1.steps) }
    let most = ConstantTrials.mostReach
    var reach = ConstantFrames.leastReach
    if let nearest = known.first {
      frames.centres = nearest.centres
      if known.count > 1 {
        let share = Double(steps - nearest.steps) / Double(known[1].steps - nearest.steps)
        for (place, centre) in nearest.centres.enumerated() {
          let move = (known[1].centres[place] - centre) * share
          frames.centres[place] += min(max(move, -most), most)
        }
      } else {
        let move = abs(Double(steps - nearest.steps) * line.size)
        reach = min(most, 0.5 + (2 * move).rounded(.up) / 2)
      }
    }
    let fit = try await frames.fine(line.moved(steps), reach: reach)
    fits[steps] = .some(fit)
    return fit
  }
}
