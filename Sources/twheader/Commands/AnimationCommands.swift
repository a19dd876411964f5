import ArgumentParser
import FileAccess
import FrameEncoding
import Raster
import Rendering

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render an animation: GIF, WebP, APNG, video, frames.",
    discussion: """
      twheader render
          Renders the built-in demo to capture.gif.
      twheader render --curve fling --name Jane --crop header --width 480
          Renders a built-in swipe, only the header, 480 pixels wide.
      twheader render --curve swipe.json --style stretch -o capture.webp
          Renders your curve with another header.
      twheader render --pack docs/hero --for github --theme light,dark
          Writes a light and a dark animation, and the HTML for a README.

      GIF, WebP and APNG store a duration for each frame. Y4M, videos and folders of
      frames have a fixed rate, so they repeat a frame that is held.

      'twheader style list' lists headers, 'twheader devices' devices, and
      'twheader help curve new' swipes.
      """)

  @Option(
    help: ArgumentHelp(
      "Write each frame's hash, time, offset and layers as JSON, for diff", valueName: "file"))
  var frameManifest: String?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Curve") var playing: CurveArguments
  @OptionGroup(title: "Header") var header: HeaderOptions
  @OptionGroup(title: "Text") var words: WordOptions
  @OptionGroup(title: "Framing") var framing: FramingOptions
  @OptionGroup(title: "Frames") var playback: PlaybackArguments
  @OptionGroup(title: "Frames") var times: FrameTimesArguments
  @OptionGroup(title: "Page") var page: PageOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions
  @OptionGroup var watching: WatchOptions

  func run() async throws {
    try framing.check(header)
    try await watching.run(
      inputs, outputs: output.output, documents: [header.renderRequest.header], render)
  }

  private var inputs: [String?] { playing.files + times.files + header.inputFiles }

  private func render() async throws {
    var request = header.renderRequest
    words.apply(to: &request)
    framing.apply(to: &request)
    playing.apply(to: &request)
    playback.apply(to: &request)
    times.apply(to: &request)
    output.encoding.apply(to: &request)
    request.encoding.measuresGIF = report.stats != nil
    request.frameManifest = frameManifest
    page.apply(to: &request)
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
    commandName: "encode", abstract: "Encode existing frames or a video.",
    discussion: """
      twheader encode frames/ --fps 25 -o capture.gif
          Encodes a folder of images, in the natural order of their names.
      twheader encode swipe.mov --fps 20 -o capture.gif
          Converts a video; needs ffmpeg.
      twheader encode capture.apng -o frames/%04d.png
          Writes the frames of an animation as PNG files.

      An animation keeps its timing and, without --loop, its number of plays.
      APNG, PNG and WebP store transparency. In a GIF, a pixel is opaque if its
      opacity is at least one half. Y4M and videos show transparent pixels on black,
      or on the color of --background.
      """)

  @Argument(help: "Image files, a folder, an animation, a video, or '-' for Y4M")
  var inputs: [String]

  @OptionGroup(title: "Frames") var playback: PlaybackArguments

  @Option(
    help: ArgumentHelp("Color behind transparent pixels, for example #FFFFFF", valueName: "color"))
  var background: Color?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Report") var report: OutcomeOptions

  func run() async throws {
    var request = EncodeRequest()
    request.inputs = inputs
    request.background = background
    var options = playback.givenOptions
    output.encoding.apply(to: &options)
    options.encoding.measuresGIF = report.stats != nil
    request.playback = options.playback
    request.encoding = options.encoding
    request.keepsLoop = output.encoding.loop == nil
    request.jobs = options.jobs
    request.limits = limits.limits
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
