/// Rows of RGBA pixels in memory that outlives the scan.
struct PixelRows {
  let base: UnsafeRawPointer
  let pixelsPerRow: Int

  /// The first pixel of a row.
  @inline(__always)
  func row(_ y: Int) -> UnsafePointer<UInt32> {
    (base + y * pixelsPerRow * 4).assumingMemoryBound(to: UInt32.self)
  }
}

/// The four channels of a pixel as it lies in memory.
@inline(__always)
func channels(_ pixel: UInt32) -> SIMD4<Int32> {
  let word = UInt32(littleEndian: pixel)
  return SIMD4<Int32>(
    Int32(word & 255), Int32((word >> 8) & 255), Int32((word >> 16) & 255), Int32(word >> 24))
}

/// Whether `count` pixels are the same in both rows.
@inline(__always)
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
