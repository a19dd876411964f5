/// The states and transitions that a forward search kept. Finds the smoothest of the best paths,
/// and the cost difference to the best path elsewhere.
///
/// A repeating list looks the same after a scroll by its period. Among such paths, the one with the
/// smallest changes of velocity is chosen. If another path is equally good, the frame does not
/// determine its offset.
struct PathLattice {
  /// A state at a frame.
  struct Node {
    var step: Int
    var offset: Double
    /// The mean squared difference to the recording, of channel values in 0...255.
    var distance: Double
    /// The correction of the distance by a comparison with other groups of offsets.
    var correction = 0.0
    /// Whether the offset is outside of the scroll range.
    var isOverscroll = false

    fileprivate var cost: Double {
      distance + correction + (isOverscroll ? PathLattice.overscrollCost : 0)
    }
  }

  /// A transition between two states of consecutive frames, both given by index.
  struct Edge {
    var parent: Int
    var child: Int
    var path: EventPath
  }

  /// The states of a frame and the transitions to them.
  struct Layer {
    let time: Double
    let nodes: [Node]
    /// The transitions, sorted by the order of adding. Empty for the first frame.
    let edges: Edges

    init(time: Double, nodes: [Node], edges: [Edge]) {
      self.time = time
      self.nodes = nodes
      self.edges = Edges(edges)
    }
  }

  /// A compact list of transitions, of which a long recording has hundreds for each frame. Indices
  /// have 16 bits, and equal paths are stored once.
  struct Edges: RandomAccessCollection {
    private var ends: [(parent: UInt16, child: UInt16, path: UInt32)] = []
    /// The different paths of the transitions.
    private var paths: [EventPath] = []

    init(_ edges: [Edge]) {
      var known: [EventPath: UInt32] = [:]
      ends.reserveCapacity(edges.count)
      for edge in edges {
        let path = known[edge.path] ?? UInt32(paths.count)
        if path == paths.count {
          known[edge.path] = path
          paths.append(edge.path)
        }
        ends.append((UInt16(edge.parent), UInt16(edge.child), path))
      }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { ends.count }

    subscript(index: Int) -> Edge {
      let (parent, child, path) = ends[index]
      return Edge(parent: Int(parent), child: Int(child), path: paths[Int(path)])
    }
  }

  private(set) var layers: [Layer] = []

  /// The change of velocity in points per second that is not unusual.
  private static let usualChange = 150.0
  /// The cost factor of a change of velocity, in units of the distance.
  private static let changeWeight = 0.15
  /// The cost of one point of movement. It decides only between equal paths: over a long scroll, it
  /// must stay below `noise`.
  static let costPerPoint = 0.0005
  /// The cost of a frame outside of the scroll range. It decides only between equal pictures, those
  /// of headers that do not show overscroll, and must stay below `noise`.
  private static let overscrollCost = 0.1
  /// The minimum distance in points between offsets that count as different. Closer offsets are
  /// separated by refinement.
  private static let minOffsetDifference = 0.75
  /// The cost difference below which two paths are equally plausible.
  static let noise = 0.5

  mutating func append(_ layer: Layer) { layers.append(layer) }

  /// Returns the best path: the index of the state in the first frame, and a fit for each frame.
  /// `nil` if the lattice is empty.
  func best() -> (start: Int, fits: [FrameFit])? {
    guard let first = layers.first, !first.nodes.isEmpty else { return nil }
    let totals = self.totals()
    var startNode = first.nodes.indices.min { first.nodes[$0].cost < first.nodes[$1].cost } ?? 0
    // The transitions of the path, from the last frame to the first.
    var path: [Edge] = []
    let last = totals[layers.count - 1].forward
    var edgeIndex = last.indices.min { last[$0] < last[$1] }
    for layer in layers.indices.dropFirst().reversed() {
      guard let index = edgeIndex else { return nil }
      path.append(layers[layer].edges[index])
      let previous = Int(totals[layer].previous[index])
      edgeIndex = previous < 0 ? nil : previous
    }
    if let earliest = path.last { startNode = earliest.parent }
    path.append(Edge(parent: 0, child: startNode, path: .jump))
    let fits = zip(layers.indices, path.reversed()).map { index, edge in
      let layer = layers[index]
      let node = layer.nodes[edge.child]
      var fit = FrameFit(step: node.step, path: edge.path, distance: node.distance)
      let costs = nodeTotals(index, totals)
      let smallest = costs.min() ?? 0
      for (other, cost) in zip(layer.nodes, costs)
      where abs(other.offset - node.offset) > PathLattice.minOffsetDifference {
        fit.margin = min(fit.margin, cost - smallest)
        guard cost - smallest < PathLattice.noise else { continue }
        let range = fit.range ?? node.offset...node.offset
        fit.range =
          min(range.lowerBound, other.offset)...max(range.upperBound, other.offset)
      }
      return fit
    }
    return (startNode, fits)
  }

