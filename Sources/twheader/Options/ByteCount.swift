import ArgumentParser

/// A number of bytes as typed: `500M`, `2G`, `4096`; K, M, G and T are powers of 1024.
struct ByteCount: ExpressibleByArgument {
  let bytes: Int

  init?(argument: String) {
    var digits = argument[...]
    var shift = 0
    if let unit = digits.last?.uppercased(), let place = ["K", "M", "G", "T"].firstIndex(of: unit) {
      shift = 10 * (place + 1)
      digits.removeLast()
    }
    guard let number = Int(digits), number >= 0, number <= Int.max >> shift else { return nil }
    bytes = number << shift
  }
}
