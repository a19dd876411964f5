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
  private static let maximumLength: Float = 40
  /// The number of strings in the running mean.
  private static let window: Float = 32
  /// The minimum bias.
  private static let minimum: Float = 1.6
  /// The bias is rounded down to multiples of one over this value, so that the cached inverses stay
  /// valid for several strings.
  private static let stepsPerPixel: Float = 8
  /// The number of lengths with cached inverses.
  private static let cachedLengths = 64

  private let fraction: Float
  private var meanLength = Self.firstLength
  private(set) var pixels: Float = 0
  private let inverses: UnsafeMutablePointer<Float>

  init(fraction: Float) {
    self.fraction = fraction
    inverses = .allocate(capacity: Self.cachedLengths)
    update()
  }

  deinit { inverses.deallocate() }

  /// Returns 1 / (`length` + `pixels`). `length` must be at least 1.
  func inverse(of length: Int) -> Float {
    length < Self.cachedLengths ? inverses[length] : 1 / (Float(length) + pixels)
  }

  mutating func add(_ length: Int) {
    meanLength += (min(Float(length), Self.maximumLength) - meanLength) * (1 / Self.window)
    update()
  }

  @inline(__always)
  private mutating func update() {
    let steps = Float(Int(fraction * meanLength * Self.stepsPerPixel))
    let wanted = Self.minimum + steps / Self.stepsPerPixel
    if wanted != pixels { set(wanted) }
  }

  @inline(never)
  private mutating func set(_ wanted: Float) {
    pixels = wanted
    for length in 0..<Self.cachedLengths {
      (inverses + length).initialize(to: 1 / (Float(length) + pixels))
    }
  }
}
