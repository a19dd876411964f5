import ArgumentParser
import TwitterHeaderKit

/// `twheader encode`
struct EncodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode", abstract: "Frames that you already have to an animation.",
    discussion: """
      twheader encode frames/ --fps 25 -o capture.gif
      twheader encode 1.png 2.png 3.png -o capture.apng
      twheader encode capture.apng -o frames/%04d.png
      other-program | twheader encode - -o capture.gif

      A folder's files go in the order of their names, numbers by value.
      """)

  @Argument(help: "PNG or JPEG files in order, a folder, an animation, or '-' for Y4M.")
  var inputs: [String]

  @Option(help: "Frames a second; default: the animation's own times, 30 for pictures.")
  var fps: Fraction?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func validate() throws {
    if let fps, !CurveLimits.frameRates.contains(fps.value) {
      throw ValidationError("--fps: \(fps.value) is out of range; give 0.1 to 240")
    }
  }

  func run() async throws {
    var request = EncodeRequest()
    request.inputs = inputs
    request.framesPerSecond = fps
    request.limits = limits.limits
    request.gif = output.gif
    request.maxBytes = output.maxBytes?.bytes
    request.measuresGIF = report.stats != nil
    request.pngLevel = output.pngLevel
    let targets = try output.targets(default: "capture.gif", inputs: inputs)
    try report.check(outputs: targets.map(\.path))
    let progress = ProgressLine(quiet: report.talk.quiet)
    defer { progress.end() }
    let outcome = try FrameEncoder(request).encode(to: targets, replacesFrames: output.force) {
      progress.show($0, of: inputs.count > 1 ? inputs.count : nil)
    }
    progress.end()
    try report.tell(outcome)
  }
}
