public import ArgumentParser
import FileAccess
import PortableFoundation
import HeaderModel
import HeaderScene
import PortableMath
public import Raster
import Rendering
import Scrolling

/// The options for the header and its screen, for all commands that draw.
struct HeaderOptions: RenderOptionGroup {
  @Option(.style) var style: HeaderSource?
  @Option(.variant) var variant: String?
  @Option(.device) var device: String?
  @Option(.theme) var theme: ThemeList?
  @Option(.scale) var scale: Double?
  @Option(.constants) var constants: [NamedNumber]
  @Option(.inputs) var inputs: [NamedInput]
  @Option(.scene) var scene: String?
  @Option(.banner) var banner: String?
  @Option(.avatar) var avatar: String?
  @OptionGroup var text: TextOptions
  @OptionGroup var limits: LimitOptions

  /// The input files that the options name. Documents can name others.
  var inputFiles: [String?] { [style?.file, scene, banner, avatar] }

  func apply(to request: inout RenderRequest) {
    if let style { request.header.style = style }
    if let variant { request.header.variant = variant }
    if let device { request.header.device = device }
    if let theme { request.themes = theme.themes }
    if let scale { request.header.scale = scale }
    request.header.constants += constants.map(\.pair)
    request.header.inputs += inputs.map(\.pair)
    if let scene { request.header.scene = scene }
    if let banner { request.header.banner = .file(banner) }
    if let avatar { request.header.avatar = .file(avatar) }
    text.apply(to: &request)
    limits.apply(to: &request)
  }

  var request: SceneRequest {
    get throws {
      let request = renderRequest
      guard request.secondTheme == nil else {
        throw UsageError("--theme: two themes require 'render --pack'; give one theme")
      }
      return request.header
    }
  }

  /// A request that can have two themes, for `render --pack`.
  var renderRequest: RenderRequest { givenOptions }
}

struct TextOptions: RenderOptionGroup {
  @Option(.fontFolder) var fontFolder: String?
  @Flag(.strictText) var strictText: Bool
  @Flag(.strictFonts) var strictFonts: Bool

  func apply(to request: inout RenderRequest) {
    if let fontFolder { request.header.fontFolder = fontFolder }
    if strictText { request.header.strictText = true }
    if strictFonts { request.header.strictFonts = true }
  }
}

struct LimitOptions: RenderOptionGroup {
  @Option(.maxInputBytes) var maxInputBytes: Int?
  @Option(.maxPixels) var maxPixels: Int?
  @Option(.maxFrames) var maxFrames: Int?
  @Option(.maxCanvasPixels) var maxCanvasPixels: Int?
  @Option(.maxSamples) var maxSamples: Int?

  /// The limits with their defaults, one per line, for `twheader help limits`. The help of commands
  /// hides them.
  static var summary: String {
    let width = RenderOption.limits.map(\.flag.count).max() ?? 0
    return RenderOption.limits.map { option in
      let row = option.row
      let flag = "\(option.flag) N".padded(to: width + 4)
      return "\(flag)\(row.help.text(naming: \.flag)) [default: \(row.defaultText ?? "")]"
    }.joined(separator: "\n")
  }

  func apply(to request: inout RenderRequest) {
    if let maxInputBytes { request.header.limits.inputBytes = maxInputBytes }
    if let maxPixels { request.header.limits.pixels = maxPixels }
    if let maxFrames { request.header.limits.frames = maxFrames }
    if let maxCanvasPixels { request.header.limits.canvasPixels = maxCanvasPixels }
    if let maxSamples { request.header.limits.samples = maxSamples }
  }

  var limits: RenderLimits { givenOptions.header.limits }
}

struct PlaybackArguments: RenderOptionGroup {
  @Option(.fps) var fps: RationalTime?
  @Option(.speed) var speed: RationalTime?
  @Option(.holdFirst) var holdFirst: RationalTime?
  @Option(.holdLast) var holdLast: RationalTime?
  @Flag(.boomerang) var boomerang: Bool
  @Option(.frames) var frames: FrameRange?

  func apply(to request: inout RenderRequest) {
    if let fps { request.playback.framesPerSecond = fps }
    if let speed { request.playback.speed = speed }
    if let holdFirst { request.playback.holdFirst = holdFirst }
    if let holdLast { request.playback.holdLast = holdLast }
    if boomerang { request.playback.boomerang = true }
    if let frames { request.playback.frames = frames.frames }
  }
}

struct FrameTimesArguments: RenderOptionGroup {
  @Option(.frameTimes) var frameTimes: String?

  var files: [String] { frameTimes.map { [$0] } ?? [] }

  func apply(to request: inout RenderRequest) {
    if let frameTimes { request.frameTimes = .file(frameTimes) }
  }
}

/// The options for the curve and the rate of scroll events.
struct CurveArguments: RenderOptionGroup {
  @Option(.curve) var curve: CurveSource?
  @Option(.eventRate) var eventRate: EventRate?

  var files: [String?] { curve?.files ?? [] }

  func apply(to request: inout RenderRequest) {
    if let curve { request.curve = curve }
    if let eventRate { request.eventRate = eventRate }
  }

  var source: (curve: CurveSource, rate: EventRate) {
    let request = givenOptions
    return (request.curve, request.eventRate)
  }
}

/// The options for the texts and the color that are changed most often. A scene document can change
/// all of them.
struct WordOptions: RenderOptionGroup {
  @Option(.name) var name: String?
  @Option(.handle) var handle: String?
  @Option(.title) var title: String?
  @Option(.accent) var accent: DocumentColor?

  func apply(to request: inout RenderRequest) {
    for (key, text) in [("name", name), ("handle", handle), ("title", title)] {
      if let text { request.header.texts.append((key, text)) }
    }
    if let accent { request.header.colors.append(("accent", accent)) }
  }
}

/// The options for the visible part of the screen, its size and the device frame.
struct FramingOptions: RenderOptionGroup {
  @Option(.crop) var crop: SceneFraming.Crop?
  @Option(.width) var width: Int?
  @Option(.height) var height: Int?
  @Option(.cornerRadius) var cornerRadius: Double?
  @Flag(.frame) var frame: Bool

  func apply(to request: inout RenderRequest) {
    if let crop { request.header.framing.crop = crop }
    if let width { request.header.framing.width = width }
    if let height { request.header.framing.height = height }
    if let cornerRadius { request.header.framing.cornerRadius = cornerRadius }
    if frame { request.header.framing.hasDevice = true }
  }

  func check(_ header: HeaderOptions) throws(UsageError) {
    guard header.scale == nil || (width == nil && height == nil) else {
      throw UsageError("--scale: excludes --width and --height; give one or the other")
    }
  }
}

extension Color: ExpressibleByArgument {
  /// Parses a color such as `#FFFFFF`.
  public init?(argument: String) {
    guard argument.utf8.count == 7 else { return nil }
    self.init(hexadecimal: argument)
  }
}
