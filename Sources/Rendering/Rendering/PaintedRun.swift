import Files
import HeaderModel
import ImageCodecs
import Numerics
import Raster

/// A run of frames, painted.
struct PaintedRun: Sendable {
  /// Nil when no output needs it.
  let picture: Pixmap?
  /// PNG data; nil when no output needs it.
  let png: [UInt8]?
  /// Of each frame; empty for frames that are no header's.
  let states: [HeaderState]
  /// Of each frame.
  let durations: [RationalTime]

  /// How long the picture is shown in all.
  var duration: RationalTime { durations.reduce(.zero, +) }
}
