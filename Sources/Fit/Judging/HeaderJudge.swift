import FileAccess
import HeaderModel
import PortableMath
import Raster

/// A frame of the path, prepared for judging.
struct JudgedFrame: Sendable {
  let index: Int
  /// The time in seconds.
  let time: Double
  /// The offset in points from rest.
  let offset: Double
  /// The header at the frame.
  let header: HeaderInterpreter
  /// The recorded picture on the working grid. Masked pixels are the header's.
  let recorded: Pixmap
  /// The number of pixels with a gross difference from the header's picture.
  let grossPixels: Int

  /// Returns the header's state. It is not kept, because the states of all frames of a long
  /// recording need much memory.
  func state() throws(HeaderKitError) -> HeaderState {
    var header = header
    return try header.evaluatedState(at: time)
  }
}

/// Judges a header along a path: finds differences in each frame, collects them over the recording
/// and describes them. Masked layers are not judged.
struct HeaderJudge {
  let painter: CandidatePainter
  let grid: WorkingGrid
  /// The position tolerance in points.
  let tolerance: Double
  let jobs: Int

  /// The maximum number of examined frames.
  private static let maxFrames = 64
  /// The minimum fraction of a layer's pixels with a gross difference. It is higher for icons,
  /// because they consist mostly of edges.
  private static let suspiciousShare = (picture: 0.12, icon: 0.4)
  /// The minimum fraction of frames in which a layer must differ. An object that passes in front of
  /// it differs for a shorter time.
  private static let suspiciousFrames = 0.3
  /// The maximum number of painters. More would use much memory and save little time.
  private static let maxPainters = 4

  /// Compares a frame with the header's picture of it.
  func comparison(_ frame: JudgedFrame) throws(HeaderKitError) -> FrameComparison {
    try comparison(frame, frame.state())
  }

  /// Compares a frame with the header in `state`, which is the frame's.
  private func comparison(
    _ frame: JudgedFrame, _ state: HeaderState
  ) throws(HeaderKitError) -> FrameComparison {
    FrameComparison(
      recorded: frame.recorded, expected: try painter.job(state).picture(on: grid), state: state,
      grid: grid, painter: painter)
  }

  /// A layer that differs without a finding. `mayBeSofter` says that blurred edges or subpixel
  /// shifts may be the only difference.
  private typealias Suspect = (layer: String, mayBeSofter: Bool)
  /// The findings of a frame, and the layers that differ without a finding.
  private typealias FrameResult = (findings: [LayerFinding], suspects: [Suspect])

  private func result(_ frame: JudgedFrame) throws(HeaderKitError) -> FrameResult {
    let comparison = try comparison(frame)
    let findings = try comparison.findings(tolerance: tolerance)
    let explainedLayers = Set(findings.map(\.layer))
    return (
      HeaderJudge.bestFindings(findings, comparison.state).filter { !$0.isTolerated },
      try suspects(comparison).filter { !explainedLayers.contains($0.layer) }
    )
  }

