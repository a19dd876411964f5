import CodecInterface
import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Raster
import Rendering
import Scrolling
import StrictJSON
import Typesetting

/// All that a page needs to draw a header by itself, as JSON: the compiled document, the screen, the
/// curve, and pictures, blurs, masks and outlines as the renderer makes them.
struct PageData {
  let scene: ResolvedScene
  let playback: CurvePlayback
  let eventRate: EventRate
  let measurer: RecordingMeasurer
  private let sweep: SceneSweep
  let composer: HeaderComposer
  private var pictures: PictureTable

  init(
    _ scene: ResolvedScene, resources: PageResources, measurer: RecordingMeasurer,
    playback: CurvePlayback, eventRate: EventRate
  ) throws(HeaderKitError) {
    self.scene = scene
    self.playback = playback
    self.eventRate = eventRate
    self.measurer = measurer
    pictures = PictureTable(resources)
    composer = try scene.composer(fonts: resources.fonts)
    do {
      sweep = try SceneSweep(
        scene.header, device: scene.device, scale: scene.framing.scale, events: playback.events)
    } catch {
      throw HeaderKitError(error)
    }
  }

  /// The JSON, on one line; pictures stand in it by their places among `pictureURIs`.
  mutating func json() throws(HeaderKitError) -> String {
    let images = try exportedImages()
    let texts = try exportedTexts()
    let icons = exportedIcons()
    let bars = try exportedBars()
    let surroundings = try scene { () throws(SceneError) in try composer.surroundings() }
    let around = try surroundings.map { overlay throws(HeaderKitError) in try placed(overlay) }
    pictures.keep()
    return JSONWriter.object { page in
      page.member("title", scene.outline.name)
      page.object("program") { scene.header.writeProgram(to: &$0) }
      page.object("device") { write(scene.device, to: &$0) }
      page.object("appearance") { write(scene.outline.appearance, to: &$0) }
      page.object("curve") { $0.write(playback, rate: eventRate) }
      page.array("images") { array in
        for image in images { array.object { $0.write(image) } }
      }
      page.object("texts") { object in
        for text in texts {
          object.array(text.key) { array in
            for setting in text.settings { array.object { $0.write(setting) } }
          }
        }
      }
      page.object("measures") { object in
        for entry in measurer.record {
          object.array(entry.key.text) { array in
            for (question, size) in entry.answers {
              array.object { answer in
                answer.object("values") { question.values.writeSetting(to: &$0) }
                answer.member("width", question.maximumWidth)
                answer.member("size", [size.width, size.height])
              }
            }
          }
        }
      }
      page.array("icons") { array in
        for icon in icons {
          array.object { object in
            object.member("layer", icon.layer)
            object.member("place", icon.place)
            object.member("data", icon.icon.data)
            object.member("size", [icon.icon.width, icon.icon.height])
            object.member("lineWidth", icon.icon.lineWidth)
          }
        }
      }
      page.object("statusBars") { object in
        for bar in bars { object.member(bar.color, bar.place) }
      }
      page.member("surroundings", around)
    }
  }

  /// As data URIs.
  var pictureURIs: [String] { pictures.uris }

  private func scene<Value>(
    _ work: () throws(SceneError) -> Value
  ) throws(HeaderKitError) -> Value {
    do {
      return try work()
    } catch {
      throw HeaderKitError(error)
    }
  }

  // MARK: - Screen

  private func write(_ device: Device, to object: inout JSONObjectWriter) {
    object.member("name", device.name)
    object.member("width", device.width)
    object.member("height", device.height)
    // Of the page's pixels, and of those that layouts and offsets follow.
    object.member("scale", scene.framing.scale)
    object.member("layoutScale", device.scale)
    object.member("safeAreaBottom", device.safeAreaBottom)
    object.member("statusBarHeight", device.statusBarHeight)
    object.member("screenLeft", composer.screenLeft)
    object.member("screenTop", composer.screenTop)
    object.member(
      "homeIndicator", [ChromePlace.homeIndicatorWidth, ChromePlace.homeIndicatorHeight])
    object.member("homeIndicatorBottom", ChromePlace.homeIndicatorBottom)
    object.member("scrollIndicatorWidth", ChromePlace.scrollIndicatorWidth)
    object.member("scrollIndicatorRight", ChromePlace.scrollIndicatorRight)
    object.member(
      "canvas", [Double(composer.canvasSize.width), Double(composer.canvasSize.height)])
  }

