import FileAccess
import HeaderModel
import PortableMath
import Raster
import Scrolling
import VisualDiff

/// A way from one frame's event to the next frame's, of which a recording shows the ends alone.
enum EventPath: Hashable, Sendable {
  /// The target is reported, nothing between.
  case jump
  /// Every step between is reported, at the pace of a movement that would reach `towards` in time.
  case everyStep(towards: Int)
  /// One step between is reported.
  case through(Int)
  /// The target is reported while a finger moves the content.
  case drag
  /// Half-way something else happens than scrolling, then the target is reported.
  case after(ScrollEvent.Kind)

  /// In units of the distance: what happens unseen has to be seen by what it does.
  var cost: Double {
    if case .after = self { 0.5 } else { 0 }
  }

  /// When a step on the way is reported.
  static func time(
    of step: Int, from first: Int, towards last: Int, between start: Double, _ end: Double
  ) -> Double {
    start + (end - start) * Double(abs(step - first)) / Double(max(1, abs(last - first)))
  }
}

/// How a frame came about on the path found.
struct FrameFit: Sendable {
  /// The offset's step.
  var step: Int
  /// The events since the frame before.
  var path: EventPath
  /// The mean distance to the recording.
  var distance: Double
  /// By how much the best path elsewhere, beyond the reach of a refinement, costs more than this one;
  /// infinite where none was followed.
  var margin: Double = .infinity
}

/// Dynamic programming over offset and memory: of all paths through the header's states that the
/// frames allow, the one whose pictures come nearest to them.
struct StateSearch {
  let painter: CandidatePainter
  let offsets: OffsetGrid
  let grid: WorkingGrid
  let jobs: Int
  let distance: CappedDistance
  /// Of the events between two frames that are tried, how many points one is from the next; less than a
  /// step is one step.
  let eventStride: Double
  private let cache = PictureCache(bytes: 24 << 20)

  /// The most states that are followed from a frame to the next.
  private static let mostStates = 40
  /// States that are followed at each of the places where a frame may be, however many are better.
  private static let mostOfAPlace = 4
  /// Taps and the like are tried in the best states alone: as many as give so many states.
  private static let mostEvents = 24
  /// Steps of a window within which they are tried: a recording that leaves more open is another header's,
  /// or stands still.
  private static let mostEventSteps = 64
  /// States whose paths are worse by more than this are given up; in units of the distance.
  private static let margin = 4.0

  /// A state at a frame.
  private struct State {
    var header: HeaderInterpreter
    var step: Int
    /// Of the whole path.
    var cost: Double
    /// Of the frame.
    var distance: Double
  }

  /// Seconds: what happened before a recording has ended.
  private static let longAgo = 1e4

  /// What distinguishes states for all that comes after.
  private struct Key: Hashable {
    var step: Int
    var memory: [Double]
  }

