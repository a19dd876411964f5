package import HeaderModel
package import PortableMath
package import Raster
import Typesetting

/// Turns the states of a header into drawing commands, and makes the texts, masks and pictures that
/// they refer to.
///
/// Not `Sendable`: one thread composes, in frame order. Painters share `assets`.
package final class HeaderComposer {
  /// The canvas's size in device pixels.
  package let canvasSize: PixelSize
  let survey: LayerSurvey
  let appearance: SceneAppearance
  let scroll: ScrollExtent
  let device: Device
  let store: AssetStore
  private let images: [String: SceneImage]
  private var pictures: [LayerImage: ImagePictures?] = [:]

  /// A layer and one of its images. Each row of a list can show a different one.
  private struct LayerImage: Hashable {
    var layer: Int
    var image: String
  }

  /// - Parameters:
  ///   - images: The banner and avatar under `banner` and `avatar`, the document's images under
  ///     their paths.
  ///   - scale: Device pixels per point. `nil` uses the screen's.
  package init(
    survey: LayerSurvey, images: [String: SceneImage], appearance: SceneAppearance,
    scroll: ScrollExtent, device: Device, scale: Double? = nil, fonts: SceneFonts,
    strictText: Bool = false, strictFonts: Bool = false
  ) throws(SceneError) {
    let scale = scale ?? device.scale
    let width = (device.width + 2 * appearance.frameWidth) * scale
    let height = (device.height + appearance.screenTop + appearance.frameWidth) * scale
    guard width >= 1, height >= 1, width * height < 0x1p31,
      let size = PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
    else {
      throw SceneError(
        "a canvas of \(width) x \(height) pixels cannot be painted; choose another device or scale")
    }
    canvasSize = size
    self.survey = survey
    self.images = images
    self.appearance = appearance
    self.scroll = scroll
    self.device = device
    store = AssetStore(
      scale: scale, fonts: fonts, font: appearance.font, isStrict: strictText,
      refusesInstalledFonts: strictFonts, file: survey.file)
  }

  package convenience init(
    _ header: HeaderInterpreter, images: [String: SceneImage], appearance: SceneAppearance,
    device: Device, scale: Double? = nil, fonts: SceneFonts, strictText: Bool = false,
    strictFonts: Bool = false
  ) throws(SceneError) {
    let survey: LayerSurvey
    do {
      survey = try LayerSurvey(header, device: device)
    } catch {
      throw SceneError("\(error)")
    }
    try self.init(
      survey: survey, images: images, appearance: appearance,
      scroll: (header.viewportHeight, header.largestOffset),
      device: device, scale: scale, fonts: fonts, strictText: strictText,
      strictFonts: strictFonts)
  }

  package var background: Color { appearance.background }
  /// The distance from the canvas's top to the screen's in points.
  package var screenTop: Double { appearance.screenTop }
  /// The distance from the canvas's left edge to the screen's in points.
  package var screenLeft: Double { appearance.frameWidth }

  /// Texts of the frames composed so far with characters that no font has.
  package var unshownTexts: [UnshownText] { store.unshownTexts }

  /// The fonts used by the frames composed so far.
  package var fontUses: FontUses { store.fontUses }

  package var assets: DrawingAssets { store.assets }

  /// Returns the commands of a frame, bottom to top.
  package func compose(
    _ state: HeaderState, isScrolling: Bool, touch: TouchMoment? = nil
  ) throws(SceneError) -> [DrawingCommand] {
    let frame = FrameDrawing(self, offset: state.offset, isScrolling: isScrolling, touch: touch)
    try frame.clippedToScreen { () throws(SceneError) in try frame.drawLayers(state.layers[...]) }
    try frame.drawUnlisted(state.layers)
    try frame.drawSurroundings()
    return frame.commands.closingSeams()
  }

  func pictures(of layer: LayerState, _ content: ImageContent) -> ImagePictures? {
    let key = LayerImage(layer: layer.index, image: content.key)
    if let known = pictures[key] { return known }
    // A row that was not on the screen at launch uses its first state.
    var rest = (layer: layer, content: content)
    if let launch = survey.launch[layer.index], case .image(let atLaunch) = launch.content {
      rest = (launch, atLaunch)
    }
    let made = images[content.key].map {
      ImagePictures(
        $0, rest.content, layer: rest.layer, survey: survey,
        screen: PointSize(width: device.width, height: device.height), scale: device.scale,
        store: store)
    }
    pictures[key] = .some(made)
    return made
  }
}

extension SceneAppearance {
  /// The height of the canvas above the screen in points.
  package var screenTop: Double {
    frameWidth + (chrome.windowTitleBar ?? false ? FrameDrawing.windowBarHeight : 0)
  }

  /// The width of the device's frame in points; 0 without one.
  package var frameWidth: Double {
    chrome.deviceFrame ?? false ? FrameDrawing.frameWidth : 0
  }
}

/// A picture for image layers.
package struct SceneImage: Sendable {
  let pixmap: Pixmap
  let shared: SharedBanner?

  /// - Parameters:
  ///   - ground: The color behind a transparent picture for blurs and crossfades, which need an
  ///     opaque one. `nil` keeps the transparency.
  ///   - shared: The store that shares scaled and blurred forms with other scenes. Used only for
  ///     opaque pictures.
  package init(_ pixmap: Pixmap, ground: Color? = nil, shared: SharedBanner? = nil) {
    // Only a ground and a shared store depend on it. Checking all pixels is slow.
    guard ground != nil || shared != nil else {
      (self.pixmap, self.shared) = (pixmap, nil)
      return
    }
    let isOpaque = pixmap.isOpaque
    self.shared = isOpaque ? shared : nil
    if let ground, !isOpaque {
      var opaque = Pixmap(size: pixmap.size, fill: ground)
      opaque.draw(pixmap, x: 0, y: 0, opacity: 255, clip: pixmap.size.bounds)
      self.pixmap = opaque
    } else {
      self.pixmap = pixmap
    }
  }
}

/// The height of the visible part and the maximum offset from rest, in points.
package typealias ScrollExtent = (viewportHeight: Double, largestOffset: Double)

/// The position and pressure of the curve's finger.
package struct TouchMoment: Hashable, Sendable {
  /// The position in screen points.
  package var position: ScreenPoint
  /// 0 (not touching) ... 1 (pressed).
  package var pressure: Double
  /// Recent positions of a fast finger, the latest first.
  package var trail: [ScreenPoint]

  package init(position: ScreenPoint, pressure: Double = 1, trail: [ScreenPoint] = []) {
    self.position = position
    self.pressure = pressure
    self.trail = trail
  }
}

package struct SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A one-line message: the problem and what to do.
  package let description: String
  package private(set) var isWithoutFonts = false
  /// Whether a later attempt can succeed, for example with more memory.
  package private(set) var isShortage = false

  init(_ description: String) { self.description = description }

  init(fonts error: TypesettingError) {
    self.init(error.description)
    isWithoutFonts = true
    isShortage = error.isShortage
  }

  init(_ text: String, _ error: TypesettingError, in file: String?, location: String) {
    let location = (file.map { $0 + ": " } ?? "") + location
    self.init("\(location): text \"\(text.prefix(40))\": \(error)")
    isShortage = error.isShortage
  }
}
