// Unsafe memory: each string that is looked at asks for an inverse, through a plain allocation.

/// Pixels that are added to a string's length when its bits and errors are divided by it: the more, the
/// shorter and closer the strings.
///
/// A long string's gain over a short one is partly what the next string would have gained anyway, and that
/// is the more, the longer strings are: a part of their mean length is added. The mean is that of strings that
/// begin where colours are free; in small pictures, and behind a clear code, it is low.
struct LengthBias: ~Copyable {
  /// The mean before the first string.
  private static let firstLength: Float = 4
  /// Longer strings count as long as this: runs of one colour say nothing about photographs.
  private static let longest: Float = 40
  /// Strings over which the mean runs.
  private static let pace: Float = 32
  /// What is added in any case.
  private static let least: Float = 1.6
  /// Parts of a pixel to which the sum is rounded, so that inverses last for some strings.
  private static let fraction: Float = 8
  /// Lengths whose inverses are known.
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

  /// One over `length`, 1..., and `pixels`.
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
