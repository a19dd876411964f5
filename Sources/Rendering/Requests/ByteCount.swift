import Files

/// A number of bytes as typed: `500M`, `2G`, `3MB`, `4096`; K, M, G and T are powers of 1024, KB, MB,
/// GB and TB powers of 1000.
public struct ByteCount: Hashable, Sendable {
  /// 0...
  public let bytes: Int

  /// As typed; nil for anything else.
  public init?(_ text: String) {
    var digits = text[...]
    let isDecimal = digits.last?.uppercased() == "B"
    if isDecimal { digits.removeLast() }
    var unit = 1
    if let last = digits.last?.uppercased(), let place = ["K", "M", "G", "T"].firstIndex(of: last) {
      for _ in 0...place { unit *= isDecimal ? 1000 : 1024 }
      digits.removeLast()
    }
    guard let number = Int(digits), number >= 0 else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: unit)
    guard !overflows else { return nil }
    bytes = product
  }
}
