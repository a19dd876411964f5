/// Packs codes of growing width, least significant bit first.
struct LZWBitWriter {
  private(set) var bytes: [UInt8] = []
  private var accumulator: UInt64 = 0
  private var held = 0

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  @inline(__always)
  mutating func put(_ code: Int, width: Int) {
    accumulator |= UInt64(truncatingIfNeeded: code) << UInt64(held)
    held += width
    while held >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: accumulator))
      accumulator >>= 8
      held -= 8
    }
  }

  /// The bytes, the last one filled up with zeros.
  mutating func finish() -> [UInt8] {
    if held > 0 {
      bytes.append(UInt8(truncatingIfNeeded: accumulator))
      accumulator = 0
      held = 0
    }
    return bytes
  }
}
