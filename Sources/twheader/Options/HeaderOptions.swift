public import ArgumentParser
import FileAccess
import Foundation
import HeaderScene
public import Raster
import Rendering
import Scrolling

/// The options for the header and its screen, for all commands that draw.
struct HeaderOptions: RenderOptionGroup {
  @Option(.style) var style: String?
  @Option(.variant) var variant: String?
  @Option(.device) var device: String?
  @Option(.theme) var theme: String?
  @Option(.scale) var scale: String?
  @Option(.constants) var constants: [String]
  @Option(.inputs) var inputs: [String]
  @Option(.scene) var scene: String?
  @Option(.banner) var banner: String?
  @Option(.avatar) var avatar: String?
  @OptionGroup var text: TextOptions
  @OptionGroup var limits: LimitOptions

  /// The input files that the options name. Documents can name others.
  var inputFiles: [String?] { [style.flatMap { HeaderSource($0).file }, scene, banner, avatar] }

  var request: SceneRequest {
    get throws {
      let request = try page
      guard request.secondTheme == nil else {
        throw UsageError("--theme: two are for the page of 'render --pack'; give one")
      }
      return request.header
    }
  }

  /// A request that can have two themes, for `render --pack`.
  var page: RenderRequest {
    get throws {
      var request = try given
      try text.apply(to: &request)
      try limits.apply(to: &request)
      return request
    }
  }
}

struct TextOptions: RenderOptionGroup {
  @Option(.fontFolder) var fontFolder: String?
  @Flag(.strictText) var strictText: Bool
  @Flag(.strictFonts) var strictFonts: Bool
}

struct LimitOptions: RenderOptionGroup {
  @Option(.maxInputBytes) var maxInputBytes: String?
  @Option(.maxPixels) var maxPixels: String?
  @Option(.maxFrames) var maxFrames: String?
  @Option(.maxCanvasPixels) var maxCanvasPixels: String?
  @Option(.maxSamples) var maxSamples: String?

  /// The limits with their defaults, one per line, for `twheader help limits`. The help of commands
  /// hides them.
  static var summary: String {
    let width = RenderOption.limits.map(\.flag.count).max() ?? 0
    return RenderOption.limits.map { option in
      let row = option.row
      let flag = "\(option.flag) N".padding(toLength: width + 4, withPad: " ", startingAt: 0)
      return "\(flag)\(row.sentence.text(naming: \.flag)) [default: \(row.otherwise ?? "")]"
    }.joined(separator: "\n")
  }

  var limits: RenderLimits { get throws { try given.header.limits } }
}

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

/// The options for the curve and the rate of scroll events.
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

/// The options for the texts and the color that are changed most often. A scene document can change
/// all of them.
struct WordOptions: RenderOptionGroup {
  @Option(.name) var name: String?
  @Option(.handle) var handle: String?
  @Option(.title) var title: String?
  @Option(.accent) var accent: String?
}

/// The options for the visible part of the screen, its size and the device frame.
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
  /// Parses a color such as `#FFFFFF`.
  public init?(argument: String) {
    guard argument.utf8.count == 7 else { return nil }
    self.init(hexadecimal: argument)
  }
}
