public import HeaderModel
import Typesetting

/// The fonts of a scene, found once.
///
/// Not `Sendable`: used by the thread that composes.
public final class SceneFonts {
  let typesetter: Typesetter

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

  /// What the model needs to know of a document's texts, in points.
  public func widths(
    of document: SceneDocument, constants: StyleConstants
  ) throws(SceneError) -> TextWidths {
    func width(
      _ text: String, _ key: ConstantKey, _ weight: FontWeight
    ) throws(SceneError) -> Double {
      guard let size = constants.value(of: key) else { return 0 }
      do {
        return try typesetter.width(
          SceneTypography.run(text, font: document.font, pointSize: size, weight: weight))
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
