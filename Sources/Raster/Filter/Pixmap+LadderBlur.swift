extension Pixmap {
  /// One step of the ladder of blurs: three box passes, more colour, then white over it.
  ///
  /// The box approximates a Gaussian of 3 · `step` points as the SVG filter effects draft describes
  /// (feGaussianBlur: d = floor(s · 3√(2π)/4 + 0.5), made odd by adding 1). Saturation 1.5 as an integer matrix of
  /// 1/256, then white at alpha 0.2. Step 0 is neither blurred nor saturated.
  ///
  /// - Parameters:
  ///   - step: 0...10; each is 3 points of radius.
  ///   - pixelsPerPoint: of this picture, 1...
  public func ladderBlurred(step: Int, pixelsPerPoint: Int) -> Pixmap {
    precondition(step >= 0 && pixelsPerPoint >= 1, "a ladder step is not negative")
    let diameter = Self.ladderDiameter(step: step, pixelsPerPoint: pixelsPerPoint)
    var result = boxBlurred(diameter: diameter, passes: 3)
    var target = result.bytes.mutableSpan
    RowKernel.tint(&target, saturates: step > 0)
    return result
  }

  /// Side of the box of a ladder step in pixels; 1 for step 0.
  static func ladderDiameter(step: Int, pixelsPerPoint: Int) -> Int {
    guard step > 0 else { return 1 }
    let radius = Double(step * 3 * pixelsPerPoint)
    let squareRootOfTwoPi = 2.506_628_274_631_000_2
    let side = Int((radius * 3 * squareRootOfTwoPi / 4 + 0.5).rounded(.down))
    return side | 1
  }
}
