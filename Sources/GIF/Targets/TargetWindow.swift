// Unsafe memory: the searches read targets many times a pixel, through pointers.

/// The targets of a frame's pixels for as far as the longest string and the error that it diffuses to
/// the row below can reach, made as they are needed: all of a large frame would be tens of megabytes.
struct TargetWindow: ~Copyable {
  /// The most pixels that a string may stand for: as many again save no byte of three clips of a header
  /// that is scrolled, half as many cost one of them 0.4 %.
  static let reach = 1280

  /// Pixels that are made at a time: the more, the farther the canvas must be ahead.
  private static let step = 512
  /// Pixels that are made before those behind them are forgotten.
  private static let room = 4096

  private let map: TargetMap
  private let ahead: Int
  private let buffer: UnsafeMutablePointer<PixelTarget>
  /// The pixels whose targets are in `buffer`, in the order of the rectangle's rows.
  private var pixels = 0..<0

  init(_ map: TargetMap) {
    self.map = map
    ahead = Self.reach + map.width + 1
    // What the last row diffuses goes to a row that nobody reads.
    buffer = .allocate(capacity: min(map.count, ahead + Self.room) + map.width + 1)
  }

  deinit { buffer.deallocate() }

  /// Whether `targets(from:)` has to be called before a string begins at `pixel`.
  func mustMove(to pixel: Int) -> Bool {
    pixels.upperBound < map.count && pixel + ahead > pixels.upperBound
  }

  /// The target of `pixel`, and behind it those of the pixels that a string can reach from there, and
  /// the row below; valid until the next call and as long as the window.
  mutating func targets(from pixel: Int) -> UnsafeMutablePointer<PixelTarget> {
    let end = min(map.count, pixel + ahead + Self.step)
    if end - pixels.lowerBound > ahead + Self.room {
      let known = pixel..<max(pixel, pixels.upperBound)
      buffer.update(from: buffer + (pixel - pixels.lowerBound), count: known.count)
      pixels = known
    }
    map.fill(buffer + pixels.count, pixels.upperBound..<end)
    pixels = pixels.lowerBound..<end
    return buffer + (pixel - pixels.lowerBound)
  }
}
