import FileAccess
import HeaderModel
import Raster
import Rendering

/// Dynamic programming over offset and memory: finds the path through the header's states whose
/// pictures are closest to the frames.
struct StateSearch {
  let painter: CandidatePainter
  /// The initial memory states and all offsets.
  let sweeps: HeaderSweeps
  let grid: WorkingGrid
  let jobs: Int
  /// The distance in points between tried intermediate events. Values below one step count as one
  /// step.
  var eventStride = 0.0
  private var offsets: OffsetGrid { sweeps.grid }
  private let cache = PictureCache(bytes: 24 << 20)

  /// The maximum number of states kept per frame.
  private static let maxStates = 40
  /// The number of states kept at each possible offset, regardless of their rank.
  private static let maxStatesPerOffset = 4
  /// The maximum number of tried events other than scrolls per frame, and the number of best steps
  /// tried after each. Events are tried only from the best states.
  private static let (maxEvents, eventTargets) = (24, 3)
  /// The relative increase of the distance from one frame to the next from which events other than
  /// scrolls are tried.
  private static let minRise = 0.05
  /// The maximum cost above the best state, in units of the distance.
  private static let margin = 4.0
  /// The time before a recording in seconds after which all earlier transitions have ended.
  private static let settledTime = 1e4

  /// Returns the best path through the frames.
  ///
  /// - Parameter windows: The allowed steps of each frame, in increasing order. Not empty.
  func run(
    _ frames: [Pixmap], times: [Double], windows: [[Int]], progress: (Int) -> Void = { _ in }
  ) async throws(HeaderKitError) -> (start: HeaderInterpreter, fits: [FrameFit]) {
    var lattice = PathLattice()
    var states: [State] = []
    var starts: [HeaderInterpreter] = []
    // The smallest distance of the previous frame.
    var before = 0.0
    let interval = times.shortestInterval
    for (index, frame) in frames.enumerated() {
      let start = index == 0 ? times[0] - 2 * StateSearch.settledTime : times[index - 1]
      var reachable = ReachableStates(time: times[index])
      if index == 0 {
        try sweeps.forEach(windows[0]) { step, header in
          reachable.add(header, step, cost: 0, from: nil, .jump)
        }
      } else {
        try scroll(states, from: start, to: &reachable, window: windows[index])
      }
      try await measure(&reachable, frame)
      let rise = reachable.nearest - before
      if painter.launch.isInteractive, rise > EventPath.eventCost,
        rise > StateSearch.minRise * before
      {
        let time =
          index == 0
          ? (start + times[0]) / 2
          : EventPath.eventTime(between: start, times[index], interval: interval)
        try tryEvents(states, at: time, to: &reachable)
        try await measure(&reachable, frame)
      }
      before = reachable.nearest
      let groupOfStep = self.groupOfStep(windows[index])
      try compare(&reachable, frame, groupOfStep)
      let kept = self.keptIndices(reachable.states, groupOfStep)
      states = kept.map { reachable.states[$0] }
      if index == 0 { starts = states.map(\.header) }
      var nodes = [Int?](repeating: nil, count: reachable.states.count)
      for (node, state) in kept.enumerated() { nodes[state] = node }
      lattice.append(
        PathLattice.Layer(
          time: times[index],
          nodes: states.map {
            let offset = offsets.offset($0.step)
            return PathLattice.Node(
              step: $0.step, offset: offset, distance: $0.distance ?? 0, correction: $0.correction,
              isOverscroll: !$0.header.edges.contains(offset))
          },
          edges: reachable.edges.compactMap { edge in
            nodes[edge.child].map {
              PathLattice.Edge(parent: edge.parent, child: $0, path: edge.path)
            }
          }))
      progress(index + 1)
    }
    guard let (start, fits) = lattice.best() else {
      throw HeaderKitError(.internalDefect, reason: "no state of the header was compared")
    }
    return (starts[start], fits)
  }

