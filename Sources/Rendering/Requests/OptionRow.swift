package import FileAccess
import FrameEncoding

/// The description of a render option.
package struct OptionRow: Sendable {
  /// The part of an option in cache keys.
  package enum CacheRole: Sendable {
    /// Part of the keys of all outputs, because it changes frames.
    case frames
    /// Part of the keys of outputs in some formats, because it changes their encoding. `.frames`
    /// includes PNG stills.
    case encoding(Set<OutputFormat>)
    /// Not part of keys: it changes no bytes, or it is an input, which counts by its own bytes.
    case none
  }

  package let values: OptionValues
  /// The meaning, as a fragment without a final period.
  package let help: MessageText
  /// An addition to the meaning in the command line's help.
  package let helpSuffix: String
  /// The default in words, or `nil` if there is none.
  package let defaultText: String?
  /// The help of the flag that turns the option off, or `nil` if it is off by default.
  package let negatedHelp: String?
  /// Sentences that only the manifest's schema has, such as all device names.
  package let details: String
  package let cache: CacheRole
  /// Whether manifests have the option.
  package let isKey: Bool

  init(
    _ values: OptionValues, _ help: MessageText, helpSuffix: String = "",
    defaultText: String? = nil,
    negatedHelp: String? = nil, details: String = "", cache: CacheRole = .frames, isKey: Bool = true
  ) {
    self.values = values
    self.help = help
    self.helpSuffix = helpSuffix
    self.defaultText = defaultText
    self.negatedHelp = negatedHelp
    self.details = details
    self.cache = cache
    self.isKey = isKey
  }

  /// A limit on what a request may cost.
  static func limit(_ help: MessageText, _ standard: Int) -> OptionRow {
    OptionRow(
      .integer(RequestRanges.limit), help, defaultText: "\(standard)", cache: .none, isKey: false)
  }
}

extension RenderOption {
  package var row: OptionRow { RenderOption.rows[self] ?? makeRow() }

  private static let rows = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.makeRow()) })

  /// The options of a manifest's item.
  package static let keys = allCases.filter(\.row.isKey)

  package static let limits: [RenderOption] = [
    .maxInputBytes, .maxPixels, .maxFrames, .maxCanvasPixels, .maxSamples,
  ]

  /// The property of the request that the option sets, for error messages.
  package var property: RequestProperty {
    let property: RequestProperty? =
      switch self {
      case .crop, .width, .height, .cornerRadius: RequestProperty(rawValue: "framing.\(rawValue)")
      case .frame: "framing.hasDevice"
      case .name, .handle, .title: .texts
      case .accent: .colors
      case .fps: .framesPerSecond
      case .speed: .speed
      case .frames: .frames
      case .holdFirst, .holdLast, .boomerang: RequestProperty(rawValue: "playback.\(rawValue)")
      case .quality, .colors, .dither, .loop: RequestProperty(rawValue: "encoding.gif.\(rawValue)")
      case .maxBytes: .maxBytes
      case .reduce: .reductions
      case .effort: .effort
      case .lossless: .lossless
      case .pngLevel, .frameHashes: RequestProperty(rawValue: "encoding.\(rawValue)")
      case .layers: "recordsLayers"
      case .for: "pageKind"
      case .base: "baseURL"
      case .alt: "alternativeText"
      case .maxInputBytes: .inputByteLimit
      case .maxPixels: .pixelLimit
      case .maxFrames: .frameLimit
      case .maxCanvasPixels: .canvasPixelLimit
      case .maxSamples: .sampleLimit
      default: nil
      }
    return RequestProperty(property?.rawValue ?? rawValue, option: rawValue)
  }
}

extension HeaderKitError.Subject {
  package static func option(_ option: RenderOption) -> HeaderKitError.Subject {
    .property(option.property)
  }
}

extension MessageText.StringInterpolation {
  package mutating func appendInterpolation(option: RenderOption) {
    appendInterpolation(option.property)
  }
}
