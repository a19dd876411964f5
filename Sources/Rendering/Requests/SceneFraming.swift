public import PortableMath

/// Which part of the screen is shown, how large, and what surrounds it.
public struct SceneFraming: Hashable, Sendable {
  /// A part of the screen.
  public enum Crop: Hashable, Sendable {
    /// Everything above the first row at rest, and `SceneFraming.headerMargin` below it.
    case header
    /// What a layer covers at rest, by its name.
    case layer(String)
    /// In points.
    case rect(PointRect)
  }

  /// Points below the header that `Crop.header` shows.
  public static let headerMargin = 16.0

  /// The part that is shown; nil: the screen.
  public var crop: Crop?
  /// Pixels, all that is drawn around the screen counted in; the scale follows. Nil: from the scale.
  public var width: Int?
  /// As `width`; with both, what is shown fits into both.
  public var height: Int?
  /// Of the part that is shown, in points; what is outside is transparent. Nil: square corners.
  public var cornerRadius: Double?
  /// Whether the device's frame is drawn around the screen, whatever the scene says.
  public var hasDevice = false

  /// The screen as it is.
  public init() {}

  var hasSize: Bool { width != nil || height != nil }

  /// Whether pixels are left as they are painted.
  var isPlain: Bool { self == SceneFraming() }
}

extension SceneFraming.Crop {
  /// As typed: `header`, `x,y,w,h` in points, or a layer's name; nil for four numbers that are no
  /// rectangle.
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

  /// As it is typed.
  package var text: String {
    switch self {
    case .header: "header"
    case .layer(let name): name
    case .rect(let rect): "\(rect.x),\(rect.y),\(rect.width),\(rect.height)"
    }
  }
}
