public import FileAccess
public import FrameEncoding
import HeaderModel
public import HeaderScene
import PortableMath
public import Raster
public import Rendering
import Typesetting

/// Renders contact sheets.
///
/// ```swift
/// var request = SheetRequest()
/// request.styles = [.named("mimic"), .named("x-profile")]
/// request.themes = [.dark]
/// request.offsets = [0, 80]
/// request.cellWidth = 60
/// let sheet = try SheetRenderer(request).render().picture
/// ```
public struct SheetRenderer: Sendable {
  private let request: SheetRequest

  /// Creates a renderer for a request.
  public init(_ request: SheetRequest) { self.request = request }

  /// Renders the sheet and returns it with warnings for the user.
  /// - Throws: `HeaderKitError` if the request is invalid, an input cannot be read, or the sheet
  ///   has too many pixels.
  public func render() throws(HeaderKitError) -> (picture: Pixmap, warnings: [String]) {
    let painted = try paint(StageClock())
    return (painted.picture, painted.warnings)
  }

  /// Renders the sheet and writes it to a file: PNG, JPEG or WebP by the file name extension. A
  /// path of `-` writes PNG to standard output.
  /// - Throws: `HeaderKitError` as `render()` does, and if the file cannot be written.
  public func write(
    to path: String, packing: PicturePacking = PicturePacking()
  ) throws(HeaderKitError) -> RenderOutcome {
    try PictureOutput.write(to: path, packing: packing, painting: paint)
  }

