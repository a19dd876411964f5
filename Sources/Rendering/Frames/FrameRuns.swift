import CodecInterface
import Files
import HeaderModel
import HeaderScene
import ImageCodecs
import Numerics
import Raster
import VisualDiff

/// Composes the frames of a plan one after the other and merges equal neighbours.
struct RunSource {
  private let frames: [FramePlan.Frame]
  private let composer: SceneComposer
  private var index = 0
  private var pending: FrameRun?

  init(frames: [FramePlan.Frame], composer: SceneComposer) {
    self.frames = frames
    self.composer = composer
  }

  /// The next run; nil after the last.
  mutating func next() throws(HeaderKitError) -> FrameRun? {
    while index < frames.count {
      let frame = frames[index]
      let layers: [Layer]
      do {
        layers = try composer.compose(frame.state, isScrolling: frame.isScrolling)
      } catch {
        throw HeaderKitError(error)
      }
      index += 1
      if pending?.layers == layers {
        pending?.states.append(frame.state)
        pending?.durations.append(frame.duration)
      } else {
        let done = pending
        pending = FrameRun(
          layers: layers, states: [frame.state], durations: [frame.duration])
        if let done { return done }
      }
    }
    defer { pending = nil }
    return pending
  }
}

/// Successive frames that look the same: painted once.
struct FrameRun: Sendable {
  let layers: [Layer]
  /// Of each frame, at least one.
  var states: [HeaderState]
  /// Of each frame.
  var durations: [RationalTime]
}

/// Paints one run, and encodes it where that can be done frame by frame.
struct RunPainter: Sendable {
  let size: PixelSize
  let background: Color
  let keepsPictures: Bool
  let png: PNGOptions?
  let clock: StageClock

  func paint(_ run: FrameRun, assets: SceneAssets) throws(HeaderKitError) -> PaintedRun {
    let picture = clock.measure(.paint) {
      LayerPainter(assets: assets).paint(run.layers, size: size, background: background)
    }
    var data: [UInt8]?
    if let png {
      do {
        data = try clock.measure(.encode) { () throws(CodecError) in
          try PNGEncoder.encode(picture, options: png)
        }
      } catch {
        throw HeaderKitError(error, subject: .none, writing: true)
      }
    }
    return PaintedRun(
      picture: keepsPictures ? picture : nil, png: data, states: run.states,
      durations: run.durations)
  }
}

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
