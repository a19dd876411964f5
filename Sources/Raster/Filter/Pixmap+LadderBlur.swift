extension Pixmap {
  /// One step of the ladder of blurs: three box passes, more colour, then white over it.
  ///
  /// Saturation 1.5 as an integer matrix of 1/256, then white at alpha 0.2. Radius 0 is neither
  /// blurred nor saturated.
  ///
  /// - Parameters:
  ///   - radius: points, 0...
  ///   - pixelsPerPoint: of this picture, 1...
  ///   - rows: those of the result that are wanted, at least one; nil: all. What they cannot see is
  ///     not looked at.
  public func ladderBlurred(
    radius: Double, pixelsPerPoint: Int, rows: Range<Int>? = nil
  ) -> Pixmap {
    precondition(radius >= 0 && pixelsPerPoint >= 1, "a blur's radius is not negative")
    let rows = rows ?? 0..<height
    precondition(
      !rows.isEmpty && rows.lowerBound >= 0 && rows.upperBound <= height,
      "a blur's rows are the picture's")
    let diameter = LadderBlur.boxDiameter(radius: radius, pixelsPerPoint: pixelsPerPoint)
    if (3...BoxKernel.widest).contains(diameter) {
      return boxBlurred(
        BoxKernel(diameter: diameter), passes: LadderBlur.passes, tints: true, rows: rows)
    }
    var result = boxBlurred(diameter: diameter, passes: LadderBlur.passes)
    var target = result.bytes.mutableSpan
    RowKernel.tint(&target, saturates: radius > 0)
    let part = PixelRect(x: 0, y: rows.lowerBound, width: width, height: rows.count)
    return rows.count == height ? result : result.cropped(to: part) ?? result
  }
}
