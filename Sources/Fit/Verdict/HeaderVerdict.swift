import FileAccess
import HeaderModel
import PortableMath
import Raster

/// A frame of the path found, ready to be judged.
struct JudgedFrame: Sendable {
  let index: Int
  let time: Double
  /// Points from rest.
  let offset: Double
  let state: HeaderState
  let recorded: Pixmap
  let gross: Int
}

/// Judges a header by the frames of the path found: what each says about each layer, gathered over
/// the recording and put in words.
struct HeaderVerdict {
  let painter: CandidatePainter
  let grid: WorkingGrid
  let tolerance: Double
  let ignored: Set<String>
  let jobs: Int

  private static let mostFrames = 64
  /// Of a picture: more of it off than this asks for a cause.
  private static let suspiciousShare = 0.12
  /// Of an icon, whose edges are much of it.
  private static let suspiciousIconShare = 0.4
  /// Of the frames that were looked at and show a layer: in so many it has to be off, more than what
  /// passes in front of it stays there.
  private static let suspiciousFrames = 0.3
  /// More painters at a time would take more memory than time.
  private static let mostPainters = 4

  init(
    painter: CandidatePainter, grid: WorkingGrid, tolerance: Double, ignored: Set<String>,
    jobs: Int
  ) {
    (self.painter, self.grid, self.tolerance) = (painter, grid, tolerance)
    (self.ignored, self.jobs) = (ignored, jobs)
  }

  init(_ path: RecordingPath, tolerance: Double, jobs: Int) {
    self.init(
      painter: path.painter, grid: path.grid, tolerance: tolerance, ignored: path.painter.masked,
      jobs: jobs)
  }

  func view(_ frame: JudgedFrame) throws(HeaderKitError) -> LayerView {
    LayerView(
      recorded: frame.recorded, expected: try painter.job(frame.state).picture(on: grid),
      state: frame.state, grid: grid, painter: painter)
  }

  // MARK: - What differs

  private struct FrameFindings: Sendable {
    let frame: JudgedFrame
    let findings: [LayerFinding]
    /// Layers that are off without a finding; whether softer edges, or pixels that lie otherwise,
    /// may be all that is off.
    let suspects: [(layer: String, isSofter: Bool)]
  }

  private func findings(_ frame: JudgedFrame) throws(HeaderKitError) -> FrameFindings {
    let view = try view(frame)
    let findings = try LayerFindings(view: view, tolerance: tolerance, ignored: ignored).find()
    let named = Set(findings.map(\.layer))
    let suspects = try suspects(view)
    return FrameFindings(
      frame: frame, findings: HeaderVerdict.best(findings, frame.state).filter { !$0.isTolerated },
      suspects: suspects.filter { !named.contains($0.layer) })
  }

