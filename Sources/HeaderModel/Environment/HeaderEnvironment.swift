/// What a header finds around it: the screen, the size of the banner picture, the measured texts.
public struct HeaderEnvironment: Hashable, Sendable {
  /// The screen the header is on.
  public var device: Device
  /// In pixels of the picture.
  public var bannerSize: PictureSize
  /// Widths of the texts, in points.
  public var textWidths: TextWidths

  /// Any screen, with any banner and any texts.
  public init(device: Device, bannerSize: PictureSize, textWidths: TextWidths = TextWidths()) {
    self.device = device
    self.bannerSize = bannerSize
    self.textWidths = textWidths
  }

  /// The screen and the banner size of the style's own project.
  public init(style: HeaderStyle, variant: HeaderVariant, textWidths: TextWidths = TextWidths()) {
    self.init(
      device: style.defaultDevice(for: variant), bannerSize: style.projectBannerSize,
      textWidths: textWidths)
  }
}

extension HeaderEnvironment {
  /// The whole screen.
  var screen: PointRect {
    PointRect(x: 0, y: 0, width: device.width, height: device.height)
  }
}
