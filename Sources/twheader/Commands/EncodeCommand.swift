import ArgumentParser
import Files
import Numerics
import Rendering

/// `twheader encode`
struct EncodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode", abstract: "Frames that you already have to an animation.",
    discussion: """
      twheader encode frames/ --fps 25 -o capture.gif
      twheader encode 1.png 2.png 3.png -o capture.apng
      twheader encode capture.apng -o frames/%04d.png
      twheader encode icon/ --background "#FFFFFF" --boomerang -o icon.gif
      other-program | twheader encode - -o capture.gif

      A folder's files go in the order of their names, numbers by value.
      Transparent pixels stay so in APNG and PNG; a GIF has no half measures:
      less than half opaque becomes clear, the rest opaque; Y4M puts them on
      black. --background decides what lies beneath instead.
      """)

  @Argument(help: "PNG or JPEG files in order, a folder, an animation, or '-' for Y4M.")
  var inputs: [String]

  @OptionGroup(title: "Frames") var frames: EncodeOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func run() async throws {
    var request = EncodeRequest()
    request.inputs = inputs
    frames.apply(to: &request)
    request.limits = limits.limits
    request.gif = output.gif
    request.maxBytes = output.maxBytes?.bytes
    request.reductions = Set(output.yields)
    request.measuresGIF = report.stats != nil
    request.pngLevel = output.pngLevel
    let targets = try output.targets(default: "capture.gif", inputs: inputs)
    try report.check(outputs: targets.map(\.path))
    let progress = ProgressLine(quiet: report.talk.quiet)
    defer { progress.end() }
    let outcome = try FrameSequenceEncoder(request).encode(
      to: targets, replacesFrames: output.force
    ) {
      progress.show($0, of: inputs.count > 1 ? inputs.count : nil)
    }
    progress.end()
    try report.tell(outcome)
  }
}
