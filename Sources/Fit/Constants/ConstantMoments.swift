import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Frames of a path that was found, to be held against the header with a constant set otherwise.
///
/// The path was found with the document's constants. A constant may move the layers from which the
/// offsets were found, so each frame is also tried scrolled to where one of them returns to its place.
struct ConstantMoments {
  private let scenes: FitScenes
  private let path: RecordingPath
  private let painter: CandidatePainter
  private let grid: WorkingGrid
  private let jobs: Int
  private let moments: [Moment]

  private struct Moment {
    let frame: JudgedFrame
    let job: CandidatePainter.Job
    let places: LayerFrames
    /// A point further on.
    let further: LayerFrames
    let recorded: Pixmap
    let expected: Pixmap
  }

  /// What a header with another constant shows at a moment.
  private typealias Changed = (header: HeaderInterpreter, state: HeaderState)

  struct Score {
    /// In squared levels of all channels, summed where the pictures differ.
    var gain = 0.0
    /// The distance there with the document's constants.
    var before = 0.0

    /// The distance that is left, as a part of what it was.
    var left: Double { before > 0 ? 1 - gain / before : 1 }
  }

  /// Offsets that a frame is tried at besides its own.
  private static let mostShifts = 2

  /// Some frames of the path, in its order, held against what a painter paints on a grid, which has no
  /// finer pixels; nil: one like the path's, on the path's.
  init(
    _ judged: [JudgedFrame], scenes: FitScenes, path: RecordingPath,
    painter: CandidatePainter? = nil, grid: WorkingGrid? = nil, jobs: Int = 1
  ) throws(HeaderKitError) {
    let painter = if let painter { painter } else { try scenes.painter(like: path.painter) }
    let grid = grid ?? path.grid
    (self.scenes, self.path, self.painter) = (scenes, path, painter)
    (self.grid, self.jobs) = (grid, jobs)
    let height = painter.canvasHeight
    var moments: [Moment] = []
    var asked = judged[...]
    try path.follow(path.start) { index, header throws(HeaderKitError) in
      guard let frame = asked.first, frame.index == index else { return }
      asked.removeFirst()
      let further = try header.shown(after: frame.offset + 1, at: frame.time)
      let job = try painter.job(frame.state)
      moments.append(
        Moment(
          frame: frame, job: job, places: LayerFrames(frame.state, height: height),
          further: LayerFrames(further, height: height),
          recorded: frame.recorded.resized(to: grid.size), expected: job.picture(on: grid)))
    }
    self.moments = moments
  }

  private func places(_ state: HeaderState) -> LayerFrames {
    LayerFrames(state, height: painter.canvasHeight)
  }

  /// The frames that look otherwise with one of some constants, and the furthest move of a layer's edge.
  func shown(_ values: [ConstantValue]) -> (frames: [JudgedFrame], move: Double) {
    var shown = Set<Int>()
    var most = 0.0
    for value in values {
      for (place, changed) in (headers(value) ?? []).enumerated()
      where changed.state.layers != moments[place].frame.state.layers {
        shown.insert(place)
        most = max(most, moments[place].places.largestMove(to: places(changed.state)))
      }
    }
    return (shown.sorted().map { moments[$0].frame }, most)
  }

  /// How much nearer the frames, or those that are asked about, come with each of some constants.
  func scores(
    _ values: [ConstantValue], _ asked: [JudgedFrame]? = nil
  ) async throws(HeaderKitError) -> [Score] {
    let frames = asked.map { Set($0.map(\.index)) }
    var trials: [Trial] = []
    for (place, value) in values.enumerated() {
      for (moment, changed) in (headers(value) ?? []).enumerated()
      where frames?.contains(moments[moment].frame.index) ?? true {
        trials += try states(changed, moments[moment]).map { (place, moment, $0) }
      }
    }
    var nearest = values.map { _ in [Score?](repeating: nil, count: moments.count) }
    for (trial, distance) in zip(trials, try await distances(trials)) {
      let score = Score(gain: distance.gain, before: distance.sum)
      if score.gain > nearest[trial.value][trial.moment]?.gain ?? -.infinity {
        nearest[trial.value][trial.moment] = score
      }
    }
    return nearest.map { scores in
      scores.reduce(into: Score()) { sum, score in
        sum.gain += score?.gain ?? 0
        sum.before += score?.before ?? 0
      }
    }
  }