  /// Returns the group of each step. Consecutive steps of a window are one group, which is
  /// identified by its first step.
  private func groupOfStep(_ window: [Int]) -> [Int: Int] {
    window.reduce(into: [:]) { $0[$1] = $0[$1 - 1] ?? $1 }
  }

  /// Compares the groups of offsets at which the frame may be, and corrects the distances.
  private func compare(
    _ reachable: inout ReachableStates, _ frame: Pixmap, _ groupOfStep: [Int: Int]
  ) throws(HeaderKitError) {
    guard Set(groupOfStep.values).count > 1 else { return }
    // The index of the best state at each step.
    var best: [Int: Int] = [:]
    for (index, state) in reachable.states.enumerated() {
      let other = best[state.step].flatMap { reachable.states[$0].distance } ?? .infinity
      if state.distance ?? .infinity < other { best[state.step] = index }
    }
    let groups = Dictionary(grouping: best.keys) { groupOfStep[$0] ?? $0 }.sorted {
      $0.key < $1.key
    }
    let comparison = OffsetGroupComparison(
      painter: painter, grid: grid, frame: frame, time: reachable.time)
    let candidates = groups.map { group in
      group.value.sorted().compactMap { step in best[step] }.map { index in
        OffsetGroupComparison.Candidate(
          step: reachable.states[index].step, header: reachable.states[index].header,
          distance: reachable.states[index].distance ?? 0)
      }
    }
    let corrections = try comparison.corrections(candidates)
    let correctionOfGroup = Dictionary(uniqueKeysWithValues: zip(groups.map(\.key), corrections))
    for index in reachable.states.indices {
      let step = reachable.states[index].step
      reachable.states[index].correction = correctionOfGroup[groupOfStep[step] ?? step] ?? 0
    }
  }

  /// Returns the indices of the states to keep, best first: the best of each group, and those
  /// within the margin that are among the best overall or of their group.
  private func keptIndices(_ states: [State], _ groupOfStep: [Int: Int]) -> [Int] {
    let sorted = states.indices.sorted {
      (states[$0].total, states[$0].step, $0) < (states[$1].total, states[$1].step, $1)
    }
    let smallestTotal = sorted.first.map { states[$0].total } ?? 0
    var counts: [Int: Int] = [:]
    return sorted.enumerated().filter { rank, index in
      let state = states[index]
      let group = groupOfStep[state.step] ?? state.step
      let count = counts[group, default: 0]
      guard count == 0 || state.total <= smallestTotal + StateSearch.margin else { return false }
      counts[group] = count + 1
      return rank < StateSearch.maxStates || count < StateSearch.maxStatesPerOffset
    }.map(\.element)
  }

  /// The cost of continuing a path to `step`.
  private func cost(_ state: State, to step: Int) -> Double {
    let points = Double(abs(step - state.step)) / offsets.stepsPerPoint
    return state.total + PathLattice.costPerPoint * points
  }

  /// Adds all states that are reachable by scrolling to the window's offsets.
  private func scroll(
    _ states: [State], from start: Double, to reachable: inout ReachableStates, window: [Int]
  ) throws(HeaderKitError) {
    for (parent, state) in states.enumerated() {
      func add(_ header: HeaderInterpreter, _ step: Int, _ path: EventPath) {
        reachable.add(header, step, cost: cost(state, to: step), from: parent, path)
      }
      for step in window {
        var header = state.header
        if step != state.step { try header.scroll(to: offsets.offset(step), at: reachable.time) }
        add(header, step, .jump)
        guard state.header.isInteractive, step != state.step else { continue }
        header = state.header
        try header.scroll(to: offsets.offset(step), at: reachable.time, isDragging: true)
        add(header, step, .drag)
      }
      guard state.header.hasMemory else { continue }
      try visitIntermediateSteps(state, from: start, to: reachable.time, window: window, add)
    }
  }

