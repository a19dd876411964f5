/// A line of a polygon, seen from its upper end.
struct PolygonEdge {
  let top: Double
  let bottom: Double
  let start: Double
  let slope: Double
  /// +1 downwards, −1 upwards.
  let winding: Int

  func x(at y: Double) -> Double { start + (y - top) * slope }

  /// All edges by their upper ends, level ones left out; nil if a point is out of range.
  static func edges(of polygons: [[Path.Point]]) -> [PolygonEdge]? {
    var result: [PolygonEdge] = []
    for points in polygons {
      guard var from = points.last else { continue }
      for to in points {
        guard abs(to.x) <= 0x1p20, abs(to.y) <= 0x1p20 else { return nil }
        if to.y != from.y {
          let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
          result.append(
            PolygonEdge(
              top: upper.y, bottom: lower.y, start: upper.x,
              slope: (lower.x - upper.x) / (lower.y - upper.y), winding: from.y < to.y ? 1 : -1))
        }
        from = to
      }
    }
    result.sort { $0.top < $1.top }
    return result
  }
}
