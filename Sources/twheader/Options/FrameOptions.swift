public import ArgumentParser
import FrameEncoding
import HeaderScene
public import PortableMath
import Raster
import Rendering
public import Scrolling

/// The frames of a curve: their rate, speed and selection.
struct FrameOptions: ParsableArguments {
  @Option(help: "Frames per second; default: the curve's own, else 30.")
  var fps: RationalTime?

  @Option(help: "Scroll events per second, or 'frame' for one per frame; default: 60.")
  var eventRate: EventRate?

  @Option(help: "Playback speed, as seconds of the curve per second; default: 1.")
  var speed: RationalTime?

  @OptionGroup var showing: ShowingOptions

  func validate() throws {
    try UsageError.check("--fps", fps, in: RequestRanges.framesPerSecond)
    try UsageError.check("--speed", speed, in: RequestRanges.speed)
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

/// How a list of frames is shown.
struct ShowingOptions: ParsableArguments {
  @Option(
    help: "Extra seconds for the first frame; repeats it where frames have one rate.")
  var holdFirst: RationalTime?

  @Option(help: "Extra seconds for the last frame.")
  var holdLast: RationalTime?

  @Flag(help: "Plays the frames forwards, then backwards.")
  var boomerang = false

  @Option(help: "The frames to write, for example 10-40, counted from 0.")
  var frames: FrameRange?

  func validate() throws {
    try UsageError.check("--hold-first", holdFirst, in: RequestRanges.hold, unit: " seconds")
    try UsageError.check("--hold-last", holdLast, in: RequestRanges.hold, unit: " seconds")
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

/// How existing frames are shown.
struct EncodeOptions: ParsableArguments {
  @Option(help: "Frames per second; default: the animation's own times, 30 for pictures.")
  var fps: RationalTime?

  @Option(help: "Playback speed; no frame is dropped; default: 1.")
  var speed: RationalTime?

  @OptionGroup var showing: ShowingOptions

  @Option(
    help: ArgumentHelp(
      "The colour beneath transparent pixels, for example #FFFFFF; default: none.",
      valueName: "colour"))
  var background: BackgroundColor?

  func validate() throws {
    try UsageError.check("--fps", fps, in: RequestRanges.framesPerSecond)
    try UsageError.check("--speed", speed, in: RequestRanges.speed)
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
