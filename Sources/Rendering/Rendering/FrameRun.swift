import Files
import HeaderModel
import HeaderScene
import ImageCodecs
import Numerics
import VisualDiff

/// Successive frames that look the same: painted once.
struct FrameRun: Sendable {
  let layers: [Layer]
  /// Of each frame, at least one.
  var states: [HeaderState]
  /// Of each frame.
  var durations: [RationalTime]
}