  /// Whether a header with another constant shows the same pictures at other offsets, all as far from
  /// the path's: then no recording determines the constant.
  func isMadeUp(for constant: ConstantValue) throws(HeaderKitError) -> Bool {
    guard let changed = headers(constant),
      let place = moments.indices.first(where: {
        changed[$0].state.layers != moments[$0].frame.state.layers
      }),
      let shift = moments[place].places.shifts(
        to: places(changed[place].state), further: moments[place].further, most: 1
      ).first,
      let shifted = headers(constant, shift: shift)
    else { return false }
    for (moment, changed) in zip(moments, shifted) {
      let picture = try painter.job(changed.state).picture(on: grid)
      let differing = LayerView.grossPixels(moment.expected, picture, within: grid.size.bounds)
      guard differing < LayerView.fewestPixels else { return false }
    }
    return true
  }

  /// Whether a layer, or the order of all, changes with a constant.
  func changes(_ layer: String, with constant: ConstantValue) -> Bool {
    zip(moments, headers(constant) ?? []).contains { moment, changed in
      moment.frame.state.layer(layer) != changed.state.layer(layer)
        || moment.frame.state.layers.map(\.id) != changed.state.layers.map(\.id)
    }
  }

  /// The mean distance about a layer, as the header has it, or of the whole screen; nil where the header
  /// does not allow the constant.
  func distance(
    about layer: String?, with constant: ConstantValue? = nil
  ) throws(HeaderKitError) -> Double? {
    var states = moments.map(\.frame.state)
    if let constant {
      guard let changed = headers(constant) else { return nil }
      states = changed.map(\.state)
    }
    var sum = 0.0
    for (moment, state) in zip(moments, states) {
      let frame = layer.flatMap { moment.frame.state.layer($0) }?.frame
      let area = frame.map { painter.pixels(of: $0, on: grid, margin: 12) } ?? grid.size.bounds
      let picture = try painter.job(state).picture(on: grid)
      let squares = LayerView.cappedSum(moment.recorded, picture, within: area)
      sum += Double(squares) / Double(max(1, 3 * area.width * area.height))
    }
    return sum / Double(max(1, moments.count))
  }

  /// What the header with another constant shows at each moment, all events so many points further on
  /// than on the path; nil where it does not allow it.
  private func headers(_ constant: ConstantValue, shift: Double = 0) -> [Changed]? {
    guard var start = scenes.launch(setting: constant, like: path.painter),
      let first = path.fits.first
    else { return nil }
    var result: [Changed] = []
    var asked = moments[...]
    do {
      try start.take(path.offsets.offset(first.step) + shift, at: path.times[0])
      try path.follow(start, shift: shift) { index, header throws(HeaderKitError) in
        guard let frame = asked.first?.frame, frame.index == index else { return }
        asked.removeFirst()
        var shown = header
        result.append((header, try shown.shown(at: frame.time)))
      }
    } catch {
      return nil
    }
    return result
  }

  /// A picture that is tried: a value and a moment, by their places.
  private typealias Trial = (value: Int, moment: Int, state: HeaderState)

  /// What a moment shows at its own offset and at those at which a layer is where it was.
  private func states(
    _ changed: Changed, _ moment: Moment
  ) throws(HeaderKitError) -> [HeaderState] {
    let shifts = moment.places.shifts(
      to: places(changed.state), further: moment.further, most: ConstantMoments.mostShifts)
    return try [changed.state]
      + shifts.map { shift throws(HeaderKitError) in
        try changed.header.shown(after: moment.frame.offset + shift, at: moment.frame.time)
      }
  }

  /// The distances of the header's own picture and of each trial where they differ.
  private func distances(_ trials: [Trial]) async throws(HeaderKitError) -> [LayerView.Distance] {
    let grid = grid
    let pictures = moments.map { (recorded: $0.recorded, expected: $0.expected) }
    var found = Array(repeating: LayerView.Distance(), count: trials.count)
    var next = trials.indices.makeIterator()
    try await OrderedParallelMap(jobs: jobs).run(
      next: {
        () throws(HeaderKitError) -> (place: Int, moment: Int, job: CandidatePainter.Job)? in
        while let place = next.next() {
          let job = try painter.job(trials[place].state)
          // What it shows is what the header shows anyway.
          guard job.identity != moments[trials[place].moment].job.identity else { continue }
          return (place, trials[place].moment, job)
        }
        return nil
      },
      work: { place, moment, job throws(HeaderKitError) in
        let (recorded, expected) = pictures[moment]
        let picture = job.picture(on: grid)
        return (place, LayerView.distance(recorded, expected, picture, within: grid.size.bounds))
      },
      consume: { place, distance in found[place] = distance })
    return found
  }
}
