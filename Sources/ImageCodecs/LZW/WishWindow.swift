/// The wishes of a frame's pixels for as far as the longest string can reach, made as they are
/// needed: all of a large frame would be tens of megabytes.
///
/// Plain memory, because the search reads it many times a pixel. Whoever makes one frees it.
struct WishWindow {
  /// The most pixels that a string can stand for.
  static let reach = LZWDictionary.capacity
  private static let room = 4 * reach

  private let map: WishMap
  private let room: UnsafeMutablePointer<PixelWish>
  /// The pixels whose wishes are there, in the order of the rectangle's rows.
  private var pixels = 0..<0

  init(_ map: WishMap) {
    self.map = map
    room = .allocate(capacity: min(map.count, Self.room))
  }

  func free() { room.deallocate() }

  /// Whether `wishes(from:)` has to be asked anew before a string begins at `pixel`.
  @inline(__always)
  func mustMove(to pixel: Int) -> Bool {
    pixels.upperBound < map.count && pixel + Self.reach > pixels.upperBound
  }

  /// The wish of `pixel`, and behind it those of the pixels that can be reached from there.
  mutating func wishes(from pixel: Int) -> UnsafePointer<PixelWish> {
    let kept = pixel..<max(pixel, pixels.upperBound)
    room.update(from: room + (pixel - pixels.lowerBound), count: kept.count)
    let end = min(map.count, pixel + Self.room)
    map.fill(room + kept.count, kept.upperBound..<end)
    pixels = pixel..<end
    return UnsafePointer(room)
  }
}
