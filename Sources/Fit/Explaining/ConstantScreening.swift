import FileAccess

/// Finds constants whose change brings the header closer to the recording along a known path. First
/// screens all constants at half resolution, then refines the best at full resolution.
struct ConstantScreening {
  let scenes: FitScenes
  let followed: FollowedPath
  let jobs: Int
  private var path: RecordingPath { followed.path }

  struct Suspect {
    var constant: ChangedConstant
    var score: ConstantComparison.Score
    /// The best value on the other side of the document's value. At half resolution, the wrong side
    /// may have the smaller distance.
    let opposite: Double?
    /// The distance between two tried values.
    let step: Double
    let frames: [JudgedFrame]
  }

  /// The number of frames to choose from, and the number of frames used for each constant.
  private static let (maxFrames, fewFrames) = (48, 6)
  /// The search range relative to a constant's value, in each direction.
  private static let maxChange = 0.2
  /// The maximum movement between two values in points, and the number of values on each side.
  private static let (maxMove, valueCount) = (4.0, 2...6)
  /// The recorded pixels per pixel in the first pass, on each side.
  private static let reduction = 2
  /// The minimum gain for a refinement: the reduction of the sum of squared differences of channel
  /// values (0...255).
  static let minGain = 30_000.0
  /// The maximum remaining fraction of the distance after the first pass.
  private static let maxRemaining = 0.85
  private static let maxSuspects = 4
  /// The last step of the refinement, relative to a constant's value.
  private static let lastStep = 0.003

  /// Returns the constants that reduce the distance, each with its best value, best first.
  func suspects(_ constants: [ConstantValue]) async throws(HeaderKitError) -> [Suspect] {
    guard let grid = path.grid.reduced(by: ConstantScreening.reduction) else { return [] }
    let comparison = try ConstantComparison(
      spread(followed.judged, ConstantScreening.maxFrames), scenes: scenes, path: path,
      painter: scenes.painter(for: grid), grid: grid, jobs: jobs)
    var suspects: [Suspect] = []
    for constant in constants where constant.value != 0 {
      guard let suspect = try await best(of: constant, comparison),
        suspect.score.remaining < ConstantScreening.maxRemaining
      else { continue }
      suspects.append(suspect)
    }
    var refined: [Suspect] = []
    for suspect in ConstantScreening.best(suspects).prefix(ConstantScreening.maxSuspects) {
      refined.append(try await self.refined(suspect))
    }
    return ConstantScreening.best(refined)
  }

  /// Returns the suspects with enough gain, best first.
  private static func best(_ suspects: [Suspect]) -> [Suspect] {
    suspects.filter { $0.score.gain >= minGain }.sorted { $0.score.gain > $1.score.gain }
  }

  private func best(
    of constant: ConstantValue, _ comparison: ConstantComparison
  ) async throws(HeaderKitError) -> Suspect? {
    func changed(by part: Double) -> ConstantValue {
      ChangedConstant(original: constant, value: constant.value * (1 + part)).constant
    }
    let affected = comparison.affectedFrames([
      changed(by: -ConstantScreening.maxChange), changed(by: ConstantScreening.maxChange),
    ])
    guard !affected.frames.isEmpty else { return nil }
    let frames = spread(affected.frames, ConstantScreening.fewFrames)
    let range = ConstantScreening.valueCount
    let neededCount = Int((affected.move / ConstantScreening.maxMove).rounded(.up))
    let count = min(max(neededCount, range.lowerBound), range.upperBound)
    let step = ConstantScreening.maxChange / Double(count)
    let values = (-count...count).filter { $0 != 0 }.map { changed(by: Double($0) * step) }
    let scores = try await comparison.scores(values, frames)
    guard let best = scores.indices.max(by: { scores[$0].gain < scores[$1].gain }) else {
      return nil
    }
    let opposite = scores.indices.filter { ($0 < count) != (best < count) }
      .max { scores[$0].gain < scores[$1].gain }
    return Suspect(
      constant: ChangedConstant(original: constant, value: values[best].value), score: scores[best],
      opposite: opposite.map { values[$0].value }, step: step * abs(constant.value), frames: frames)
  }

  /// Refines a suspect's value at the recording's resolution.
  private func refined(_ suspect: Suspect) async throws(HeaderKitError) -> Suspect {
    let comparison = try ConstantComparison(suspect.frames, scenes: scenes, path: path, jobs: jobs)
    let original = suspect.constant.original
    func scores(_ values: [Double]) async throws(HeaderKitError) -> [ConstantComparison.Score] {
      try await comparison.scores(values.map { ConstantValue(name: original.name, value: $0) })
    }
    var best = suspect
    let starts = [suspect.constant.value, suspect.opposite].compactMap { $0 }
    let nearest = zip(starts, try await scores(starts)).max { $0.1.gain < $1.1.gain }
    if let nearest { (best.constant.value, best.score) = nearest }
    var step = suspect.step / 2
    while step > ConstantScreening.lastStep / 2 * abs(original.value) {
      let sides = [-step, step].map { best.constant.value + $0 }
      for (value, score) in zip(sides, try await scores(sides)) where score.gain > best.score.gain {
        (best.constant.value, best.score) = (value, score)
      }
      step /= 2
    }
    return best
  }

  /// Returns up to `count` frames at even distances over the sorted offsets, in recording order.
  private func spread(_ frames: [JudgedFrame], _ count: Int) -> [JudgedFrame] {
    let byOffset = frames.sorted { ($0.offset, $0.index) < ($1.offset, $1.index) }
    return byOffset.spread(count).sorted { $0.index < $1.index }
  }
}
