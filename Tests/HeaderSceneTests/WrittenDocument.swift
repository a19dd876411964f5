import PortableMath
import Raster

@testable import HeaderModel
@testable import HeaderScene

/// A document written by a test, on a screen of 32 x 32 points at 1x without chrome, on white.
struct WrittenDocument {
  let document: HeaderDocument

  init(_ members: String = "", layers: String) throws {
    let text = """
      { "version": 1, "name": "test", "scroll": { "maximumOffset": 100 },
        \(members.isEmpty ? "" : members + ",") "layers": \(layers) }
      """
    document = try HeaderDocument.parse(Array(text.utf8), file: "test.json")
  }

  /// - Parameter images: `banner`, `avatar`, or by the document's paths.
  func paint(
    images: [String: Pixmap] = [:], scale: Double = 1, pressedRow: Int? = nil
  ) throws -> Pixmap {
    let device = Device(
      name: "test", width: 32, height: 32, scale: 1, statusBarHeight: 0, safeAreaBottom: 0)
    let fonts = try SceneFonts()
    var header = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: device,
        imageSizes: images.mapValues { PictureSize(width: $0.width, height: $0.height) },
        measurer: SceneTextMeasurer(fonts: fonts, font: nil)))
    var chrome = ScreenChrome(statusBar: false, homeIndicator: false, scrollIndicator: false)
    chrome.pressedRow = pressedRow
    let composer = try HeaderComposer(
      header, images: images.mapValues { SceneImage($0) },
      appearance: SceneAppearance(chrome: chrome), device: device, scale: scale, fonts: fonts)
    let commands = try composer.compose(try header.state(), isScrolling: false)
    return CommandPainter(assets: composer.assets)
      .paint(commands, size: composer.canvasSize, background: composer.background)
  }
}
