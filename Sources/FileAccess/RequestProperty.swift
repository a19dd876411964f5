/// A property of a request, for error messages.
///
/// The raw value is its name in this library. User interfaces replace it by the name of a flag or a
/// manifest key; see ``HeaderKitError/naming(_:)``.
public struct RequestProperty: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name in this library, for example `limits.frames`.
  public let rawValue: String
  /// The name of the option, for example `maxFrames`.
  package let option: String

  /// Creates a property from its name in this library. The name of the option is the last
  /// component.
  public init(rawValue: String) {
    let start = rawValue.lastIndex(of: ".").map { rawValue.index(after: $0) } ?? rawValue.startIndex
    self.init(rawValue, option: String(rawValue[start...]))
  }

  package init(_ rawValue: String, option: String) {
    self.rawValue = rawValue
    self.option = option
  }

  /// Returns whether both have the same name in this library.
  public static func == (first: RequestProperty, second: RequestProperty) -> Bool {
    first.rawValue == second.rawValue
  }

  /// Hashes the name in this library.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// Creates a property from its name in this library.
  public init(stringLiteral name: String) { self.init(rawValue: name) }
}

/// Properties that are not options of a render, or that modules below the table of options refer
/// to.
extension RequestProperty {
  // The picture and its moments.
  package static let texts: RequestProperty = "texts"
  package static let colors = RequestProperty("colors", option: "accent")
  package static let scale: RequestProperty = "scale"
  package static let moment = RequestProperty("moment", option: "at")
  package static let offsets: RequestProperty = "offsets"
  package static let framesPerSecond = RequestProperty("playback.framesPerSecond", option: "fps")
  package static let speed: RequestProperty = "playback.speed"
  package static let frames: RequestProperty = "playback.frames"
  // Outputs and encoding.
  package static let outputPath = RequestProperty("path", option: "output")
  package static let outputFormat: RequestProperty = "format"
  package static let replacesFiles = RequestProperty("replacesFiles", option: "force")
  package static let reductions = RequestProperty("encoding.reductions", option: "reduce")
  package static let lossless: RequestProperty = "encoding.gif.lossless"
  package static let effort: RequestProperty = "encoding.gif.effort"
  // Limits.
  package static let inputByteLimit = RequestProperty("limits.inputBytes", option: "maxInputBytes")
  package static let pixelLimit = RequestProperty("limits.pixels", option: "maxPixels")
  package static let frameLimit = RequestProperty("limits.frames", option: "maxFrames")
  package static let canvasPixelLimit = RequestProperty(
    "limits.canvasPixels", option: "maxCanvasPixels")
  package static let sampleLimit = RequestProperty("limits.samples", option: "maxSamples")
  // Recordings.
  package static let region: RequestProperty = "region"
  // Comparisons and batches.
  package static let foldersAsAnimations = RequestProperty(
    "takesFoldersAsAnimations", option: "framesFolders")
  package static let update: RequestProperty = "update"
  package static let outputFolder = RequestProperty("outputFolder", option: "outDir")
  package static let resultFolder = RequestProperty("resultFolder", option: "results")
  package static let shard: RequestProperty = "shard"
  package static let shardCount: RequestProperty = "shards"
  package static let chosenItems: RequestProperty = "only"
  package static let skippedItems: RequestProperty = "skip"
  package static let containerImage: RequestProperty = "image"
  package static let cacheFolder = RequestProperty("cache", option: "cacheDir")
  package static let withoutCache = RequestProperty("cache = nil", option: "noCache")
}
