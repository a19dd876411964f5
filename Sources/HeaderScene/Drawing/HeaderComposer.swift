package import HeaderModel
package import PortableMath
package import Raster
import Typesetting

/// Turns evaluated header documents into drawing commands; makes the texts, masks and pictures they
/// name on the way.
///
/// Not `Sendable`: one thread composes, in the order of the frames; painters share `assets`.
package final class HeaderComposer {
  /// Device pixels.
  package let canvasSize: PixelSize
  let survey: LayerSurvey
  let appearance: SceneAppearance
  let scroll: ScrollExtent
  let device: Device
  let store: AssetStore
  private let images: [String: SceneImage]
  private var pictures: [PicturePlace: ImagePictures?] = [:]

  /// A layer, and which of its images: a list's rows may show one each.
  private struct PicturePlace: Hashable {
    var layer: Int
    var image: String
  }

  /// - Parameters:
  ///   - images: `banner` and `avatar` by these names, a document's own by their paths.
  ///   - scale: pixels of a point; nil: the screen's own.
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
  /// Points that the screen stands below the canvas's top.
  package var screenTop: Double { appearance.screenTop }
  /// Points that it stands to the right of the canvas's left edge.
  package var screenLeft: Double { appearance.frameWidth }

  /// Texts of the frames composed so far that the fonts cannot show in full.
  package var unshownTexts: [UnshownText] { store.unshownTexts }

  /// The fonts that drew the texts of the frames composed so far.
  package var fontUses: FontUses { store.fontUses }

  package var assets: DrawingAssets { store.assets }

  /// The commands of a frame, bottom to top.
  package func compose(
    _ state: HeaderState, isScrolling: Bool, touch: TouchMoment? = nil
  ) throws(SceneError) -> [DrawingCommand] {
    let frame = FrameDrawing(self, offset: state.offset, isScrolling: isScrolling, touch: touch)
    try frame.onScreen { () throws(SceneError) in try frame.draw(state.layers[...]) }
    try frame.drawUnlisted(state.layers)
    try frame.drawSurroundings()
    return frame.commands.closingSeams()
  }

  func pictures(of layer: LayerState, _ content: ImageContent) -> ImagePictures? {
    let place = PicturePlace(layer: layer.index, image: content.key)
    if let known = pictures[place] { return known }
    // A row that comes to the screen later is taken as it is when it comes.
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
    pictures[place] = .some(made)
    return made
  }
}

extension SceneAppearance {
  /// Points above the screen that belong to the canvas.
  package var screenTop: Double {
    frameWidth + (chrome.windowTitleBar ?? false ? FrameDrawing.windowBarHeight : 0)
  }

  /// Points of the device's frame on each side of the screen; 0 without one.
  package var frameWidth: Double {
    chrome.deviceFrame ?? false ? FrameDrawing.frameWidth : 0
  }
}

/// A picture that a document's image layers may name.
package struct SceneImage: Sendable {
  let pixmap: Pixmap
  let shared: SharedBanner?

  /// - Parameters:
  ///   - ground: what is laid under a picture that blurs and crossfades must find opaque; nil: its
  ///     transparency stays.
  ///   - shared: where its scaled and blurred forms are kept for other scenes; only an opaque
  ///     picture is shared.
  package init(_ pixmap: Pixmap, ground: Color? = nil, shared: SharedBanner? = nil) {
    self.shared = pixmap.isOpaque ? shared : nil
    if let ground, !pixmap.isOpaque {
      var opaque = Pixmap(size: pixmap.size, fill: ground)
      opaque.draw(pixmap, x: 0, y: 0, opacity: 255, clip: pixmap.size.bounds)
      self.pixmap = opaque
    } else {
      self.pixmap = pixmap
    }
  }
}

/// Points: the height of what can be seen at once, and the largest offset from rest.
package typealias ScrollExtent = (viewportHeight: Double, largestOffset: Double)

/// The finger of a curve at a moment.
package struct TouchMoment: Hashable, Sendable {
  /// Points of the screen.
  package var place: ScreenPoint
  /// 0 off the glass ... 1 pressed.
  package var pressure: Double
  /// Where a fast finger was a moment ago, the latest first.
  package var trail: [ScreenPoint]

  package init(place: ScreenPoint, pressure: Double = 1, trail: [ScreenPoint] = []) {
    self.place = place
    self.pressure = pressure
    self.trail = trail
  }
}

package struct SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line: what is wrong, what would be right.
  package let description: String
  package private(set) var isWithoutFonts = false
  /// Whether the same may succeed later.
  package private(set) var isShortage = false

  init(_ description: String) { self.description = description }

  init(fonts error: TypesettingError) {
    self.init(error.description)
    (isWithoutFonts, isShortage) = (true, error.isShortage)
  }

  init(_ text: String, _ error: TypesettingError, in file: String?, place: String) {
    let place = (file.map { $0 + ": " } ?? "") + place
    self.init("\(place): text \"\(text.prefix(40))\": \(error)")
    isShortage = error.isShortage
  }
}
