import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Raster
import Rendering
import Scrolling
import StrictJSON
import Typesetting

/// The data with which a page draws a header, as JSON: the compiled document, the screen, the
/// curve, and the renderer's pictures, blurs, masks and outlines.
struct PageData {
  let composer: HeaderComposer
  private let scene: ResolvedScene
  private let measurer: RecordingMeasurer
  private let playback: CurvePlayback
  private let eventRate: EventRate
  private var images: [(key: SceneSweep.ImageKey, image: ExportedImage)] = []
  /// The texts by key, each in all sizes found by the sweep.
  private var texts: [(key: String, settings: [ExportedText])] = []
  private var icons: [Icon] = []
  private var statusBars: [(color: DocumentColor, picture: ExportedOverlay)] = []
  private let surroundings: ExportedOverlay?

  private typealias Icon = (
    key: SceneSweep.IconKey, size: PointSize, outline: (path: Path, lineWidth: Double?)
  )

  init(
    _ scene: ResolvedScene, fonts: SceneFonts, measurer: RecordingMeasurer,
    playback: CurvePlayback, eventRate: EventRate
  ) throws(HeaderKitError) {
    self.scene = scene
    self.playback = playback
    self.eventRate = eventRate
    self.measurer = measurer
    let composer = try scene.composer(fonts: fonts)
    self.composer = composer
    let sweep = try HeaderKitError.evaluating(
      SceneSweep(
        scene.header, device: scene.device, scale: scene.framing.scale, events: playback.events))
    images = sweep.images.sorted {
      ($0.key.layer, $0.key.image) < ($1.key.layer, $1.key.image)
    }.compactMap { key, use in composer.exported(use).map { (key, $0) } }
    for (key, uses) in sweep.texts.sorted(by: { $0.key < $1.key }) {
      var settings: [ExportedText] = []
      for use in uses {
        let made = try HeaderKitError.composing(composer.exported(use.content, of: use.layer))
        // A wider frame with the same line breaks needs no masks of its own.
        if let made, !settings.contains(where: { $0.isAlike(made) }) { settings.append(made) }
      }
      texts.append((key, settings))
    }
    icons = sweep.icons.sorted { $0.key < $1.key }.compactMap { key, size in
      guard size.height > 0 else { return nil }
      return key.shape.outline(width: size.width, height: size.height).map { (key, size, $0) }
    }
    var bars = sweep.statusBars
    if bars.isEmpty {
      let color = scene.outline.appearance.foreground
      bars[DocumentColor(red: color.red, green: color.green, blue: color.blue)] =
        (height: scene.device.statusBarHeight, look: nil)
    }
    for (color, bar) in bars.sorted(by: { $0.key.number < $1.key.number }) {
      let picture = try HeaderKitError.composing(
        composer.statusBar(height: bar.height, look: bar.look, color))
      if let picture { statusBars.append((color, picture)) }
    }
    surroundings = try HeaderKitError.composing(composer.surroundings())
  }

  /// Returns the JSON on one line. Pictures are given by their index in the table.
  func json(_ pictures: inout PictureTable) -> String {
    JSONWriter.object { page in
      page.member("title", scene.outline.name)
      page.object("program") { scene.header.writeProgram(to: &$0) }
      page.object("device") { writeDevice(to: &$0) }
      page.object("appearance") { writeAppearance(to: &$0) }
      page.object("curve") { $0.write(playback, rate: eventRate) }
      page.objects("images", images) { item, object in
        object.member("layer", item.key.layer)
        object.member("image", item.key.image)
        object.member("averaged", item.image.isAveraged)
        object.objects("forms", item.image.forms) { form, object in
          let source = form.source
          object.member("picture", pictures.index(of: form.pixmap))
          object.member("level", form.level)
          object.member("source", [source.x, source.y, source.width, source.height])
        }
      }
      page.object("texts") { object in
        for text in texts {
          object.objects(text.key, text.settings) { write($0, to: &$1, &pictures) }
        }
      }
      page.object("measures") { object in
        for entry in measurer.record {
          object.objects(entry.key, entry.measurements) { measurement, object in
            object.object("values") { measurement.request.values.writeTypesettingValues(to: &$0) }
            object.member("width", measurement.request.maximumWidth)
            object.member("size", [measurement.size.width, measurement.size.height])
          }
        }
      }
      page.objects("icons", icons) { icon, object in
        object.member("layer", icon.key.layer)
        object.member("icon", icon.key.name)
        object.member("data", icon.outline.path.svgData)
        object.member("size", [icon.size.width, icon.size.height])
        object.member("lineWidth", icon.outline.lineWidth)
      }
      page.object("statusBars") { object in
        for bar in statusBars {
          object.member(String(Int(bar.color.number)), pictures.placed(bar.picture))
        }
      }
      page.member("surroundings", surroundings.map { pictures.placed($0) })
    }
  }