  private func write(_ appearance: SceneAppearance, to object: inout JSONObjectWriter) {
    object.member("dark", scene.outline.theme == .dark)
    object.member("background", appearance.background.number)
    object.member("foreground", appearance.foreground.number)
    object.member("pressedRowColor", appearance.pressedRow.number)
    object.member("pressedRow", appearance.chrome.pressedRow)
    object.member("statusBar", appearance.chrome.statusBar)
    object.member("homeIndicator", appearance.chrome.homeIndicator)
    object.member("scrollIndicator", appearance.chrome.scrollIndicator)
  }

  // MARK: - Assets

  /// Picture, then the device pixels of its top left corner.
  private mutating func placed(_ overlay: ExportedOverlay) throws(HeaderKitError) -> [Double] {
    [Double(try pictures.place(of: overlay.pixmap)), Double(overlay.x), Double(overlay.y)]
  }

  private mutating func exportedBars() throws(HeaderKitError) -> [(color: String, place: [Double])]
  {
    var bars = sweep.statusBars.map { ($0.key, $0.value) }
    if !sweep.listsStatusBar {
      let color = scene.outline.appearance.foreground
      bars.append(
        (
          DocumentColor(red: color.red, green: color.green, blue: color.blue),
          SceneSweep.StatusBar(height: scene.device.statusBarHeight, look: nil)
        ))
    }
    var result: [(color: String, place: [Double])] = []
    for (color, bar) in bars.sorted(by: { $0.0.number < $1.0.number }) {
      let overlay = try scene { () throws(SceneError) in
        try composer.statusBar(height: bar.height, look: bar.look, color)
      }
      guard let overlay else { continue }
      result.append((String(Int(color.number)), try placed(overlay)))
    }
    return result
  }

  /// An icon of a layer; of a built-in one its place among them.
  private typealias PageIcon = (layer: Int, place: Int?, icon: ExportedIcon)

  private func exportedIcons() -> [PageIcon] {
    sweep.icons.sorted { $0.key < $1.key }.compactMap { place, use in
      composer.exported(use.icon, of: use.layer).map { (place.layer, place.name, $0) }
    }
  }

  private mutating func exportedImages() throws(HeaderKitError) -> [PageImage] {
    var result: [PageImage] = []
    let uses = sweep.images.sorted {
      ($0.key.layer, $0.key.image) < ($1.key.layer, $1.key.image)
    }
    for (place, use) in uses {
      guard let image = composer.exported(use) else { continue }
      var forms: [PageImage.Form] = []
      for form in [image.sharp] + image.blurred {
        forms.append(
          PageImage.Form(
            picture: try pictures.place(of: form.pixmap), level: form.level,
            source: [form.source.x, form.source.y, form.source.width, form.source.height]))
      }
      result.append(
        PageImage(
          layer: place.layer, image: place.image, isAveraged: image.isAveraged, forms: forms))
    }
    return result
  }

  private mutating func exportedTexts() throws(HeaderKitError) -> [PageText] {
    var result: [PageText] = []
    for (key, uses) in sweep.texts.sorted(by: { $0.key.text < $1.key.text }) {
      var settings: [PageText.Setting] = []
      for use in uses {
        let made = try scene { () throws(SceneError) in
          try composer.exported(use.content, of: use.layer)
        }
        guard let made else { continue }
        // A wider frame that breaks no line elsewhere needs no masks of its own.
        guard !settings.contains(where: { $0.isAlike(made, use.content) }) else { continue }
        settings.append(
          try PageText.Setting(
            made, use.content, width: use.layer.size.width, pictures: &pictures))
      }
      result.append(PageText(key: key.text, settings: settings))
    }
    return result
  }
}

extension Color {
  /// The four bytes as one number, as documents count colours.
  fileprivate var number: Double {
    DocumentColor(red: red, green: green, blue: blue, alpha: alpha).number
  }
}
