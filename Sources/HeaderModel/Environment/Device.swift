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
  /// Points; of the glass.
  public var cornerRadius: Double
  /// What the glass leaves out at the top; nil: nothing.
  public var cutout: ScreenCutout?
  /// Whether the system is Android; else it is iOS.
  public var isAndroid: Bool

  /// A screen of any kind; sides must be positive.
  public init(
    name: String, width: Double, height: Double, scale: Int, statusBarHeight: Double,
    safeAreaBottom: Double, cornerRadius: Double = 0, cutout: ScreenCutout? = nil,
    isAndroid: Bool = false
  ) {
    (self.name, self.width, self.height, self.scale) = (name, width, height, scale)
    (self.statusBarHeight, self.safeAreaBottom) = (statusBarHeight, safeAreaBottom)
    (self.cornerRadius, self.cutout, self.isAndroid) = (cornerRadius, cutout, isAndroid)
  }

  /// What the system keeps clear, in points.
  public struct SafeArea: Hashable, Sendable {
    /// Height of the status bar.
    public var top: Double
    /// What the home indicator needs; 0 with a home button.
    public var bottom: Double

    /// By the two sides.
    public init(top: Double = 20, bottom: Double = 0) { (self.top, self.bottom) = (top, bottom) }
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
    guard text.utf8.allSatisfy({ ("0"..."9").contains(Unicode.Scalar($0)) || $0 == 0x2E }),
      text.utf8.count <= 10, let side = Double(String(text)), (1...20_000).contains(side)
    else { return nil }
    return side
  }
}

/// What a screen's glass leaves out at the top, centred: a notch, an island or a camera's hole.
public struct ScreenCutout: Hashable, Sendable {
  /// Points.
  public var width: Double
  /// Points, from its top.
  public var height: Double
  /// Points from the screen's top; 0: a notch, which grows out of the edge.
  public var top: Double

  /// A notch, or with a distance from the top an island or a hole.
  public init(width: Double, height: Double, top: Double = 0) {
    (self.width, self.height, self.top) = (width, height, top)
  }
}
