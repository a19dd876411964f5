import PortableMath

/// The extrapolation outside of an interpolation's inputs. The raw values are React Native's.
enum Extrapolation: String, CaseIterable, Hashable, Sendable {
  /// Continues the first or last segment in a straight line.
  case extend
  /// Uses the first or last output.
  case clamp
  /// Returns the input itself.
  case identity
}

/// A piecewise linear interpolation, as in React Native: `count` ascending inputs (equal ones are
/// allowed) and as many outputs.
struct Interpolation: Hashable, Sendable {
  var count: Int
  var isColor: Bool
  var left = Extrapolation.extend
  var right = Extrapolation.extend
  /// The easing within each segment. `nil` means linear.
  var easing: Easing?

  /// Returns the interpolated value, or `nil` if the inputs fall.
  /// - Parameter operands: The input value, followed by all inputs and all outputs.
  func value(_ operands: ArraySlice<Double>) -> Double? {
    let first = operands.startIndex
    let inputs = first + 1
    let outputs = inputs + count
    for k in inputs + 1..<outputs where operands[k] < operands[k - 1] { return nil }
    let x = operands[first]
    var k = 0
    while k < count - 2, x > operands[inputs + k + 1] { k += 1 }
    let from = operands[inputs + k]
    let to = operands[inputs + k + 1]
    let low = operands[outputs + k]
    let high = operands[outputs + k + 1]
    var position = x
    if x < from {
      if left == .identity { return x }
      if left == .clamp { position = from }
    } else if x > to {
      if right == .identity { return x }
      if right == .clamp { position = to }
    }
    if from == to { return x <= from ? low : high }
    var t = (position - from) / (to - from)
    if let easing, t >= 0, t <= 1 { t = easing.value(at: t) }
    return isColor ? Self.mix(low, high, t) : low + (high - low) * t
  }

  /// Interpolates two colors channel by channel, not premultiplied. Rounds halves up.
  private static func mix(_ low: Double, _ high: Double, _ t: Double) -> Double {
    let from = DocumentColor(number: low)
    let to = DocumentColor(number: high)
    func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
      let value = Double(a) + (Double(b) - Double(a)) * t
      return UInt8(max(0, min(255, (value + 0.5).rounded(.down))))
    }
    return DocumentColor(
      red: channel(from.red, to.red), green: channel(from.green, to.green),
      blue: channel(from.blue, to.blue), alpha: channel(from.alpha, to.alpha)
    ).number
  }
}

extension DocumentColor {
  /// The four bytes as one number, which a double represents exactly.
  package var number: Double {
    Double(UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha))
  }

  init(number: Double) {
    let bytes = UInt32(max(0, min(4_294_967_295, number)))
    self.init(
      red: UInt8(truncatingIfNeeded: bytes >> 24), green: UInt8(truncatingIfNeeded: bytes >> 16),
      blue: UInt8(truncatingIfNeeded: bytes >> 8), alpha: UInt8(truncatingIfNeeded: bytes))
  }
}