  /// Returns the deviations over all frames, those with the largest gain first.
  func deviations(_ frames: [JudgedFrame]) async throws(HeaderKitError) -> [Deviation] {
    let examined = examined(frames)
    let results = try await mapInParallel(examined) { judge, frame throws(HeaderKitError) in
      try judge.result(frame)
    }
    let findings = zip(examined, results).flatMap { frame, result in
      result.findings.map { (frame: frame, finding: $0) }
    }
    let suspects = zip(examined, results).flatMap { frame, result in
      result.suspects.map { (frame: frame, layer: $0.layer, mayBeSofter: $0.mayBeSofter) }
    }
    let minCount = max(min(2, frames.count), min(frames.count, 2 * HeaderJudge.maxFrames) / 40)
    func gain(_ findings: [FrameFinding]) -> Double {
      findings.reduce(0) { $0 + $1.finding.gain }
    }
    let groups = Dictionary(grouping: findings) { $0.finding.key }
      .filter { $0.value.count >= minCount }
      .sorted { (-gain($0.value), $0.key.layer) < (-gain($1.value), $1.key.layer) }
    var deviations: [Deviation] = []
    for (key, findings) in groups {
      var text = DeviationText(findings: findings, judged: frames)
      if let other = key.other {
        let flagged = Set(findings.map(\.frame.index))
        text.order = try await mapInParallel(frames) { judge, frame throws(HeaderKitError) in
          let state = try frame.state()
          return OrderRecord(
            offset: frame.offset, isAboveInDocument: state.paints(key.layer, above: other),
            isFlagged: flagged.contains(frame.index),
            isVisible: try judge.showsOrder(frame, state, of: key.layer, other))
        }
      }
      deviations.append(text.deviation)
    }
    let explained = Set(deviations.map(\.layer))
    let states =
      try suspects.isEmpty
      ? []
      : examined.map { frame throws(HeaderKitError) in
        try frame.state()
      }
    for (name, suspects) in Dictionary(grouping: suspects, by: \.layer).sorted(by: {
      $0.key < $1.key
    })
    where !explained.contains(name) {
      let visibleCount = states.count { state in
        state.layer(name).map { $0.visible && $0.effectiveOpacity > 0.2 } ?? false
      }
      let minFrames = max(Double(minCount), HeaderJudge.suspiciousFrames * Double(visibleCount))
      let clearlyDiffering = suspects.filter { !$0.mayBeSofter }.map(\.frame)
      if Double(suspects.count) >= minFrames, let resized = try resized(name, suspects.map(\.frame))
      {
        deviations.append(resized)
      } else if Double(clearlyDiffering.count) >= minFrames {
        deviations.append(DeviationText.unexplained(name, clearlyDiffering))
      }
    }
    return deviations
  }

  /// Whether swapping two layers changes the frame visibly.
  private func showsOrder(
    _ frame: JudgedFrame, _ state: HeaderState, of layer: String, _ other: String
  ) throws(HeaderKitError) -> Bool {
    guard let (first, second) = state.indices(of: layer, other) else { return false }
    let comparison = try comparison(frame, state)
    let overlap = comparison.common(state.layers[first], state.layers[second])
    guard overlap.width * overlap.height >= FrameComparison.minPixels else { return false }
    let swapped = try comparison.picture { $0.movePast(min(first, second), max(first, second)) }
    return comparison.showsOrder(from: swapped)
  }

  /// Returns a deviation for a layer of a different size, or `nil` if a size does not explain it.
  private func resized(
    _ name: String, _ frames: [JudgedFrame]
  ) throws(HeaderKitError) -> Deviation? {
    let sampled = frames.spread(3)
    var findings: [FrameFinding] = []
    for frame in sampled {
      let comparison = try comparison(frame)
      guard let index = comparison.state.layers.firstIndex(where: { $0.id == name }),
        let finding = try comparison.sizeFinding(index)
      else { continue }
      findings.append((frame, finding))
    }
    guard !findings.isEmpty, 2 * findings.count >= sampled.count else { return nil }
    var deviation = DeviationText(findings: findings, judged: frames).deviation
    let ofAllFrames = DeviationText.unexplained(name, frames)
    (deviation.frames, deviation.offsets) = (ofAllFrames.frames, ofAllFrames.offsets)
    return deviation
  }

  /// Returns the frames to examine, in order: those with the largest differences, and the same
  /// number at even distances over the rest, so that a frequent deviation does not hide others.
  private func examined(_ frames: [JudgedFrame]) -> [JudgedFrame] {
    let worst = frames.indices.filter { frames[$0].grossPixels >= FrameComparison.minPixels }
      .sorted { (frames[$1].grossPixels, $0) < (frames[$0].grossPixels, $1) }
    let half = HeaderJudge.maxFrames / 2
    return (worst.prefix(half) + worst.dropFirst(half).sorted().spread(half))
      .sorted().map { frames[$0] }
  }

