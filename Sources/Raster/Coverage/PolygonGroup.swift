import PortableMath

/// Polygons with overlapping columns of pixels, rasterized together. In a line of text, most
/// letters are a group of their own.
///
/// The rasterizer splits all edges of a group at the y coordinate of each end of an edge. Small
/// groups keep this number low.
struct PolygonGroup {
  private var polygons: [[Path.Point]]
  /// The columns of pixels that the polygons may cover.
  private var columns: Range<Int>

  /// Returns the groups from left to right, without polygons that are outside of the columns
  /// 0..<`width`. `nil` if a coordinate is not finite or exceeds ±2^20.
  static func groups(of polygons: [[Path.Point]], width: Int) -> [PolygonGroup]? {
    var single: [PolygonGroup] = []
    for points in polygons {
      guard var low = points.first else { continue }
      var high = low
      for point in points {
        guard abs(point.x) <= 0x1p20, abs(point.y) <= 0x1p20 else { return nil }
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
      let columns = Int(low.x.rounded(.down))..<Int(high.x.rounded(.up))
      let visible = columns.clamped(to: 0..<width)
      if !visible.isEmpty { single.append(PolygonGroup(polygons: [points], columns: visible)) }
    }
    single.sort { $0.columns.lowerBound < $1.columns.lowerBound }
    var groups: [PolygonGroup] = []
    var end = 0
    for next in single {
      if next.columns.lowerBound < end {
        groups[groups.count - 1].polygons += next.polygons
      } else {
        groups.append(next)
      }
      end = max(end, next.columns.upperBound)
      groups[groups.count - 1].columns = groups[groups.count - 1].columns.lowerBound..<end
    }
    return groups
  }

  /// Writes the coverage of the columns into `bytes`, the bytes of a mask of `size`.
  func fill(_ bytes: inout [UInt8], size: PixelSize) {
    let edges = PolygonEdge.edges(of: polygons, left: Double(columns.lowerBound))
    guard let top = edges.first?.top else { return }
    let bottom = edges.reduce(top) { max($0, $1.bottom) }
    let rows = Int(top.rounded(.down))..<Int(bottom.rounded(.up))
    var sweep = PolygonSweep(width: columns.count)
    var next = 0
    let bands = Self.bands(of: edges, rows: rows.clamped(to: 0..<size.height))
    for (upper, lower) in zip(bands, bands.dropFirst()) {
      sweep.active.removeAll { $0.bottom <= upper }
      while next < edges.count, edges[next].top <= upper {
        if edges[next].bottom > upper { sweep.active.append(edges[next]) }
        next += 1
      }
      sweep.add(from: upper, to: lower)
      if lower == lower.rounded() {
        sweep.row.finish(into: &bytes, at: (Int(lower) - 1) * size.width + columns.lowerBound)
      }
    }
  }

  /// Returns the sorted y coordinates in `rows` at which a row or an edge starts or ends.
  private static func bands(of edges: [PolygonEdge], rows: Range<Int>) -> [Double] {
    var heights = (rows.lowerBound...rows.upperBound).map(Double.init)
    let inside = Double(rows.lowerBound)..<Double(rows.upperBound)
    for edge in edges {
      for end in [edge.top, edge.bottom] where inside.contains(end) { heights.append(end) }
    }
    heights.sort()
    return heights.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
