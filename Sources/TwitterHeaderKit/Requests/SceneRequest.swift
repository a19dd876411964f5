public import HeaderModel
public import HeaderScene

/// Which header is to be drawn on which screen: what a user says; what is nil or empty is taken from
/// the scene document, then from the style.
public struct SceneRequest: Sendable {
  public var style: HeaderStyle?
  public var variant: HeaderVariant?
  /// The name of a known device.
  public var device: String?
  public var theme: SceneTheme?
  /// Device pixels per point, 1...3.
  public var scale: Int?
  /// Style constants by name, set in this order after those of the scene document.
  public var constants: [(key: String, value: Double)] = []
  /// A scene document; `-` is standard input.
  public var scene: String?
  public var banner: PictureSource?
  public var avatar: PictureSource?
  public var limits = RenderLimits()

  /// The demo's header, mimic.
  public init() {}
}
