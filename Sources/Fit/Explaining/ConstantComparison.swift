import FileAccess
import HeaderModel
import PortableMath
import Raster

/// The frames of a known path, compared with the header after changing a constant.
///
/// The path was found with the document's constants. A constant may move the layers that determined
/// the offsets. So each frame is also tried at the scroll offsets that bring a moved layer back to
/// its position.
struct ConstantComparison {
  private let scenes: FitScenes
  private let path: RecordingPath
  private let painter: CandidatePainter
  private let grid: WorkingGrid
  private let jobs: Int
  private let comparedFrames: [ComparedFrame]

  /// A frame with the document's picture of it.
  private struct ComparedFrame {
    let frame: JudgedFrame
    /// The state with the document's constants.
    let state: HeaderState
    let job: CandidatePainter.Job
    let layerFrames: LayerFrames
    /// The layers' frames after one more point of scrolling.
    let scrolledFrames: LayerFrames
    /// The recorded picture on `grid`.
    let recorded: Pixmap
    /// The document's picture on `grid`.
    let expected: Pixmap
  }

  /// The header and its state at one frame with a changed constant.
  private typealias Changed = (header: HeaderInterpreter, state: HeaderState)

  struct Score {
    /// The reduction of the distance, which is the sum of squared differences of channel values
    /// (0...255) over the pixels that the constant changes.
    var gain = 0.0
    /// The distance of the same pixels with the document's constants.
    var before = 0.0

    /// The remaining fraction of the distance.
    var remaining: Double { before > 0 ? 1 - gain / before : 1 }
  }

  /// The maximum number of additional offsets tried per frame.
  private static let maxShifts = 2

  /// Prepares frames of the path, in order.
  ///
  /// - Parameters:
  ///   - painter: The painter for the header, or `nil` for one like the path's.
  ///   - grid: The grid for the comparison, no finer than the path's. `nil` uses the path's.
  init(
    _ judged: [JudgedFrame], scenes: FitScenes, path: RecordingPath,
    painter: CandidatePainter? = nil, grid: WorkingGrid? = nil, jobs: Int = 1
  ) throws(HeaderKitError) {
    let painter = if let painter { painter } else { try scenes.painter(like: path.painter) }
    let grid = grid ?? path.grid
    self.scenes = scenes
    self.path = path
    self.painter = painter
    self.grid = grid
    self.jobs = jobs
    let height = painter.canvasHeight
    var comparedFrames: [ComparedFrame] = []
    var waiting = judged[...]
    try path.follow(path.start) { index, header throws(HeaderKitError) in
      guard let frame = waiting.first, frame.index == index else { return }
      waiting.removeFirst()
      let scrolledState = try header.evaluatedState(afterScrollTo: frame.offset + 1, at: frame.time)
      let state = try frame.state()
      let job = try painter.job(state)
      comparedFrames.append(
        ComparedFrame(
          frame: frame, state: state, job: job, layerFrames: LayerFrames(state, height: height),
          scrolledFrames: LayerFrames(scrolledState, height: height),
          recorded: frame.recorded.resized(to: grid.size), expected: job.picture(on: grid)))
    }
    self.comparedFrames = comparedFrames
  }

  private func layerFrames(_ state: HeaderState) -> LayerFrames {
    LayerFrames(state, height: painter.canvasHeight)
  }

  /// Returns the frames that look different with one of the values, and the largest movement of a
  /// layer's edge in points.
  func affectedFrames(_ values: [ConstantValue]) -> (frames: [JudgedFrame], move: Double) {
    var affected = Set<Int>()
    var largestMove = 0.0
    for value in values {
      for (index, changed) in (headers(value) ?? []).enumerated()
      where changed.state.layers != comparedFrames[index].state.layers {
        affected.insert(index)
        largestMove = max(
          largestMove, comparedFrames[index].layerFrames.largestMove(to: layerFrames(changed.state))
        )
      }
    }
    return (affected.sorted().map { comparedFrames[$0].frame }, largestMove)
  }

  /// Returns for each value the reduction of the distance over the frames in `chosen`, or over all
  /// frames if it is `nil`.
  func scores(
    _ values: [ConstantValue], _ chosen: [JudgedFrame]? = nil
  ) async throws(HeaderKitError) -> [Score] {
    let chosenIndices = chosen.map { Set($0.map(\.index)) }
    var trials: [Trial] = []
    for (valueIndex, value) in values.enumerated() {
      for (frameIndex, changed) in (headers(value) ?? []).enumerated()
      where chosenIndices?.contains(comparedFrames[frameIndex].frame.index) ?? true {
        trials += try states(changed, comparedFrames[frameIndex]).map {
          (valueIndex, frameIndex, $0)
        }
      }
    }
    var bestScores = values.map { _ in [Score?](repeating: nil, count: comparedFrames.count) }
    for (trial, distance) in zip(trials, try await distances(trials)) {
      let score = Score(gain: distance.gain, before: distance.sum)
      if score.gain > bestScores[trial.value][trial.frame]?.gain ?? -.infinity {
        bestScores[trial.value][trial.frame] = score
      }
    }
    return bestScores.map { scores in
      scores.reduce(into: Score()) { sum, score in
        sum.gain += score?.gain ?? 0
        sum.before += score?.before ?? 0
      }
    }
  }

