/// A screen: its size in points, its device pixels per point, and what the system keeps clear.
public struct Device: Hashable, Sendable {
  /// Points; of a standard bar.
  static let navigationBarHeight = 44.0

  /// As the command line knows it.
  public var name: String
  /// Points.
  public var width: Double
  /// Points.
  public var height: Double
  /// Device pixels per point, 1 or more.
  public var scale: Int
  /// Height of the status bar in points; with a notch or an island: the top of the safe area.
  public var statusBarHeight: Double
  /// Points at the bottom that the home indicator needs.
  public var safeAreaBottom: Double

  /// A screen of any kind; sides must be positive.
  public init(
    name: String, width: Double, height: Double, scale: Int, statusBarHeight: Double,
    safeAreaBottom: Double
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.scale = scale
    self.statusBarHeight = statusBarHeight
    self.safeAreaBottom = safeAreaBottom
  }
}

extension Device {
  /// What the system keeps clear, in points.
  public struct SafeArea: Hashable, Sendable {
    /// Height of the status bar.
    public var top: Double
    /// What the home indicator needs; 0 with a home button.
    public var bottom: Double

    /// By the two sides.
    public init(top: Double = 20, bottom: Double = 0) {
      self.top = top
      self.bottom = bottom
    }
  }

  /// A screen of one's own: sides in points, 1...20,000; scale 1...8. Without a safe area it has a
  /// status bar of 20 points and a home button.
  public init(width: Double, height: Double, scale: Int, safeArea: SafeArea = SafeArea()) {
    func shown(_ length: Double) -> String { Int(exactly: length).map(String.init) ?? "\(length)" }
    self.init(
      name: "\(shown(width))x\(shown(height))@\(scale)", width: width, height: height,
      scale: scale, statusBarHeight: safeArea.top, safeAreaBottom: safeArea.bottom)
  }

  /// A known screen by its name, or one of one's own as `390x844@3`; nil for anything else.
  public init?(_ text: String) {
    if let device = Device(named: text) {
      self = device
      return
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let sides = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, sides.count == 2, let width = Self.side(sides[0]),
      let height = Self.side(sides[1]), let scale = Int(parts[1]), (1...8).contains(scale),
      parts[1].utf8.count == 1
    else { return nil }
    self.init(width: width, height: height, scale: scale)
  }

  private static func side(_ text: Substring) -> Double? {
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
    }
    guard isPlain, text.utf8.count <= 10, let side = Double(String(text)),
      (1...20_000).contains(side)
    else { return nil }
    return side
  }
}

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
