import FileAccess
import HeaderModel
import PortableMath
import Raster

/// A frame of the path found, ready to be judged.
struct JudgedFrame: Sendable {
  let index: Int
  let time: Double
  let offset: Double
  let state: HeaderState
  let recorded: Pixmap
  let gross: Int
}

/// Judges a header by the frames of the path found: what each says about each layer, gathered over
/// the recording and put in words. Layers that its painter masks are not judged.
struct HeaderVerdict {
  let painter: CandidatePainter
  let grid: WorkingGrid
  let tolerance: Double
  let jobs: Int

  private static let mostFrames = 64
  /// The part of a layer that is off and asks for a cause: edges are much of an icon.
  private static let suspiciousShare = (picture: 0.12, icon: 0.4)
  /// Of the frames that were looked at and show a layer: in so many it has to be off, more than what
  /// passes in front of it stays there.
  private static let suspiciousFrames = 0.3
  /// More painters at a time would take more memory than time.
  private static let mostPainters = 4

  func view(_ frame: JudgedFrame) throws(HeaderKitError) -> LayerView {
    LayerView(
      recorded: frame.recorded, expected: try painter.job(frame.state).picture(on: grid),
      state: frame.state, grid: grid, painter: painter)
  }

  /// What is found in a frame, and layers that are off without a finding: whether softer edges, or
  /// pixels that lie otherwise, may be all that is off.
  private typealias Found = (findings: [LayerFinding], suspects: [(layer: String, isSofter: Bool)])

  private func findings(_ frame: JudgedFrame) throws(HeaderKitError) -> Found {
    let view = try view(frame)
    let findings = try view.findings(tolerance: tolerance)
    let named = Set(findings.map(\.layer))
    return (
      HeaderVerdict.best(findings, frame.state).filter { !$0.isTolerated },
      try suspects(view).filter { !named.contains($0.layer) }
    )
  }

  func deviations(_ frames: [JudgedFrame]) async throws(HeaderKitError) -> [Deviation] {
    let looked = looked(frames)
    let found = try await each(looked) { verdict, frame throws(HeaderKitError) in
      try verdict.findings(frame)
    }
    let findings = zip(looked, found).flatMap { frame, found in
      found.findings.map { (frame: frame, finding: $0) }
    }
    let suspects = zip(looked, found).flatMap { frame, found in
      found.suspects.map { (frame: frame, layer: $0.layer, isSofter: $0.isSofter) }
    }
    let fewest = max(min(2, frames.count), min(frames.count, 2 * HeaderVerdict.mostFrames) / 40)
    func gain(_ found: [(frame: JudgedFrame, finding: LayerFinding)]) -> Double {
      found.reduce(0) { $0 + $1.finding.gain }
    }
    let groups = Dictionary(grouping: findings) { $0.finding.key }
      .filter { $0.value.count >= fewest }
      .sorted { (-gain($0.value), $0.key.layer) < (-gain($1.value), $1.key.layer) }
    var deviations: [Deviation] = []
    for (key, found) in groups {
      var text = DeviationText(found: found, looked: frames)
      if let other = key.other {
        let flagged = Set(found.map(\.frame.index))
        text.order = try await each(frames) { verdict, frame throws(HeaderKitError) in
          OrderRecord(
            offset: frame.offset,
            isAboveInDocument: frame.state.paints(key.layer, above: other),
            isFlagged: flagged.contains(frame.index),
            isVisible: try verdict.shows(frame, orderOf: key.layer, other))
        }
      }
      deviations.append(text.deviation)
    }
    let explained = Set(deviations.map(\.layer))
    for (name, found) in Dictionary(grouping: suspects, by: \.layer).sorted(by: { $0.key < $1.key })
    where !explained.contains(name) {
      let shown = looked.count { frame in
        frame.state.layer(name).map { $0.visible && $0.effectiveOpacity > 0.2 } ?? false
      }
      let least = max(Double(fewest), HeaderVerdict.suspiciousFrames * Double(shown))
      let unlike = found.filter { !$0.isSofter }.map(\.frame)
      if Double(found.count) >= least, let resized = try resized(name, found.map(\.frame)) {
        deviations.append(resized)
      } else if Double(unlike.count) >= least {
        deviations.append(DeviationText.unexplained(name, unlike))
      }
    }
    return deviations
  }

  /// Whether a frame looks otherwise when two layers are painted in the other order.
  private func shows(
    _ frame: JudgedFrame, orderOf layer: String, _ other: String
  ) throws(HeaderKitError) -> Bool {
    guard let (first, second) = frame.state.places(layer, other) else { return false }
    let view = try view(frame)
    let both = view.common(frame.state.layers[first], frame.state.layers[second])
    guard both.width * both.height >= LayerView.fewestPixels else { return false }
    let swapped = try view.picture { $0.movePast(min(first, second), max(first, second)) }
    return view.tellsOrder(from: swapped)
  }

