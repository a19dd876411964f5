import PortableMath
package import StrictJSON

/// A device screen: its size, scale factor, and the areas that the system covers.
public struct Device: Hashable, Sendable {
  /// The height of a standard navigation bar, in points.
  static let navigationBarHeight = 44.0

  /// The name on the command line and in documents.
  public var name: String
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double
  /// The number of device pixels per point, 1 or more.
  public var scale: Double
  /// The height of the status bar in points. With a notch or an island, the top of the safe area.
  public var statusBarHeight: Double
  /// The height of the bottom safe area for the home indicator, in points.
  public var safeAreaBottom: Double
  /// The radius of the screen's corners, in points.
  public var cornerRadius: Double
  /// The notch, island or camera hole, or `nil`.
  public var cutout: ScreenCutout?
  /// Whether the system is Android. Otherwise it is iOS.
  public var isAndroid: Bool

  /// Creates a screen. The sides must be positive.
  public init(
    name: String, width: Double, height: Double, scale: Double, statusBarHeight: Double,
    safeAreaBottom: Double, cornerRadius: Double = 0, cutout: ScreenCutout? = nil,
    isAndroid: Bool = false
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.scale = scale
    self.statusBarHeight = statusBarHeight
    self.safeAreaBottom = safeAreaBottom
    self.cornerRadius = cornerRadius
    self.cutout = cutout
    self.isAndroid = isAndroid
  }

  /// The heights of the areas that the system covers, in points.
  public struct SafeArea: Hashable, Sendable {
    /// The height of the status bar.
    public var top: Double
    /// The height of the home indicator's area. 0 with a home button.
    public var bottom: Double

    /// Creates safe areas. The defaults are those of an iPhone with a home button.
    public init(top: Double = 20, bottom: Double = 0) { (self.top, self.bottom) = (top, bottom) }
  }

  /// Creates a custom screen with sides in points in 1...20,000 and a scale in 1...8. Values are
  /// not checked. The default safe area is that of an iPhone with a home button.
  public init(width: Double, height: Double, scale: Double, safeArea: SafeArea = SafeArea()) {
    self.init(
      name: "\(width.shortText)x\(height.shortText)@\(scale.shortText)",
      width: width, height: height, scale: scale,
      statusBarHeight: safeArea.top, safeAreaBottom: safeArea.bottom)
  }

  /// Parses the name of a known screen or a custom one such as `390x844@3`. `nil` for any other
  /// text.
  public init?(_ text: String) {
    if let device = Device(named: text) {
      self = device
      return
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let sides = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, sides.count == 2, let width = Self.side(sides[0]),
      let height = Self.side(sides[1]), let scale = Self.number(parts[1], in: Self.scales)
    else { return nil }
    self.init(width: width, height: height, scale: scale)
  }

  /// The lengths of a custom screen's sides in points, its scales, and its insets in points.
  private static let sides = 1.0...20_000
  private static let scales = 1.0...8
  private static let insets = 0.0...1000

  private static func side(_ text: Substring) -> Double? { number(text, in: sides) }

  /// Parses a number of digits and a decimal point. `nil` for any other text or out of range.
  private static func number(_ text: Substring, in range: ClosedRange<Double>) -> Double? {
    guard text.utf8.allSatisfy({ ("0"..."9").contains(Unicode.Scalar($0)) || $0 == 0x2E }),
      text.utf8.count <= 10, let number = Double(String(text)), range.contains(number)
    else { return nil }
    return number
  }

  /// Reads a custom screen: `{"size": [411, 731], "scale": 2.625, "safeArea": [24, 0, 48, 0]}`.
  package init(custom value: JSONValue) throws(JSONError) {
    let object = try value.object(keys: ["size", "scale", "safeArea", "description"])
    _ = try object.optional("description")?.text(upTo: 1000)
    let size = try object.required("size").list(count: 2...2, of: "sides") {
      side throws(JSONError) in try side.number(in: Self.sides, unit: "points")
    }
    var safeArea = SafeArea()
    if let json = object.optional("safeArea") {
      let insets = try json.list(count: 4...4, of: "insets") { inset throws(JSONError) in
        try inset.number(in: Self.insets, unit: "points")
      }
      guard insets[1] == 0, insets[3] == 0 else {
        throw json.error(
          "found an inset at the right or left, expected 0; write [top, 0, bottom, 0]")
      }
      safeArea = SafeArea(top: insets[0], bottom: insets[2])
    }
    self.init(
      width: size[0], height: size[1],
      scale: try object.required("scale").number(in: Self.scales, unit: "pixels per point"),
      safeArea: safeArea)
  }
}

/// A horizontally centered gap at the top of a screen: a notch, an island or a camera hole.
public struct ScreenCutout: Hashable, Sendable {
  /// The width in points.
  public var width: Double
  /// The height in points, from its own top edge.
  public var height: Double
  /// The distance from the top of the screen in points. 0 means a notch, which is connected to the
  /// edge.
  public var top: Double

  /// Creates a notch or, if `top` is above 0, an island or a hole.
  public init(width: Double, height: Double, top: Double = 0) {
    self.width = width
    self.height = height
    self.top = top
  }
}
