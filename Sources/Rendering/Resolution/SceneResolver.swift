package import Files
import Foundation
package import HeaderModel
package import HeaderScene
import ImageCodecs
import Numerics
import Raster
package import Scrolling
import StrictJSON

/// Turns what a user asked for into a scene: documents read, defaults filled in, pictures decoded,
/// limits checked.
package struct SceneResolver {
  private let request: SceneRequest
  private let shared: SharedInputs?

  /// - Parameter shared: where inputs are kept for other scenes; nil: they are read for this one.
  package init(_ request: SceneRequest, shared: SharedInputs? = nil) {
    self.request = request
    self.shared = shared
  }

  /// What a scene document, names and constants tell before any picture or font is looked at.
  package func outline() throws(HeaderKitError) -> SceneOutline {
    let settings = try settings()
    let constants = try constants(settings)
    let device = try device(settings, style: constants.style, variant: constants.variant)
    return SceneOutline(settings: settings, constants: constants, device: device)
  }

  /// The scene. Throws for documents, names, constants or pictures that do not hold.
  package func resolve(fonts: SceneFonts) throws(HeaderKitError) -> ResolvedScene {
    let outline = try outline()
    let (settings, constants, device) = (outline.settings, outline.constants, outline.device)
    let document = settings.document(style: constants.style, theme: request.theme)
    let banner = try picture(request.banner, settings.banner, builtIn: DemoAssets.banner, "banner")
    let avatar = try picture(request.avatar, settings.avatar, builtIn: DemoAssets.avatar, "avatar")
    let machine = HeaderMachine(
      constants: constants,
      environment: HeaderEnvironment(
        device: device,
        bannerSize: PictureSize(width: banner.pixmap.width, height: banner.pixmap.height),
        textWidths: try widths(of: document, constants, fonts)))
    return ResolvedScene(
      constants: constants, device: device, document: document,
      pictures: ScenePictures(
        banner: banner.pixmap, avatar: avatar.pixmap, ground: document.palette.background,
        shared: shared.flatMap { shared in
          banner.name.map { SharedBanner(store: shared.pictures, name: $0) }
        }),
      files: [
        request.scene, file(request.banner, settings.banner),
        file(request.avatar, settings.avatar),
      ].compactMap { $0 },
      machine: machine)
  }

  /// The header alone, before any event, and its screen; without a banner given it has the size of
  /// the style's own project.
  package func resolveMachine(
    fonts: SceneFonts
  ) throws(HeaderKitError) -> (machine: HeaderMachine, device: Device) {
    let outline = try outline()
    let (settings, constants, device) = (outline.settings, outline.constants, outline.device)
    let document = settings.document(style: constants.style, theme: request.theme)
    var size = constants.style.projectBannerSize
    if request.banner != nil || settings.banner != nil {
      let banner = try picture(request.banner, settings.banner, builtIn: [], "banner").pixmap
      size = PictureSize(width: banner.width, height: banner.height)
    }
    let environment = HeaderEnvironment(
      device: device, bannerSize: size,
      textWidths: try widths(of: document, constants, fonts))
    return (HeaderMachine(constants: constants, environment: environment), device)
  }

  private func widths(
    of document: SceneDocument, _ constants: StyleConstants, _ fonts: SceneFonts
  ) throws(HeaderKitError) -> TextWidths {
    do {
      return try fonts.widths(of: document, constants: constants)
    } catch {
      throw HeaderKitError(error)
    }
  }

  private func settings() throws(HeaderKitError) -> SceneSettings {
    guard let path = request.scene else { return SceneSettings() }
    let bytes =
      if let shared { try shared.bytes(of: path) } else {
        try InputFile.read(path, limit: request.limits.inputBytes)
      }
    do {
      return try SceneSettings(JSONValue.parse(bytes, file: path))
    } catch {
      throw HeaderKitError(error)
    }
  }

  private func constants(_ settings: SceneSettings) throws(HeaderKitError) -> StyleConstants {
    let style = request.style ?? settings.style ?? request.variant?.style ?? .mimic
    // A document's variant belongs to the document's style; another style has its own default.
    let fromDocument = settings.style == nil || settings.style == style ? settings.variant : nil
    let variant = request.variant ?? fromDocument ?? style.defaultVariant
    var constants: StyleConstants
    do {
      constants = try StyleConstants(style: style, variant: variant)
    } catch {
      throw HeaderKitError(
        error,
        subject: request.variant == nil ? .file(request.scene ?? "") : .property(.variant))
    }
    for constant in settings.constants {
      do {
        try constants.set(constant.key, constant.value)
      } catch {
        throw HeaderKitError(constant.place.error("\(error)"))
      }
    }
    for (key, value) in request.constants {
      do {
        try constants.set(key, value)
      } catch {
        throw HeaderKitError(error, subject: .property(.constants))
      }
    }
    return constants
  }

  private func device(
    _ settings: SceneSettings, style: HeaderStyle, variant: HeaderVariant
  ) throws(HeaderKitError) -> Device {
    var device = style.defaultDevice(for: variant)
    if let name = request.device ?? settings.device?.name {
      guard let known = Device(named: name) else {
        let remedy = NearestName(to: name, among: Device.known.map(\.name)).remedy
        throw HeaderKitError(
          .usage, subject: .property(.device), reason: "\(name) is not known",
          remedy: MessageText(remedy))
      }
      device = known
    }
    if let scale = request.scale {
      guard (1...3).contains(scale) else {
        throw HeaderKitError(
          .usage, subject: .property(.scale), reason: "\(scale) is out of range",
          remedy: "give 1, 2 or 3")
      }
      device.scale = scale
    }
    let pixels = Int(device.width * device.height) * device.scale * device.scale
    guard pixels <= request.limits.canvasPixels else {
      throw HeaderKitError(
        .badData, subject: .property(.device),
        reason: "a canvas of \(pixels.grouped) pixels is too large",
        remedy:
          "raise the limit of \(request.limits.canvasPixels.grouped) with \(.canvasPixelLimit)")
    }
    return device
  }

  /// A picture named by the request, else by the document (relative to its folder), else the demo's;
  /// with the name that other scenes know it by, where inputs are shared.
  private func picture(
    _ asked: PictureSource?, _ named: String?, builtIn: [UInt8], _ what: String
  ) throws(HeaderKitError) -> (pixmap: Pixmap, name: String?) {
    switch source(asked, named) {
    case .pixmap(let pixmap):
      return (pixmap, nil)
    case .builtIn:
      let subject = "built-in \(what)"
      if let shared { return try shared.picture(builtIn, subject: subject) }
      return (try PictureFile.decode(builtIn, subject: subject, limits: RenderLimits()), nil)
    case .file(let path):
      if let shared { return try shared.picture(path) }
      let bytes = try InputFile.read(path, limit: request.limits.inputBytes)
      return (try PictureFile.decode(bytes, subject: path, limits: request.limits), nil)
    }
  }

  private func source(_ asked: PictureSource?, _ named: String?) -> PictureSource {
    asked ?? named.map { .file(besideScene($0)) } ?? .builtIn
  }

  /// The file of a picture, if it comes from one.
  private func file(_ asked: PictureSource?, _ named: String?) -> String? {
    guard case .file(let path) = source(asked, named) else { return nil }
    return path
  }

  /// The file that a scene document means by a path.
  package func besideScene(_ path: String) -> String {
    guard let scene = request.scene, scene != "-", !path.hasPrefix("/"), path != "-",
      let slash = scene.lastIndex(of: "/")
    else { return path }
    return scene[...slash] + path
  }
}

extension HeaderVariant {
  /// The style that has the variant.
  fileprivate var style: HeaderStyle? {
    HeaderStyle.allCases.first { $0.variants.contains(self) }
  }
}

/// What is known of a scene before its pictures are decoded.
package struct SceneOutline: Sendable {
  package let settings: SceneSettings
  package let constants: StyleConstants
  package let device: Device

  /// The header over a banner of the style's own project and texts without width: its scrolling
  /// is the scene's.
  package var machine: HeaderMachine {
    HeaderMachine(
      constants: constants,
      environment: HeaderEnvironment(
        device: device, bannerSize: constants.style.projectBannerSize))
  }

  /// The scroll view that gestures are played in.
  package var scrollEnvironment: ScrollEnvironment {
    ScrollEnvironment(of: machine, scale: device.scale)
  }
}
