public import ArgumentParser
public import TwitterHeaderKit

/// Which moments of a curve become frames.
struct FrameOptions: ParsableArguments {
  @Option(help: "Frames a second; default: the curve's own, else 30.")
  var fps: Fraction?

  @Option(help: "Scroll events a second, or 'frame' for one a frame; default 60.")
  var eventRate: EventRate?

  @Option(help: "Seconds of the curve that pass in a second; default 1.")
  var speed: Fraction?

  @Option(
    help: "Seconds that the first frame is shown longer; repeated where frames have one rate.")
  var holdFirst: Fraction?

  @Option(help: "Seconds that the last frame is shown longer.")
  var holdLast: Fraction?

  @Flag(help: "Show the frames once more backwards.")
  var boomerang = false

  @Option(help: "The frames that are kept, as 10-40, counted from 0.")
  var frames: FrameRange?

  func validate() throws {
    if let fps, !CurveLimits.frameRates.contains(fps.value) {
      throw ValidationError("--fps: \(fps.value) is out of range; give 0.1 to 240")
    }
    if let speed, !(0.01...100).contains(speed.value) {
      throw ValidationError("--speed: \(speed.value) is out of range; give 0.01 to 100")
    }
    for (name, hold) in [("--hold-first", holdFirst), ("--hold-last", holdLast)] {
      if let hold, !(0...600).contains(hold.value) {
        throw ValidationError("\(name): \(hold.value) is out of range; give 0 to 600 seconds")
      }
    }
  }

  func apply(to request: inout RenderRequest) {
    request.framesPerSecond = fps
    request.eventRate = eventRate ?? .standard
    request.speed = speed ?? 1
    request.holdFirst = holdFirst ?? 0
    request.holdLast = holdLast ?? 0
    request.boomerang = boomerang
    request.frames = frames?.range
  }
}

/// `10-40` or `7` as typed.
struct FrameRange: ExpressibleByArgument {
  let range: ClosedRange<Int>

  init?(argument: String) {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil,
      first >= 0, first <= last
    else { return nil }
    range = first...last
  }
}

extension Fraction: ExpressibleByArgument {
  /// As typed.
  public init?(argument: String) { self.init(argument) }
}

extension EventRate: ExpressibleByArgument {
  /// As typed.
  public init?(argument: String) { self.init(argument) }
}
