import ArgumentParser
import Rendering

/// What an input or a render may cost.
struct LimitOptions: ParsableArguments {
  @Option(help: "Bytes of an input file; default 67108864.")
  var maxInputBytes: Int?

  @Option(help: "Pixels of a decoded picture; default 64000000.")
  var maxPixels: Int?

  @Option(help: "Frames of an animation; default 3000.")
  var maxFrames: Int?

  @Option(help: "Device pixels of a frame; default 32000000.")
  var maxCanvasPixels: Int?

  @Option(help: "Entries of a scroll curve; default 1000000.")
  var maxSamples: Int?

  /// More than any machine has, and far from what a product of two would overflow.
  private static let range = 1...(1 << 40)

  func validate() throws {
    for (name, limit) in [
      ("--max-input-bytes", maxInputBytes), ("--max-pixels", maxPixels),
      ("--max-frames", maxFrames), ("--max-canvas-pixels", maxCanvasPixels),
      ("--max-samples", maxSamples),
    ] {
      guard let limit, !LimitOptions.range.contains(limit) else { continue }
      throw ValidationError(
        "\(name): \(limit) is out of range; give \(LimitOptions.range.lowerBound) to "
          + "\(LimitOptions.range.upperBound)")
    }
  }

  var limits: RenderLimits {
    var limits = RenderLimits()
    if let maxInputBytes { limits.inputBytes = maxInputBytes }
    if let maxPixels { limits.pixels = maxPixels }
    if let maxFrames { limits.frames = maxFrames }
    if let maxCanvasPixels { limits.canvasPixels = maxCanvasPixels }
    if let maxSamples { limits.samples = maxSamples }
    return limits
  }
}