  private func write(
    _ text: ExportedText, to object: inout JSONObjectWriter, _ pictures: inout PictureTable
  ) {
    object.object("values") { text.values.writeTypesettingValues(to: &$0) }
    object.member("changesPointSize", text.changesPointSize)
    object.member("width", text.width)
    object.member("lineHeight", text.lineHeight)
    object.member("firstBaseline", text.firstBaseline)
    object.objects("lines", text.lines) { line, object in
      // In device pixels.
      object.member("advance", line.pieces.map(\.text.advanceWidth).reduce(0, +))
      if line.isRightToLeft { object.member("rightToLeft", true) }
      object.objects("pieces", line.pieces) { piece, object in
        // The glyph mask and the color glyphs.
        object.member("mask", piece.text.mask.map { pictures.index(of: $0) })
        object.member("picture", piece.text.picture.map { pictures.index(of: $0) })
        // The offset from the line's start and baseline to the top left corner of both.
        object.member("x", piece.start + Double(piece.text.ink.x))
        object.member("y", Double(piece.text.ink.y))
        object.member("run", piece.run)
      }
    }
  }

  private func writeDevice(to object: inout JSONObjectWriter) {
    let device = scene.device
    object.member("name", device.name)
    object.member("width", device.width)
    object.member("height", device.height)
    // The scale of the page's pixels, and the scale for layout and offsets.
    object.member("scale", scene.framing.scale)
    object.member("layoutScale", device.scale)
    object.member("safeAreaBottom", device.safeAreaBottom)
    object.member("statusBarHeight", device.statusBarHeight)
    object.member("screenLeft", composer.screenLeft)
    object.member("screenTop", composer.screenTop)
    object.member(
      "homeIndicator", [ChromeMetrics.homeIndicatorWidth, ChromeMetrics.homeIndicatorHeight])
    object.member("homeIndicatorBottom", ChromeMetrics.homeIndicatorBottom)
    object.member("scrollIndicatorWidth", ChromeMetrics.scrollIndicatorWidth)
    object.member("scrollIndicatorRight", ChromeMetrics.scrollIndicatorRight)
    object.member(
      "canvas", [Double(composer.canvasSize.width), Double(composer.canvasSize.height)])
  }

  private func writeAppearance(to object: inout JSONObjectWriter) {
    let appearance = scene.outline.appearance
    object.member("dark", scene.outline.theme == .dark)
    object.member("background", appearance.background.number)
    object.member("foreground", appearance.foreground.number)
    object.member("pressedRowColor", appearance.pressedRow.number)
    object.member("pressedRow", appearance.chrome.pressedRow)
    object.member("statusBar", appearance.chrome.statusBar)
    object.member("homeIndicator", appearance.chrome.homeIndicator)
    object.member("scrollIndicator", appearance.chrome.scrollIndicator)
  }
}

extension Color {
  /// The four bytes as a number, as documents represent colors.
  fileprivate var number: Double {
    DocumentColor(red: red, green: green, blue: blue, alpha: alpha).number
  }
}
