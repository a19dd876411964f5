/// A screen: its size in points, its device pixels per point, and what the system keeps clear.
public struct Device: Hashable, Sendable {
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
