import ArgumentParser
import TwitterHeaderKit

/// What an input or a render may cost.
struct LimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Bytes of an input file.", visibility: .hidden))
  var maxInputBytes: Int?

  @Option(help: ArgumentHelp("Pixels of a decoded picture.", visibility: .hidden))
  var maxPixels: Int?

  @Option(help: ArgumentHelp("Frames of an animation.", visibility: .hidden))
  var maxFrames: Int?

  @Option(help: ArgumentHelp("Device pixels of a frame.", visibility: .hidden))
  var maxCanvasPixels: Int?

  @Option(help: ArgumentHelp("Entries of a scroll curve.", visibility: .hidden))
  var maxSamples: Int?

  func validate() throws {
    for limit in [maxInputBytes, maxPixels, maxFrames, maxCanvasPixels, maxSamples] {
      guard (limit ?? 1) > 0 else { throw ValidationError("a limit is a number above 0") }
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
