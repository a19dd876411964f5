import ArgumentParser
import FrameEncoding
import GIF
import HeaderScene
import HeaderStills
import Rendering

struct StillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "still", abstract: "Render one image: PNG, JPEG or WebP.",
    discussion: """
      twheader still --offset 80 -o still.png
          Renders the header scrolled by 80 points.
      twheader still --offset 0,130,-10 --style stretch
          Scrolls to 0, 130 and -10 points in turn, then renders still.png.
      twheader still --curve swipe.json --at 1.2 --device iphone-x
          Renders the moment 1.2 seconds into a curve.

      Offsets are in points from rest, and negative while pulled down.
      """)

  @Option(
    name: [.long, .customLong("offsets")], parsing: .unconditional,
    help: "Offset, or several to scroll to in turn, for example 0,130,-10")
  var offset: String?

  @Option(help: "Time in seconds on the curve, instead of an offset") var at: Double?
  @Flag(.layers) var noLayers: Bool
  @OptionGroup var watching: WatchOptions
  @OptionGroup(title: "Curve") var playing: CurveArguments
  @OptionGroup(title: "Text") var words: WordOptions
  @OptionGroup(title: "Framing") var framing: FramingOptions
  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Output") var output: PictureFileOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func validate() throws {
    _ = try offset?.offsets("--offset")
    guard offset == nil || at == nil else {
      throw UsageError("--at: excludes --offset; give one of them")
    }
    guard at != nil || playing.curve == nil else {
      throw UsageError("--curve: requires a time; give --at too")
    }
  }

  func run() async throws {
    try framing.check(header)
    try await watching.run(inputs, outputs: [output.output], documents: [header.request], render)
  }

  private var inputs: [String?] { playing.files + header.inputFiles }

  private func render() throws {
    var request = StillRequest()
    request.header = try header.request
    words.apply(to: &request.header)
    framing.apply(to: &request.header)
    if let at {
      let source = playing.source
      request.moment = .time(at, source.curve, source.rate)
    } else {
      request.moment = .offsets(try offset?.offsets("--offset") ?? [])
    }
    request.recordsLayers = !noLayers
    let path = try output.path(default: "still.png", inputs: inputs)
    try report.check(outputs: [path])
    try report.print(try StillRenderer(request).write(to: path, packing: output.encoding.packing))
  }
}

struct SheetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Render a contact sheet of styles and offsets.",
    discussion: """
      twheader sheet -o sheet.png
          Renders x-profile on iphone-17 at several offsets.
      twheader sheet --styles mimic,stretch --themes light,dark --offsets -60,0,80
          Renders four rows of three cells.

      Rows are styles, themes and devices; columns are offsets.
      """)

  @Option(
    help: ArgumentHelp(
      "Headers, for example mimic,card.json [default: --style]", valueName: "names-or-files"))
  var styles: String?

  @Option(help: "Themes, for example light,dark [default: each header's own]") var themes:
    NameList<SceneTheme>?

  @Option(help: "Devices, for example iphone-8,iphone-x [default: each header's own]")
  var devices: String?

  @Option(parsing: .unconditional, help: "Offsets to scroll to in turn, in points")
  var offsets: String?

  @Option(help: "Width of a cell in pixels") var width = 240
  @Option(help: "Visible height of each screen in points, from the top") var height = 320.0
  @OptionGroup var watching: WatchOptions
  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Output") var output: PictureFileOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func validate() throws {
    _ = try offsets?.offsets("--offsets")
    for (option, names, what) in [("--devices", devices, "device"), ("--styles", styles, "style")] {
      guard let names, names.split(separator: ",", omittingEmptySubsequences: false).contains("")
      else { continue }
      throw UsageError("\(option): contains an empty \(what); separate names by single commas")
    }
    try UsageError.check("--width", width, in: 16...2000)
    try UsageError.check("--height", height, in: 16...4000)
  }

  private var rows: [HeaderSource]? {
    styles?.split(separator: ",").map { HeaderSource(String($0)) }
  }

  func run() async throws {
    try await watching.run(
      inputs, outputs: [output.output],
      documents: ([nil] + (rows ?? [])).map { style in
        var request = try header.request
        request.style = style ?? request.style
        return request
      }, render)
  }

  private var inputs: [String?] { (rows ?? []).map(\.file) + header.inputFiles }

  private func render() throws {
    var request = SheetRequest()
    request.header = try header.request
    if let rows { request.styles = rows } else { request.header.applyCurrentDefaults() }
    if let themes { request.themes = themes.values }
    if let devices { request.devices = devices.split(separator: ",").map(String.init) }
    if let offsets { request.offsets = try offsets.offsets("--offsets") }
    request.cellWidth = width
    request.visibleHeight = height
    let path = try output.path(default: "sheet.png", inputs: inputs)
    try report.check(outputs: [path])
    try report.print(try SheetRenderer(request).write(to: path, packing: output.encoding.packing))
  }
}

/// Comma-separated names.
struct NameList<Value: RawRepresentable<String>>: ExpressibleByArgument {
  let values: [Value]

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    values = names.compactMap { Value(rawValue: String($0)) }
    guard values.count == names.count else { return nil }
  }
}

struct PictureArguments: RenderOptionGroup {
  @Option(.pngLevel) var pngLevel: Int?
  @Option(.quality) var quality: Int?

  func apply(to request: inout RenderRequest) {
    if let pngLevel { request.encoding.pngLevel = pngLevel }
    if let quality { request.encoding.gif.quality = quality }
  }

  var packing: PicturePacking { PicturePacking(givenOptions.encoding) }
}

struct PictureFileOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "File: .png, .jpg or .webp; '-' is standard output, as PNG")
  var output: String?

  @Flag(help: "Write binary data to a terminal") var force = false
  @OptionGroup var encoding: PictureArguments

  /// Returns the path of the output, by default `name`.
  /// - Throws: A usage error for a terminal without `--force` and for a path that is an input.
  func path(default name: String, inputs: [String?]) throws -> String {
    let path = output ?? name
    try OutputGuard.check([path], inputs: inputs, force: force)
    return path
  }
}
