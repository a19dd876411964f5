import CVectors
package import PortableMath

/// A rectangle with four equal circular corners, in device pixels.
package struct RoundedRectangle: Hashable, Sendable {
  package var rect: DeviceRect
  /// The radius in device pixels. Limited to half the shorter side when drawn.
  package var cornerRadius: Double

  package init(_ rect: DeviceRect, cornerRadius: Double) {
    self.rect = rect
    self.cornerRadius = cornerRadius
  }
}

/// The coverage of a row of pixels: a run of fully covered pixels between two ramps.
struct RowCoverage: Equatable {
  let touched: Range<Int>
  /// The fully covered columns. Inside of `touched`, or empty at `touched.upperBound`.
  let solid: Range<Int>

  static let none = RowCoverage(touched: 0..<0, solid: 0..<0)

  var leadingRamp: Range<Int> { touched.lowerBound..<solid.lowerBound }

  var trailingRamp: Range<Int> { solid.upperBound..<touched.upperBound }

  /// Returns the coverage of a column, in 0...255.
  ///
  /// - Parameter mask: The coverage of the touched columns. Only that of the ramps is used.
  func value(_ column: Int, _ mask: [UInt8]) -> UInt8 {
    if solid.contains(column) { return 255 }
    return touched.contains(column) ? mask[column - touched.lowerBound] : 0
  }
}

/// The exact coverage of pixels by a rounded rectangle.
///
/// In a corner the arc is integrated over the pixel at ``CornerArc/samples`` positions along the
/// axis that is closer to the arc's direction, so that its slope is below one and the error is
/// below one level.
struct RoundedCoverage {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
  let radius: Double

  /// `nil` if the shape is empty or not finite.
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

  /// Returns whether row `y` has the same coverage as the previous row, because both are between
  /// the corners.
  func repeatsRow(above y: Int) -> Bool {
    Double(y) - 1 >= top + radius && Double(y) + 1 <= bottom - radius
  }

  /// Computes the coverage of row `y` within `columns`.
  ///
  /// - Parameters:
  ///   - columns: Must be inside of ``bounds``.
  ///   - mask: Receives the coverage of the ramps. Column x is at index x − `touched.lowerBound`.
  ///     Grows if necessary.
  func rowCoverage(_ y: Int, columns: Range<Int>, mask: inout [UInt8]) -> RowCoverage {
    let upper = Double(y)
    let height = min(upper + 1, bottom) - max(upper, top)
    guard height > 0, !columns.isEmpty, left < Double(columns.upperBound),
      right > Double(columns.lowerBound)
    else { return .none }
    // The distance of the row from the corner's center, for the widest part of the row.
    let above = max(0, top + radius - (upper + 1), upper - (bottom - radius))
    guard above < radius || above == 0 else { return .none }
    let reach = radius > 0 ? (radius * radius - above * above).squareRoot() : 0
    // Compared as floating point, because distant edges may not fit an `Int`.
    let start = (left + radius - reach).rounded(.down)
    let end = (right - radius + reach).rounded(.up)
    let first = start > Double(columns.lowerBound) ? Int(start) : columns.lowerBound
    let last = end < Double(columns.upperBound) ? Int(end) : columns.upperBound
    guard first < last else { return .none }
    if mask.count < last - first { mask = [UInt8](repeating: 0, count: last - first) }
    // Between the corners all columns of a row have the same coverage. It is partial if an edge
    // cuts the row.
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

  /// Returns the coverage of a pixel, in 0...255.
  func coverage(_ x: Int, _ y: Int) -> UInt8 {
    let column = Double(x)
    let row = Double(y)
    let width = min(column + 1, right) - max(column, left)
    let height = min(row + 1, bottom) - max(row, top)
    guard width > 0, height > 0 else { return 0 }
    // Distances of the pixel's outer edges from the corner's center.
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

/// The arcs of a rounded rectangle's corners, relative to a pixel. Lengths are in pixels from the
/// pixel's near edges, so that single precision suffices.
struct CornerArc {
  /// The number of positions at which an arc is evaluated per pixel.
  static let samples = 8

  /// The centers of the corners along the axis of evaluation.
  let low: Float
  let high: Float
  /// The centers of the corners across that axis.
  let near: Float
  let far: Float
  let squaredRadius: Float

  /// Returns the pixel's coverage in 0...1, computed with the midpoint rule.
  ///
  /// - Parameter step: The distance between two positions in pixels.
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

  /// Returns the covered fractions of the pixel at four positions, in 0...1.
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
