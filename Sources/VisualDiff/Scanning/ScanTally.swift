import Raster

/// The running result of a scan.
struct ScanTally {
  var different = 0
  var antialiased = 0
  var strongest = 0.0
  private var left = Int.max
  private var top = Int.max
  private var right = Int.min
  private var bottom = Int.min

  /// The rectangle around all that was counted.
  var bounds: PixelRect? {
    different == 0
      ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Counts one pixel.
  @inline(__always)
  mutating func count(x: Int, y: Int, strength: Double) {
    countRun(from: x, through: x, y: y, pixels: 1)
    if strength > strongest { strongest = strength }
  }

  /// Counts `pixels` of a row, the outermost at `from` and `through`.
  @inline(__always)
  mutating func countRun(from: Int, through: Int, y: Int, pixels: Int) {
    different += pixels
    if from < left { left = from }
    if through > right { right = through }
    if y < top { top = y }
    if y > bottom { bottom = y }
  }

  /// Counts what only one of the pictures has.
  mutating func countOutside(
    _ first: PixelSize, _ second: PixelSize, mask: MaskPlane?, canvas: PixelSize,
    map: inout [UInt8]
  ) {
    let firstReach = first.bounds
    let secondReach = second.bounds
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let inFirst = x < firstReach.width && y < firstReach.height
        let inSecond = x < secondReach.width && y < secondReach.height
        if inFirst && inSecond { continue }
        let index = y * canvas.width + x
        if let mask, mask.bytes[index] != 0 { continue }
        if inFirst || inSecond {
          countRun(from: x, through: x, y: y, pixels: 1)
          if !map.isEmpty { map[index] = DifferenceMap.outside }
        } else if !map.isEmpty {
          map[index] = DifferenceMap.outside
        }
      }
    }
  }
}
