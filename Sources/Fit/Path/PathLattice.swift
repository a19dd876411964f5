/// The states that a recording's frames may show and the ways between them, as the forward search left
/// them: finds the smoothest of the paths that come nearest, and how much worse the best path is that
/// goes elsewhere.
///
/// A list that repeats looks the same a period further on. Of such paths the one is taken whose
/// velocity changes least; where another one is as good, the frame does not determine its offset.
struct PathLattice {
  /// A state at a frame.
  struct Node {
    var step: Int
    var offset: Double
    /// The mean distance to the recording.
    var distance: Double
  }

  /// A way from a state of the frame before to one of this frame, both by index.
  struct Edge {
    var parent: Int
    var child: Int
    var path: EventPath
  }

  /// A frame's states, and the ways to them.
  struct Layer {
    var time: Double
    var nodes: [Node]
    /// In the order of the frame's states; empty in the first frame.
    var edges: [Edge]
  }

  private(set) var layers: [Layer] = []

  /// A change of the velocity by so many points a second is nothing unusual.
  private static let usualChange = 150.0
  /// What changes of the velocity cost, in units of the distance.
  private static let changeCost = 0.15
  /// What a point of movement costs: so little that it decides between equals only.
  private static let costPerPoint = 0.004
  /// Offsets nearer than this to the path's are separated by refining them.
  private static let elsewhere = 0.75
  /// Paths whose costs differ by less than this may either be the recording's.
  static let noise = 0.5

  mutating func append(_ layer: Layer) { layers.append(layer) }

  /// The best path: the index of the first frame's state, and how each frame came about.
  func best() -> (start: Int, fits: [FrameFit])? {
    guard let first = layers.first, !first.nodes.isEmpty else { return nil }
    let totals = self.totals()
    var place = first.nodes.indices.min { first.nodes[$0].distance < first.nodes[$1].distance } ?? 0
    /// The ways to the frames, from the last one on.
    var path: [Edge] = []
    let last = totals[layers.count - 1].forward
    var way = last.indices.min { last[$0] < last[$1] }
    for layer in layers.indices.dropFirst().reversed() {
      guard let taken = way else { return nil }
      path.append(layers[layer].edges[taken])
      way = totals[layer].before[taken]
    }
    if let earliest = path.last { place = earliest.parent }
    path.append(Edge(parent: 0, child: place, path: .jump))
    let fits = zip(layers.indices, path.reversed()).map { index, edge in
      let layer = layers[index]
      let node = layer.nodes[edge.child]
      var fit = FrameFit(step: node.step, path: edge.path, distance: node.distance)
      let costs = nodeTotals(index, totals)
      let least = costs.min() ?? 0
      for (other, cost) in zip(layer.nodes, costs)
      where abs(other.offset - node.offset) > PathLattice.elsewhere {
        fit.margin = min(fit.margin, cost - least)
      }
      return fit
    }
    return (place, fits)
  }

  private struct Totals {
    /// The least cost of a path to a way's end.
    var forward: [Double]
    /// The way before it on that path.
    var before: [Int?]
    /// The least cost of what comes after.
    var after: [Double]
  }

  private func totals() -> [Totals] {
    var totals = layers.map { layer in
      let ways = layer.edges.count
      return Totals(
        forward: Array(repeating: .infinity, count: ways),
        before: Array(repeating: nil, count: ways), after: Array(repeating: 0, count: ways))
    }
    for index in layers.indices.dropFirst() {
      let layer = layers[index]
      let velocities = self.velocities(index)
      let earlier = index > 1 ? self.velocities(index - 1) : []
      var arriving = layers[index - 1].nodes.map { _ in [Int]() }
      if index > 1 {
        for (way, edge) in layers[index - 1].edges.enumerated() { arriving[edge.child].append(way) }
      }
      for (way, edge) in layer.edges.enumerated() {
        var least = index == 1 ? layers[0].nodes[edge.parent].distance : Double.infinity
        var from: Int?
        for before in arriving[edge.parent] {
          let cost = totals[index - 1].forward[before] + change(earlier[before], velocities[way])
          if cost < least { (least, from) = (cost, before) }
        }
        totals[index].forward[way] = least + own(index, edge)
        totals[index].before[way] = from
      }
    }
    for index in layers.indices.dropFirst(2).reversed() {
      let velocities = self.velocities(index)
      let earlier = self.velocities(index - 1)
      var leaving = layers[index - 1].nodes.map { _ in [Int]() }
      for (way, edge) in layers[index].edges.enumerated() { leaving[edge.parent].append(way) }
      for (way, edge) in layers[index - 1].edges.enumerated() {
        var least = Double.infinity
        for next in leaving[edge.child] {
          least = min(
            least,
            totals[index].after[next] + own(index, layers[index].edges[next])
              + change(earlier[way], velocities[next]))
        }
        totals[index - 1].after[way] = least
      }
    }
    return totals
  }

  private func own(_ index: Int, _ edge: Edge) -> Double {
    let (from, to) = (layers[index - 1].nodes[edge.parent], layers[index].nodes[edge.child])
    return to.distance + PathLattice.costPerPoint * abs(to.offset - from.offset) + edge.path.cost
  }

  /// Points a second, of each way to a frame's states.
  private func velocities(_ index: Int) -> [Double] {
    let seconds = max(1e-3, layers[index].time - layers[index - 1].time)
    return layers[index].edges.map { edge in
      (layers[index].nodes[edge.child].offset - layers[index - 1].nodes[edge.parent].offset)
        / seconds
    }
  }

  private func change(_ first: Double, _ second: Double) -> Double {
    let unusual = abs(second - first) / PathLattice.usualChange
    return PathLattice.changeCost * ((1 + unusual).squareRoot() - 1)
  }

  /// The least cost of a path through each of a frame's states.
  private func nodeTotals(_ index: Int, _ totals: [Totals]) -> [Double] {
    var result = layers[index].nodes.map { _ in Double.infinity }
    guard layers.count > 1 else { return layers[index].nodes.map(\.distance) }
    let at = max(1, index)
    for (way, edge) in layers[at].edges.enumerated() {
      let node = index == 0 ? edge.parent : edge.child
      result[node] = min(result[node], totals[at].forward[way] + totals[at].after[way])
    }
    return result
  }
}
