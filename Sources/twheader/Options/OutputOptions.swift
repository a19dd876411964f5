public import ArgumentParser
import Foundation
public import TwitterHeaderKit

/// Where an animation goes and how it is packed.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "A file, a folder or frames/%04d.png; '-' is standard output. Repeatable.")
  var output: [String] = []

  @Option(help: "gif, apng, frames, png or y4m; default: told by the output's name.")
  var format: OutputForm?

  @Option(help: "Frames painted at a time; default: the processors at hand.")
  var jobs: Int?

  @Flag(help: "Write binary data to a terminal; remove stale frames from a folder.")
  var force = false

  @Option(help: "GIF: 1 (smallest) to 100 (closest); default \(GIFOptions.defaultQuality).")
  var quality = GIFOptions.defaultQuality

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
        "\(name): \(value) is out of range (\(range.lowerBound)...\(range.upperBound))")
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
    request.gif = GIFOptions(
      quality: quality, effort: effort, loop: loop == 0 ? .forever : .plays(loop), colors: colors,
      dither: dither, lossless: lossless)
    request.pngLevel = pngLevel
  }

  /// The outputs; refuses two of one name, one that is an input, and binary data to a terminal.
  func targets(default name: String, inputs: [String?]) throws -> [OutputTarget] {
    let targets = try (output.isEmpty ? [name] : output).map { path in
      try OutputTarget(path, form: format)
    }
    var seen = Set<String>()
    let read = Set(inputs.compactMap { $0 }.filter { $0 != "-" }.map(OutputOptions.identity))
    for target in targets {
      let identity = OutputOptions.identity(target.path)
      guard seen.insert(identity).inserted else {
        throw HeaderKitError(
          .usage, subject: target.path, reason: "is given as output twice",
          hint: "give each output its own name")
      }
      guard !read.contains(identity) else {
        throw HeaderKitError(
          .usage, subject: target.path, reason: "is both input and output",
          hint: "give the output another name")
      }
      if target.path == "-", isatty(STDOUT_FILENO) == 1, !force {
        throw HeaderKitError(
          .usage, subject: "--output", reason: "binary data would go to a terminal",
          hint: "redirect standard output, or give --force")
      }
    }
    return targets
  }

  /// The same for two names of one file.
  private static func identity(_ path: String) -> String {
    path == "-" ? path : URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}

extension OutputForm: ExpressibleByArgument {}
