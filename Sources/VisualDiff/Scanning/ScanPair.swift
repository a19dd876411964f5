import PortableMath

/// The memory of two pictures during a scan: their common area, the mask and the map of pixel
/// states. Valid only during the scan.
struct ScanPair {
  let first: PixelRows
  let second: PixelRows
  /// The width of the common area in pixels.
  let width: Int
  /// The height of the common area in pixels.
  let height: Int
  let canvasWidth: Int
  /// True if colors may be premultiplied. With alpha 255 both forms are equal.
  let mayBePremultiplied: Bool
  /// The mask with one byte per canvas pixel. Pixels with a value other than 0 are ignored.
  let mask: UnsafePointer<UInt8>?
  /// The map with one byte per canvas pixel.
  let map: UnsafeMutablePointer<UInt8>?
  /// The strength that is drawn strongest in the map.
  let fullStrength: Double

  /// Calls `body` with the RGBA pixels of two pictures. Returns `nil` if a picture has no pixels.
  /// `mask` and `map` must be empty or have one byte per canvas pixel.
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

  /// Counts a differing pixel and writes it to the map.
  @inline(__always)
  func count(x: Int, y: Int, strength: Double, into counts: inout DifferenceCounts) {
    counts.countRun(from: x, through: x, y: y, pixels: 1)
    if strength > counts.strongest { counts.strongest = strength }
    note(x: x, y: y, strength: strength)
  }

  func noteAntialiased(x: Int, y: Int) { map?[y * canvasWidth + x] = DifferenceMap.antialiased }
}

/// Rows of RGBA pixels. The memory must outlive the scan.
struct PixelRows {
  let base: UnsafeRawPointer
  let pixelsPerRow: Int

  func pixels(ofRow y: Int) -> UnsafePointer<UInt32> {
    (base + y * pixelsPerRow * 4).assumingMemoryBound(to: UInt32.self)
  }
}

/// Returns the four channels of a pixel in memory order.
func channels(_ pixel: UInt32) -> SIMD4<Int32> {
  let word = UInt32(littleEndian: pixel)
  return SIMD4<Int32>(
    Int32(word & 255), Int32((word >> 8) & 255), Int32((word >> 16) & 255), Int32(word >> 24))
}

/// Returns true if `count` pixels are equal in both rows.
func areEqual(_ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ count: Int) -> Bool {
  equalStart(left, right, count) == count
}

/// Returns the number of equal pixels before the first difference, rounded down to a multiple of
/// 256, or `count` if all are equal.
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

  /// The bounding box of all counted pixels, or `nil` if there are none.
  var bounds: PixelRect? {
    different == 0
      ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Counts `pixels` pixels of a row, whose first and last columns are `from` and `through`.
  mutating func countRun(from: Int, through: Int, y: Int, pixels: Int) {
    different += pixels
    if from < left { left = from }
    if through > right { right = through }
    if y < top { top = y }
    if y > bottom { bottom = y }
  }

  /// Counts the pixels that only one of the pictures has.
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
