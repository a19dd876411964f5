package import Raster
package import FileAccess
package import HeaderModel
package import HeaderScene
package import Scrolling
import Typesetting
package import VisualDiff

/// A scene without its pictures: the documents, the device and the theme.
package struct SceneOutline: Sendable {
  package let request: SceneRequest
  package let settings: SceneSettings
  package let header: ResolvedHeader
  package let device: Device
  package let theme: SceneTheme

  package var appearance: SceneAppearance {
    var chrome = settings.chrome
    ChromeKey.fillMissing(in: &chrome, from: header.document.chrome)
    return SceneAppearance(
      header.document, isDark: theme.isDark, font: settings.font, chrome: chrome)
  }

  package var name: String { header.document.name }

  func interpreter(
    imageSizes: [String: PictureSize], measurer: any TextMeasuring
  ) throws(HeaderKitError) -> HeaderInterpreter {
    try HeaderKitError.evaluating(
      HeaderInterpreter(
        document: header.document,
        environment: DocumentEnvironment(
          device: device, isDark: theme.isDark, imageSizes: imageSizes, measurer: measurer)))
  }
}

/// A scene that can receive offsets and be painted.
package struct ResolvedScene: Sendable {
  package let outline: SceneOutline
  let images: [String: SceneImage]
  package let files: [String]
  package let header: HeaderInterpreter
  package let framing: ResolvedFraming
  /// Non-fatal problems of decoded picture files.
  let pictureWarnings: [String]

  package var device: Device { outline.device }

  /// Returns a new composer, which turns states into drawing commands. It must stay on one thread.
  package func composer(fonts: SceneFonts) throws(HeaderKitError) -> HeaderComposer {
    try HeaderKitError.composing(
      HeaderComposer(
        header, images: images, appearance: outline.appearance, device: device,
        scale: framing.scale, fonts: fonts, strictText: outline.request.strictText,
        strictFonts: outline.request.strictFonts))
  }

  /// Returns warnings for the user: unused settings, a missing font, and characters in the frames
  /// composed so far that no font contains.
  package func warnings(fonts: SceneFonts, after composer: HeaderComposer) -> [String] {
    var warnings = pictureWarnings
    let scene = outline.request.scene.map(InputFile.subject) ?? ""
    warnings += outline.header.unusedKeys.map {
      "\(scene): \($0): header \(outline.name) does not draw it"
    }
    let family = outline.settings.font ?? TextStyle.defaultFamily
    if !fonts.has(family: family) {
      warnings.append("font \(family) is not installed; another font replaces it")
    }
    return warnings + composer.unshownTexts.map(\.description) + composer.fontUses.warnings
  }
}

extension ScrollEnvironment {
  /// The scroll view of a header on a screen with `scale` device pixels per point.
  package init(of header: HeaderInterpreter, scale: Double) {
    self.init(
      viewportHeight: header.viewportHeight, largestOffset: header.largestOffset,
      smallestOffset: header.edges.lowerBound, scale: scale)
  }
}

extension SceneFonts {
  package static func installed(folder: String? = nil) throws(HeaderKitError) -> SceneFonts {
    try HeaderKitError.composing(SceneFonts(folder: folder))
  }
}

extension HeaderComposer {
  package func paint(
    _ state: HeaderState, isScrolling: Bool, touch: TouchMoment? = nil
  ) throws(HeaderKitError) -> Pixmap {
    try paintWithFonts(state, isScrolling: isScrolling, touch: touch).picture
  }

  /// Paints a state. Returns the picture and the fonts that drew its texts.
  package func paintWithFonts(
    _ state: HeaderState, isScrolling: Bool, touch: TouchMoment? = nil
  ) throws(HeaderKitError) -> (picture: Pixmap, fonts: [PictureFont]) {
    let commands = try HeaderKitError.composing(
      compose(state, isScrolling: isScrolling, touch: touch))
    let picture = CommandPainter(assets: assets)
      .paint(commands, size: canvasSize, background: background)
    return (picture, PictureFont.list(of: commands, in: assets))
  }
}

extension HeaderKitError {
  /// Wraps an evaluation error, whose message names the file, the property and the offset.
  package init(_ error: EvaluationError) {
    self.init(.badData, reason: MessageText(error.description))
  }

  package init(_ error: SceneError) {
    self.init(
      error.isShortage ? .tryAgain : error.isWithoutFonts ? .noInput : .badData,
      reason: MessageText(error.description))
  }

  /// Runs `work`, and converts errors in evaluating a header to `HeaderKitError`.
  package static func evaluating<Value>(
    _ work: () throws(EvaluationError) -> Value
  ) throws(HeaderKitError) -> Value {
    do { return try work() } catch { throw HeaderKitError(error) }
  }

  package static func evaluating<Value>(
    _ work: @autoclosure () throws(EvaluationError) -> Value
  ) throws(HeaderKitError) -> Value {
    do { return try work() } catch { throw HeaderKitError(error) }
  }

  /// Evaluates `work`, and converts errors in composing a scene to `HeaderKitError`.
  package static func composing<Value>(
    _ work: @autoclosure () throws(SceneError) -> Value
  ) throws(HeaderKitError) -> Value {
    do { return try work() } catch { throw HeaderKitError(error) }
  }
}