  /// A layer that is off by its size; nil where that does not explain it.
  private func resized(
    _ name: String, _ frames: [JudgedFrame]
  ) throws(HeaderKitError) -> Deviation? {
    let asked = frames.spread(3)
    var found: [(frame: JudgedFrame, finding: LayerFinding)] = []
    for frame in asked {
      guard let index = frame.state.layers.firstIndex(where: { $0.id == name }),
        let finding = try view(frame).size(index)
      else { continue }
      found.append((frame, finding))
    }
    guard !found.isEmpty, 2 * found.count >= asked.count else { return nil }
    var deviation = DeviationText(found: found, looked: frames).deviation
    let all = DeviationText.unexplained(name, frames)
    (deviation.frames, deviation.offsets) = (all.frames, all.offsets)
    return deviation
  }

  /// Of the frames that are off those furthest from the header's pictures, and as many spread over the
  /// others: what is off most of the time hides nothing else. In their order.
  private func looked(_ frames: [JudgedFrame]) -> [JudgedFrame] {
    let worst = frames.indices.filter { frames[$0].gross >= LayerView.fewestPixels }
      .sorted { (frames[$1].gross, $0) < (frames[$0].gross, $1) }
    let half = HeaderVerdict.mostFrames / 2
    return (worst.prefix(half) + worst.dropFirst(half).sorted().spread(half))
      .sorted().map { frames[$0] }
  }

  /// What `look` says of each frame; several are asked at a time, by painters of their own.
  private func each<Answer: Sendable>(
    _ frames: [JudgedFrame],
    _ look: @escaping @Sendable (HeaderVerdict, JudgedFrame) throws(HeaderKitError) -> Answer
  ) async throws(HeaderKitError) -> [Answer] {
    let parts = min(jobs, HeaderVerdict.mostPainters, frames.count)
    let (makePainter, grid, tolerance) = (painter.another, grid, tolerance)
    let answers = try await OrderedParallelMap(jobs: parts).map(Array(0..<parts)) {
      part throws(HeaderKitError) in
      let verdict = HeaderVerdict(
        painter: try makePainter(), grid: grid, tolerance: tolerance, jobs: 1)
      return try stride(from: part, to: frames.count, by: parts).map {
        place throws(HeaderKitError) in try look(verdict, frames[place])
      }
    }
    return frames.indices.map { answers[$0 % parts][$0 / parts] }
  }

  /// Layers without words of which much is off.
  private func suspects(
    _ view: LayerView
  ) throws(HeaderKitError) -> [(layer: String, isSofter: Bool)] {
    var found: [(layer: String, isSofter: Bool)] = []
    for (index, layer) in view.state.layers.enumerated()
    where layer.visible && layer.effectiveOpacity > 0.2 && !painter.masked.contains(layer.id) {
      let (most, isPicture): (Double, Bool)
      switch layer.content {
      case .image: (most, isPicture) = (HeaderVerdict.suspiciousShare.picture, true)
      case .icon: (most, isPicture) = (HeaderVerdict.suspiciousShare.icon, false)
      default: continue
      }
      let rect = view.bounds(layer.frame)
      guard !rect.isEmpty, view.grossPixels(rect) >= LayerView.fewestPixels else { continue }
      let without = try view.picture { $0[index].visible = false }
      func isOff(isThin: Bool) -> Bool {
        let share = view.grossShare(without: without, within: rect, isThin: isThin)
        return Double(share.gross) > most * Double(max(60, share.pixels))
      }
      // Another program reduces pictures otherwise: its fine lines are softer, or lie between pixels.
      // Of an icon's lines that is as much as another size; a picture's size shows all the same.
      guard isOff(isThin: !isPicture) else { continue }
      found.append((layer.id, isPicture && !isOff(isThin: true)))
    }
    return found
  }

  /// The findings that explain most, none about a layer that another one is about already.
  private static func best(_ findings: [LayerFinding], _ state: HeaderState) -> [LayerFinding] {
    var result: [LayerFinding] = []
    var taken: [String] = []
    // An order explains what also looks like absence: it is the simpler cause.
    for finding in findings.sorted(by: { $0.weight > $1.weight }) {
      let names = [finding.layer, finding.other].compactMap { $0 }
      guard !names.contains(where: { name in taken.contains { state.related($0, name) } }) else {
        continue
      }
      taken += names
      result.append(finding)
    }
    return result
  }
}

extension HeaderState {
  /// Whether one of the layers lies in the other, or is it.
  func related(_ first: String, _ second: String) -> Bool {
    guard let (a, b) = places(first, second) else { return first == second }
    return max(a, b) <= min(a, b) + layers[min(a, b)].descendantCount
  }

  func paints(_ layer: String, above other: String) -> Bool {
    places(layer, other).map { $0 > $1 } ?? false
  }

  /// Where two layers stand in the order of painting; nil where the header lacks one.
  func places(_ first: String, _ second: String) -> (Int, Int)? {
    guard let a = layers.firstIndex(where: { $0.id == first }),
      let b = layers.firstIndex(where: { $0.id == second })
    else { return nil }
    return (a, b)
  }
}
