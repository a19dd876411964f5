public import ArgumentParser
import Comparison
public import FileAccess
import PortableFoundation
import FrameEncoding
import GIF
import PortableMath
import Rendering

struct EncodingArguments: RenderOptionGroup {
  @Option(.jobs) var jobs: Int?
  @Option(.quality) var quality: Int?
  @Option(.maxBytes) var maxBytes: ByteCount?
  @Option(.reduce) var reduce: [ReductionPolicy]
  @Option(.effort) var effort: Int?
  @Option(.colors) var colors: Int?
  @Option(.dither) var dither: Int?
  @Flag(.lossless) var lossless: Bool
  @Option(.loop) var loop: Int?
  @Option(.pngLevel) var pngLevel: Int?
  @Flag(.frameHashes) var noFrameHashes: Bool
  @Flag(.layers) var noLayers: Bool

  func apply(to request: inout RenderRequest) {
    if let jobs { request.jobs = jobs }
    if let quality { request.encoding.gif.quality = quality }
    if let maxBytes { request.encoding.maxBytes = maxBytes.bytes }
    request.encoding.reductions.formUnion(reduce)
    if let effort { request.encoding.gif.effort = effort }
    if let colors { request.encoding.gif.colors = colors }
    if let dither { request.encoding.gif.dither = dither }
    if lossless { request.encoding.gif.lossless = true }
    if let loop { request.encoding.gif.loop = GIFOptions.Loop(count: loop) }
    if let pngLevel { request.encoding.pngLevel = pngLevel }
    if noFrameHashes { request.encoding.frameHashes = false }
    if noLayers { request.recordsLayers = false }
  }
}

struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "File, folder or frames/%04d.png; '-' is standard output; repeatable")
  var output: [String] = []

  @Option(help: "Format; mp4, webm and avif need ffmpeg [default: from the name]")
  var format: OutputFormat?

  @Flag(help: "Write binary data to a terminal; remove old frames from a folder")
  var force = false

  @OptionGroup var encoding: EncodingArguments

  /// Returns the outputs after the checks of `OutputGuard`.
  /// - Parameters:
  ///   - name: The output if neither `--output` nor `more` names one.
  ///   - more: Further outputs, such as those of a pack.
  ///   - files: Other files that the command writes.
  ///   - inputs: The files that the command reads.
  func targets(
    default name: String, more: [String] = [], files: [String?] = [], inputs: [String?]
  ) throws -> [OutputTarget] {
    var targets = try more.map { path in try OutputTarget(path) }
    let own = output.isEmpty && more.isEmpty ? [name] : output
    targets += try own.map { path in try OutputTarget(path, format: format) }
    try OutputGuard.check(targets, files: files, inputs: inputs, force: force)
    return targets
  }
}

extension OutputFormat: ExpressibleByArgument {
  /// The formats of animations: all but JPEG.
  public static var allValueStrings: [String] {
    allCases.filter { $0 != .jpeg }.map(\.rawValue)
  }
}

/// Checks that outputs do not overwrite inputs or each other, and that standard input is read once.
enum OutputGuard {
  /// Checks single files.
  /// - Throws: A usage error if two outputs have one path, if an output is an input, or if binary
  ///   data would go to a terminal without `force`.
  static func check(_ outputs: [String?], inputs: [String?], force: Bool) throws {
    guard !outputs.contains("") else {
      throw HeaderKitError(
        .usage, subject: .property(.outputPath), reason: "is empty", remedy: "name a file")
    }
    try check([], files: outputs, inputs: inputs, force: force)
  }

  /// Checks animations and the files that are written with them.
  static func check(
    _ targets: [OutputTarget], files: [String?], inputs: [String?], force: Bool
  ) throws {
    let files = files.compactMap { $0 }
    let outputs = targets.map(\.path) + files
    guard inputs.filter({ $0 == "-" }).count < 2 else {
      throw UsageError(
        "-: standard input is named twice; name a file for one of the inputs")
    }
    if outputs.contains("-"), isatty(STDOUT_FILENO) == 1, !force {
      throw UsageError(
        "--output: binary data would go to a terminal; redirect standard output, or give --force")
    }
    try OutputCheck.check(files: files, targets: targets, inputs: inputs.compactMap { $0 })
  }

  /// Checks that reports do not overwrite an input, an output or each other.
  static func checkReports(
    _ reports: [String], inputs: [String], outputs: [OutputTarget] = []
  ) throws(HeaderKitError) {
    try OutputCheck.check(files: reports, inputs: inputs)
    guard !reports.isEmpty else { return }
    // A batch has thousands of outputs. Only those with the path of a report are checked.
    let taken = Set(reports.map { FileIdentity($0, stream: STDOUT_FILENO) })
    let near = outputs.filter { output in
      output.framePattern != nil || taken.contains(FileIdentity(output.path, stream: STDOUT_FILENO))
    }
    for output in near { try OutputCheck.check(files: reports, targets: [output], inputs: []) }
  }
}

/// A type with an initializer from text, which the parser uses.
protocol TextArgument: ExpressibleByArgument { init?(_ text: String) }

extension TextArgument {
  /// Parses the argument with the type's own initializer.
  public init?(argument: String) { self.init(argument) }
}

extension ByteCount: TextArgument {}
extension DiffMask: TextArgument {}
extension RationalTime: TextArgument {}
extension WebAddress: TextArgument {}

enum FileName {
  /// Returns the lower-case extension: `svg` for `plots/Swipe.SVG`. Empty if there is none.
  static func ending(_ path: String) -> String { FilePath.fileExtension(path).lowercased() }
}
