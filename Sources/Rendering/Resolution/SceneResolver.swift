import EmbeddedFiles
package import FileAccess
package import HeaderModel
package import HeaderScene
import PortableMath
import Raster
import StrictJSON

/// Resolves a request to a scene: reads documents, fills in defaults, decodes pictures and checks
/// limits.
package struct SceneResolver {
  private let request: SceneRequest
  private let shared: SharedInputs?

  /// - Parameter shared: A cache of inputs shared with other scenes, or `nil` to read them for this
  ///   scene only.
  package init(_ request: SceneRequest, shared: SharedInputs? = nil) {
    self.request = request
    self.shared = shared
  }

  /// Resolves documents, names and constants without decoding a picture. Fonts are needed only by a
  /// header whose scrolling depends on its texts.
  package func outline() throws(HeaderKitError) -> SceneOutline {
    var settings = try settings()
    if request.framing.hasDevice { settings.chrome.deviceFrame = true }
    var header = try HeaderResolver(
      request: request, settings: settings, shared: shared, scenePath: scenePath
    ).resolve()
    let device = try device(settings, header)
    let theme = request.theme ?? settings.theme ?? (header.document.isDark ? .dark : .light)
    header.document.isTrueBlack = theme == .black
    return SceneOutline(
      request: request, settings: settings, header: header, device: device, theme: theme)
  }

  /// Resolves the whole scene.
  ///
  /// - Parameter measurer: Measures the header's texts. `nil` uses the scene's fonts.
  /// - Throws: An error for an invalid document, name, constant or picture.
  package func resolve(
    fonts: SceneFonts, measurer: (any TextMeasuring)? = nil
  ) throws(HeaderKitError) -> ResolvedScene {
    let outline = try outline()
    let settings = outline.settings
    let appearance = outline.appearance
    let (banner, avatar, own, sizes) = try pictures(outline)
    var images = own.pixmaps.mapValues { SceneImage($0) }
    images["avatar"] = SceneImage(avatar.pixmap)
    // The banner is composited onto the background first, so that blurs and crossfades only see
    // opaque pixels.
    images["banner"] = SceneImage(
      banner.pixmap, ground: appearance.background,
      shared: shared.flatMap { shared in
        banner.name.map { (shared.pictures, $0) }
      })
    let header = try outline.interpreter(
      imageSizes: sizes,
      measurer: measurer ?? SceneTextMeasurer(fonts: fonts, font: settings.font))
    let framing = try framing(of: header, outline)
    try check(outline.device, scale: framing.scale)
    return ResolvedScene(
      outline: outline, images: images, files: files(of: outline), header: header,
      framing: framing, pictureWarnings: banner.warnings + avatar.warnings + own.warnings)
  }

  /// Resolves the header before any event. Its pictures are decoded but not prepared for drawing.
  package func launch(fonts: SceneFonts) throws(HeaderKitError) -> HeaderInterpreter {
    let outline = try outline()
    return try outline.interpreter(
      imageSizes: try pictures(outline).sizes,
      measurer: SceneTextMeasurer(fonts: fonts, font: outline.settings.font))
  }

  /// Returns the shown part of the screen and its scale, for a header before any event.
  package func framing(
    of header: HeaderInterpreter, _ outline: SceneOutline
  ) throws(HeaderKitError) -> ResolvedFraming {
    let appearance = outline.appearance
    return try ResolvedFraming(
      request.framing, scale: request.scale, header: header, screen: outline.device,
      frame: appearance.frameWidth, top: appearance.screenTop)
  }

  /// The paths of the files that a scene of this request reads, from its documents alone.
  package func inputFiles() throws(HeaderKitError) -> [String] { try files(of: outline()) }

  package func files(of outline: SceneOutline) -> [String] {
    [
      request.scene, outline.header.file, file(request.banner, outline.settings.banner),
      file(request.avatar, outline.settings.avatar),
    ].compactMap { $0 } + outline.header.imageFiles + outline.header.document.fontFiles
  }

  /// Resolves the header before any event, without its pictures' pixels. A missing picture has the
  /// size that the document expects, else the size of the demo's picture.
  ///
  /// - Parameter needsPictures: If `false`, picture files are read only if the document uses their
  ///   sizes.
  package func resolveHeader(needsPictures: Bool = true) throws(HeaderKitError) -> (
    header: HeaderInterpreter, outline: SceneOutline, measurer: SceneTextMeasurer
  ) {
    let outline = try outline()
    let sizes =
      needsPictures || outline.header.document.usesImageSizes ? try imageSizes(outline) : [:]
    let measurer = SceneTextMeasurer(folder: request.fontFolder, font: outline.settings.font)
    let header = try outline.interpreter(imageSizes: sizes, measurer: measurer)
    try HeaderKitError.composing(measurer.check())
    return (header, outline, measurer)
  }

  private func imageSizes(_ outline: SceneOutline) throws(HeaderKitError) -> [String: PictureSize] {
    let settings = outline.settings
    var sizes: [String: PictureSize] = [:]
    for (name, requested, named, demo) in [
      ("banner", request.banner, settings.banner, EmbeddedFile.demoBanner.bytes),
      ("avatar", request.avatar, settings.avatar, EmbeddedFile.demoAvatar.bytes),
    ] {
      if requested == nil, named == nil,
        let expected = outline.header.document.expectedPicture(name)
      {
        sizes[name] = expected.size
      } else {
        sizes[name] = PictureSize(try picture(requested, named, builtIn: demo, name).pixmap)
      }
    }
    let own = try headerPictures(outline.header).pixmaps
    return sizes.merging(own.mapValues(PictureSize.init)) { first, _ in first }
  }

  private func settings() throws(HeaderKitError) -> SceneSettings {
    var bytes = request.sceneData
    var file = "scene"
    if bytes == nil, let path = request.scene {
      file = path
      bytes = try shared?.bytes(of: path)
      if bytes == nil { bytes = try InputFile.read(path, limit: request.limits.inputBytes) }
    }
    guard let bytes else { return SceneSettings() }
    return try HeaderKitError.parsing(SceneSettings(JSONValue.parse(bytes, file: file)))
  }

  private func device(
    _ settings: SceneSettings, _ header: ResolvedHeader
  ) throws(HeaderKitError) -> Device {
    var device = header.document.device
    if let screen = request.screen {
      device = screen
    } else if let name = request.device {
      guard let known = Device(name) else {
        let nearest = NearestName(to: name, among: Device.known.map(\.name))
        let remedy: MessageText =
          nearest.suggestion == nil
          ? "'twheader devices' lists the names; or give WIDTHxHEIGHT@SCALE, for example 390x844@3"
          : MessageText(nearest.remedy)
        throw HeaderKitError(
          .usage, subject: .option(.device), reason: "unknown device \"\(name)\"", remedy: remedy)
      }
      device = known
    } else if let own = settings.device {
      device = own
    }
    if let scale = request.scale, !RequestRanges.scale.contains(scale) {
      throw HeaderKitError(
        .usage, subject: .option(.scale), reason: "\(RequestRanges.text(scale)) is out of range",
        remedy: "give \(RequestRanges.text(RequestRanges.scale)), for example 2 or 1.5")
    }
    try check(device, scale: request.scale ?? device.scale)
    return device
  }

  private func check(_ device: Device, scale: Double) throws(HeaderKitError) {
    let pixels = Int(device.width * scale) * Int(device.height * scale)
    guard pixels > request.limits.canvasPixels else { return }
    throw HeaderKitError(
      .badData, subject: .option(.device),
      reason: "a canvas of \(pixels.grouped) pixels is too large",
      remedy: "raise the limit of \(request.limits.canvasPixels.grouped) with \(.canvasPixelLimit)")
  }

  // MARK: - Pictures

  /// Returns the request's picture, else the scene document's (relative to its folder), else the
  /// demo's. If inputs are shared, it has the name of its pixels in the shared store.
  private func picture(
    _ requested: PictureSource?, _ named: String?, builtIn: [UInt8], _ what: String
  ) throws(HeaderKitError) -> InputPicture {
    switch source(requested, named) {
    case .pixmap(let pixmap):
      return InputPicture(pixmap: pixmap)
    case .builtIn:
      let subject = "built-in \(what)"
      if let shared { return try shared.picture(builtIn, subject: subject) }
      return InputPicture(
        pixmap: try PictureFile.decode(builtIn, subject: subject, limits: RenderLimits()))
    case .file(let path):
      return try picture(at: path)
    }
  }

  private func picture(at path: String) throws(HeaderKitError) -> InputPicture {
    if let shared { return try shared.picture(path) }
    let bytes = try InputFile.read(path, limit: request.limits.inputBytes)
    let (pixmap, warnings) = try PictureFile.decodeWithWarnings(
      bytes, subject: path, limits: request.limits)
    return InputPicture(pixmap: pixmap, warnings: warnings)
  }

  /// Returns the banner, the avatar, the pictures that the header document uses, and the sizes of all
  /// by their names or paths.
  private func pictures(
    _ outline: SceneOutline
  ) throws(HeaderKitError) -> (
    banner: InputPicture, avatar: InputPicture,
    header: (pixmaps: [String: Pixmap], warnings: [String]), sizes: [String: PictureSize]
  ) {
    let banner = try picture(
      request.banner, outline.settings.banner, builtIn: EmbeddedFile.demoBanner.bytes, "banner")
    let avatar = try picture(
      request.avatar, outline.settings.avatar, builtIn: EmbeddedFile.demoAvatar.bytes, "avatar")
    let header = try headerPictures(outline.header)
    let pixmaps = ["banner": banner.pixmap, "avatar": avatar.pixmap]
      .merging(header.pixmaps) { first, _ in first }
    return (banner, avatar, header, pixmaps.mapValues(PictureSize.init))
  }

  /// Returns the pictures that the header document uses, by their paths in it.
  private func headerPictures(
    _ header: ResolvedHeader
  ) throws(HeaderKitError) -> (pixmaps: [String: Pixmap], warnings: [String]) {
    var pixmaps: [String: Pixmap] = [:]
    var warnings: [String] = []
    for (_, paths) in header.document.imagePathsByName.sorted(by: { $0.key < $1.key }) {
      for path in paths {
        let picture = try picture(at: header.path(ofImage: path))
        if pixmaps.updateValue(picture.pixmap, forKey: path) == nil { warnings += picture.warnings }
      }
    }
    return (pixmaps, warnings)
  }

  private func source(_ requested: PictureSource?, _ named: String?) -> PictureSource {
    requested ?? named.map { .file(scenePath($0)) } ?? .builtIn
  }

  private func file(_ requested: PictureSource?, _ named: String?) -> String? {
    guard case .file(let path) = source(requested, named) else { return nil }
    return path
  }

  /// Resolves a path in the scene document relative to the document's folder.
  package func scenePath(_ path: String) -> String {
    guard let scene = request.scene, scene != "-", !FilePath.isAbsolute(path), path != "-"
    else { return path }
    return FilePath.split(scene).folder + path
  }
}

extension PictureSize {
  fileprivate init(_ pixmap: Pixmap) { self.init(width: pixmap.width, height: pixmap.height) }
}
