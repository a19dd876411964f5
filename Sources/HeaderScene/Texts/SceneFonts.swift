public import HeaderModel
import Raster
import Typesetting

/// The fonts of a scene, found once, and the texts that were set in them.
///
/// Not `Sendable`: used by the thread that composes.
public final class SceneFonts {
  private let typesetter: Typesetter
  private var texts: [SetText: ShapedText] = [:]
  private var textBytes = 0
  private var widths: [TextRun: Double] = [:]

  private struct SetText: Hashable {
    let key: TextKey
    let scale: Double
  }

  /// Bytes of set texts that are kept for other scenes.
  private static let mostTextBytes = 16 << 20

  /// Finds the installed fonts; throws if there is none.
  public init() throws(SceneError) {
    do {
      typesetter = try Typesetter()
    } catch {
      throw .fonts(error)
    }
  }

  /// Whether the family is installed; where not, another one stands in.
  public func has(family: String) -> Bool { typesetter.isInstalled(family: family) }

  /// The line, set once for all scenes in these fonts.
  func text(_ key: TextKey, scale: Double) throws(TypesettingError) -> ShapedText {
    let wanted = SetText(key: key, scale: scale)
    if let text = texts[wanted] { return text }
    let text = try typesetter.shape(
      key.run, scale: scale, subpixelX: Double(key.quarterPixels) / 4)
    let bytes = 256 + text.ink.width * text.ink.height * (text.picture == nil ? 1 : 5)
    if textBytes + bytes > SceneFonts.mostTextBytes {
      texts = [:]
      widths = [:]
      textBytes = 0
    }
    texts[wanted] = text
    textBytes += bytes
    return text
  }

  /// What the model needs to know of a document's texts, in points.
  public func widths(
    of document: SceneDocument, constants: StyleConstants
  ) throws(SceneError) -> TextWidths {
    func width(
      _ text: String, _ key: ConstantKey, _ weight: FontWeight
    ) throws(SceneError) -> Double {
      guard let size = constants.value(of: key) else { return 0 }
      do {
        let run = SceneTypography.run(
          text, font: document.font, pointSize: size, weight: weight)
        if let width = widths[run] { return width }
        let width = try typesetter.width(run)
        widths[run] = width
        return width
      } catch {
        throw .text(text, error)
      }
    }
    let largest = constants.value(of: .nameMaximumPointSize) ?? 1
    return TextWidths(
      title: try width(document.texts.title, .titlePointSize, .bold),
      subtitle: try width(document.texts.subtitle, .subtitlePointSize, .bold),
      name: try width(document.texts.name, .namePointSize, .bold),
      namePerPoint: try width(document.texts.name, .nameMaximumPointSize, .regular) / largest)
  }
}
