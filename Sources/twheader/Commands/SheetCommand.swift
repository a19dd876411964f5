import ArgumentParser
import TwitterHeaderKit

/// `twheader sheet`
struct SheetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "A contact sheet: a row for each style, theme and device, a column for each offset.")

  @Option(help: "Styles, for example mimic,stretch; default: all four, or --style.")
  var styles: NameList<HeaderStyle>?

  @Option(help: "Themes: light,dark; default: each style's own.")
  var themes: NameList<SceneTheme>?

  @Option(help: "Devices, for example iphone-8,iphone-x; default: each style's own.")
  var devices: String?

  @Option(parsing: .unconditional, help: "Points from rest, fed to each row from left to right.")
  var offsets: OffsetList?

  @Option(help: "Width of a cell in pixels.")
  var width = 240

  @Option(help: "Points of each screen that are shown, from its top.")
  var height = 320.0

  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Output") var output: PictureFileOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    guard (16...2000).contains(width) else {
      throw ValidationError("--width: \(width) is out of range (16...2000)")
    }
    guard (16...4000).contains(height) else {
      throw ValidationError("--height: \(height) is out of range (16...4000)")
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
    let (picture, warnings) = try SheetRenderer(request).render()
    try PictureOutput.write(picture, to: path, level: output.pngLevel)
    if !talk.quiet { warnings.forEach(Diagnostics.warning) }
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