  /// - Parameters:
  ///   - frames: on the working grid.
  ///   - times: seconds, of each frame.
  ///   - windows: the steps that each frame may have, in rising order; not empty.
  ///   - sweeps: what the header may remember when the recording starts.
  func run(
    _ frames: [Pixmap], times: [Double], windows: [[Int]], sweeps: HeaderSweeps,
    progress: (Int) -> Void
  ) async throws(HeaderKitError) -> (start: HeaderInterpreter, fits: [FrameFit]) {
    var lattice = PathLattice()
    var states: [State] = []
    var starts: [HeaderInterpreter] = []
    for (index, frame) in frames.enumerated() {
      var reached: [State] = []
      var edges: [PathLattice.Edge] = []
      if index == 0 {
        var known = Set<Key>()
        try sweeps.forEach(windows[0]) { step, header throws(HeaderKitError) in
          let key = Key(step: step, memory: header.remembered(at: times[0]))
          guard known.insert(key).inserted else { return }
          reached.append(State(header: header, step: step, cost: 0, distance: 0))
        }
        for state in reached.prefix(StateSearch.mostEvents) where state.header.isInteractive {
          for kind in state.header.possibleEvents {
            var header = state.header
            let offset = offsets.offset(state.step)
            try header.take(offset, at: times[0] - StateSearch.longAgo, kind)
            let key = Key(step: state.step, memory: header.remembered(at: times[0]))
            guard known.insert(key).inserted else { continue }
            reached.append(
              State(header: header, step: state.step, cost: EventPath.after(kind).cost, distance: 0)
            )
          }
        }
      } else {
        (reached, edges) = try next(
          states, from: times[index - 1], to: times[index], window: windows[index])
      }
      try await measure(&reached, frame, at: times[index])
      let kept = self.kept(reached, window: windows[index])
      states = kept.map { reached[$0] }
      if index == 0 { starts = states.map(\.header) }
      var places = [Int?](repeating: nil, count: reached.count)
      for (place, state) in kept.enumerated() { places[state] = place }
      lattice.append(
        PathLattice.Layer(
          time: times[index],
          nodes: states.map {
            PathLattice.Node(
              step: $0.step, offset: offsets.offset($0.step), distance: $0.distance)
          },
          edges: edges.compactMap { edge in
            places[edge.child].map {
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

  /// The states that are followed, best first, by index: not much worse than the best, the best of
  /// all and of each place where the frame may be.
  private func kept(_ states: [State], window: [Int]) -> [Int] {
    // Steps of a window that follow each other are one place.
    var places: [Int: Int] = [:]
    var (place, last) = (0, Int.min)
    for step in window {
      if step > last + 1 { place += 1 }
      (places[step], last) = (place, step)
    }
    let sorted = states.indices.sorted {
      (states[$0].cost, states[$0].step, $0) < (states[$1].cost, states[$1].step, $1)
    }
    let least = sorted.first.map { states[$0].cost } ?? 0
    var counts: [Int: Int] = [:]
    return sorted.enumerated().filter { rank, state in
      guard states[state].cost <= least + StateSearch.margin else { return false }
      counts[places[states[state].step] ?? 0, default: 0] += 1
      return rank < StateSearch.mostStates
        || counts[places[states[state].step] ?? 0] ?? 0 <= StateSearch.mostOfAPlace
    }.map(\.element)
  }

  // MARK: - Paths

  /// All states that the window's offsets can be reached in, and the ways to them.
  private func next(
    _ states: [State], from start: Double, to end: Double, window: [Int]
  ) throws(HeaderKitError) -> (states: [State], edges: [PathLattice.Edge]) {
    var reached: [State] = []
    var edges: [PathLattice.Edge] = []
    var places: [Key: Int] = [:]
    /// Of each state, the one before that it was last reached from.
    var parents: [Int] = []
    func add(
      _ header: HeaderInterpreter, _ step: Int, _ parent: Int, _ path: EventPath
    ) {
      let moved = Double(abs(step - states[parent].step)) / offsets.stepsPerPoint
      let cost =
        states[parent].cost + CoarseSearch.Result.costPerPoint * moved + path.cost
      let key = Key(step: step, memory: header.remembered(at: end).map { ($0 * 64).rounded() })
      if let place = places[key] {
        if cost < reached[place].cost {
          reached[place] = State(header: header, step: step, cost: cost, distance: 0)
        }
        guard parents[place] != parent else { return }
        parents[place] = parent
        edges.append(PathLattice.Edge(parent: parent, child: place, path: path))
      } else {
        places[key] = reached.count
        edges.append(PathLattice.Edge(parent: parent, child: reached.count, path: path))
        reached.append(State(header: header, step: step, cost: cost, distance: 0))
        parents.append(parent)
      }
    }
    for (parent, state) in states.enumerated() {
      for step in window {
        var header = state.header
        if step != state.step { try header.take(offsets.offset(step), at: end) }
        add(header, step, parent, .jump)
        guard state.header.isInteractive, step != state.step else { continue }
        header = state.header
        try header.take(offsets.offset(step), at: end, isDragging: true)
        add(header, step, parent, .drag)
      }
      guard state.header.hasMemory else { continue }
      try walk(state, from: start, to: end, window: window) { header, step, path in
        add(header, step, parent, path)
      }
    }
    guard window.count <= StateSearch.mostEventSteps else { return (reached, edges) }
    for (parent, state) in states.enumerated() where state.header.isInteractive {
      let kinds = state.header.possibleEvents
      guard parent == 0 || (parent + 1) * kinds.count <= StateSearch.mostEvents else { break }
      for kind in kinds {
        var middle = state.header
        try middle.take(offsets.offset(state.step), at: (start + end) / 2, kind)
        guard middle.remembered(at: end) != state.header.remembered(at: end) else { continue }
        for step in window {
          var header = middle
          if step != state.step { try header.take(offsets.offset(step), at: end) }
          add(header, step, parent, .after(kind))
        }
      }
    }
    return (reached, edges)
  }

  /// Visits the window's steps after all steps between, and after each one of them.
  private func walk(
    _ state: State, from start: Double, to end: Double, window: [Int],
    _ visit: (HeaderInterpreter, Int, EventPath) -> Void
  ) throws(HeaderKitError) {
    guard let low = window.first, let high = window.last else { return }
    for (last, direction) in [(high, 1), (low, -1)] where (last - state.step) * direction > 1 {
      var header = state.header
      let targets = window.filter { ($0 - state.step) * direction > 0 }
      let isTarget = Set(targets)
      for step in stride(from: state.step + direction, through: last, by: direction) {
        let time = EventPath.time(
          of: step, from: state.step, towards: last, between: start, end)
        try header.take(offsets.offset(step), at: time)
        if isTarget.contains(step) { visit(header, step, .everyStep(towards: last)) }
      }
      // What one event between leaves behind differs where rules hold between the two alone.
      var known = Set<[Double]>()
      let stride = direction * max(1, Int(eventStride * offsets.stepsPerPoint))
      for between in Swift.stride(from: state.step + direction, to: last, by: stride) {
        var middle = state.header
        try middle.take(offsets.offset(between), at: (start + end) / 2)
        guard known.insert(middle.remembered(at: end)).inserted else { continue }
        for step in targets where (step - between) * direction > 0 {
          var header = middle
          try header.take(offsets.offset(step), at: end)
          visit(header, step, .through(between))
        }
      }
    }
  }

  /// Paints what the states show and adds its distance to their costs.
  private func measure(
    _ states: inout [State], _ frame: Pixmap, at time: Double
  ) async throws(HeaderKitError) {
    var places: [CandidatePainter.Job.Identity: [Int]] = [:]
    var order: [(job: CandidatePainter.Job, mask: LayerMask)] = []
    for index in states.indices {
      let state = try states[index].header.shown(at: time)
      let job = try painter.job(state)
      if places[job.identity] == nil { order.append((job, painter.mask(state, on: grid))) }
      places[job.identity, default: []].append(index)
    }
    let (distance, grid) = (distance, grid)
    var next = order.makeIterator()
    try await OrderedParallelMap(jobs: jobs).run(
      next: { () throws(HeaderKitError) in
        next.next().map { ($0.job, $0.mask, cache.picture($0.job.identity)) }
      },
      work: { job, mask, picture throws(HeaderKitError) in
        let candidate = picture ?? job.picture(on: grid)
        return (job.identity, candidate, mask.distance(distance, grid.size).mean(frame, candidate))
      },
      consume: { job, picture, value throws(HeaderKitError) in
        cache.keep(picture, of: job)
        for index in places[job] ?? [] {
          states[index].distance = value
          states[index].cost += value
        }
      })
  }
}

/// The pictures painted last, within a limit of memory.
final class PictureCache {
  private var pictures: [CandidatePainter.Job.Identity: Pixmap] = [:]
  private var order: [CandidatePainter.Job.Identity] = []
  private var bytes = 0
  private let limit: Int

  init(bytes limit: Int) { self.limit = limit }

  func picture(_ job: CandidatePainter.Job.Identity) -> Pixmap? { pictures[job] }

  func keep(_ picture: Pixmap, of job: CandidatePainter.Job.Identity) {
    guard pictures[job] == nil else { return }
    pictures[job] = picture
    order.append(job)
    bytes += picture.bytes.count
    while bytes > limit, order.count > 1 {
      let oldest = order.removeFirst()
      bytes -= pictures.removeValue(forKey: oldest)?.bytes.count ?? 0
    }
  }
}
