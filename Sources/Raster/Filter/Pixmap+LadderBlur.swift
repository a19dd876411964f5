extension Pixmap {
  /// One step of the ladder of blurs: three box passes, more colour, then white over it.
  ///
  /// Saturation 1.5 as an integer matrix of 1/256, then white at alpha 0.2. Radius 0 is neither
  /// blurred nor saturated.
  ///
  /// - Parameters:
  ///   - radius: points, 0...
  ///   - pixelsPerPoint: of this picture, 1...
  public func ladderBlurred(radius: Double, pixelsPerPoint: Int) -> Pixmap {
    precondition(radius >= 0 && pixelsPerPoint >= 1, "a blur's radius is not negative")
    let diameter = LadderBlur.boxDiameter(radius: radius, pixelsPerPoint: pixelsPerPoint)
    if (3...BoxKernel.widest).contains(diameter) {
      return boxBlurred(BoxKernel(diameter: diameter), passes: LadderBlur.passes, tints: true)
    }
    var result = boxBlurred(diameter: diameter, passes: LadderBlur.passes)
    var target = result.bytes.mutableSpan
    RowKernel.tint(&target, saturates: radius > 0)
    return result
  }
}
