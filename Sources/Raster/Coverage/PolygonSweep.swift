/// Accumulates the area that polygons enclose by the non-zero winding rule, from top to bottom.
struct PolygonSweep {
  /// The edges that extend over the whole current band.
  var active: [PolygonEdge] = []
  /// The coverage of the current row of pixels.
  var row: AreaAccumulator

  /// The minimum height of the parts of a band that intersections split, and the overlap of two edges
  /// that is ignored, in pixels. Limits the recursion to 1,024 calls in a row of pixels.
  private static let tolerance = 1.0 / 1024
  /// The maximum number of edges for an insertion sort, whose time is quadratic if they are not
  /// nearly sorted.
  private static let maxInsertionSort = 64

  init(width: Int) { row = AreaAccumulator(width: width) }

  /// Adds the area between two vertical positions in one row, between which no edge starts or ends.
  mutating func add(from upper: Double, to lower: Double) {
    active.withUnsafeMutableBufferPointer { Self.sort($0, from: upper, to: lower) }
    if let crossing = intersection(between: upper, and: lower) {
      add(from: upper, to: crossing)
      add(from: crossing, to: lower)
      return
    }
    var winding = 0
    for edge in active {
      let wasInside = winding != 0
      winding += edge.winding
      let isInside = winding != 0
      guard wasInside != isInside else { continue }
      row.add(
        from: edge.upperX, to: edge.lowerX, height: isInside ? lower - upper : upper - lower)
    }
  }

  /// Returns a vertical position that splits the band at an intersection of two edges, or within
  /// `tolerance` of it. `nil` if no edges intersect, or the band is too low to be split.
  private func intersection(between upper: Double, and lower: Double) -> Double? {
    let (first, last) = (upper + Self.tolerance, lower - Self.tolerance)
    guard first < last else { return nil }
    for index in active.indices.dropFirst() {
      // Two edges that are in order in the middle intersect if they are not at one end.
      let above = active[index].upperX - active[index - 1].upperX
      let below = active[index].lowerX - active[index - 1].lowerX
      if min(above, below) < -Self.tolerance {
        let crossing = upper + (lower - upper) * (above / (above - below))
        return min(max(crossing, first), last)
      }
    }
    return nil
  }

  /// Moves edges to a band, and sorts them by their positions in the middle of it.
  private static func sort(
    _ edges: UnsafeMutableBufferPointer<PolygonEdge>, from upper: Double, to lower: Double
  ) {
    for index in edges.indices {
      edges[index].upperX = edges[index].x(at: upper)
      edges[index].lowerX = edges[index].x(at: lower)
    }
    guard edges.count <= maxInsertionSort else {
      var edges = edges
      edges.sort { $0.doubleMiddle < $1.doubleMiddle }
      return
    }
    for index in edges.indices.dropFirst() {
      let middle = edges[index].doubleMiddle
      guard middle < edges[index &- 1].doubleMiddle else { continue }
      let edge = edges[index]
      var target = index
      repeat {
        edges[target] = edges[target &- 1]
        target &-= 1
      } while target > 0 && middle < edges[target &- 1].doubleMiddle
      edges[target] = edge
    }
  }
}

/// An edge of a polygon, from its upper to its lower end.
struct PolygonEdge {
  let top: Double
  let bottom: Double
  let start: Double
  let slope: Double
  /// The winding direction: +1 down, −1 up.
  let winding: Int
  /// The horizontal positions at the upper and lower end of the current band.
  var upperX = 0.0
  var lowerX = 0.0

  func x(at y: Double) -> Double { start + (y - top) * slope }

  /// Twice the horizontal position in the middle of the current band.
  var doubleMiddle: Double { upperX + lowerX }

  /// Returns all edges sorted by their upper ends, without horizontal ones.
  ///
  /// - Parameter left: The origin of the horizontal positions.
  static func edges(of polygons: [[Path.Point]], left: Double) -> [PolygonEdge] {
    var result: [PolygonEdge] = []
    result.reserveCapacity(polygons.reduce(0) { $0 + $1.count })
    for points in polygons {
      guard var from = points.last else { continue }
      for to in points {
        if to.y != from.y {
          let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
          result.append(
            PolygonEdge(
              top: upper.y, bottom: lower.y, start: upper.x - left,
              slope: (lower.x - upper.x) / (lower.y - upper.y), winding: from.y < to.y ? 1 : -1))
        }
        from = to
      }
    }
    result.sort { $0.top < $1.top }
    return result
  }
}
