import Foundation
import Typesetting

/// Paints contact sheets.
public struct SheetRenderer: Sendable {
  private let request: SheetRequest

  /// Paints what `request` asks for.
  public init(_ request: SheetRequest) {
    self.request = request
  }

  private struct Row {
    let label: String
    let cells: [Pixmap]
  }

  /// The sheet, with what a user should know.
  public func render() throws(HeaderKitError) -> (picture: Pixmap, warnings: [String]) {
    guard !request.offsets.isEmpty else {
      throw HeaderKitError(
        .usage, subject: "--offsets", reason: "names no column", hint: "give points, like 0,40,80")
    }
    let fonts = try SceneFonts.installed()
    var warnings: [String] = []
    var rows: [Row] = []
    for header in headers() {
      let scene = try SceneResolver(header).resolve(fonts: fonts)
      for warning in fonts.warnings(for: scene.document) where !warnings.contains(warning) {
        warnings.append(warning)
      }
      rows.append(try row(scene, fonts: fonts))
    }
    let layout = SheetLayout(
      columns: request.offsets.map(SheetRenderer.text), rows: rows.map { ($0.label, $0.cells) },
      pixelLimit: request.header.limits.canvasPixels)
    return (try layout.paint(), warnings)
  }

  private func headers() -> [SceneRequest] {
    func choices<T>(_ list: [T]) -> [T?] { list.isEmpty ? [nil] : list }
    var headers: [SceneRequest] = []
    for style in choices(request.styles) {
      for theme in choices(request.themes) {
        for device in choices(request.devices) {
          var header = request.header
          if let style { header.style = style }
          if let theme { header.theme = theme }
          if let device { header.device = device }
          headers.append(header)
        }
      }
    }
    return headers
  }

  private func row(_ scene: ResolvedScene, fonts: SceneFonts) throws(HeaderKitError) -> Row {
    let composer = try scene.composer(fonts: fonts)
    var machine = scene.machine
    var cells: [Pixmap] = []
    for offset in request.offsets {
      let state = machine.receive(offset: offset)
      let screen = try StillRenderer.paint(state, composer: composer)
      cells.append(thumbnail(of: screen, scale: Double(scene.device.scale)))
    }
    let label =
      "\(scene.constants.style.rawValue)  \(scene.document.theme.rawValue)  "
      + "\(scene.device.name)"
    return Row(label: label, cells: cells)
  }

  private func thumbnail(of screen: Pixmap, scale: Double) -> Pixmap {
    let shown = min(screen.height, max(1, Int(request.visibleHeight * scale)))
    let height = max(1, shown * request.cellWidth / screen.width)
    guard let size = PixelSize(width: request.cellWidth, height: height) else { return screen }
    return screen.resized(
      source: DeviceRect(
        x: 0, y: 0, width: Double(screen.width), height: Double(shown)),
      to: size, filter: .automatic)
  }

  /// Without a needless ".0".
  private static func text(_ offset: Double) -> String {
    Int(exactly: offset).map(String.init) ?? "\(offset)"
  }
}
