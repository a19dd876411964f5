import HeaderModel

/// The states between which a search along the frames chooses.
extension StateSearch {
  /// A state at a frame.
  struct State {
    var header: HeaderInterpreter
    var step: Int
    /// The cost of the best path to the state, without the frame itself.
    var cost: Double
    /// The mean squared difference to the frame, of channel values in 0...255. `nil` if the state
    /// is not painted yet.
    var distance: Double?
    /// The correction of the distance by a comparison with other groups of offsets.
    var correction = 0.0

    var total: Double { cost + (distance ?? 0) + correction }
  }

  /// The reachable states of a frame and the transitions to them.
  struct ReachableStates {
    /// The frame's time in seconds.
    let time: Double
    var states: [State] = []
    private(set) var edges: [PathLattice.Edge] = []
    private var indices: [Key: Int] = [:]
    /// The last predecessor of each state, to avoid duplicate transitions.
    private var parents: [Int?] = []

    /// The properties that determine all later states.
    private struct Key: Hashable {
      let step: Int
      let memory: [Double]
    }

    init(time: Double) { self.time = time }

    /// Adds a state reached from `parent`, or from nothing if `nil` (first frame). Merges equal
    /// states.
    mutating func add(
      _ header: HeaderInterpreter, _ step: Int, cost: Double, from parent: Int?, _ path: EventPath
    ) {
      let cost = cost + path.cost
      let memory = header.remembered(at: time).map { ($0 * 64).rounded() }
      let key = Key(step: step, memory: memory)
      let index = indices[key] ?? states.count
      if index == states.count {
        indices[key] = index
        states.append(State(header: header, step: step, cost: cost))
        parents.append(nil)
      } else if cost < states[index].cost {
        (states[index].header, states[index].cost) = (header, cost)
      }
      guard let parent, parents[index] != parent else { return }
      parents[index] = parent
      edges.append(PathLattice.Edge(parent: parent, child: index, path: path))
    }

    /// The smallest distance of a state to the frame.
    var nearest: Double { states.compactMap(\.distance).min() ?? 0 }

    /// Returns the different steps of the best states, best first, at most `maxCount`.
    func bestSteps(_ maxCount: Int) -> [Int] {
      let sorted = states.sorted { ($0.total, $0.step) < ($1.total, $1.step) }
      return sorted.reduce(into: []) { steps, state in
        if steps.count < maxCount, !steps.contains(state.step) { steps.append(state.step) }
      }
    }
  }
}
