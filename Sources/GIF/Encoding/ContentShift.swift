// Unsafe memory: the pixels of all rows are hashed through a pointer.

/// Detects the number of rows by which content has scrolled since the previous frame.
struct ContentShift {
  /// The minimum number of rows that must agree on a distance.
  private static let quorum = 8

  private var hashes: [UInt64] = []

  /// The number of rows, negative for up, by which most changed rows of the last frame have moved.
  /// Rows of one color are ignored. `nil` if the rows do not agree. A pixel at (x, y) was at (x, y
  /// - distance).
  private(set) var distance: Int?

  mutating func update(with frame: SourceFrame, width: Int) {
    let after = Self.hashes(frame, width: width)
    distance = Self.distance(from: hashes, to: after)
    hashes = after
  }

  private static func distance(from before: [UInt64], to after: [UInt64]) -> Int? {
    guard before.count == after.count else { return nil }
    // The previous position of each row, or -1 if it occurs twice.
    var positions: [UInt64: Int] = [:]
    for (y, hash) in before.enumerated() where hash != 0 {
      positions[hash] = positions[hash] == nil ? y : -1
    }
    var votes: [Int: Int] = [:]
    for (y, hash) in after.enumerated() where hash != 0 && hash != before[y] {
      guard let position = positions[hash], position >= 0 else { continue }
      votes[y - position, default: 0] += 1
    }
    let best = votes.max { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let best, best.value >= quorum else { return nil }
    return best.key
  }

  /// Returns a hash of each row, or 0 for rows of one color. FNV-1a over the colors, separately for
  /// even and odd pixels, which is faster.
  private static func hashes(_ frame: SourceFrame, width: Int) -> [UInt64] {
    frame.pixels.withUnsafeBufferPointer { pixels in
      stride(from: 0, to: pixels.count, by: width).map { start in
        let first = UInt64(pixels[start])
        var even: UInt64 = 0xCBF2_9CE4_8422_2325
        var odd = even
        var difference: UInt64 = 0
        func add(_ pixel: Int, to hash: inout UInt64) {
          let color = UInt64(pixels[pixel])
          hash = (hash ^ color) &* 0x100_0000_01B3
          difference |= color ^ first
        }
        for pixel in stride(from: start, to: start + width - 1, by: 2) {
          add(pixel, to: &even)
          add(pixel + 1, to: &odd)
        }
        if width % 2 == 1 { add(start + width - 1, to: &even) }
        return difference == 0 ? 0 : (even ^ (odd &* 0x9E37_79B9_7F4A_7C15)) | 1
      }
    }
  }
}
