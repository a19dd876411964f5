package import HeaderModel
import PortableMath
import Raster
import Synchronization
import Typesetting

/// The fonts of a scene, found once, and a cache of texts set in them.
///
/// Thread-safe: one text is set at a time.
package final class SceneFonts: Sendable {
  private struct State {
    let typesetter: Typesetter
    var texts: [TextKey: ShapedText] = [:]
    var textBytes = 0
    var widths: [TextRun: Double] = [:]
  }

  private let state: Mutex<State>

  /// The maximum number of bytes of cached texts.
  private static let maxTextBytes = 16 << 20

  /// Finds the installed fonts, or only those in a folder and its subfolders.
  ///
  /// - Throws: `SceneError` if there is none.
  package init(folder: String? = nil) throws(SceneError) {
    do {
      state = Mutex(State(typesetter: try Typesetter(fontFolder: folder)))
    } catch {
      throw SceneError(fonts: error)
    }
  }

  /// Whether the family is installed. A fallback replaces a missing one.
  package func has(family: String) -> Bool {
    state.withLock { $0.typesetter.isInstalled(family: family) }
  }

  /// Returns a line of text, set once for all scenes with these fonts.
  func text(_ key: TextKey) throws(TypesettingError) -> ShapedText {
    try state.withLock { state throws(TypesettingError) in
      if let text = state.texts[key] { return text }
      let text = try state.typesetter.shape(
        key.run, scale: key.scale, subpixelX: Double(key.quarterPixels) / 4)
      let bytes = 256 + text.ink.width * text.ink.height * (text.picture == nil ? 1 : 5)
      if state.textBytes + bytes > SceneFonts.maxTextBytes {
        state = State(typesetter: state.typesetter)
      }
      state.texts[key] = text
      state.textBytes += bytes
      return text
    }
  }

  func letters(of style: TextStyle) throws(TypesettingError) -> LetterMetrics {
    try state.withLock { state throws(TypesettingError) in
      let extent = try state.typesetter.extent(of: style)
      return LetterMetrics(
        ascent: extent.ascent, descent: extent.descent, lineHeight: extent.lineHeight)
    }
  }

  /// Returns the width of a line in points, measured once.
  func width(_ run: TextRun) throws(TypesettingError) -> Double {
    try state.withLock { state throws(TypesettingError) in
      if let width = state.widths[run] { return width }
      let width = try state.typesetter.width(run)
      state.widths[run] = width
      return width
    }
  }
}

/// Measures the texts of a header document in a scene's fonts. Fonts are found when the first text
/// is measured, so a header without texts needs none.
package final class SceneTextMeasurer: TextMeasuring {
  private let fonts: Mutex<Result<SceneFonts, SceneError>?>
  private let folder: String?
  private let font: String?
  /// A cache of sizes: rows with a dynamic height measure the same text at every event.
  private let sizes = Mutex<[TextLayout.Key: PointSize]>([:])
  /// Letter metrics by font file; `nil` is the scene's font.
  private let letters = Mutex<[String?: LetterMetrics]>([:])

  /// The maximum number of cached sizes. Texts with an offset-dependent point size have a different
  /// one at each offset.
  private static let maxSizes = 10_000

  /// - Parameter font: The scene's font family. `nil` uses a look-alike of the original apps'
  ///   system font.
  package init(fonts: SceneFonts? = nil, folder: String? = nil, font: String?) {
    self.fonts = Mutex(fonts.map(Result.success))
    self.folder = folder
    self.font = font
  }

  /// Returns the size of a text in points. Zero if it cannot be set, which drawing reports, or
  /// without fonts, which `check` reports.
  package func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
    let key = TextLayout.Key(text: text, width: maximumWidth)
    if let known = sizes.withLock({ $0[key] }) { return known }
    let size = (try? measured(key)) ?? PointSize(width: 0, height: 0)
    sizes.withLock { sizes in
      if sizes.count >= SceneTextMeasurer.maxSizes { sizes = [:] }
      sizes[key] = size
    }
    return size
  }

  /// Returns the letter metrics of a font file or else of the scene's font. Returns those of the
  /// system font if neither is set or no fonts are installed.
  package func letters(ofFont file: String?) -> LetterMetrics {
    guard file != nil || font != nil else { return .system }
    return letters.withLock { known in
      if let letters = known[file] { return letters }
      let run = SceneTypography.run("", font: font, file: file, pointSize: 1, weight: .regular)
      let letters = (try? found().get().letters(of: run.style)) ?? .system
      known[file] = letters
      return letters
    }
  }

  private func found() -> Result<SceneFonts, SceneError> {
    fonts.withLock { known in
      let fonts = known ?? Result { () throws(SceneError) in try SceneFonts(folder: folder) }
      known = fonts
      return fonts
    }
  }

  private func measured(_ key: TextLayout.Key) throws -> PointSize {
    let fonts = try found().get()
    let layout = try TextLayout(key, font: font, measure: fonts.width)
    return PointSize(width: try layout.width(fonts.width), height: layout.height)
  }

  /// Throws if a text was measured and no font is installed.
  package func check() throws(SceneError) { _ = try fonts.withLock { $0 }?.get() }
}

/// Metrics of the system font, on which the layouts of the original apps depend.
enum SceneTypography {
  /// Returns the distance from the top of a label to the baseline of vertically centered text, in
  /// points.
  static func centeredBaseline(pointSize: Double, in height: Double) -> Double {
    let letters = LetterMetrics.system
    return (height - letters.height * pointSize) / 2 + letters.ascent * pointSize
  }

  /// Returns a run of a scene's text. A `nil` font uses a look-alike of the original apps' system
  /// font.
  static func run(
    _ text: String, font: String?, file: String? = nil, isItalic: Bool = false,
    pointSize: Double, weight: FontWeight, spacing: Double = 0, maximumWidth: Double? = nil
  ) -> TextRun {
    var style =
      file != nil || font != nil
      ? TextStyle(
        family: font ?? TextStyle.defaultFamily, pointSize: pointSize, weight: weight)
      : TextStyle.system(pointSize: pointSize, weight: weight)
    style.fontFile = file
    style.isItalic = isItalic
    style.tracking += spacing
    return TextRun(text, style: style, maximumWidth: maximumWidth)
  }
}

struct TextKey: Hashable {
  var run: TextRun
  /// The pen's subpixel position in quarters of a pixel, 0...3.
  var quarterPixels: Int
  /// Device pixels per point.
  var scale: Double
}
