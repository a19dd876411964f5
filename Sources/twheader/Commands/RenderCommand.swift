import ArgumentParser
import Files
import Rendering

/// `twheader render`
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Curve, banner, avatar and scene to an animation.",
    discussion: """
      Without options: the built-in demo, to capture.gif.

      twheader render --curve swipe.json -o capture.gif
      twheader render --banner me.jpg --avatar me.png --style stretch
      twheader render --device iphone-x --theme dark --hold-last 0.5
      twheader render -o capture.gif -o capture.apng -o frames/%04d.png
      twheader render -o - --format y4m | other-program

      A GIF and an APNG carry each frame's time; Y4M and folders of frames
      have one rate, so frames that are held are repeated in them.
      """)

  @Option(help: "A scroll curve document; '-' is standard input. Default: the demo's swipe.")
  var curve: String?

  @Option(help: "A JSON file with each frame's pixel hash, time, offset and layers, for diff.")
  var frameManifest: String?

  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Frames") var frames: FrameOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func run() async throws {
    var request = RenderRequest()
    request.header = header.request
    request.curve = curve.map(CurveSource.file) ?? .builtIn
    frames.apply(to: &request)
    output.apply(to: &request)
    request.measuresGIF = report.stats != nil
    request.frameManifest = frameManifest
    let targets = try output.targets(
      default: "capture.gif", files: [frameManifest],
      inputs: [curve, header.scene, header.banner, header.avatar])
    try report.check(outputs: targets.map(\.path))
    let progress = ProgressLine(quiet: report.talk.quiet)
    defer { progress.end() }
    let outcome = try await Renderer(request).render(to: targets, replacesFrames: output.force) {
      progress.show($0, of: $1)
    }
    progress.end()
    try report.tell(outcome)
  }
}
