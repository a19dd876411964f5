/// Packs LZW codes, least significant bit first, each as wide as a decoder expects it (GIF89a,
/// appendix F).
///
/// The width follows from the number of codes since the last clear code alone.
struct LZWCodeWriter {
  private static let maximumWidth = 12

  private let minimumCodeSize: Int
  private var clearCode: Int { 1 << minimumCodeSize }
  /// Bits of the next code.
  private(set) var width: Int
  /// The code that a decoder will define last on reading the next one.
  private var lastDefined = 0
  private var bytes: [UInt8] = []
  private var accumulator: UInt64 = 0
  private var pendingBits = 0

  /// Begins with a clear code. `capacity` is the number of bytes to make room for.
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

  /// Writes the end code; returns all bytes, the last one filled up with zero bits.
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

/// Decides when to clear a full dictionary: once it does worse than filling one did.
struct ClearPolicy {
  /// Codes that a full dictionary is given before it is judged, and the length of the running mean.
  private static let patience = 16
  /// How much better than the filling phase the running mean begins.
  private static let credit: Float = 1.2

  private var fillBits: Float = 0
  private var fillPixels: Float = 0
  private var codesSinceFull = 0
  private var recentLength: Float = 0

  /// Whether to clear now; asked once after each code of `bits` that stood for `pixels`.
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
