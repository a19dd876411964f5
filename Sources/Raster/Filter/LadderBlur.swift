/// The blur ladder's measure: which box stands for which radius.
public enum LadderBlur {
  /// Passes of the box.
  public static let passes = 3

  /// Side of the box in pixels, odd; 1 for radius 0.
  ///
  /// d = floor(R p · 3√(2π)/4 + 0.5) as in the SVG filter effects (feGaussianBlur), made odd by
  /// adding 1.
  ///
  /// - Parameters:
  ///   - radius: R, points, 0...
  ///   - pixelsPerPoint: p, 1...
  public static func boxDiameter(radius: Double, pixelsPerPoint: Int) -> Int {
    guard radius > 0 else { return 1 }
    let squareRootOfTwoPi = 2.506_628_274_631_000_2
    let side = radius * Double(pixelsPerPoint) * 3 * squareRootOfTwoPi / 4 + 0.5
    return Int(min(0x1p20, side)) | 1
  }
}
