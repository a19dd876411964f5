// Unsafe memory: an inverse is read for each visited string, from a plain allocation.

/// The number of pixels added to a string's length when its cost is divided by the length. A larger
/// bias makes strings shorter and closer to their targets.
///
/// Part of a long string's advantage over a short one would also be gained by the next string, and
/// this part grows with the typical length. So the bias is a fraction of the mean length. The mean
/// covers strings that start at unconstrained pixels. It is low in small pictures and after a clear
/// code.
struct LengthBias: ~Copyable {
  /// The mean before the first string.
  private static let firstLength: Float = 4
  /// The maximum length that counts toward the mean. Longer runs of one color are not typical of
  /// photographs.
  private static let longest: Float = 40
  /// The number of strings in the running mean.
  private static let pace: Float = 32
  /// The minimum bias.
  private static let least: Float = 1.6
  /// The bias is rounded down to multiples of one over this value, so that the cached inverses stay
  /// valid for several strings.
  private static let fraction: Float = 8
  /// The number of lengths with cached inverses.
  private static let known = 64

  private let part: Float
  private var meanLength = Self.firstLength
  private(set) var pixels: Float = 0
  private let inverses: UnsafeMutablePointer<Float>

  init(part: Float) {
    self.part = part
    inverses = .allocate(capacity: Self.known)
    update()
  }

  deinit { inverses.deallocate() }

  /// Returns 1 / (`length` + `pixels`). `length` must be at least 1.
  func inverse(of length: Int) -> Float {
    length < Self.known ? inverses[length] : 1 / (Float(length) + pixels)
  }

  mutating func add(_ length: Int) {
    meanLength += (min(Float(length), Self.longest) - meanLength) * (1 / Self.pace)
    update()
  }

  @inline(__always)
  private mutating func update() {
    let wanted = Self.least + Float(Int(part * meanLength * Self.fraction)) / Self.fraction
    if wanted != pixels { set(wanted) }
  }

  @inline(never)
  private mutating func set(_ wanted: Float) {
    pixels = wanted
    for length in 0..<Self.known {
      (inverses + length).initialize(to: 1 / (Float(length) + pixels))
    }
  }
}
