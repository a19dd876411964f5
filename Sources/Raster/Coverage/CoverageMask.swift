package import PortableMath

/// A coverage mask: one byte per pixel, from 0 (none) to 255 (full). Rows have no padding.
package struct CoverageMask: Hashable, Sendable {
  package let size: PixelSize
  /// The coverage of each pixel, `size.area` bytes.
  package var bytes: [UInt8]

  package init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// Creates a mask from the alpha channel of a picture.
  package init(alphaOf picture: Pixmap) {
    size = picture.size
    bytes = stride(from: 3, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
  }

  package var width: Int { size.width }
  package var height: Int { size.height }

  /// Creates a mask of the area that a path encloses by the non-zero winding rule. Open contours
  /// are closed by a line.
  ///
  /// Coverage is exact for contours without intersections. An intersection causes an error of at
  /// most the quarter of the pixel's height in which it lies. Curves are approximated within 1/256
  /// pixel.
  ///
  /// `nil` if a coordinate is not finite or exceeds 2^20.
  package init?(filling path: Path, size: PixelSize) {
    self.init(polygons: path.polygons().map(\.points), size: size)
  }

  init?(polygons: [[Path.Point]], size: PixelSize) {
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
        let wasInside = winding != 0
        winding += edge.winding
        let isInside = winding != 0
        guard wasInside != isInside else { continue }
        row.add(
          from: edge.x(at: upper), to: edge.x(at: lower),
          height: isInside ? lower - upper : upper - lower)
      }
      if lower == lower.rounded() { row.finish(into: &bytes, at: (Int(lower) - 1) * size.width) }
    }
    self.init(size: size, bytes: bytes)
  }

  /// Returns the sorted vertical positions at which an edge starts or ends, and every quarter of a
  /// pixel.
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

/// An edge of a polygon, from its upper to its lower end.
struct PolygonEdge {
  let top: Double
  let bottom: Double
  let start: Double
  let slope: Double
  /// The winding direction: +1 down, −1 up.
  let winding: Int

  func x(at y: Double) -> Double { start + (y - top) * slope }

  /// Returns all edges sorted by their upper ends, without horizontal ones. `nil` if a point is out
  /// of range.
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

/// Accumulates the exact areas to the right of straight lines in one row of pixels.
///
/// Stores the difference of each pixel's coverage from that of its left neighbor, because an edge
/// covers everything to the right of it over its height.
struct AreaAccumulator {
  private var steps: [Double]

  init(width: Int) { steps = [Double](repeating: 0, count: width + 2) }
  private var width: Int { steps.count - 2 }

  /// Adds the area to the right of a line that runs down by `height` from `x0` to `x1`.
  ///
  /// - Parameter height: The fraction of the row's height, in 0...1. Negative to subtract the area.
  mutating func add(from x0: Double, to x1: Double, height: Double) {
    let limit = Double(width)
    let low = min(x0, x1)
    let high = max(x0, x1)
    if high <= 0 {
      steps[0] += height
      return
    }
    if low >= limit { return }
    if low < 0 || high > limit {
      // Splits off the parts outside of the row: the line covers all pixels if it is left of the
      // row, and none if it is right of it.
      let perPixel = height / (high - low)
      if low < 0 { steps[0] += -low * perPixel }
      let cutLow = max(0, low)
      let cutHigh = min(limit, high)
      add(from: cutLow, to: cutHigh, height: (cutHigh - cutLow) * perPixel)
      return
    }
    let first = Int(low)
    let last = Int(high)
    if first == last {
      let covered = height * (1 - ((low + high) / 2 - Double(first)))
      steps[first] += covered
      steps[first + 1] += height - covered
      return
    }
    let perPixel = height / (high - low)
    for column in first...last {
      let start = max(low, Double(column))
      let end = min(high, Double(column + 1))
      let part = (end - start) * perPixel
      let covered = part * (1 - ((start + end) / 2 - Double(column)))
      steps[column] += covered
      steps[column + 1] += part - covered
    }
  }

  /// Rounds the row to bytes and resets the accumulator.
  mutating func finish(into bytes: inout [UInt8], at offset: Int) {
    var sum = 0.0
    for column in 0..<width {
      sum += steps[column]
      bytes[offset + column] = UInt8((min(1, max(0, sum)) * 255).rounded())
      steps[column] = 0
    }
    steps[width] = 0
    steps[width + 1] = 0
  }
}
