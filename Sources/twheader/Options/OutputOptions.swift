public import ArgumentParser
import Files
import GIF
import ImageCodecs
import Numerics
import Rendering

/// Where an animation goes and how it is packed.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "A file, a folder or frames/%04d.png; '-' is standard output. Repeatable.")
  var output: [String] = []

  @Option(help: "gif, apng, png (an apng), frames or y4m; default: told by the output's name.")
  var format: OutputFormat?

  @Option(help: "Frames painted at a time; default: the processors at hand.")
  var jobs: Int?

  @Flag(help: "Write binary data to a terminal; remove older frames from a folder.")
  var force = false

  @Option(help: "GIF: 1 (smallest) to 100 (closest); default \(GIFOptions.defaultQuality).")
  var quality: Int?

  @Option(
    help: ArgumentHelp(
      "GIF: at most this size, as 3MB, 800K or 4096 (MB is 10^6 bytes, M 2^20): takes the highest "
        + "quality that fits, up to --quality.", valueName: "size"))
  var maxBytes: ByteCount?

  @Option(
    name: .customLong("yield"),
    help: ArgumentHelp(
      "GIF: what --max-bytes may reduce before quality sinks below \(GIFReductionPolicy.leastQuality): scale "
        + "(3/4, 1/2, 1/4) or fps (1/2, 1/3, 1/4); repeatable.", valueName: "what"))
  var yields: [GIFReductionPolicy] = []

  @Option(help: "GIF: 1 (fastest) to 9 (smallest); default \(GIFOptions.defaultEffort).")
  var effort = GIFOptions.defaultEffort

  @Option(help: "GIF: colours of a palette, 2 to 256.")
  var colors = 256

  @Option(help: "GIF: strength of dithering in per cent; default: told by the quality.")
  var dither: Int?

  @Flag(help: "GIF: keep every pixel, or fail.")
  var lossless = false

  @Option(help: "How often the animation plays; 0 is for ever.")
  var loop = 0

  @Option(help: "PNG: 0 (stored) to 9 (smallest).")
  var pngLevel: Int?

  func validate() throws {
    func check(_ name: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
      guard let value, !range.contains(value) else { return }
      throw ValidationError(
        "\(name): \(value) is out of range; give \(range.lowerBound) to \(range.upperBound)")
    }
    try check("--jobs", jobs, 1...1024)
    try check("--quality", quality, 1...100)
    try check("--effort", effort, 1...9)
    try check("--colors", colors, 2...256)
    try check("--dither", dither, 0...100)
    try check("--loop", loop, 0...65535)
    try check("--png-level", pngLevel, 0...9)
  }

  func apply(to request: inout RenderRequest) {
    request.jobs = jobs
    request.gif = gif
    request.maxBytes = maxBytes?.bytes
    request.reductions = Set(yields)
    request.pngLevel = pngLevel
  }

  var gif: GIFOptions {
    GIFOptions(
      quality: quality, effort: effort,
      loop: loop == 0 ? .forever : .plays(loop), colors: colors,
      dither: dither, lossless: lossless)
  }

  /// The outputs, `name` if none is given; see `OutputGuard`.
  ///
  /// - Parameter files: what is written beside them.
  func targets(
    default name: String, files: [String?] = [], inputs: [String?]
  ) throws -> [OutputTarget] {
    var targets: [OutputTarget] = []
    for path in output.isEmpty ? [name] : output {
      targets.append(try OutputTarget(path, format: format))
    }
    try OutputGuard(inputs: inputs, force: force).check(targets, files: files.compactMap { $0 })
    return targets
  }
}

extension OutputFormat: ExpressibleByArgument {}

extension GIFReductionPolicy: ExpressibleByArgument {}
