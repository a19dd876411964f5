/// What a shape covers of one row of pixels: a run of wholly covered pixels between two ramps.
struct RowCoverage: Equatable {
  /// Columns the shape touches.
  var touched: Range<Int>
  /// Columns covered wholly; lies inside `touched`, empty at `touched.upperBound` if there are none.
  var solid: Range<Int>

  static let none = RowCoverage(touched: 0..<0, solid: 0..<0)
}
