import FileAccess
import HeaderModel
import PortableMath

/// Finds the constant that explains a deviation: with another value, the same path reproduces the
/// recording.
struct ConstantCauses {
  let scenes: FitScenes
  let followed: FollowedPath
  let jobs: Int

  private static let maxFrames = 6
  /// The maximum number of deviations for which a cause is searched.
  static let maxDeviations = 4
  /// The maximum change that is searched, relative to a constant's value.
  private static let maxChange = 0.32
  /// The initial and the final step of a search, relative to a constant's value. Rows need smaller
  /// steps, because the changes of all rows above a row add up.
  private typealias Steps = (first: Double, last: Double)
  private static let steps: Steps = (0.04, 0.005)
  private static let rowSteps: Steps = (0.0025, 0.0003)
  /// The maximum remaining fraction of the distance, both in the frames that the value is fitted to
  /// and in others.
  private static let maxRemaining = 0.5

  /// Returns the constant and the value that explain a deviation, or `nil` if no constant does.
  func cause(of deviation: Deviation) throws(HeaderKitError) -> ChangedConstant? {
    let layer = deviation.layer
    return try cause(about: layer, in: deviation.frames, steps: ConstantCauses.steps) {
      $0.changes(layer, with: $1)
    }
  }

  /// Returns the constant and the value that explain why the rows of a list differ in all frames, or
  /// `nil` if no constant does.
  func causeOfRows(in list: String) throws(HeaderKitError) -> ChangedConstant? {
    let frames = followed.judged.map(\.index)
    return try cause(about: list, in: frames, steps: ConstantCauses.rowSteps) {
      $0.changesRows(of: list, with: $1)
    }
  }

  /// Returns the constant and the value that explain a layer's difference in some frames, or `nil`.
  ///
  /// - Parameter changes: Whether a constant may be the cause, because the compared frames show it.
  private func cause(
    about layer: String, in frames: [Int], steps: Steps,
    where changes: (ConstantComparison, ConstantValue) -> Bool
  ) throws(HeaderKitError) -> ChangedConstant? {
    // Every second frame is held out: the value must explain frames that it was not fitted to.
    func everySecond(from first: Int) -> [Int] {
      frames.enumerated().filter { $0.offset % 2 == first }.map(\.element)
        .spread(ConstantCauses.maxFrames)
    }
    let fittedFrames = everySecond(from: 0)
    let otherFrames = everySecond(from: 1)
    let heldOutFrames = otherFrames.isEmpty ? fittedFrames : otherFrames
    let allFrames = fittedFrames + followed.judged.map(\.index).spread(2 * ConstantCauses.maxFrames)
    let (fitted, heldOut, all) = (
      try comparison(of: fittedFrames), try comparison(of: heldOutFrames),
      try comparison(of: allFrames)
    )
    guard let fittedBefore = try fitted.distance(about: layer),
      let heldOutBefore = try heldOut.distance(about: layer),
      let allBefore = try all.distance(about: nil)
    else { return nil }
    var best: (cause: ChangedConstant, distance: Double)?
    for constant in try scenes.constants(.all) where constant.value != 0 {
      let sides = [0.85, 1.15].map {
        ChangedConstant(original: constant, value: $0 * constant.value)
      }
      guard sides.contains(where: { changes(fitted, $0.constant) }) else {
        continue
      }
      var nearest = (
        cause: ChangedConstant(original: constant, value: constant.value), distance: fittedBefore
      )
      func evaluate(_ value: Double) throws(HeaderKitError) {
        let cause = ChangedConstant(original: constant, value: value)
        guard let distance = try fitted.distance(about: layer, with: cause.constant),
          distance < nearest.distance
        else { return }
        nearest = (cause, distance)
      }
      let count = Int(ConstantCauses.maxChange / steps.first)
      for step in -count...count where step != 0 {
        try evaluate(constant.value * (1 + Double(step) * steps.first))
      }
      var step = steps.first / 2
      while nearest.cause.value != constant.value, step >= steps.last {
        let center = nearest.cause.value
        for direction in [-1.0, 1] { try evaluate(center + direction * step * constant.value) }
        step /= 2
      }
      // All frames together must improve, including those that do not deviate.
      guard nearest.cause.value != constant.value,
        nearest.distance < ConstantCauses.maxRemaining * fittedBefore,
        nearest.distance < best?.distance ?? .infinity,
        try heldOut.distance(about: layer, with: nearest.cause.constant) ?? .infinity
          < ConstantCauses.maxRemaining * heldOutBefore,
        try all.distance(about: nil, with: nearest.cause.constant) ?? .infinity < allBefore
      else { continue }
      best = nearest
    }
    return best?.cause
  }

  private func comparison(of indices: [Int]) throws(HeaderKitError) -> ConstantComparison {
    let indices = Set(indices)
    return try ConstantComparison(
      followed.judged.filter { indices.contains($0.index) }, scenes: scenes, path: followed.path,
      painter: scenes.onePixelPerPoint, jobs: jobs)
  }
}

