import Files
import HeaderModel

/// A blur taken apart into what a trace tells of it.
struct BlurParts {
  /// `none`, `crossfade`, `ladder`, or `systemLight` (mimic's older revisions).
  var kind: String
  /// Opacity of the blurred picture over the sharp one, 0...1.
  var alpha: Double?
  /// Step of the ladder.
  var step: Int?
  /// Points.
  var radius: Double?

  init(_ blur: HeaderState.Blur) {
    switch blur {
    case .none:
      kind = "none"
    case .systemLight:
      kind = "systemLight"
    case .crossfade(let alpha):
      kind = "crossfade"
      self.alpha = alpha
    case .ladder(let step, let radius):
      kind = "ladder"
      self.step = step
      self.radius = radius
    }
  }
}
