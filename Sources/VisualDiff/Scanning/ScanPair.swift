/// Two pictures as a metric reads them: the part both have, what is left out, and where to note
/// what became of each pixel. Valid only inside the scan.
struct ScanPair {
  let first: PixelRows
  let second: PixelRows
  /// Pixels that both have a row.
  let width: Int
  /// Rows that both have.
  let height: Int
  let canvasWidth: Int
  /// Where they differ at all; of nothing for the exact metric, which reads each row once.
  let survey: RowSurvey
  /// One byte a canvas pixel, not 0 = left out.
  let mask: UnsafePointer<UInt8>?
  /// One byte a canvas pixel.
  let map: UnsafeMutablePointer<UInt8>?
  let fullStrength: Double

  /// Looks through both for the rows that differ, and at their opacity, unless the metric is
  /// exact.
  init(
    first: PixelRows, second: PixelRows, width: Int, height: Int, canvasWidth: Int,
    mask: UnsafePointer<UInt8>?, map: UnsafeMutablePointer<UInt8>?, metric: ComparisonMetric
  ) {
    self.first = first
    self.second = second
    self.width = width
    self.height = height
    self.canvasWidth = canvasWidth
    self.mask = mask
    self.map = map
    fullStrength = metric.fullStrength
    survey =
      metric == .exact
      ? RowSurvey() : RowSurvey(first, second, width: width, height: height)
  }

  /// The mask's row, nil without mask.
  @inline(__always)
  func maskRow(_ y: Int) -> UnsafePointer<UInt8>? { mask.map { $0 + y * canvasWidth } }

  /// Notes a pixel that differs.
  @inline(__always)
  func note(x: Int, y: Int, strength: Double) {
    map?[y * canvasWidth + x] = DifferenceMap.byte(strength: strength / fullStrength)
  }

  /// Notes a pixel that passed as anti-aliasing.
  @inline(__always)
  func noteAntialiased(x: Int, y: Int) { map?[y * canvasWidth + x] = DifferenceMap.antialiased }
}
