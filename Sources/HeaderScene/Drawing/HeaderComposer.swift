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
  package let background: Color
  let context: DrawingContext
  /// Points that the screen stands below the canvas's top.
  package let screenTop: Double
  /// Points that it stands to the right of the canvas's left edge.
  package let screenLeft: Double

  /// - Parameters:
  ///   - images: `banner` and `avatar` by these names, a document's own by their paths.
  ///   - scale: pixels of a point; nil: the screen's own.
  package init(
    survey: LayerSurvey, images: [String: SceneImage], appearance: SceneAppearance,
    scroll: ScrollExtent, device: Device, scale: Double? = nil, fonts: SceneFonts,
    strictText: Bool = false
  ) throws(SceneError) {
    let scale = scale ?? Double(device.scale)
    screenLeft = appearance.frameWidth
    screenTop = appearance.screenTop
    let width = (device.width + 2 * screenLeft) * scale
    let height = (device.height + screenTop + screenLeft) * scale
    guard width >= 1, height >= 1, width * height < 0x1p31,
      let size = PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
    else {
      throw SceneError(
        "a canvas of \(width) x \(height) pixels cannot be painted; choose another device or scale")
    }
    canvasSize = size
    background = appearance.background
    context = DrawingContext(
      survey: survey, images: images, appearance: appearance, scroll: scroll, device: device,
      store: AssetStore(
        scale: scale, fonts: fonts, font: appearance.font, isStrict: strictText,
        file: survey.file))
  }

  package convenience init(
    _ header: HeaderInterpreter, images: [String: SceneImage], appearance: SceneAppearance,
    device: Device, scale: Double? = nil, fonts: SceneFonts, strictText: Bool = false
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
      device: device, scale: scale, fonts: fonts, strictText: strictText)
  }

  /// Texts of the frames composed so far that the fonts cannot show in full.
  package var unshownTexts: [UnshownText] { context.store.unshownTexts }

  package var assets: DrawingAssets { context.store.assets }

  /// The commands of a frame, bottom to top.
  package func compose(
    _ state: HeaderState, isScrolling: Bool, touch: TouchMoment? = nil
  ) throws(SceneError) -> [DrawingCommand] {
    var builder = CommandBuilder(
      scale: context.store.scale, bounds: canvasSize.bounds, screenTop: screenTop,
      screenLeft: screenLeft)
    let moment = FrameMoment(offset: state.offset, isScrolling: isScrolling, touch: touch)
    let screen = builder.device(
      PointRect(x: 0, y: 0, width: context.device.width, height: context.device.height))
    let drawing = LayerDrawing(context: context, moment: moment)
    try builder.clipped(to: screen) { screen throws(SceneError) in
      try drawing.draw(state.layers[...], shift: 0, to: &screen)
    }
    let chrome = ChromeDrawing(context: context, moment: moment)
    try chrome.drawUnlisted(state.layers, to: &builder)
    try SurroundingsDrawing(context: context).draw(to: &builder)
    return builder.commands
  }
}

extension SceneAppearance {
  /// Points above the screen that belong to the canvas.
  package var screenTop: Double {
    frameWidth + (chrome.windowTitleBar ?? false ? SurroundingsDrawing.windowBarHeight : 0)
  }

  /// Points of the device's frame on each side of the screen; 0 without one.
  package var frameWidth: Double {
    chrome.deviceFrame ?? false ? SurroundingsDrawing.frameWidth : 0
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

/// What stays the same over all frames of a header.
final class DrawingContext {
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

  init(
    survey: LayerSurvey, images: [String: SceneImage], appearance: SceneAppearance,
    scroll: ScrollExtent, device: Device, store: AssetStore
  ) {
    self.survey = survey
    self.images = images
    self.appearance = appearance
    self.scroll = scroll
    self.device = device
    self.store = store
  }

  /// Whether a layer is to be seen: as the document says, where the scene does not overrule it.
  func shows(_ layer: LayerState) -> Bool {
    switch layer.content {
    case .statusBar: appearance.chrome.statusBar ?? layer.visible
    case .homeIndicator: appearance.chrome.homeIndicator ?? layer.visible
    case .scrollIndicator: appearance.chrome.scrollIndicator ?? layer.visible
    default: layer.visible
    }
  }

  func pictures(of layer: LayerState, _ content: ImageContent) -> ImagePictures? {
    let key = content.key
    let picturePlace = PicturePlace(layer: layer.index, image: key)
    if let known = pictures[picturePlace] { return known }
    // A row that comes to the screen later is taken as it is when it comes.
    var rest = layer
    var restContent = content
    if let launch = survey.launch[layer.index], case .image(let atLaunch) = launch.content {
      rest = launch
      restContent = atLaunch
    }
    let made = images[key].map {
      ImagePictures(
        $0, restContent, layer: rest, survey: survey,
        screen: PointSize(width: device.width, height: device.height),
        scale: device.scale, density: store.scale)
    }
    pictures[picturePlace] = .some(made)
    return made
  }
}

/// What a frame's drawing depends on beside its layers.
struct FrameMoment {
  /// Points from rest.
  var offset: Double
  var isScrolling: Bool
  var touch: TouchMoment?
}

/// Why a scene could not be composed.
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

  init(_ text: String, _ error: TypesettingError, place: String) {
    self.init("\(place): text \"\(text.prefix(40))\": \(error)")
    isShortage = error.isShortage
  }
}