  /// Renders the sheet.
  /// - Parameter check: Called with the paths of all input files before painting starts.
  private func paint(
    _ clock: StageClock,
    check: ([String]) throws(HeaderKitError) -> Void = { _ throws(HeaderKitError) in }
  ) throws(HeaderKitError) -> PictureOutput.Painted {
    guard !request.offsets.isEmpty else {
      throw HeaderKitError(
        .usage, subject: .property(.offsets), reason: "has an empty column",
        remedy: "give points, for example 0,40,80")
    }
    let fonts = try SceneFonts.installed(folder: request.header.fontFolder)
    var warnings: [String] = []
    var scenes: [ResolvedScene] = []
    try clock.measure(.resolve) { () throws(HeaderKitError) in
      for header in headers() { scenes.append(try SceneResolver(header).resolve(fonts: fonts)) }
    }
    try check(scenes.flatMap(\.files))
    let size = try size(of: scenes)
    let picture = try clock.measure(.paint, of: paint(scenes, size: size, fonts: fonts, &warnings))
    return PictureOutput.Painted(picture: picture, warnings: warnings)
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
          header.framing = SceneFraming()
          headers.append(header)
        }
      }
    }
    return headers
  }

  private func cells(
    _ scene: ResolvedScene, _ composer: HeaderComposer
  ) throws(HeaderKitError) -> [Pixmap] {
    let height = height(in: scene)
    var header = scene.header
    var cells: [Pixmap] = []
    for offset in request.offsets {
      let state = try HeaderKitError.evaluating { () throws(EvaluationError) in
        try header.receive(offset: offset)
        return try header.state()
      }
      let screen = try composer.paint(state, isScrolling: state.offset != 0)
      let shown = Double(shownHeight(in: scene))
      guard let size = PixelSize(width: request.cellWidth, height: height) else { continue }
      cells.append(
        screen.resized(
          source: DeviceRect(x: 0, y: 0, width: Double(screen.width), height: shown),
          to: size, filter: .automatic))
    }
    return cells
  }

  /// The height of a cell, in pixels of the sheet.
  private func height(in scene: ResolvedScene) -> Int {
    max(1, shownHeight(in: scene) * request.cellWidth / scene.framing.size.width)
  }

  /// The height of the visible part of a painted screen in its own pixels: `visibleHeight` and the
  /// part of the canvas above the screen, at most the whole canvas.
  private func shownHeight(in scene: ResolvedScene) -> Int {
    let visible = request.visibleHeight * scene.framing.scale + scene.framing.screenCorner.y
    return min(scene.framing.size.height, max(1, Int(visible)))
  }

  // MARK: - Layout

  private static let margin = 16
  private static let labelHeight = 26

  /// Returns the size of the sheet.
  /// - Throws: `HeaderKitError` if it exceeds the limit of pixels.
  private func size(of scenes: [ResolvedScene]) throws(HeaderKitError) -> PixelSize {
    let width = Self.margin + request.offsets.count * (request.cellWidth + Self.margin)
    let rows = scenes.map { Self.labelHeight + self.height(in: $0) + Self.margin }
    let height = Self.labelHeight + Self.margin / 2 + rows.reduce(0, +)
    guard let size = PixelSize(width: width, height: height),
      size.area <= request.header.limits.canvasPixels
    else {
      throw HeaderKitError(
        .badData, subject: .location("sheet"),
        reason: "\(width.grouped) x \(height.grouped) pixels are too large",
        remedy: "choose fewer rows or columns, or raise the limit with \(.canvasPixelLimit)")
    }
    return size
  }

  /// Paints the sheet row by row and appends warnings for the user.
  private func paint(
    _ scenes: [ResolvedScene], size: PixelSize, fonts: SceneFonts, _ warnings: inout [String]
  ) throws(HeaderKitError) -> Pixmap {
    var sheet = Pixmap(size: size, fill: Color(rgb: 0xF2F2F7))
    let typesetter: Typesetter
    do { typesetter = try Typesetter(fontFolder: request.header.fontFolder) } catch {
      throw HeaderKitError(.noInput, reason: MessageText(error.description))
    }
    func label(
      _ text: String, x: Int, isCentered: Bool = false, baseline: Int
    ) throws(HeaderKitError) {
      do {
        let shaped = try typesetter.shape(
          TextRun(text, style: .system(pointSize: 14, weight: .medium)), scale: 1)
        guard let mask = shaped.mask else { return }
        let left = isCentered ? x - Int(shaped.advanceWidth / 2) : x
        let placed = PlacedMask(mask, x: left + shaped.ink.x, y: baseline + shaped.ink.y)
        sheet.draw(placed, color: Color(rgb: 0x3A3A3C), clip: size.bounds)
      } catch {
        throw HeaderKitError(.badData, reason: MessageText(error.description))
      }
    }
    func left(_ column: Int) -> Int { Self.margin + column * (request.cellWidth + Self.margin) }
    for (column, offset) in request.offsets.enumerated() {
      try label(
        offset.shortText, x: left(column) + request.cellWidth / 2, isCentered: true, baseline: 20)
    }
    var top = Self.labelHeight
    for scene in scenes {
      try label(
        "\(scene.outline.name)  \(scene.outline.theme.rawValue)  \(scene.device.name)",
        x: Self.margin, baseline: top + 18)
      top += Self.labelHeight
      let composer = try scene.composer(fonts: fonts)
      for (column, cell) in try cells(scene, composer).enumerated() {
        sheet.draw(cell, x: left(column), y: top, opacity: 255, clip: size.bounds)
      }
      for warning in scene.warnings(fonts: fonts, after: composer)
      where !warnings.contains(warning) {
        warnings.append(warning)
      }
      top += height(in: scene) + Self.margin
    }
    return sheet
  }
}

/// A contact sheet: one row for each combination of styles, themes and devices, one column for each
/// offset.
public struct SheetRequest: Sendable {
  /// The request that all rows share.
  public var header = SceneRequest.current
  /// The headers. Empty for that of `header`.
  public var styles: [HeaderSource] = []
  /// The themes. Empty for that of `header`, or each header's default.
  public var themes: [SceneTheme] = []
  /// The names of known devices. Empty for that of `header`, or each header's default.
  public var devices: [String] = []
  /// The offsets in points from rest. They are applied in this order to the header of each row, so
  /// that memory carries over from column to column.
  public var offsets: [Double] = [-60, 0, 30, 60, 100, 140, 200, 300]
  /// The width of a cell in pixels of the sheet.
  public var cellWidth = 240
  /// The height of the visible part of each screen in points, from its top.
  public var visibleHeight = 320.0

  /// Creates a request for `x-profile` on a current phone.
  public init() {}
}
