/// The distinct colours of a picture, until there are too many for a table.
struct DistinctColors {
  private static let slots = 1024
  private static let empty: UInt32 = 0xFFFF_FFFF

  /// Most colours that are kept.
  let limit: Int
  /// In the order of their first appearance.
  private(set) var colors: [UInt32] = []
  /// How many were seen; more than `limit` means: at least one more.
  private(set) var count = 0
  private var table = [UInt32](repeating: empty, count: slots)

  /// `limit` is 1...256.
  init(limit: Int) { self.limit = limit }
  var overflows: Bool { count > limit }

  mutating func insert(_ color: UInt32) {
    guard count <= limit else { return }
    var slot = Int((color &* 0x9E37_79B1) >> 22)
    while table[slot] != Self.empty {
      if table[slot] == color { return }
      slot = (slot + 1) & (Self.slots - 1)
    }
    count += 1
    guard count <= limit else { return }
    table[slot] = color
    colors.append(color)
  }
}