  /// The costs of the best paths through the transitions to one frame.
  private struct Totals {
    /// The smallest cost of a path that ends with each transition.
    var forward: [Double]
    /// The preceding transition on that path (Viterbi back pointer), or -1 if there is none.
    var previous: [Int32]
    /// The smallest cost of the rest of a path after each transition.
    var remaining: [Double]
  }

  private func totals() -> [Totals] {
    var totals = layers.map { layer in
      let count = layer.edges.count
      return Totals(
        forward: Array(repeating: .infinity, count: count),
        previous: Array(repeating: -1, count: count),
        remaining: Array(repeating: 0, count: count))
    }
    for index in layers.indices.dropFirst() {
      let layer = layers[index]
      let velocities = self.velocities(index)
      let earlier = index > 1 ? self.velocities(index - 1) : []
      var arriving = layers[index - 1].nodes.map { _ in [Int]() }
      if index > 1 {
        for (edgeIndex, edge) in layers[index - 1].edges.enumerated() {
          arriving[edge.child].append(edgeIndex)
        }
      }
      for (edgeIndex, edge) in layer.edges.enumerated() {
        var smallest = index == 1 ? layers[0].nodes[edge.parent].cost : Double.infinity
        var bestPrevious: Int?
        for previous in arriving[edge.parent] {
          let cost =
            totals[index - 1].forward[previous]
            + changeCost(earlier[previous], velocities[edgeIndex])
          if cost < smallest { (smallest, bestPrevious) = (cost, previous) }
        }
        totals[index].forward[edgeIndex] = smallest + edgeCost(index, edge)
        totals[index].previous[edgeIndex] = Int32(bestPrevious ?? -1)
      }
    }
    for index in layers.indices.dropFirst(2).reversed() {
      let velocities = self.velocities(index)
      let earlier = self.velocities(index - 1)
      var leaving = layers[index - 1].nodes.map { _ in [Int]() }
      for (edgeIndex, edge) in layers[index].edges.enumerated() {
        leaving[edge.parent].append(edgeIndex)
      }
      for (edgeIndex, edge) in layers[index - 1].edges.enumerated() {
        var smallest = Double.infinity
        for next in leaving[edge.child] {
          smallest = min(
            smallest,
            totals[index].remaining[next] + edgeCost(index, layers[index].edges[next])
              + changeCost(earlier[edgeIndex], velocities[next]))
        }
        totals[index - 1].remaining[edgeIndex] = smallest
      }
    }
    return totals
  }

  /// The cost of a transition to the frame at `index`, including its target state.
  private func edgeCost(_ index: Int, _ edge: Edge) -> Double {
    let (from, to) = (layers[index - 1].nodes[edge.parent], layers[index].nodes[edge.child])
    return to.cost + PathLattice.costPerPoint * abs(to.offset - from.offset) + edge.path.cost
  }

  /// The velocity of each transition to a frame, in points per second.
  private func velocities(_ index: Int) -> [Double] {
    let seconds = max(1e-3, layers[index].time - layers[index - 1].time)
    return layers[index].edges.map { edge in
      (layers[index].nodes[edge.child].offset - layers[index - 1].nodes[edge.parent].offset)
        / seconds
    }
  }

  /// The cost of a change between two velocities in points per second.
  private func changeCost(_ first: Double, _ second: Double) -> Double {
    let unusual = abs(second - first) / PathLattice.usualChange
    return PathLattice.changeWeight * ((1 + unusual).squareRoot() - 1)
  }

  /// The smallest cost of a path through each state of a frame.
  private func nodeTotals(_ index: Int, _ totals: [Totals]) -> [Double] {
    var result = layers[index].nodes.map { _ in Double.infinity }
    guard layers.count > 1 else { return layers[index].nodes.map(\.cost) }
    // The first frame has no transitions to it. Use those from it.
    let layer = max(1, index)
    for (edgeIndex, edge) in layers[layer].edges.enumerated() {
      let node = index == 0 ? edge.parent : edge.child
      result[node] = min(
        result[node], totals[layer].forward[edgeIndex] + totals[layer].remaining[edgeIndex])
    }
    return result
  }
}
