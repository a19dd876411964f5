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
    /// Layers that are off without a finding.
    let suspects: [String]
  }

  private func findings(_ frame: JudgedFrame) throws(HeaderKitError) -> FrameFindings {
    let view = try view(frame)
    let findings = try LayerFindings(view: view, tolerance: tolerance, ignored: ignored).find()
    let named = Set(findings.map(\.layer))
    let suspects = try suspects(view).map { frame.state.layers[$0].id }
    return FrameFindings(
      frame: frame, findings: HeaderVerdict.best(findings, frame.state).filter { !$0.isTolerated },
      suspects: suspects.filter { !named.contains($0) })
  }

  func deviations(_ frames: [JudgedFrame]) async throws(HeaderKitError) -> [Deviation] {
    var gathered: [GroupKey: [(frame: JudgedFrame, finding: LayerFinding)]] = [:]
    var suspicious: [String: [JudgedFrame]] = [:]
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
      for layer in found.suspects { suspicious[layer, default: []].append(found.frame) }
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
    let fewest = max(min(2, frames.count), frames.count / 40)
    var deviations = gathered.filter { $0.value.count >= fewest }
      .sorted { first, second in
        (-gain(first.value), first.key.layer) < (-gain(second.value), second.key.layer)
      }
      .map { key, found in
        DeviationText(key: key, found: found, looked: frames, order: orders[key] ?? []).deviation
      }
    let explained = Set(deviations.map(\.layer))
    for (name, found) in suspicious.sorted(by: { $0.key < $1.key }) {
      let least = HeaderVerdict.suspiciousFrames * Double(shown[name] ?? 0)
      guard found.count >= fewest, Double(found.count) >= least, !explained.contains(name) else {
        continue
      }
      deviations.append(try suspicion(name, found))
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

  /// A layer that is off: by its size, or by what was not tried.
  private func suspicion(
    _ name: String, _ frames: [JudgedFrame]
  ) throws(HeaderKitError) -> Deviation {
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
    let unexplained = DeviationText.unexplained(name, frames)
    guard let first = found.first, 2 * found.count >= asked.count else { return unexplained }
    var deviation = DeviationText(
      key: GroupKey(first.finding), found: found, looked: frames, order: []
    ).deviation
    deviation.frames = unexplained.frames
    deviation.offsets = unexplained.offsets
    return deviation
  }

  /// The frames that are furthest from the header's pictures, in their order.
  private func looked(_ frames: [JudgedFrame]) -> [JudgedFrame] {
    frames.indices.filter { frames[$0].gross >= LayerView.fewestPixels }
      .sorted { (frames[$1].gross, $0) < (frames[$0].gross, $1) }
      .prefix(HeaderVerdict.mostFrames).sorted().map { frames[$0] }
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

  /// Layers without words of which much is off, by index.
  private func suspects(_ view: LayerView) throws(HeaderKitError) -> [Int] {
    var found: [Int] = []
    for index in view.state.layers.indices {
      let layer = view.state.layers[index]
      guard layer.visible, layer.effectiveOpacity > 0.2, !ignored.contains(layer.id) else {
        continue
      }
      let most: Double
      switch layer.content {
      case .image: most = HeaderVerdict.suspiciousShare
      case .icon: most = HeaderVerdict.suspiciousIconShare
      default: continue
      }
      let rect = view.bounds(layer.frame)
      guard !rect.isEmpty, view.grossPixels(rect) >= LayerView.fewestPixels else { continue }
      let without = try view.picture { $0[index].visible = false }
      // Another program reduces pictures otherwise: its fine lines are softer, or lie between pixels.
      let share = view.grossShare(without: without, within: rect, isThin: true)
      if Double(share.gross) > most * Double(max(60, share.pixels)) { found.append(index) }
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
