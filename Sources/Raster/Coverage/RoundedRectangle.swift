import CVectors
package import PortableMath

/// A rectangle with four equal circular corners, in device pixels.
package struct RoundedRectangle: Hashable, Sendable {
  package var rect: DeviceRect
  /// Device pixels; painted as at most half the shorter side.
  package var cornerRadius: Double

  package init(_ rect: DeviceRect, cornerRadius: Double) {
    self.rect = rect
    self.cornerRadius = cornerRadius
  }
}

/// What a shape covers of one row of pixels: a run of wholly covered pixels between two ramps.
struct RowCoverage: Equatable {
  let touched: Range<Int>
  /// Columns covered wholly; lies inside `touched`, empty at `touched.upperBound` if there are none.
  let solid: Range<Int>

  static let none = RowCoverage(touched: 0..<0, solid: 0..<0)

  var leadingRamp: Range<Int> { touched.lowerBound..<solid.lowerBound }

  var trailingRamp: Range<Int> { solid.upperBound..<touched.upperBound }

  /// Coverage of a column, 0...255.
  ///
  /// - Parameter mask: of the ramps, that of the first touched column first.
  func value(_ column: Int, _ mask: [UInt8]) -> UInt8 {
    if solid.contains(column) { return 255 }
    return touched.contains(column) ? mask[column - touched.lowerBound] : 0
  }
}

/// How much of each pixel a rounded rectangle covers.
///
/// Straight edges are exact. In a corner the arc is integrated across the pixel at ``CornerArc/samples``
/// exact positions along the axis it runs closer to, so that the slope stays below one and the
/// error below a level.
struct RoundedCoverage {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
  let radius: Double

  /// Nil if the shape is empty or not finite.
  init?(_ shape: RoundedRectangle) {
    let rect = shape.rect
    guard !rect.isEmpty, (rect.x + rect.y + rect.maxX + rect.maxY).isFinite else { return nil }
    left = rect.x
    top = rect.y
    right = rect.maxX
    bottom = rect.maxY
    radius = max(0, min(shape.cornerRadius, rect.width / 2, rect.height / 2))
  }

  var bounds: PixelRect {
    DeviceRect(x: left, y: top, width: right - left, height: bottom - top).enclosingPixels
  }

  /// Whether row `y` is covered as the one above it is: both lie between the corners.
  func repeatsRow(above y: Int) -> Bool {
    Double(y) - 1 >= top + radius && Double(y) + 1 <= bottom - radius
  }

  /// Covers the part of row `y` inside `columns`.
  ///
  /// - Parameters:
  ///   - columns: must lie inside ``bounds``.
  ///   - mask: where the result is not solid, receives the coverage of column x at
  ///     x − `touched.lowerBound`; grows as needed.
  func row(_ y: Int, columns: Range<Int>, mask: inout [UInt8]) -> RowCoverage {
    let upper = Double(y)
    let height = min(upper + 1, bottom) - max(upper, top)
    guard height > 0, !columns.isEmpty, left < Double(columns.upperBound),
      right > Double(columns.lowerBound)
    else { return .none }
    // Half the width of the widest part of this row, seen from the corner's centre.
    let above = max(0, top + radius - (upper + 1), upper - (bottom - radius))
    guard above < radius || above == 0 else { return .none }
    let reach = radius > 0 ? (radius * radius - above * above).squareRoot() : 0
    // Compared as they are: far edges may lie beyond what an `Int` holds.
    let start = (left + radius - reach).rounded(.down)
    let end = (right - radius + reach).rounded(.up)
    let first = start > Double(columns.lowerBound) ? Int(start) : columns.lowerBound
    let last = end < Double(columns.upperBound) ? Int(end) : columns.upperBound
    guard first < last else { return .none }
    if mask.count < last - first { mask = [UInt8](repeating: 0, count: last - first) }
    // Between the corners a row's columns are covered alike: not wholly, where an edge cuts the row.
    let flatEnd = (right - radius).rounded(.down)
    var solidStart = first
    while solidStart < last {
      let covered = coverage(solidStart, y)
      if covered == 255 { break }
      var next = solidStart + 1
      if Double(solidStart) >= left + radius, Double(next) < flatEnd {
        next = flatEnd < Double(last) ? Int(flatEnd) : last
      }
      for column in solidStart..<next { mask[column - first] = covered }
      solidStart = next
    }
    var solidEnd = last
    while solidEnd > solidStart {
      let covered = coverage(solidEnd - 1, y)
      if covered == 255 { break }
      mask[solidEnd - 1 - first] = covered
      solidEnd -= 1
    }
    return RowCoverage(touched: first..<last, solid: solidStart..<solidEnd)
  }

