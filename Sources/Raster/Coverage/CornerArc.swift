import CVectors

/// The arcs of a rounded rectangle's corners as a pixel sees them: lengths in pixels from the
/// pixel's near edges, so that single precision is enough.
struct CornerArc {
  /// Positions at which an arc is evaluated across a pixel.
  static let samples = 8

  /// Centres of the corners along the axis on which the arc is evaluated.
  let low: Float
  let high: Float
  /// Centres of the corners across it.
  let near: Float
  let far: Float
  let squaredRadius: Float

  /// What the shape covers of the pixel, 0...1, by the midpoint rule.
  ///
  /// - Parameter step: from one position to the next, pixels.
  @inline(__always)
  func area(step: Float) -> Float {
    let steps = SIMD4(repeating: step)
    let first = covered(at: twheader_multiply(SIMD4(0.5, 1.5, 2.5, 3.5), steps))
    let second = covered(at: twheader_multiply(SIMD4(4.5, 5.5, 6.5, 7.5), steps))
    var sum: Float = 0
    for sample in 0..<4 { sum += first[sample] }
    for sample in 0..<4 { sum += second[sample] }
    return sum * step
  }

  /// How much of the pixel lies inside the shape at four positions along it, 0...1.
  private func covered(at position: SIMD4<Float>) -> SIMD4<Float> {
    let zero = SIMD4<Float>(repeating: 0)
    let before = twheader_subtract(SIMD4(repeating: low), position)
    let behind = twheader_subtract(position, SIMD4(repeating: high))
    let out = twheader_greater(zero, twheader_greater(before, behind))
    let rest = twheader_subtract(SIMD4(repeating: squaredRadius), twheader_multiply(out, out))
    let chord = twheader_square_root(twheader_greater(zero, rest))
    let start = twheader_greater(zero, twheader_subtract(SIMD4(repeating: near), chord))
    let end = twheader_lesser(SIMD4(repeating: 1), twheader_add(SIMD4(repeating: far), chord))
    return twheader_greater(zero, twheader_subtract(end, start))
  }
}
