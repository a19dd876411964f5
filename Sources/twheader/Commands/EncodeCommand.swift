import ArgumentParser
import TwitterHeaderKit

/// `twheader encode`
struct EncodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode", abstract: "Frames that you already have to an animation.")

  @Argument(help: "PNG or JPEG files in order, a folder, an animation, or '-' for Y4M.")
  var inputs: [String]

  @Option(help: "Frames a second; default: the animation's own times, 30 for pictures.")
  var fps: Fraction?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    if let fps, !CurveLimits.frameRates.contains(fps.value) {
      throw ValidationError("--fps: \(fps.value) is out of range (0.1...240)")
    }
  }

  func run() async throws {
    var request = EncodeRequest()
    request.inputs = inputs
    request.framesPerSecond = fps
    request.limits = limits.limits
    request.gif = output.gif
    request.pngLevel = output.pngLevel
    let targets = try output.targets(default: "capture.gif", inputs: inputs)
    let progress = ProgressLine(quiet: talk.quiet)
    defer { progress.end() }
    let all = inputs.count > 1 ? inputs.count : 0
    let count = try FrameEncoder(request).encode(to: targets, replacesFrames: output.force) {
      progress.show($0, of: max(all, $0))
    }
    progress.end()
    if talk.verbose {
      for target in targets { Diagnostics.line("twheader: \(target.path): \(count) frames") }
    }
  }
}