  func deviations(_ frames: [JudgedFrame]) async throws(HeaderKitError) -> [Deviation] {
    var gathered: [GroupKey: [(frame: JudgedFrame, finding: LayerFinding)]] = [:]
    var suspicious: [String: [(frame: JudgedFrame, isSofter: Bool)]] = [:]
    var orders: [GroupKey: [OrderRecord]] = [:]
    var shown: [String: Int] = [:]
    let found = try await each(looked(frames)) { verdict, frame throws(HeaderKitError) in
      try verdict.findings(frame)
    }
    for found in found {
      for layer in found.frame.state.layers where layer.visible && layer.effectiveOpacity > 0.2 {
        shown[layer.id, default: 0] += 1
      }
      for finding in found.findings {
        gathered[GroupKey(finding), default: []].append((found.frame, finding))
      }
      for suspect in found.suspects {
        suspicious[suspect.layer, default: []].append((found.frame, suspect.isSofter))
      }
    }
    for (key, found) in gathered where key.kind == .order {
      let flagged = Set(found.map(\.frame.index))
      orders[key] = try await each(frames) { verdict, frame throws(HeaderKitError) in
        OrderRecord(
          offset: frame.offset,
          isAboveInDocument: frame.state.paints(key.layer, above: key.other),
          isFlagged: flagged.contains(frame.index),
          isVisible: try verdict.shows(frame, orderOf: key.layer, key.other))
      }
    }
    let fewest = max(
      min(2, frames.count), min(frames.count, 2 * HeaderVerdict.mostFrames) / 40)
    var deviations = gathered.filter { $0.value.count >= fewest }
      .sorted { first, second in
        (-gain(first.value), first.key.layer) < (-gain(second.value), second.key.layer)
      }
      .map { key, found in
        DeviationText(key: key, found: found, looked: frames, order: orders[key] ?? []).deviation
      }
    let explained = Set(deviations.map(\.layer))
    for (name, found) in suspicious.sorted(by: { $0.key < $1.key })
    where !explained.contains(name) {
      let least = max(
        Double(fewest), HeaderVerdict.suspiciousFrames * Double(shown[name] ?? 0))
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
    let layers = frame.state.layers
    guard let first = layers.firstIndex(where: { $0.id == layer }),
      let second = layers.firstIndex(where: { $0.id == other })
    else { return false }
    let view = try view(frame)
    let both = view.bounds(layers[first].frame, margin: 0)
      .intersection(view.bounds(layers[second].frame, margin: 0))
    guard both.width * both.height >= LayerView.fewestPixels else { return false }
    let swapped = try view.picture { $0.movePast(min(first, second), max(first, second)) }
    return view.tellsOrder(from: swapped)
  }

  /// A layer that is off by its size; nil where that does not explain it.
  private func resized(
    _ name: String, _ frames: [JudgedFrame]
  ) throws(HeaderKitError) -> Deviation? {
    let asked = HeaderVerdict.spread(frames, 3)
    var found: [(frame: JudgedFrame, finding: LayerFinding)] = []
    for frame in asked {
      guard let index = frame.state.layers.firstIndex(where: { $0.id == name }),
        let finding = try LayerFindings(
          view: try view(frame), tolerance: tolerance, ignored: ignored
        ).size(index)
      else { continue }
      found.append((frame, finding))
    }
    guard let first = found.first, 2 * found.count >= asked.count else { return nil }
    var deviation = DeviationText(
      key: GroupKey(first.finding), found: found, looked: frames, order: []
    ).deviation
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
    return (worst.prefix(half) + HeaderVerdict.spread(worst.dropFirst(half).sorted(), half))
      .sorted().map { frames[$0] }
  }

  /// What `look` says of each frame; several are asked at a time, by painters of their own.
  private func each<Answer: Sendable>(
    _ frames: [JudgedFrame],
    _ look: @escaping @Sendable (HeaderVerdict, JudgedFrame) throws(HeaderKitError) -> Answer
  ) async throws(HeaderKitError) -> [Answer] {
    let parts = min(jobs, HeaderVerdict.mostPainters, frames.count)
    let (makePainter, grid) = (painter.another, grid)
    let (tolerance, ignored) = (tolerance, ignored)
    let answers = try await OrderedParallelMap(jobs: parts).map(Array(0..<parts)) {
      part throws(HeaderKitError) in
      let verdict = HeaderVerdict(
        painter: try makePainter(), grid: grid, tolerance: tolerance, ignored: ignored, jobs: 1)
      var answers: [Answer] = []
      for place in stride(from: part, to: frames.count, by: parts) {
        answers.append(try look(verdict, frames[place]))
      }
      return answers
    }
    return frames.indices.map { answers[$0 % parts][$0 / parts] }
  }

  private func gain(_ found: [(frame: JudgedFrame, finding: LayerFinding)]) -> Double {
    found.reduce(0) { $0 + $1.finding.gain }
  }

  /// Layers without words of which much is off.
  private func suspects(
    _ view: LayerView
  ) throws(HeaderKitError) -> [(layer: String, isSofter: Bool)] {
    var found: [(layer: String, isSofter: Bool)] = []
    for index in view.state.layers.indices {
      let layer = view.state.layers[index]
      guard layer.visible, layer.effectiveOpacity > 0.2, !ignored.contains(layer.id) else {
        continue
      }
      let (most, isPicture): (Double, Bool)
      switch layer.content {
      case .image: (most, isPicture) = (HeaderVerdict.suspiciousShare, true)
      case .icon: (most, isPicture) = (HeaderVerdict.suspiciousIconShare, false)
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
    let sorted = findings.sorted { $0.weight > $1.weight }
    for finding in sorted {
      let names = [finding.layer] + (finding.other.map { [$0] } ?? [])
      guard !names.contains(where: { name in taken.contains { state.related($0, name) } }) else {
        continue
      }
      taken += names
      result.append(finding)
    }
    return result
  }

  static func spread<Element>(_ all: [Element], _ count: Int) -> [Element] {
    guard all.count > count, count > 1 else { return all }
    return (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
  }
}