  /// Coverage of one pixel, 0...255.
  func coverage(_ x: Int, _ y: Int) -> UInt8 {
    let column = Double(x)
    let row = Double(y)
    let width = min(column + 1, right) - max(column, left)
    let height = min(row + 1, bottom) - max(row, top)
    guard width > 0, height > 0 else { return 0 }
    // Distances of the pixel's far edges into the corner, from the corner's centre.
    let farX = max(left + radius - column, column + 1 - (right - radius))
    let farY = max(top + radius - row, row + 1 - (bottom - radius))
    if radius == 0 || farX <= 0 || farY <= 0 || farX * farX + farY * farY <= radius * radius {
      return UInt8((width * height * 255).rounded())
    }
    let nearX = max(0, left + radius - column - 1, column - (right - radius))
    let nearY = max(0, top + radius - row - 1, row - (bottom - radius))
    if nearX * nearX + nearY * nearY >= radius * radius { return 0 }
    let isLevel = farY >= farX
    let (along, low, high) = isLevel ? (column, left, right) : (row, top, bottom)
    let (across, near, far) = isLevel ? (row, top, bottom) : (column, left, right)
    let start = max(along, low)
    let arc = CornerArc(
      low: Float(low + radius - start), high: Float(high - radius - start),
      near: Float(near + radius - across), far: Float(far - radius - across),
      squaredRadius: Float(radius * radius))
    let length = min(along + 1, high) - start
    let area = Double(arc.area(step: Float(length / Double(CornerArc.samples))))
    return UInt8((min(1, max(0, area)) * 255).rounded())
  }
}

/// The arcs of a rounded rectangle's corners as a pixel sees them: lengths in pixels from the
/// pixel's near edges, so that single precision is enough.
struct CornerArc {
  /// Positions at which an arc is evaluated across a pixel.
  static let samples = 8

  /// Centres of the corners along the axis on which the arc is evaluated.
  let low: Float
  let high: Float
  /// Centres of the corners across it.
  let near: Float
  let far: Float
  let squaredRadius: Float

  /// What the shape covers of the pixel, 0...1, by the midpoint rule.
  ///
  /// - Parameter step: from one position to the next, pixels.
  @inline(__always)
  func area(step: Float) -> Float {
    let steps = SIMD4(repeating: step)
    let first = covered(at: twheader_multiply(SIMD4(0.5, 1.5, 2.5, 3.5), steps))
    let second = covered(at: twheader_multiply(SIMD4(4.5, 5.5, 6.5, 7.5), steps))
    var sum: Float = 0
    for sample in 0..<4 { sum += first[sample] }
    for sample in 0..<4 { sum += second[sample] }
    return sum * step
  }

  /// How much of the pixel lies inside the shape at four positions along it, 0...1.
  private func covered(at position: SIMD4<Float>) -> SIMD4<Float> {
    let zero = SIMD4<Float>(repeating: 0)
    let before = twheader_subtract(SIMD4(repeating: low), position)
    let behind = twheader_subtract(position, SIMD4(repeating: high))
    let out = twheader_greater(zero, twheader_greater(before, behind))
    let rest = twheader_subtract(SIMD4(repeating: squaredRadius), twheader_multiply(out, out))
    let chord = twheader_square_root(twheader_greater(zero, rest))
    let start = twheader_greater(zero, twheader_subtract(SIMD4(repeating: near), chord))
    let end = twheader_lesser(SIMD4(repeating: 1), twheader_add(SIMD4(repeating: far), chord))
    return twheader_greater(zero, twheader_subtract(end, start))
  }
}
