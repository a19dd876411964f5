public import ArgumentParser
import HeaderScene
public import Raster
import Rendering
import Scrolling

struct PlaybackArguments: RenderOptionGroup {
  @Option(.fps) var fps: String?
  @Option(.speed) var speed: String?
  @Option(.holdFirst) var holdFirst: String?
  @Option(.holdLast) var holdLast: String?
  @Flag(.boomerang) var boomerang: Bool
  @Option(.frames) var frames: String?
}

struct FrameTimesArguments: RenderOptionGroup {
  @Option(.frameTimes) var frameTimes: String?

  var files: [String] { frameTimes.map { [$0] } ?? [] }
}

/// The curve, and how often the header is told its offset.
struct CurveArguments: RenderOptionGroup {
  @Option(.curve) var curve: String?
  @Option(.eventRate) var eventRate: String?

  var files: [String?] { curve.map { CurveSource($0).files } ?? [] }

  var source: (curve: CurveSource, rate: EventRate) {
    get throws {
      let request = try given
      return (request.curve, request.eventRate)
    }
  }
}

/// The words and the colour that are changed most often, without a scene document.
struct WordOptions: RenderOptionGroup {
  @Option(.name) var name: String?
  @Option(.handle) var handle: String?
  @Option(.title) var title: String?
  @Option(.accent) var accent: String?
}

/// Which part of the screen is shown, how large, and what surrounds it.
struct FramingOptions: RenderOptionGroup {
  @Option(.crop) var crop: String?
  @Option(.width) var width: String?
  @Option(.height) var height: String?
  @Option(.cornerRadius) var cornerRadius: String?
  @Flag(.frame) var frame: Bool

  func check(_ header: HeaderOptions) throws(UsageError) {
    guard header.scale == nil || (width == nil && height == nil) else {
      throw UsageError("--scale: follows from --width and --height; give one or the other")
    }
  }
}

extension Color: ExpressibleByArgument {
  public init?(argument: String) {
    guard argument.utf8.count == 7 else { return nil }
    self.init(hexadecimal: argument)
  }
}
