public import ArgumentParser
import FileAccess
import HeaderModel
import HeaderScene
public import Rendering

/// The header and its screen, for all commands that draw.
struct HeaderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A built-in header, see 'twheader style list', or a header document's path; default: mimic.",
      valueName: "name-or-file"),
    completion: .list(BuiltInHeader.all.map(\.name)))
  var style: HeaderSource?

  @Option(help: "A variant of the style: final, first, doc; table, scroll; ...")
  var variant: String?

  @Option(
    help: ArgumentHelp(
      "The screen, or your own as 390x844@3; default: the style's own.",
      discussion: "Known: " + Device.known.map(\.name).joined(separator: ", ") + "."),
    completion: .list(Device.known.map(\.name)))
  var device: String?

  @Option(
    help: "The appearance: light, dark, or black (dark on true black); default: the style's own.")
  var theme: SceneTheme?

  @Option(
    help: "Pixels per point, \(RequestRanges.text(RequestRanges.scale)); default: the device's own."
  )
  var scale: Double?

  @Option(
    name: .customLong("set"), help: "A style constant, for example headerHeight=120; repeatable.")
  var constants: [ConstantArgument] = []

  @Option(
    name: .customLong("input"),
    help: "An input of the header at the beginning, as page=0.5 or following=true; repeatable.")
  var headerInputs: [InputArgument] = []

  @Option(help: "A scene document: texts, colours, screen chrome, constants, inputs.")
  var scene: String?

  @Option(help: "The banner picture: PNG, JPEG, WebP or GIF.")
  var banner: String?

  @Option(help: "The avatar picture: PNG, JPEG, WebP or GIF.")
  var avatar: String?

  @OptionGroup var text: TextOptions
  @OptionGroup var limits: LimitOptions

  /// The files that are read, as far as the options tell.
  var inputs: [String?] { [style?.file, scene, banner, avatar] }

  var request: SceneRequest {
    var request = SceneRequest()
    request.style = style
    request.variant = variant
    request.device = device
    request.theme = theme
    request.scale = scale
    request.constants = constants.map { ($0.key, $0.value) }
    request.inputs = headerInputs.map { ($0.key, $0.value) }
    request.scene = scene
    request.banner = banner.map(PictureSource.file)
    request.avatar = avatar.map(PictureSource.file)
    request.fontFolder = text.fontFolder
    request.strictText = text.strictText
    request.limits = limits.limits
    return request
  }
}

extension HeaderSource: ExpressibleByArgument {
  /// A built-in header's name, else a document's path.
  public init(argument: String) { self.init(argument) }
}

extension SceneTheme: ExpressibleByArgument {}

/// `key=value` as typed.
struct ConstantArgument: ExpressibleByArgument {
  let key: String
  let value: Double

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let value = Double(parts[1]), value.isFinite else {
      return nil
    }
    key = String(parts[0])
    self.value = value
  }
}

/// `page=0.5` or `following=true` as typed.
struct InputArgument: ExpressibleByArgument {
  let key: String
  let value: InputValue

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let value = InputValue(String(parts[1])) else {
      return nil
    }
    key = String(parts[0])
    self.value = value
  }
}

/// How texts are set.
struct TextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder whose fonts alone are used, so that pictures agree between machines.",
      valueName: "dir"))
  var fontFolder: String?

  @Flag(help: "Makes a text that the fonts cannot show in full an error, not a warning.")
  var strictText = false
}

/// The limits of inputs and renders.
struct LimitOptions: ParsableArguments {
  @Option(help: LimitOptions.help("Bytes of an input file; default: \(RenderLimits().inputBytes)."))
  var maxInputBytes: Int?

  @Option(
    help: LimitOptions.help("Pixels of a decoded picture; default: \(RenderLimits().pixels)."))
  var maxPixels: Int?

  @Option(help: LimitOptions.help("Frames of an animation; default: \(RenderLimits().frames)."))
  var maxFrames: Int?

  @Option(
    help: LimitOptions.help("Device pixels of a frame; default: \(RenderLimits().canvasPixels)."))
  var maxCanvasPixels: Int?

  @Option(help: LimitOptions.help("Entries of a scroll curve; default: \(RenderLimits().samples)."))
  var maxSamples: Int?

  /// Told in one place, the help of the program, not in that of every command.
  private static func help(_ text: String) -> ArgumentHelp {
    ArgumentHelp(text, visibility: .hidden)
  }

  /// For the help of the program.
  static var summary: String {
    let limits = RenderLimits()
    return [
      ("--max-input-bytes", limits.inputBytes, "of an input file"),
      ("--max-pixels", limits.pixels, "of a decoded picture"),
      ("--max-frames", limits.frames, "of an animation"),
      ("--max-canvas-pixels", limits.canvasPixels, "of a frame"),
      ("--max-samples", limits.samples, "of a scroll curve"),
    ].map { "\($0) N: \($2); default: \($1)" }.joined(separator: "\n")
  }

  func validate() throws {
    for (name, limit) in [
      ("--max-input-bytes", maxInputBytes), ("--max-pixels", maxPixels),
      ("--max-frames", maxFrames), ("--max-canvas-pixels", maxCanvasPixels),
      ("--max-samples", maxSamples),
    ] {
      try UsageError.check(name, limit, in: RequestRanges.limit)
    }
  }

  var limits: RenderLimits {
    var limits = RenderLimits()
    if let maxInputBytes { limits.inputBytes = maxInputBytes }
    if let maxPixels { limits.pixels = maxPixels }
    if let maxFrames { limits.frames = maxFrames }
    if let maxCanvasPixels { limits.canvasPixels = maxCanvasPixels }
    if let maxSamples { limits.samples = maxSamples }
    return limits
  }
}