  /// Maps frames with several painters in parallel.
  private func mapInParallel<Answer: Sendable>(
    _ frames: [JudgedFrame],
    _ work: @escaping @Sendable (HeaderJudge, JudgedFrame) throws(HeaderKitError) -> Answer
  ) async throws(HeaderKitError) -> [Answer] {
    let painterCount = min(jobs, HeaderJudge.maxPainters, frames.count)
    let (makePainter, grid, tolerance) = (painter.makeCopy, grid, tolerance)
    let answers = try await OrderedParallelMap(jobs: painterCount).map(Array(0..<painterCount)) {
      first throws(HeaderKitError) in
      let judge = HeaderJudge(
        painter: try makePainter(), grid: grid, tolerance: tolerance, jobs: 1)
      return try stride(from: first, to: frames.count, by: painterCount).map {
        index throws(HeaderKitError) in try work(judge, frames[index])
      }
    }
    return frames.indices.map { answers[$0 % painterCount][$0 / painterCount] }
  }

  /// Returns the images and icons with large differences.
  private func suspects(
    _ comparison: FrameComparison
  ) throws(HeaderKitError) -> [Suspect] {
    var suspects: [Suspect] = []
    for (index, layer) in comparison.state.layers.enumerated()
    where layer.visible && layer.effectiveOpacity > 0.2 && !painter.masked.contains(layer.id) {
      let (minShare, isPicture): (Double, Bool)
      switch layer.content {
      case .image: (minShare, isPicture) = (HeaderJudge.suspiciousShare.picture, true)
      case .icon: (minShare, isPicture) = (HeaderJudge.suspiciousShare.icon, false)
      default: continue
      }
      let rect = comparison.bounds(layer.frame)
      guard !rect.isEmpty, comparison.grossPixels(rect) >= FrameComparison.minPixels else {
        continue
      }
      let without = try comparison.picture { $0[index].visible = false }
      func differs(isThin: Bool) -> Bool {
        let share = comparison.grossShare(without: without, within: rect, isThin: isThin)
        return Double(share.gross) > minShare * Double(max(60, share.pixels))
      }
      // Other programs resample pictures differently: thin lines are softer or shifted by less than
      // a pixel. For an icon that looks like another size. A picture's size is visible anyway.
      guard differs(isThin: !isPicture) else { continue }
      suspects.append((layer.id, isPicture && !differs(isThin: true)))
    }
    return suspects
  }

  /// Returns the findings that explain most, with at most one for each layer and its descendants.
  private static func bestFindings(_ findings: [LayerFinding], _ state: HeaderState)
    -> [LayerFinding]
  {
    var result: [LayerFinding] = []
    var explainedLayers: [String] = []
    // Prefer order over absence, because it is the simpler cause.
    for finding in findings.sorted(by: { $0.weight > $1.weight }) {
      let names = [finding.layer, finding.other].compactMap { $0 }
      guard !names.contains(where: { name in explainedLayers.contains { state.related($0, name) } })
      else {
        continue
      }
      explainedLayers += names
      result.append(finding)
    }
    return result
  }
}

extension HeaderState {
  /// Whether the layers are equal or one contains the other.
  func related(_ first: String, _ second: String) -> Bool {
    guard let (a, b) = indices(of: first, second) else { return first == second }
    return max(a, b) <= min(a, b) + layers[min(a, b)].descendantCount
  }

  /// Whether `layer` is painted above `other`. `false` if the header lacks one of them.
  func paints(_ layer: String, above other: String) -> Bool {
    indices(of: layer, other).map { $0 > $1 } ?? false
  }

  /// The indices of two layers in painting order, or `nil` if the header lacks one.
  func indices(of first: String, _ second: String) -> (Int, Int)? {
    guard let a = layers.firstIndex(where: { $0.id == first }),
      let b = layers.firstIndex(where: { $0.id == second })
    else { return nil }
    return (a, b)
  }
}
