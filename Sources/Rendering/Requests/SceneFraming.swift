public import PortableMath

/// The part of the screen that is shown, its size, and its surroundings.
public struct SceneFraming: Hashable, Sendable {
  /// A part of the screen.
  public enum Crop: Hashable, Sendable {
    /// Everything above the first row at rest, and `SceneFraming.headerMargin` below.
    case header
    /// The frame of a layer at rest, by the layer's name.
    case layer(String)
    /// A rectangle in points.
    case rect(PointRect)
  }

  /// The height in points that `Crop.header` shows below the header.
  public static let headerMargin = 16.0

  /// The part that is shown. `nil` shows the whole screen.
  public var crop: Crop?
  /// The width in pixels, including everything that is drawn around the screen. The scale is
  /// computed from it. `nil` uses the scale.
  public var width: Int?
  /// The height in pixels, as `width`. With both, the picture is the largest that fits into both.
  public var height: Int?
  /// The corner radius in points. Pixels outside of the corners are transparent. `nil` for square
  /// corners.
  public var cornerRadius: Double?
  /// Whether the device's frame is drawn around the screen, regardless of the scene.
  public var hasDevice = false

  /// Creates a framing that shows the whole screen.
  public init() {}

  var hasSize: Bool { width != nil || height != nil }

  /// Whether the painted picture needs neither cropping nor rounding.
  var isPlain: Bool { self == SceneFraming() }
}

extension SceneFraming.Crop {
  /// Creates a crop from the text of an option: `header`, `x,y,w,h` in points, or a layer's name.
  /// `nil` if four numbers are not a valid rectangle.
  public init?(_ text: String) {
    guard text != "header" else {
      self = .header
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      guard !text.isEmpty else { return nil }
      self = .layer(text)
      return
    }
    let numbers = parts.compactMap { Double($0) }.filter { abs($0) <= 100_000 }
    guard parts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    self = .rect(PointRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
  }

  /// The text of the option.
  package var text: String {
    switch self {
    case .header: "header"
    case .layer(let name): name
    case .rect(let rect):
      [rect.x, rect.y, rect.width, rect.height].map { RequestRanges.text($0) }
        .joined(separator: ",")
    }
  }
}