  /// Adds the states reached by events other than scrolls at `time`. For the first frame, `time` is
  /// long before the recording.
  private func tryEvents(
    _ states: [State], at time: Double, to reachable: inout ReachableStates
  ) throws(HeaderKitError) {
    let isFirst = states.isEmpty
    let candidates = isFirst ? reachable.states.sorted { $0.total < $1.total } : states
    let targets = reachable.bestSteps(StateSearch.eventTargets)
    for (parent, state) in candidates.enumerated() {
      let kinds = state.header.possibleEvents
      guard parent == 0 || (parent + 1) * kinds.count <= StateSearch.maxEvents else { break }
      for kind in kinds {
        var changed = state.header
        guard try HeaderKitError.evaluating(changed.isPossible(kind, at: time)) else { continue }
        try changed.receive(kind, offset: offsets.offset(state.step), at: time)
        let memory = changed.remembered(at: reachable.time)
        guard memory != state.header.remembered(at: reachable.time) else { continue }
        for step in isFirst ? [state.step] : targets {
          var header = changed
          if step != state.step { try header.scroll(to: offsets.offset(step), at: reachable.time) }
          reachable.add(
            header, step, cost: isFirst ? 0 : cost(state, to: step),
            from: isFirst ? nil : parent, .after(kind))
        }
      }
    }
  }

  /// Visits the window's steps after reporting all intermediate steps, and after reporting only one
  /// of them, for each that leads to another memory state.
  private func visitIntermediateSteps(
    _ state: State, from start: Double, to end: Double, window: [Int],
    _ visit: (HeaderInterpreter, Int, EventPath) -> Void
  ) throws(HeaderKitError) {
    guard let low = window.first, let high = window.last else { return }
    for (last, direction) in [(high, 1), (low, -1)] where (last - state.step) * direction > 1 {
      var header = state.header
      let targets = window.filter { ($0 - state.step) * direction > 0 }
      let isTarget = Set(targets)
      for step in stride(from: state.step + direction, through: last, by: direction) {
        let time = EventPath.time(of: step, from: state.step, towards: last, between: start, end)
        try header.scroll(to: offsets.offset(step), at: time)
        if isTarget.contains(step) { visit(header, step, .everyStep(towards: last)) }
      }
      // Most intermediate events lead to a known memory state. A new state needs a rule whose
      // condition holds only between the two frames.
      var known = Set<[Double]>()
      let stride = direction * max(1, Int(eventStride * offsets.stepsPerPoint))
      for between in Swift.stride(from: state.step + direction, to: last, by: stride) {
        var changed = state.header
        try changed.scroll(to: offsets.offset(between), at: (start + end) / 2)
        guard known.insert(changed.remembered(at: end)).inserted else { continue }
        for step in targets where (step - between) * direction > 0 {
          var header = changed
          try header.scroll(to: offsets.offset(step), at: end)
          visit(header, step, .through(between))
        }
      }
    }
  }

  /// Paints the states without a distance and computes their distances to the frame.
  private func measure(_ reachable: inout ReachableStates, _ frame: Pixmap)
    async throws(HeaderKitError)
  {
    var stateIndices: [CandidatePainter.Job.Identity: [Int]] = [:]
    var jobsToPaint: [(job: CandidatePainter.Job, mask: LayerMask)] = []
    for index in reachable.states.indices where reachable.states[index].distance == nil {
      let state = try reachable.states[index].header.evaluatedState(at: reachable.time)
      let job = try painter.job(state)
      if stateIndices[job.identity] == nil {
        jobsToPaint.append((job, painter.mask(state, on: grid)))
      }
      stateIndices[job.identity, default: []].append(index)
    }
    let grid = grid
    var next = jobsToPaint.makeIterator()
    try await OrderedParallelMap(jobs: jobs).run(
      next: { () throws(HeaderKitError) in
        next.next().map { ($0.job, $0.mask, cache.picture($0.job.identity)) }
      },
      work: { job, mask, picture throws(HeaderKitError) in
        let candidate = picture ?? job.picture(on: grid)
        return (job.identity, candidate, mask.distanceOfAllPixels(frame, candidate))
      },
      consume: { job, picture, value throws(HeaderKitError) in
        cache.insert(picture, for: job)
        for index in stateIndices[job] ?? [] { reachable.states[index].distance = value }
      })
  }
}
