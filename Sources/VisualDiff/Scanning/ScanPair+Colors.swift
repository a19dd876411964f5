extension ScanPair {
  /// Visits the pixels in the rows of a survey whose colours over white differ, masked ones aside;
  /// row by row, left to right.
  @inline(__always)
  func forEachDifferentColor(
    in survey: RowSurvey,
    _ visit: (_ x: Int, _ y: Int, _ first: LabColor, _ second: LabColor) -> Void
  ) {
    for y in survey.differing {
      let left = first.row(y)
      let right = second.row(y)
      let mask = maskRow(y)
      for x in 0..<width where left[x] != right[x] {
        if let mask, mask[x] != 0 { continue }
        let colors = (overWhite(left[x]), overWhite(right[x]))
        if colors.0 != colors.1 { visit(x, y, LabColor(colors.0), LabColor(colors.1)) }
      }
    }
  }
}

extension LabColor {
  /// An sRGB pixel.
  init(_ pixel: SIMD4<UInt8>) { self.init(red: pixel.x, green: pixel.y, blue: pixel.z) }
}
