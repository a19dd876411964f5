import FileAccess
import HeaderModel
import PortableMath
import Raster
import VisualDiff

/// Looks for a constant that is not the document's in a recording in which no layer differs by itself:
/// what it moves is too small, too seldom seen, or moves with the offsets that were found.
struct ConstantCheck {
  let scenes: FitScenes
  let finder: PathFinder
  let path: RecordingPath
  let judged: [JudgedFrame]
  /// Points that a layer may stand elsewhere.
  let tolerance: Double

  private static let mostSuspects = 3
  /// The part of the distance that may be left where a constant explains it.
  private static let explained = 0.7
  /// Of the distance, where few frames show the constant: they have to be met by far.
  private static let met = 0.25
  /// Of a constant that moves nothing: smaller differences, as a part of it, are not reported.
  private static let leastPart = 0.12
  /// Points; what moves less does not move.
  private static let leastMove = 0.25

  /// Constants with values that bring the recording nearer, best first.
  ///
  /// - Parameter fitted: names of constants that were looked for already.
  func candidates(except fitted: Set<String>) async throws(HeaderKitError) -> [ConstantValue] {
    let given = try scenes.constants(.all).filter { !fitted.contains($0.name) }
    return try await ConstantScreening(
      scenes: scenes, path: path, judged: judged, jobs: finder.jobs
    ).suspects(given)
      .filter { $0.score.left < ConstantCheck.explained }
      .prefix(ConstantCheck.mostSuspects).map(\.constant)
  }

  /// What is not as the document has it where another value of a constant explains the recording; nil
  /// where it does not, or where what it moves is within the tolerance.
  ///
  /// - Parameters:
  ///   - constant: it, with the other value.
  ///   - other: the path of a header with that value.
  func deviation(
    _ constant: ConstantValue, _ other: FollowedPath
  ) throws(HeaderKitError) -> Deviation? {
    guard let given = try scenes.constants(.named([constant.name])).first else {
      return nil
    }
    let mates = Dictionary(uniqueKeysWithValues: other.judged.map { ($0.index, $0) })
    var (before, gained) = (0.0, 0.0)
    var shown: [JudgedFrame] = []
    var differing = 0
    var moves = LayerMoves()
    for frame in judged {
      guard let mate = mates[frame.index] else { continue }
      let distance = LayerView.distance(
        frame.recorded, try path.painter.job(frame.state).picture(on: path.grid),
        try other.path.painter.job(mate.state).picture(on: path.grid),
        within: path.grid.size.bounds)
      before += distance.expected * Double(3 * distance.pixels)
      gained += distance.gain
      guard distance.pixels >= LayerView.fewestPixels else { continue }
      differing += 1
      guard distance.other < ConstantCheck.explained * distance.expected else { continue }
      shown.append(frame)
      moves.add(frame.state, mate.state, height: path.painter.canvasHeight)
    }
    let fewest = max(min(2, judged.count), judged.count / 40)
    let after = before - gained
    guard let most = moves.most, after < ConstantCheck.explained * before,
      gained >= ConstantScreening.leastGain
    else { return nil }
    // One frame shows a move, but no strength or colour: another program reduces pictures otherwise.
    let isMet =
      shown.count == differing && after < ConstantCheck.met * before
      && most.length >= ConstantCheck.leastMove
    guard isMet || shown.count >= fewest else { return nil }
    let isMove = try most.length >= ConstantCheck.leastMove ? true : movesLayers(constant)
    let isTold =
      isMove
      ? most.length > tolerance
      : abs(constant.value / given.value - 1) >= ConstantCheck.leastPart
    guard isTold else { return nil }
    let cause = ConstantCauses.Cause(
      name: given.name, given: given.value, value: constant.value)
    return DeviationText.deviation(
      most.layer, most.kind, shown, "is not as the document has it", because: cause.text)
  }
}

extension ConstantCheck {
  /// Frames in which it is looked for whether a constant moves a layer.
  private static let movedFrames = 12

  /// Whether a constant has layers stand elsewhere at the path's own offsets, be it by less than a
  /// recording shows.
  private func movesLayers(_ constant: ConstantValue) throws(HeaderKitError) -> Bool {
    try ConstantMoments(
      HeaderVerdict.spread(judged, ConstantCheck.movedFrames), scenes: scenes, path: path,
      painter: scenes.painter(like: path.painter), grid: path.grid, jobs: 1
    ).shown([constant]).move > 0
  }
}

/// How far layers stand from where they are in another header, over some frames.
private struct LayerMoves {
  private var sums: [String: (length: Double, resized: Double)] = [:]
  private var longest: [String: Double] = [:]
  /// In the order of painting, as they were met.
  private var names: [String] = []
  /// Those that look or stand otherwise.
  private var changed = Set<String>()

  mutating func add(_ state: HeaderState, _ other: HeaderState, height: Double) {
    let before = LayerFrames(state, height: height)
    let after = LayerFrames(other, height: height)
    for layer in state.layers where other.layer(layer.id) != layer { changed.insert(layer.id) }
    for key in before.keys {
      guard let move = before.move(key, to: after) else { continue }
      if sums[key.layer] == nil { names.append(key.layer) }
      sums[key.layer, default: (0, 0)].length += move.length
      if move.isResized { sums[key.layer]?.resized += move.length }
      longest[key.layer] = max(longest[key.layer] ?? 0, move.length)
    }
  }

  /// The layer that is furthest off, and by how many points.
  var most: (layer: String, kind: Deviation.Kind, length: Double)? {
    func rank(_ name: String) -> (Int, Double) {
      (changed.contains(name) ? 1 : 0, longest[name] ?? 0)
    }
    guard let layer = names.max(by: { rank($0) < rank($1) }),
      let sum = sums[layer], let length = longest[layer]
    else { return nil }
    return (layer, sum.resized > sum.length / 2 ? .scaled : .moved, length)
  }
}
