public import ArgumentParser
public import Numerics
import Rendering
public import Scrolling

/// Which moments of a curve become frames.
struct FrameOptions: ParsableArguments {
  @Option(help: "Frames a second; default: the curve's own, else 30.")
  var fps: RationalTime?

  @Option(help: "Scroll events a second, or 'frame' for one a frame; default 60.")
  var eventRate: EventRate?

  @Option(help: "Seconds of the curve that pass in a second; default 1.")
  var speed: RationalTime?

  @OptionGroup var showing: ShowingOptions

  func validate() throws {
    if let fps, !CurveLimits.frameRates.contains(fps.value) {
      throw ValidationError("--fps: \(fps.value) is out of range; give 0.1 to 240")
    }
    if let speed, !(0.01...100).contains(speed.value) {
      throw ValidationError("--speed: \(speed.value) is out of range; give 0.01 to 100")
    }
  }

  func apply(to request: inout RenderRequest) {
    request.framesPerSecond = fps
    request.eventRate = eventRate ?? .standard
    request.speed = speed ?? 1
    request.holdFirst = showing.holdFirst ?? 0
    request.holdLast = showing.holdLast ?? 0
    request.boomerang = showing.boomerang
    request.frames = showing.frames?.range
  }
}

extension RationalTime: ExpressibleByArgument {
  /// As typed.
  public init?(argument: String) { self.init(argument) }
}

extension EventRate: ExpressibleByArgument {
  /// As typed.
  public init?(argument: String) { self.init(argument) }
}
