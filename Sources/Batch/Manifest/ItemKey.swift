import Comparison
import Files
import Numerics
import Rendering

/// What an item of a manifest may say.
enum ItemKey: String, CaseIterable {
  case id, curve, banner, avatar, scene, style, variant, device, theme, scale, constants, fps
  case eventRate, speed, holdFirst, holdLast, boomerang, frames, outputs, quality, effort, colors
  case dither, lossless, loop, maxBytes, pngLevel, offset, at, matrix
  case yields = "yield"

  /// The key of a request's property; nil: a manifest does not set it.
  init?(_ property: RequestProperty) {
    switch property {
    case .variant: self = .variant
    case .device: self = .device
    case .scale: self = .scale
    case .constants: self = .constants
    case .framesPerSecond: self = .fps
    case .speed: self = .speed
    case .holdFirst: self = .holdFirst
    case .holdLast: self = .holdLast
    case .frames: self = .frames
    case .moment: self = .at
    case .outputPath: self = .outputs
    case .maxBytes: self = .maxBytes
    case .reductions: self = .yields
    case .pngLevel: self = .pngLevel
    case .lossless: self = .lossless
    case .effort: self = .effort
    default: return nil
    }
  }

  /// Whether a matrix may list values for it, and a name may contain it.
  var isAxis: Bool {
    switch self {
    case .id, .outputs, .matrix, .constants, .frames: false
    default: true
    }
  }

  /// Whether its value is a path, of which names take the part between the last `/` and `.`.
  var isPath: Bool {
    switch self {
    case .curve, .banner, .avatar, .scene: true
    default: false
    }
  }
}

extension HeaderKitError {
  /// The same with a manifest's keys for the properties that it sets.
  var namingItemKeys: HeaderKitError { naming { ItemKey($0)?.rawValue } }
}
