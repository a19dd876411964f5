/// Pixels that are added to a string's length when its bits and errors are divided by it: the more, the
/// shorter and closer the strings.
///
/// A long string's gain over a short one is partly what the next string would have gained anyway, and that
/// is the more, the longer strings are: a part of their mean length is added. The mean is that of strings that
/// begin where colours are free; in small pictures, and behind a clear code, it is low.
struct LengthBias {
  /// The mean before the first string.
  private static let firstLength: Float = 4
  /// Longer strings count as long as this: runs of one colour say nothing about photographs.
  private static let longest: Float = 40
  /// Strings over which the mean runs.
  private static let pace: Float = 32

  /// What is added in any case.
  private static let least: Float = 1.6

  private let part: Float
  private var meanLength = Self.firstLength
  private(set) var pixels: Float

  /// `part` of the mean length is added.
  init(part: Float) {
    self.part = part
    pixels = Self.least + part * meanLength
  }

  /// Takes the length of the next string.
  @inline(__always)
  mutating func add(_ length: Int) {
    meanLength += (min(Float(length), Self.longest) - meanLength) * (1 / Self.pace)
    pixels = Self.least + part * meanLength
  }
}
