/// Says when to forget a full dictionary: once it does worse than filling one did.
struct ClearPolicy {
  /// Codes that a full dictionary is given before it is judged, and the memory of the judgement.
  private static let patience = 24
  /// How much better than filling one it is taken to be at first.
  private static let credit: Float = 1.2

  private var fillBits: Float = 0
  private var fillPixels: Float = 0
  private var codesSinceFull = 0
  private var recentLength: Float = 0

  /// To be asked after each code of `bits` that stood for `pixels`.
  @inline(__always)
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
