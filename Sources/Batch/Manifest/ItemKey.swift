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
