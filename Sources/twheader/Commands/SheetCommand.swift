import ArgumentParser
import HeaderModel
import HeaderScene
import Rendering

/// `twheader sheet`
struct SheetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "A contact sheet: a row for each style, theme and device, a column for each offset.",
    discussion: """
      twheader sheet -o sheet.png
      twheader sheet --styles mimic,stretch --themes light,dark --offsets -60,0,80
      """)

  @Option(help: "Styles, for example mimic,stretch; default: all four, or --style.")
  var styles: NameList<HeaderStyle>?

  @Option(help: "Themes: light,dark; default: each style's own.")
  var themes: NameList<SceneTheme>?

  @Option(help: "Devices, for example iphone-8,iphone-x; default: each style's own.")
  var devices: String?

  @Option(
    parsing: .unconditional, help: "Points from rest, fed to each row from left to right.",
    transform: OffsetList.init(typed:))
  var offsets: OffsetList?

  @Option(help: "Width of a cell in pixels.")
  var width = 240

  @Option(help: "Points of each screen that are shown, from its top.")
  var height = 320.0

  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Output") var output: PictureFileOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func validate() throws {
    if let devices, devices.split(separator: ",", omittingEmptySubsequences: false).contains("") {
      throw ValidationError("--devices: names an empty device; separate names by single commas")
    }
    guard (16...2000).contains(width) else {
      throw ValidationError("--width: \(width) is out of range; give 16 to 2000")
    }
    guard (16...4000).contains(height) else {
      throw ValidationError("--height: \(height) is out of range; give 16 to 4000")
    }
  }

  func run() async throws {
    var request = SheetRequest()
    request.header = header.request
    if header.style != nil || header.variant != nil || header.scene != nil { request.styles = [] }
    if let styles { request.styles = styles.values }
    if let themes { request.themes = themes.values }
    if let devices { request.devices = devices.split(separator: ",").map(String.init) }
    if let offsets { request.offsets = offsets.offsets }
    request.cellWidth = width
    request.visibleHeight = height
    let path = try output.path(
      default: "sheet.png", inputs: [header.scene, header.banner, header.avatar])
    try report.check(outputs: [path])
    try report.tell(try SheetRenderer(request).write(to: path, level: output.pngLevel))
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
