import ArgumentParser
import FileAccess
import FrameEncoding
import Raster
import Rendering

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders a curve, a banner, an avatar and a scene to an animation.",
    discussion: """
      Without options: renders the built-in demo to capture.gif.

      twheader render --curve swipe.json -o capture.gif
      twheader render --banner me.jpg --avatar me.png --style stretch
      twheader render --device iphone-x --theme dark --hold-last 0.5
      twheader render -o capture.gif -o capture.apng -o frames/%04d.png
      twheader render -o - --format y4m | other-program
      twheader render --pack docs/hero --for github --theme light,dark
      twheader render --curve fling --name Jane --crop header --width 480

      GIF, WebP and APNG store each frame's duration; Y4M, videos and folders
      of frames have one frame rate, so they repeat frames that are held.
      """)

  @Option(help: "Writes each frame's pixel hash, time, offset and layers to a JSON file, for diff.")
  var frameManifest: String?

  @OptionGroup(title: "Words") var words: WordOptions
  @OptionGroup(title: "Framing") var framing: FramingOptions
  @OptionGroup(title: "Page") var page: PageOptions
  @OptionGroup var watching: WatchOptions
  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Curve") var playing: CurveArguments
  @OptionGroup(title: "Frames") var playback: PlaybackArguments
  @OptionGroup(title: "Frames") var times: FrameTimesArguments
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func run() async throws {
    try framing.check(header)
    try await watching.run(inputs, outputs: output.output, documents: [header.page.header], render)
  }

  private var inputs: [String?] { playing.files + times.files + header.inputFiles }

  private func render() async throws {
    var request = try header.page
    try words.apply(to: &request)
    try framing.apply(to: &request)
    try playing.apply(to: &request)
    try playback.apply(to: &request)
    try times.apply(to: &request)
    try output.encoding.apply(to: &request)
    request.encoding.measuresGIF = report.stats != nil
    request.frameManifest = frameManifest
    try page.applyAll(to: &request)
    let targets = try output.targets(
      default: "capture.gif", more: page.animations, files: [frameManifest] + page.files,
      inputs: inputs)
    try report.check(outputs: targets.map(\.path))
    let progress = ProgressLine(quiet: report.verbosity.quiet)
    defer { progress.end() }
    let outcome = try await Renderer(request).render(to: targets, replacesFrames: output.force) {
      progress.show($0, of: $1)
    }
    progress.end()
    try report.print(outcome)
  }
}

struct EncodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode", abstract: "Encodes existing frames to an animation.",
    discussion: """
      twheader encode frames/ --fps 25 -o capture.gif
      twheader encode 1.png 2.png 3.png -o capture.apng
      twheader encode capture.apng -o frames/%04d.png
      twheader encode icon/ --background "#FFFFFF" --boomerang -o icon.gif
      twheader encode swipe.mov --fps 20 -o capture.gif
      other-program | twheader encode - -o capture.gif

      A folder's files are taken in the order of their names, numbers by value.
      An animation keeps its times, and plays as often as before without --loop.
      APNG, PNG and WebP store transparency. In a GIF, pixels that are less than half
      opaque become transparent, all others opaque; in Y4M and videos they are
      drawn on black. --background draws them on a colour instead.
      """)

  @Argument(
    help:
      "PNG, JPEG or WebP files in order, a folder, an animation, by ffmpeg a video, or '-' for Y4M."
  )
  var inputs: [String]

  @OptionGroup(title: "Frames") var playback: PlaybackArguments

  @Option(
    help: ArgumentHelp(
      "The colour beneath transparent pixels, for example #FFFFFF; default: none.",
      valueName: "colour"))
  var background: Color?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func run() async throws {
    var request = EncodeRequest()
    request.inputs = inputs
    request.background = background
    var options = try playback.given
    try output.encoding.apply(to: &options)
    options.encoding.measuresGIF = report.stats != nil
    request.playback = options.playback
    request.encoding = options.encoding
    request.keepsLoop = output.encoding.loop == nil
    request.jobs = options.jobs
    request.limits = try limits.limits
    let targets = try output.targets(
      default: "capture.gif", inputs: inputs + FrameSource(request).files.filter { $0 != "-" })
    try report.check(outputs: targets.map(\.path))
    let progress = ProgressLine(quiet: report.verbosity.quiet)
    defer { progress.end() }
    let outcome = try FrameSequenceEncoder(request).encode(
      to: targets, replacesFrames: output.force
    ) {
      progress.show($0, of: inputs.count > 1 ? inputs.count : nil)
    }
    progress.end()
    try report.print(outcome)
  }
}
