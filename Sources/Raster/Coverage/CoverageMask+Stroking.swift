extension CoverageMask {
  /// The area of each pixel that a line along a path covers, half its width on each side.
  ///
  /// - Returns: nil if a coordinate is not finite or larger than 2^20, or the width is not above 0.
  public init?(
    stroking path: Path, width: Double, size: PixelSize, cap: LineCap = .butt,
    join: LineJoin = .miter
  ) {
    guard width > 0, width <= 0x1p20 else { return nil }
    let outline = StrokeOutline(path.polygons(), halfWidth: width / 2, cap: cap, join: join)
    self.init(polygons: outline.pieces, size: size, rule: .nonZero)
  }
}
