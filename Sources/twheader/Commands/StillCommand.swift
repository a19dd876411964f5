import ArgumentParser
import Numerics
import Rendering
import Scrolling

/// `twheader still`
struct StillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "still", abstract: "One picture of the header, as PNG.",
    discussion: """
      twheader still --offset 80 -o still.png
      twheader still --offset 0,130,-10 --style stretch
      twheader still --curve swipe.json --at 1.2 --device iphone-x

      Offsets are points from rest, negative when pulled down.
      """)

  @Option(
    parsing: .unconditional,
    help: "Points from rest, or a list fed in order, for example 0,130,-10.",
    transform: OffsetList.init(typed:))
  var offset: OffsetList?

  @Option(help: "Seconds of the curve, instead of an offset.")
  var at: Double?

  @Option(help: "The curve of --at; default: the demo's swipe.")
  var curve: String?

  @Option(help: "Scroll events a second of --at, or 'frame'; default 60.")
  var eventRate: EventRate?

  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Output") var output: PictureFileOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func validate() throws {
    guard offset == nil || at == nil else {
      throw ValidationError("--at: excludes --offset; give one of them")
    }
    guard at != nil || curve == nil else {
      throw ValidationError("--curve: has no moment; give --at as well")
    }
  }

  func run() async throws {
    var request = StillRequest()
    request.header = header.request
    if let at {
      request.moment = .time(
        at, curve.map(CurveSource.file) ?? .builtIn, eventRate ?? .standard)
    } else {
      request.moment = .offsets(offset?.offsets ?? [])
    }
    let path = try output.path(
      default: "still.png", inputs: [curve, header.scene, header.banner, header.avatar])
    try report.check(outputs: [path])
    try report.tell(try StillRenderer(request).write(to: path, level: output.pngLevel))
  }
}
