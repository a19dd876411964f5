/// The known devices.
///
/// Sizes, scales and portrait safe areas of Apple devices are those of the system (Apple, Human
/// Interface Guidelines, "Layout", device dimensions). Corners and cutouts are approximate. For
/// Pixel phones, points are dp, densities are rounded to a scale of 3, and the status bar and
/// camera hole are approximate.
extension Device {
  private static let notchX = ScreenCutout(width: 209, height: 30)
  private static let notch12 = ScreenCutout(width: 210, height: 32)
  private static let notch13 = ScreenCutout(width: 162, height: 33)
  private static let island = ScreenCutout(width: 126, height: 37, top: 11)
  private static let lowIsland = ScreenCutout(width: 126, height: 37, top: 14)

  private static func apple(
    _ name: String, _ width: Double, _ height: Double, scale: Double = 3, bar: Double,
    bottom: Double = 34, corner: Double = 0, _ cutout: ScreenCutout? = nil
  ) -> Device {
    Device(
      name: name, width: width, height: height, scale: scale, statusBarHeight: bar,
      safeAreaBottom: bottom, cornerRadius: corner, cutout: cutout)
  }

  private static func tablet(_ name: String, _ width: Double, _ height: Double) -> Device {
    apple(name, width, height, scale: 2, bar: 24, bottom: 20, corner: 18)
  }

  private static func pixel(
    _ name: String, _ width: Double, _ height: Double, corner: Double
  ) -> Device {
    Device(
      name: name, width: width, height: height, scale: 3, statusBarHeight: 48, safeAreaBottom: 24,
      cornerRadius: corner, cutout: ScreenCutout(width: 24, height: 24, top: 12), isAndroid: true)
  }

  /// The screen of the built-in header `mimic`.
  public static let iPhoneSE = apple("iphone-se", 320, 568, scale: 2, bar: 20, bottom: 0)
  /// The screen of the built-in headers `thinkandbuild` and `stretch`.
  public static let iPhone8 = apple("iphone-8", 375, 667, scale: 2, bar: 20, bottom: 0)
  /// The screen of the original storyboard of the built-in header `contacts`.
  public static let iPhone11 = apple(
    "iphone-11", 414, 896, scale: 2, bar: 44, corner: 41.5,
    ScreenCutout(width: 230, height: 33))
  /// The screen of the original recording of the built-in header `contacts`.
  public static let iPhone12ProMax = apple(
    "iphone-12-pro-max", 428, 926, bar: 47, corner: 53, notch12)

  /// All named screens, grouped by family.
  public static let known: [Device] = [
    iPhoneSE,
    iPhone8,
    apple("iphone-8-plus", 414, 736, bar: 20, bottom: 0),
    apple("iphone-se-3", 375, 667, scale: 2, bar: 20, bottom: 0),
    apple("iphone-x", 375, 812, bar: 44, corner: 39, notchX),
    iPhone11,
    apple("iphone-11-pro", 375, 812, bar: 44, corner: 39, notchX),
    apple("iphone-11-pro-max", 414, 896, bar: 44, corner: 39, notchX),
    apple("iphone-12-mini", 375, 812, bar: 50, corner: 44, ScreenCutout(width: 226, height: 35)),
    apple("iphone-12", 390, 844, bar: 47, corner: 47, notch12),
    iPhone12ProMax,
    apple("iphone-13-mini", 375, 812, bar: 50, corner: 44, notch13),
    apple("iphone-13", 390, 844, bar: 47, corner: 47, notch13),
    apple("iphone-13-pro-max", 428, 926, bar: 47, corner: 53, notch13),
    apple("iphone-14", 390, 844, bar: 47, corner: 47, notch13),
    apple("iphone-14-plus", 428, 926, bar: 47, corner: 53, notch13),
    apple("iphone-14-pro", 393, 852, bar: 59, corner: 55, island),
    apple("iphone-14-pro-max", 430, 932, bar: 59, corner: 55, island),
    apple("iphone-15", 393, 852, bar: 59, corner: 55, island),
    apple("iphone-15-plus", 430, 932, bar: 59, corner: 55, island),
    apple("iphone-15-pro", 393, 852, bar: 59, corner: 55, island),
    apple("iphone-15-pro-max", 430, 932, bar: 59, corner: 55, island),
    apple("iphone-16e", 390, 844, bar: 47, corner: 47, notch13),
    apple("iphone-16", 393, 852, bar: 59, corner: 55, island),
    apple("iphone-16-plus", 430, 932, bar: 59, corner: 55, island),
    apple("iphone-16-pro", 402, 874, bar: 62, corner: 62, lowIsland),
    apple("iphone-16-pro-max", 440, 956, bar: 62, corner: 62, lowIsland),
    apple("iphone-17", 402, 874, bar: 62, corner: 62, lowIsland),
    apple("iphone-17-pro", 402, 874, bar: 62, corner: 62, lowIsland),
    apple("iphone-17-pro-max", 440, 956, bar: 62, corner: 62, lowIsland),
    apple(
      "iphone-air", 420, 912, bar: 68, corner: 62, ScreenCutout(width: 126, height: 37, top: 20)),
    apple("ipad-9", 810, 1080, scale: 2, bar: 20, bottom: 0),
    tablet("ipad-10", 820, 1180),
    tablet("ipad-mini-6", 744, 1133),
    tablet("ipad-air-11", 820, 1180),
    tablet("ipad-air-13", 1024, 1366),
    tablet("ipad-pro-11", 834, 1210),
    tablet("ipad-pro-13", 1032, 1376),
    pixel("pixel-7", 412, 915, corner: 20),
    pixel("pixel-7-pro", 412, 892, corner: 20),
    pixel("pixel-8", 412, 915, corner: 30),
    pixel("pixel-8-pro", 448, 997, corner: 30),
    pixel("pixel-9", 412, 924, corner: 36),
    pixel("pixel-9-pro", 427, 952, corner: 36),
    pixel("pixel-9-pro-xl", 448, 997, corner: 36),
    pixel("pixel-10", 412, 924, corner: 36),
    pixel("pixel-10-pro", 427, 952, corner: 36),
    pixel("pixel-10-pro-xl", 448, 997, corner: 36),
  ]

  /// Returns the known screen of a name. `nil` for an unknown name.
  public init?(named name: String) {
    guard let device = Self.known.first(where: { $0.name == name }) else { return nil }
    self = device
  }
}
