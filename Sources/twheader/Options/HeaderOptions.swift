import ArgumentParser
import FileAccess
import Rendering

/// The header and its screen, for all commands that draw.
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

  /// The files that are read, as far as the options tell.
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

  /// The same for a page, which may have two appearances.
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
}

struct LimitOptions: RenderOptionGroup {
  @Option(.maxInputBytes) var maxInputBytes: String?
  @Option(.maxPixels) var maxPixels: String?
  @Option(.maxFrames) var maxFrames: String?
  @Option(.maxCanvasPixels) var maxCanvasPixels: String?
  @Option(.maxSamples) var maxSamples: String?

  /// For the help of the program: they are told in one place, not in the help of every command.
  static var summary: String {
    RenderOption.limits.map { option in
      let row = option.row
      let sentence = row.sentence.text(naming: \.flag)
      return
        "\(option.flag) N: \(sentence.prefix(1).lowercased())\(sentence.dropFirst()); default: "
        + (row.otherwise ?? "")
    }.joined(separator: "\n")
  }

  var limits: RenderLimits { get throws { try given.header.limits } }
}
