import ArgumentParser
import HeaderScene
import Numerics
import Raster
import Rendering
import Scrolling

/// How frames that a user has are shown.
struct EncodeOptions: ParsableArguments {
  @Option(help: "Frames a second; default: the animation's own times, 30 for pictures.")
  var fps: RationalTime?

  @Option(help: "How many times as fast; no frame is left out. Default 1.")
  var speed: RationalTime?

  @OptionGroup var showing: ShowingOptions

  @Option(
    help: ArgumentHelp(
      "What lies beneath transparent pixels, as #FFFFFF; default: nothing.", valueName: "colour"))
  var background: BackgroundColor?

  func validate() throws {
    if let fps, !CurveLimits.frameRates.contains(fps.value) {
      throw ValidationError("--fps: \(fps.value) is out of range; give 0.1 to 240")
    }
    if let speed, !(0.01...100).contains(speed.value) {
      throw ValidationError("--speed: \(speed.value) is out of range; give 0.01 to 100")
    }
  }

  func apply(to request: inout EncodeRequest) {
    request.framesPerSecond = fps
    request.speed = speed ?? 1
    request.holdFirst = showing.holdFirst ?? 0
    request.holdLast = showing.holdLast ?? 0
    request.boomerang = showing.boomerang
    request.frames = showing.frames?.range
    request.background = background?.color
  }
}

/// `#RRGGBB` as typed, opaque.
struct BackgroundColor: ExpressibleByArgument {
  let color: Color

  init?(argument: String) {
    guard argument.utf8.count == 7, let color = Color(hexadecimal: argument) else { return nil }
    self.color = color
  }
}
