extension CoverageMask {
  /// The area of each pixel that a path encloses; open contours are closed by a line.
  ///
  /// Areas are exact for contours that do not cross; a crossing costs at most the part of a
  /// quarter of a pixel's height in which it lies. Curves are followed to 1/256 pixel.
  ///
  /// - Returns: nil if a coordinate is not finite or larger than 2^20.
  public init?(filling path: Path, size: PixelSize, rule: FillRule = .nonZero) {
    self.init(polygons: path.polygons().map(\.points), size: size, rule: rule)
  }

  init?(polygons: [[Path.Point]], size: PixelSize, rule: FillRule) {
    var bytes = [UInt8](repeating: 0, count: size.area)
    guard let edges = PolygonEdge.edges(of: polygons) else { return nil }
    var row = AreaAccumulator(width: size.width)
    var active: [PolygonEdge] = []
    var next = 0
    let bands = Self.bands(of: edges, height: size.height)
    for (upper, lower) in zip(bands, bands.dropFirst()) {
      while next < edges.count, edges[next].top <= upper {
        active.append(edges[next])
        next += 1
      }
      active.removeAll { $0.bottom <= upper }
      let middle = (upper + lower) / 2
      active.sort { $0.x(at: middle) < $1.x(at: middle) }
      var winding = 0
      for edge in active {
        let wasInside = rule.encloses(winding)
        winding += edge.winding
        let isInside = rule.encloses(winding)
        guard wasInside != isInside else { continue }
        row.add(
          from: edge.x(at: upper), to: edge.x(at: lower),
          height: isInside ? lower - upper : upper - lower)
      }
      if lower == lower.rounded() {
        row.finish(into: &bytes, at: (Int(lower) - 1) * size.width)
      }
    }
    self.init(size: size, bytes: bytes)
  }

  /// Heights at which an edge begins or ends, and every quarter of a pixel, in order.
  private static func bands(of edges: [PolygonEdge], height: Int) -> [Double] {
    var heights = (0...height * 4).map { Double($0) / 4 }
    for edge in edges {
      for end in [edge.top, edge.bottom] where end > 0 && end < Double(height) {
        heights.append(end)
      }
    }
    heights.sort()
    return heights.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
