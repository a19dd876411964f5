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
  /// Whether a colour may be multiplied by its alpha; where it is 255, that is the same.
  let mayBePremultiplied: Bool
  /// One byte a canvas pixel, not 0 = left out.
  let mask: UnsafePointer<UInt8>?
  /// One byte a canvas pixel.
  let map: UnsafeMutablePointer<UInt8>?
  /// What is drawn as strongest in the map.
  let fullStrength: Double

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
