import ArgumentParser
import TwitterHeaderKit

/// `twheader render`
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Curve, banner, avatar and scene to an animation.")

  @Option(help: "A scroll curve document; '-' is standard input. Default: the demo's swipe.")
  var curve: String?

  @Option(help: "A JSON file with each frame's pixel hash, time, offset and layers, for diff.")
  var frameManifest: String?

  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Frames") var frames: FrameOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var talk: TalkOptions

  func run() async throws {
    var request = RenderRequest()
    request.header = header.request
    request.curve = curve.map(CurveSource.file) ?? .builtIn
    frames.apply(to: &request)
    output.apply(to: &request)
    request.frameManifest = frameManifest
    let targets = try output.targets(
      default: "capture.gif", inputs: [curve, header.scene, header.banner, header.avatar])
    let progress = ProgressLine(quiet: talk.quiet)
    defer { progress.end() }
    let outcome = try await Renderer(request).render(to: targets, replacesFrames: output.force) {
      progress.show($0, of: $1)
    }
    progress.end()
    if !talk.quiet { outcome.warnings.forEach(Diagnostics.warning) }
    if talk.verbose {
      for target in targets {
        Diagnostics.line(
          "twheader: \(target.path): \(outcome.frames) frames, \(outcome.paintedFrames) different, "
            + "\(outcome.width) x \(outcome.height) pixels, \(outcome.duration) s")
      }
    }
  }
}