  /// Whether other offsets compensate for the constant: shifted by one common distance, a header
  /// with the constant shows the same pictures. Then no recording determines the constant.
  func isCompensated(_ constant: ConstantValue) throws(HeaderKitError) -> Bool {
    guard let changed = headers(constant),
      let index = comparedFrames.indices.first(where: {
        changed[$0].state.layers != comparedFrames[$0].state.layers
      }),
      let shift = comparedFrames[index].layerFrames.shifts(
        to: layerFrames(changed[index].state), scrolled: comparedFrames[index].scrolledFrames,
        maxCount: 1
      ).first,
      let shifted = headers(constant, shift: shift)
    else { return false }
    for (compared, changed) in zip(comparedFrames, shifted) {
      let picture = try painter.job(changed.state).picture(on: grid)
      let differing = FrameComparison.grossPixels(
        compared.expected, picture, within: grid.size.bounds)
      guard differing < FrameComparison.minPixels else { return false }
    }
    return true
  }

  /// Whether a layer or the painting order depends on the constant.
  func changes(_ layer: String, with constant: ConstantValue) -> Bool {
    zip(comparedFrames, headers(constant) ?? []).contains { compared, changed in
      compared.state.layer(layer) != changed.state.layer(layer)
        || compared.state.layers.map(\.id) != changed.state.layers.map(\.id)
    }
  }

  /// Whether the position or length of a row in the list depends on the constant.
  func changesRows(of list: String, with constant: ConstantValue) -> Bool {
    zip(comparedFrames, headers(constant) ?? []).contains { compared, changed in
      let rows = changed.state.rows(of: list)
      return compared.state.rows(of: list).contains { row in
        rows.contains { $0.index == row.index && ($0.start, $0.length) != (row.start, row.length) }
      }
    }
  }

  /// The mean squared difference around a layer, or of the whole screen if `layer` is `nil`. `nil`
  /// if the header does not allow the constant.
  func distance(
    about layer: String?, with constant: ConstantValue? = nil
  ) throws(HeaderKitError) -> Double? {
    var states = comparedFrames.map(\.state)
    if let constant {
      guard let changed = headers(constant) else { return nil }
      states = changed.map(\.state)
    }
    var sum = 0.0
    for (compared, state) in zip(comparedFrames, states) {
      let frame = layer.flatMap { compared.state.layer($0) }?.frame
      let area = frame.map { painter.pixels(of: $0, on: grid, margin: 12) } ?? grid.size.bounds
      let picture = try painter.job(state).picture(on: grid)
      let squares = FrameComparison.cappedSum(compared.recorded, picture, within: area)
      sum += Double(squares) / Double(max(1, 3 * area.width * area.height))
    }
    return sum / Double(max(1, comparedFrames.count))
  }

  /// Returns the header and state at each frame with a changed constant, with all events of the
  /// path shifted by `shift` points. `nil` if the header does not allow the constant.
  private func headers(_ constant: ConstantValue, shift: Double = 0) -> [Changed]? {
    guard var start = scenes.launch(with: constant, like: path.painter),
      let first = path.fits.first
    else { return nil }
    var result: [Changed] = []
    var waiting = comparedFrames[...]
    do {
      try start.scroll(to: path.offsets.offset(first.step) + shift, at: path.times[0])
      try path.follow(start, shift: shift) { index, header throws(HeaderKitError) in
        guard let frame = waiting.first?.frame, frame.index == index else { return }
        waiting.removeFirst()
        var current = header
        result.append((header, try current.evaluatedState(at: frame.time)))
      }
    } catch {
      return nil
    }
    return result
  }

  /// A picture to paint, with the indices of its value and frame.
  private typealias Trial = (value: Int, frame: Int, state: HeaderState)

  /// Returns the states at the frame's offset and at the shifted offsets that bring a layer back to
  /// its position.
  private func states(
    _ changed: Changed, _ compared: ComparedFrame
  ) throws(HeaderKitError) -> [HeaderState] {
    let shifts = compared.layerFrames.shifts(
      to: layerFrames(changed.state), scrolled: compared.scrolledFrames,
      maxCount: ConstantComparison.maxShifts)
    return try [changed.state]
      + shifts.map { shift throws(HeaderKitError) in
        try changed.header.evaluatedState(
          afterScrollTo: compared.frame.offset + shift, at: compared.frame.time)
      }
  }

  /// Returns the distances of the document's picture and of each trial to the recording, where the
  /// two differ.
  private func distances(_ trials: [Trial]) async throws(HeaderKitError) -> [FrameComparison
    .Distance]
  {
    let grid = grid
    let pictures = comparedFrames.map { (recorded: $0.recorded, expected: $0.expected) }
    var distances = Array(repeating: FrameComparison.Distance(), count: trials.count)
    var next = trials.indices.makeIterator()
    try await OrderedParallelMap(jobs: jobs).run(
      next: {
        () throws(HeaderKitError) -> (trial: Int, frame: Int, job: CandidatePainter.Job)? in
        while let index = next.next() {
          let job = try painter.job(trials[index].state)
          // Skip pictures that the constant does not change.
          guard job.identity != comparedFrames[trials[index].frame].job.identity else { continue }
          return (index, trials[index].frame, job)
        }
        return nil
      },
      work: { index, frame, job throws(HeaderKitError) in
        let (recorded, expected) = pictures[frame]
        let picture = job.picture(on: grid)
        return (
          index, FrameComparison.distance(recorded, expected, picture, within: grid.size.bounds)
        )
      },
      consume: { index, distance in distances[index] = distance })
    return distances
  }
}

extension HeaderState {
  /// The visible rows of a list. Empty if the header has no such list.
  fileprivate func rows(of list: String) -> [ListRow] {
    if case .list(let content) = layer(list)?.content { content.rows } else { [] }
  }
}
