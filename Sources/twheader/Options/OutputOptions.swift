public import ArgumentParser
import FileAccess
import Foundation
public import FrameEncoding
import GIF
import ImageCodecs
import PortableMath
import Rendering

/// The outputs of an animation and their encoding.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "A file, a folder or frames/%04d.png; '-' is standard output; repeatable.")
  var output: [String] = []

  @Option(
    help: """
      The format: gif, webp, apng, png (an apng), frames, y4m, or mp4 and webm through ffmpeg; \
      default: from the output's name.
      """)
  var format: OutputFormat?

  @Option(help: "Threads that paint and encode; default: the number of processors.")
  var jobs: Int?

  @Flag(help: "Writes binary data even to a terminal; removes older frames from a folder.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Quality of a GIF, WebP or video: 1 (smallest) to 100 (best; WebP: lossless); default: "
        + "\(GIFOptions.defaultQuality)."))
  var quality: Int?

  @Option(
    help: ArgumentHelp(
      "GIF: the size limit, for example 3MB, 800K or 4096 (MB is 10^6 bytes, M 2^20); lowers the "
        + "quality from --quality until the file fits.", valueName: "size"))
  var maxBytes: ByteCount?

  @Option(
    help: ArgumentHelp(
      "GIF: what --max-bytes reduces before it lowers the quality below "
        + "\(GIFReductionPolicy.leastQuality): scale (3/4, 1/2, 1/4) or fps (1/2, 1/3, 1/4); repeatable.",
      valueName: "what"))
  var reduce: [GIFReductionPolicy] = []

  /// The older name of `--reduce`.
  @Option(name: .customLong("yield"), help: .hidden)
  var olderReduce: [GIFReductionPolicy] = []

  @Option(help: "GIF, WebP and video effort: 1 (fastest) to 9 (smallest).")
  var effort = GIFOptions.defaultEffort

  @Option(help: "GIF: colours per palette, \(RequestRanges.text(RequestRanges.colors)).")
  var colors = RequestRanges.colors.upperBound

  @Option(help: "GIF: dithering strength in per cent; default: from the quality.")
  var dither: Int?

  @Flag(help: "GIF, WebP: every pixel stays exact; fails where a GIF cannot say so.")
  var lossless = false

  @Option(help: "How often the animation plays; 0 is forever.")
  var loop = 0

  @Option(help: "PNG compression: 0 (none) to 9 (smallest).")
  var pngLevel: Int?

  @Flag(
    help:
      "Leaves out the record of each frame's hash and time in GIF, WebP and APNG, which diff reads."
  )
  var noFrameHashes = false

  @Flag(help: "Leaves out the places of layers in PNG frames, which diff reads.")
  var noLayers = false

  func validate() throws {
    for (name, value, range) in [
      ("--jobs", jobs, RequestRanges.jobs), ("--quality", quality, RequestRanges.quality),
      ("--effort", effort, RequestRanges.effort), ("--colors", colors, RequestRanges.colors),
      ("--dither", dither, RequestRanges.dither), ("--loop", loop, RequestRanges.loop),
      ("--png-level", pngLevel, RequestRanges.pngLevel),
    ] {
      try UsageError.check(name, value, in: range)
    }
  }

  func apply(to request: inout RenderRequest) {
    request.jobs = jobs
    request.gif = gif
    request.maxBytes = maxBytes?.bytes
    request.reductions = reductions
    request.pngLevel = pngLevel
    request.frameHashes = !noFrameHashes
    request.layers = !noLayers
  }

  /// What `--max-bytes` may reduce.
  var reductions: Set<GIFReductionPolicy> { Set(reduce + olderReduce) }

  var gif: GIFOptions {
    GIFOptions(
      quality: quality,
      effort: effort,
      loop: loop == 0 ? .forever : .plays(loop), colors: colors,
      dither: dither, lossless: lossless)
  }

  /// The checked outputs, `name` if none is given; see `OutputGuard`.
  ///
  /// - Parameters:
  ///   - more: paths that are written as well; `name` is then not.
  ///   - files: files that are written beside them.
  func targets(
    default name: String, more: [String] = [], files: [String?] = [], inputs: [String?]
  ) throws -> [OutputTarget] {
    var targets = try more.map { path in try OutputTarget(path) }
    for path in output.isEmpty && more.isEmpty ? [name] : output {
      targets.append(try OutputTarget(path, format: format))
    }
    try OutputGuard(inputs: inputs, force: force).check(targets, files: files.compactMap { $0 })
    return targets
  }
}

extension OutputFormat: ExpressibleByArgument {}

extension GIFReductionPolicy: ExpressibleByArgument {}

/// Refuses outputs that would destroy something, and inputs that are read twice.
struct OutputGuard {
  /// Paths that the command reads.
  let inputs: [String?]
  /// Whether binary data may go to a terminal.
  let force: Bool

  /// The same paths; throws `.usage` for two of one name, one that is an input, and binary data to a
  /// terminal.
  func check(_ outputs: [String]) throws(HeaderKitError) -> [String] {
    guard !outputs.contains("") else {
      throw HeaderKitError(
        .usage, subject: .property(.outputPath), reason: "is empty", remedy: "name a file")
    }
    try checkStreams(outputs)
    try OutputCheck.check(files: outputs, inputs: inputs.compactMap { $0 })
    return outputs
  }

  /// The same for animations and the files that come with them.
  func check(_ targets: [OutputTarget], files: [String]) throws(HeaderKitError) {
    try checkStreams(targets.map(\.path) + files)
    try OutputCheck.check(files: files, targets: targets, inputs: inputs.compactMap { $0 })
  }

  /// Refuses reports that would overwrite an input, an output or each other.
  ///
  /// - Parameters:
  ///   - reports: what a command writes beside its outputs.
  ///   - outputs: what else it writes.
  static func checkReports(
    _ reports: [String], inputs: [String], outputs: [OutputTarget] = []
  ) throws(HeaderKitError) {
    try OutputCheck.check(files: reports, inputs: inputs)
    guard !reports.isEmpty else { return }
    // Of the outputs only those that a report may meet: a batch has many thousands.
    let taken = Set(reports.map { FileIdentity($0, stream: STDOUT_FILENO) })
    let near = outputs.filter { output in
      output.framePattern != nil || taken.contains(FileIdentity(output.path, stream: STDOUT_FILENO))
    }
    for output in near { try OutputCheck.check(files: reports, targets: [output], inputs: []) }
  }

  private func checkStreams(_ outputs: [String]) throws(HeaderKitError) {
    guard inputs.filter({ $0 == "-" }).count < 2 else {
      throw HeaderKitError(
        .usage, subject: .place("-"), reason: "standard input is given twice, but can be read once",
        remedy: "name a file for one of the inputs")
    }
    if outputs.contains("-"), isatty(STDOUT_FILENO) == 1, !force {
      throw HeaderKitError(
        .usage, subject: .place("--output"), reason: "binary data would go to a terminal",
        remedy: "redirect standard output, or give --force")
    }
  }
}

extension ByteCount: ExpressibleByArgument {
  /// As typed.
  public init?(argument: String) { self.init(argument) }
}

/// What the name of a file tells.
enum FileName {
  /// `svg` of `plots/Swipe.SVG`, empty without one.
  static func ending(_ path: String) -> String {
    (path as NSString).pathExtension.lowercased()
  }
}
