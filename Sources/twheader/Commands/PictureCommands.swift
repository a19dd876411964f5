import ArgumentParser
import FrameEncoding
import HeaderScene
import HeaderStills
import Rendering

struct StillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "still", abstract: "Renders one picture of the header as PNG, JPEG or WebP.",
    discussion: """
      twheader still --offset 80 -o still.png
      twheader still --offset 0,130,-10 --style stretch
      twheader still --curve swipe.json --at 1.2 --device iphone-x

      Offsets are points from rest, negative when pulled down.
      """)

  @Option(
    name: [.long, .customLong("offsets")], parsing: .unconditional,
    help: "Points from rest, or several fed in order, for example 0,130,-10.")
  var offset: String?

  @Option(help: "A time of the curve in seconds, instead of an offset.") var at: Double?
  @Flag(.layers) var noLayers: Bool
  @OptionGroup var watching: WatchOptions
  @OptionGroup(title: "Curve") var playing: CurveArguments
  @OptionGroup(title: "Words") var words: WordOptions
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
      throw UsageError("--curve: has no moment; give --at as well")
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
    try words.apply(to: &request.header)
    try framing.apply(to: &request.header)
    if let at {
      let source = try playing.source
      request.moment = .time(at, source.curve, source.rate)
    } else {
      request.moment = .offsets(try offset?.offsets("--offset") ?? [])
    }
    request.layers = !noLayers
    let path = try output.path(default: "still.png", inputs: inputs)
    try report.check(outputs: [path])
    try report.print(try StillRenderer(request).write(to: path, packing: output.encoding.packing))
  }
}

struct SheetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Renders a contact sheet: rows are styles, themes and devices, columns are offsets.",
    discussion: """
      twheader sheet -o sheet.png
      twheader sheet --styles mimic,stretch --themes light,dark --offsets -60,0,80
      """)

  @Option(
    help: ArgumentHelp(
      "Built-in headers or header documents' paths, for example mimic,stretch,card.json; default: "
        + "--style, else x-profile on iphone-17.", valueName: "names-or-files"))
  var styles: String?

  @Option(help: "Themes: light,dark; default: each style's own.") var themes: NameList<SceneTheme>?

  @Option(help: "Devices, for example iphone-8,iphone-x; default: each style's own.")
  var devices: String?

  @Option(parsing: .unconditional, help: "Points from rest, fed to each row from left to right.")
  var offsets: String?

  @Option(help: "The width of a cell in pixels.") var width = 240
  @Option(help: "How much of each screen is shown, in points from its top.") var height = 320.0
  @OptionGroup var watching: WatchOptions
  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Output") var output: PictureFileOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func validate() throws {
    _ = try offsets?.offsets("--offsets")
    for (option, names, what) in [("--devices", devices, "device"), ("--styles", styles, "style")] {
      guard let names, names.split(separator: ",", omittingEmptySubsequences: false).contains("")
      else { continue }
      throw UsageError("\(option): names an empty \(what); separate names by single commas")
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

/// Names separated by commas, as typed.
struct NameList<Value: RawRepresentable<String>>: ExpressibleByArgument {
  let values: [Value]

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    values = names.compactMap { Value(rawValue: String($0)) }
    guard values.count == names.count else { return nil }
  }
}

struct PictureArguments: RenderOptionGroup {
  @Option(.pngLevel) var pngLevel: String?
  @Option(.quality) var quality: String?

  var packing: PicturePacking { get throws { PicturePacking(try given.encoding) } }
}

struct PictureFileOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "A .png, .jpg or .webp file; '-' is standard output, as PNG.")
  var output: String?

  @Flag(help: "Writes binary data even to a terminal.") var force = false
  @OptionGroup var encoding: PictureArguments

  /// The path, `name` if none is given; refuses a terminal and a path that is an input.
  func path(default name: String, inputs: [String?]) throws -> String {
    let path = output ?? name
    try OutputGuard.check([path], inputs: inputs, force: force)
    return path
  }
}
