import PortableMath

/// The memory of two pictures as a metric reads it: the part both have, the mask, and the map to
/// write the state of each pixel to. Valid only inside the scan.
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

  /// Gives `body` the pixels of two pictures, rows of 4 bytes a pixel; nil for pictures without
  /// pixels. `mask` and `map` have a byte a canvas pixel, or none.
  static func with<Result>(
    _ first: ImageComparison.Side, _ second: ImageComparison.Side, canvas: PixelSize,
    mask: [UInt8], map: inout [UInt8], fullStrength: Double, _ body: (ScanPair) -> Result
  ) -> Result? {
    first.bytes.withUnsafeBytes { firstBytes in
      second.bytes.withUnsafeBytes { secondBytes in
        mask.withUnsafeBufferPointer { maskBytes in
          map.withUnsafeMutableBufferPointer { mapBytes in
            guard let firstBase = firstBytes.baseAddress, let secondBase = secondBytes.baseAddress
            else { return nil }
            return body(
              ScanPair(
                first: PixelRows(base: firstBase, pixelsPerRow: first.size.width),
                second: PixelRows(base: secondBase, pixelsPerRow: second.size.width),
                width: min(first.size.width, second.size.width),
                height: min(first.size.height, second.size.height), canvasWidth: canvas.width,
                mayBePremultiplied: first.pixmap != nil || second.pixmap != nil,
                mask: maskBytes.isEmpty ? nil : maskBytes.baseAddress,
                map: mapBytes.isEmpty ? nil : mapBytes.baseAddress, fullStrength: fullStrength))
          }
        }
      }
    }
  }

  func maskRow(_ y: Int) -> UnsafePointer<UInt8>? { mask.map { $0 + y * canvasWidth } }

  @inline(__always)
  func note(x: Int, y: Int, strength: Double) {
    map?[y * canvasWidth + x] = DifferenceMap.byte(strength: strength / fullStrength)
  }

  /// Counts a pixel that differs and notes it.
  @inline(__always)
  func count(x: Int, y: Int, strength: Double, into counts: inout DifferenceCounts) {
    counts.countRun(from: x, through: x, y: y, pixels: 1)
    if strength > counts.strongest { counts.strongest = strength }
    note(x: x, y: y, strength: strength)
  }

  func noteAntialiased(x: Int, y: Int) { map?[y * canvasWidth + x] = DifferenceMap.antialiased }
}

/// Rows of RGBA pixels in memory that outlives the scan.
struct PixelRows {
  let base: UnsafeRawPointer
  let pixelsPerRow: Int

  func row(_ y: Int) -> UnsafePointer<UInt32> {
    (base + y * pixelsPerRow * 4).assumingMemoryBound(to: UInt32.self)
  }
}

/// The four channels of a pixel as it lies in memory.
func channels(_ pixel: UInt32) -> SIMD4<Int32> {
  let word = UInt32(littleEndian: pixel)
  return SIMD4<Int32>(
    Int32(word & 255), Int32((word >> 8) & 255), Int32((word >> 16) & 255), Int32(word >> 24))
}

/// Whether `count` pixels are the same in both rows.
func areEqual(_ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ count: Int) -> Bool {
  equalStart(left, right, count) == count
}

/// How many pixels are the same in both rows before the first that differs: `count` if all are,
/// else rounded down to a multiple of 256.
@inline(__always)
func equalStart(
  _ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ count: Int
) -> Int {
  var index = 0
  while index + 256 <= count {
    var gathered: UInt32 = 0
    for offset in index..<index + 256 { gathered |= left[offset] ^ right[offset] }
    if gathered != 0 { return index }
    index += 256
  }
  var gathered: UInt32 = 0
  for offset in index..<count { gathered |= left[offset] ^ right[offset] }
  return gathered == 0 ? count : index
}

struct DifferenceCounts {
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

  /// Counts `pixels` of a row, the outermost at `from` and `through`.
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
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let inFirst = x < first.width && y < first.height
        let inSecond = x < second.width && y < second.height
        let index = y * canvas.width + x
        if inFirst && inSecond || mask?.bytes[index] ?? 0 != 0 { continue }
        if inFirst || inSecond { countRun(from: x, through: x, y: y, pixels: 1) }
        if !map.isEmpty { map[index] = DifferenceMap.outside }
      }
    }
  }
}
