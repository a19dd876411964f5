import FrameEncoding
import GIF
import HeaderModel
import HeaderScene
import PortableMath
import Scrolling
import StrictJSON

extension RenderRequest {
  /// The value of an option in cache keys: equal for equal values only. `nil` for options that are
  /// not part of keys. A change of these texts makes every cached output stale.
  package func cacheText(of option: RenderOption) -> String? {
    switch option {
    case .style: header.style.cacheText { $0.cacheText }
    case .variant: header.variant.cacheText(JSONWriter.literal)
    case .device: header.device.cacheText(JSONWriter.literal)
    case .theme: themes.cacheText { $0.map(\.rawValue).joined(separator: ",") }
    case .scale: header.scale.cacheText { "\($0)" }
    case .constants:
      header.constants.map { "\(JSONWriter.literal($0.key))=\($0.value)" }.joined(separator: ",")
    case .inputs:
      header.inputs.map { "\(JSONWriter.literal($0.key))=\($0.value)" }.joined(separator: ",")
    case .strictText: "\(header.strictText)"
    case .strictFonts: "\(header.strictFonts)"
    case .crop: header.framing.crop.cacheText { JSONWriter.literal($0.text) }
    case .width: header.framing.width.cacheText { "\($0)" }
    case .height: header.framing.height.cacheText { "\($0)" }
    case .cornerRadius: header.framing.cornerRadius.cacheText { "\($0)" }
    case .frame: "\(header.framing.hasDevice)"
    case .name, .handle, .title:
      header.texts.last { $0.key == option.rawValue }.cacheText { JSONWriter.literal($0.value) }
    case .accent:
      header.colors.last { $0.key == option.rawValue }
        .cacheText { JSONWriter.literal($0.value.hexadecimal) }
    case .eventRate:
      switch eventRate {
      case .frame: "frame"
      case .perSecond(let rate): rate.cacheText
      }
    case .fps: playback.framesPerSecond.cacheText { $0.cacheText }
    case .speed: playback.speed.cacheText
    case .holdFirst: playback.holdFirst.cacheText
    case .holdLast: playback.holdLast.cacheText
    case .boomerang: "\(playback.boomerang)"
    case .frames: playback.frames.cacheText { "\($0.lowerBound)-\($0.upperBound)" }
    case .quality: encoding.gif.quality.cacheText { "\($0)" }
    case .maxBytes: encoding.maxBytes.cacheText { "\($0)" }
    case .reduce: encoding.reductions.map(\.rawValue).sorted().joined(separator: ",")
    case .effort: "\(encoding.gif.effort)"
    case .colors: "\(encoding.gif.colors)"
    case .dither: encoding.gif.dither.cacheText { "\($0)" }
    case .lossless: "\(encoding.gif.lossless)"
    case .loop: "\(encoding.gif.loop.plays ?? 0)"
    case .pngLevel: encoding.pngLevel.cacheText { "\($0)" }
    case .frameHashes: "\(encoding.frameHashes)"
    case .layers: "\(recordsLayers)"
    case .scene, .banner, .avatar, .fontFolder, .curve, .frameTimes, .for, .base, .alt, .jobs,
      .maxInputBytes, .maxPixels, .maxFrames, .maxCanvasPixels, .maxSamples:
      nil
    }
  }
}

extension Optional {
  fileprivate func cacheText(_ text: (Wrapped) -> String) -> String { map(text) ?? "null" }
}

extension RationalTime {
  fileprivate var cacheText: String { "\(numerator)/\(denominator)" }
}

extension HeaderSource {
  /// The name of a built-in header. All documents have the same text, because their bytes are
  /// another part of the key.
  fileprivate var cacheText: String {
    switch self {
    case .named(let name): name
    case .file, .document: "document"
    }
  }
}
