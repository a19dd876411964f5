/// Points, pixels per point and portrait safe areas are the system's own for these models.
extension Device {
  /// mimic's screen.
  public static let iPhoneSE = Device(
    name: "iphone-se", width: 320, height: 568, scale: 2, statusBarHeight: 20, safeAreaBottom: 0)
  /// The screen of thinkandbuild and stretch.
  public static let iPhone8 = Device(
    name: "iphone-8", width: 375, height: 667, scale: 2, statusBarHeight: 20, safeAreaBottom: 0)
  /// The screen of contacts' storyboard.
  public static let iPhone11 = Device(
    name: "iphone-11", width: 414, height: 896, scale: 2, statusBarHeight: 44, safeAreaBottom: 34)
  /// The screen of contacts' recording.
  public static let iPhone12ProMax = Device(
    name: "iphone-12-pro-max", width: 428, height: 926, scale: 3, statusBarHeight: 47,
    safeAreaBottom: 34)

  /// Every screen that has a name, in the order of appearance.
  public static let known: [Device] = [
    iPhoneSE,
    iPhone8,
    Device(
      name: "iphone-8-plus", width: 414, height: 736, scale: 3, statusBarHeight: 20,
      safeAreaBottom: 0),
    Device(
      name: "iphone-x", width: 375, height: 812, scale: 3, statusBarHeight: 44,
      safeAreaBottom: 34),
    iPhone11,
    Device(
      name: "iphone-11-pro-max", width: 414, height: 896, scale: 3, statusBarHeight: 44,
      safeAreaBottom: 34),
    Device(
      name: "iphone-12-mini", width: 375, height: 812, scale: 3, statusBarHeight: 50,
      safeAreaBottom: 34),
    Device(
      name: "iphone-12", width: 390, height: 844, scale: 3, statusBarHeight: 47,
      safeAreaBottom: 34),
    iPhone12ProMax,
    Device(
      name: "iphone-15-pro", width: 393, height: 852, scale: 3, statusBarHeight: 59,
      safeAreaBottom: 34),
    Device(
      name: "iphone-15-pro-max", width: 430, height: 932, scale: 3, statusBarHeight: 59,
      safeAreaBottom: 34),
    Device(
      name: "iphone-16-pro", width: 402, height: 874, scale: 3, statusBarHeight: 62,
      safeAreaBottom: 34),
    Device(
      name: "iphone-16-pro-max", width: 440, height: 956, scale: 3, statusBarHeight: 62,
      safeAreaBottom: 34),
  ]

  /// The known screen of that name, or nil.
  public init?(named name: String) {
    guard let device = Self.known.first(where: { $0.name == name }) else { return nil }
    self = device
  }
}
