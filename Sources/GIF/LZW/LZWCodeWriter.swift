/// Packs LZW codes, least significant bit first, with the width that a decoder expects (GIF89a,
/// appendix F).
///
/// The width depends only on the number of codes since the last clear code.
struct LZWCodeWriter {
  private static let maximumWidth = 12

  private let minimumCodeSize: Int
  private var clearCode: Int { 1 << minimumCodeSize }
  /// The width of the next code in bits.
  private(set) var width: Int
  /// The last code that a decoder will have defined after it reads the next code.
  private var lastDefined = 0
  private var bytes: [UInt8] = []
  private var accumulator: UInt64 = 0
  private var pendingBits = 0

  /// Creates a writer that starts with a clear code. `capacity` is the number of bytes to reserve.
  init(minimumCodeSize: Int, capacity: Int) {
    self.minimumCodeSize = minimumCodeSize
    width = minimumCodeSize + 1
    bytes.reserveCapacity(capacity)
    putClear()
  }

  @inline(__always)
  mutating func put(_ code: Int) {
    write(code)
    lastDefined += 1
    if lastDefined == 1 << width, width < Self.maximumWidth { width += 1 }
  }

  mutating func putClear() {
    write(clearCode)
    width = minimumCodeSize + 1
    lastDefined = clearCode + 1
  }

  /// Writes the end code and returns all bytes. The last byte is padded with zero bits.
  mutating func finish() -> [UInt8] {
    write(clearCode + 1)
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: accumulator)) }
    return bytes
  }

  @inline(__always)
  private mutating func write(_ code: Int) {
    accumulator |= UInt64(truncatingIfNeeded: code) << UInt64(pendingBits)
    pendingBits += width
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: accumulator))
      accumulator >>= 8
      pendingBits -= 8
    }
  }
}

/// Decides when to clear a full dictionary: when it compresses worse than the dictionary did while
/// it was filling.
struct ClearPolicy {
  /// The number of codes before a full dictionary is judged, and the length of the running mean.
  private static let patience = 16
  /// The initial running mean, relative to the filling phase.
  private static let credit: Float = 1.2

  private var fillBits: Float = 0
  private var fillPixels: Float = 0
  private var codesSinceFull = 0
  private var recentLength: Float = 0

  /// Returns true if the dictionary should be cleared now. Must be called once after each code of
  /// `bits` bits that represents `pixels` pixels.
  mutating func shouldClear(isFull: Bool, bits: Float, pixels: Float, isLast: Bool) -> Bool {
    guard isFull else {
      fillBits += bits
      fillPixels += pixels
      return false
    }
    if codesSinceFull == 0 { recentLength = fillPixels / fillBits * bits * Self.credit }
    codesSinceFull += 1
    recentLength += (pixels - recentLength) / Float(Self.patience)
    guard codesSinceFull >= Self.patience, !isLast, bits * fillPixels > fillBits * recentLength
    else { return false }
    self = ClearPolicy()
    return true
  }
}