/// Explanations for recordings in which no single layer deviates: the constant moves layers too
/// little, in too few frames, or together with the fitted offsets.
extension ConstantCauses {
  private static let maxSuspects = 3
  /// The maximum remaining fraction of the distance for a constant without a deviating layer.
  private static let maxRemainingAlone = 0.7
  /// The maximum remaining fraction of the distance if only a few frames depend on the constant.
  private static let maxRemainingOfFewFrames = 0.25
  /// The minimum relative difference that is reported for a constant that moves no layers.
  private static let minChange = 0.12
  /// The minimum movement in points. Smaller movements count as none.
  private static let minMove = 0.25
  /// The number of frames used to check whether a constant moves a layer.
  private static let movedFrames = 12

  /// Returns constants whose changed values reduce the distance, best first. Skips the names in
  /// `fitted`.
  func candidates(except fitted: Set<String>) async throws(HeaderKitError) -> [ChangedConstant] {
    let constants = try scenes.constants(.all).filter { !fitted.contains($0.name) }
    return try await ConstantScreening(scenes: scenes, followed: followed, jobs: jobs)
      .suspects(constants)
      .filter { $0.score.remaining < ConstantCauses.maxRemainingAlone }
      .prefix(ConstantCauses.maxSuspects).map(\.constant)
  }

  /// Returns the deviation that a changed constant explains, or `nil` if it explains nothing or
  /// moves layers within the tolerance only.
  ///
  /// - Parameter other: The path of a header that has the changed constant.
  func deviation(
    _ constant: ChangedConstant, _ other: FollowedPath, tolerance: Double
  ) throws(HeaderKitError) -> Deviation? {
    let (path, judged) = (followed.path, followed.judged)
    let otherFrames = Dictionary(uniqueKeysWithValues: other.judged.map { ($0.index, $0) })
    // The sums of the document's distances, and of their reductions.
    var (before, gained) = (0.0, 0.0)
    var explainedFrames: [JudgedFrame] = []
    var differingCount = 0
    var moves = LayerMoves()
    for frame in judged {
      guard let otherFrame = otherFrames[frame.index] else { continue }
      let (state, changed) = (try frame.state(), try otherFrame.state())
      let distance = FrameComparison.distance(
        frame.recorded, try path.painter.job(state).picture(on: path.grid),
        try other.path.painter.job(changed).picture(on: path.grid),
        within: path.grid.size.bounds)
      before += distance.sum
      gained += distance.gain
      guard distance.pixels >= FrameComparison.minPixels else { continue }
      differingCount += 1
      guard distance.isExplained(to: ConstantCauses.maxRemainingAlone) else { continue }
      explainedFrames.append(frame)
      moves.add(state, changed, height: path.painter.canvasHeight)
    }
    let minCount = max(min(2, judged.count), judged.count / 40)
    let after = before - gained
    guard let largest = moves.largest, after < ConstantCauses.maxRemaining * before,
      gained >= ConstantScreening.minGain
    else { return nil }
    // A single frame can prove a movement, but not a strength or color, because other programs
    // resample pictures differently.
    let isFar = largest.length >= ConstantCauses.minMove
    let explainsAllFrames =
      explainedFrames.count == differingCount
      && after < ConstantCauses.maxRemainingOfFewFrames * before && isFar
    guard explainsAllFrames || explainedFrames.count >= minCount else { return nil }
    let movesLayer = try isFar ? true : movesLayers(constant)
    let isReported =
      movesLayer
      ? largest.length > tolerance
      : abs(constant.value / constant.original.value - 1) >= ConstantCauses.minChange
    guard isReported else { return nil }
    return DeviationText.deviation(
      largest.layer, largest.kind, explainedFrames, "differs from the document",
      because: constant.text)
  }

  /// Whether a constant moves layers at the path's offsets, even if by less than the recording can
  /// show.
  private func movesLayers(_ constant: ChangedConstant) throws(HeaderKitError) -> Bool {
    try ConstantComparison(
      followed.judged.spread(ConstantCauses.movedFrames), scenes: scenes, path: followed.path
    ).affectedFrames([constant.constant]).move > 0
  }
}

/// The movements of layers between two headers, accumulated over frames.
private struct LayerMoves {
  private var moves: [String: (length: Double, resized: Double, longest: Double)] = [:]
  /// The layers in painting order, as first seen.
  private var names: [String] = []
  /// The layers whose state differs.
  private var changed = Set<String>()

  mutating func add(_ state: HeaderState, _ other: HeaderState, height: Double) {
    let before = LayerFrames(state, height: height)
    let after = LayerFrames(other, height: height)
    for layer in state.layers where other.layer(layer.id) != layer { changed.insert(layer.id) }
    for key in before.keys {
      guard let move = before.move(key, to: after) else { continue }
      if moves[key.layer] == nil { names.append(key.layer) }
      var sum = moves[key.layer] ?? (0, 0, 0)
      sum.length += move.length
      if move.isResized { sum.resized += move.length }
      sum.longest = max(sum.longest, move.length)
      moves[key.layer] = sum
    }
  }

  /// The layer with the largest movement, and that movement in points. Changed layers come first.
  var largest: (layer: String, kind: Deviation.Kind, length: Double)? {
    func rank(_ name: String) -> (Int, Double) {
      (changed.contains(name) ? 1 : 0, moves[name]?.longest ?? 0)
    }
    guard let layer = names.max(by: { rank($0) < rank($1) }), let sum = moves[layer] else {
      return nil
    }
    return (layer, sum.resized > sum.length / 2 ? .scaled : .moved, sum.longest)
  }
}
