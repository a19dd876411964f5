/// What a shape covers of one row of pixels: a run of wholly covered pixels between two ramps.
struct RowCoverage: Equatable {
  /// Columns the shape touches.
  let touched: Range<Int>
  /// Columns covered wholly; lies inside `touched`, empty at `touched.upperBound` if there are none.
  let solid: Range<Int>

  static let none = RowCoverage(touched: 0..<0, solid: 0..<0)

  /// The columns in front of the solid ones.
  var leadingRamp: Range<Int> { touched.lowerBound..<solid.lowerBound }

  /// The columns behind the solid ones.
  var trailingRamp: Range<Int> { solid.upperBound..<touched.upperBound }

  /// Coverage of a column, 0...255.
  ///
  /// - Parameter mask: of the ramps, that of the first touched column first.
  func value(_ column: Int, _ mask: [UInt8]) -> UInt8 {
    if solid.contains(column) { return 255 }
    return touched.contains(column) ? mask[column - touched.lowerBound] : 0
  }
}
