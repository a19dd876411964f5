import Files
import HeaderScene
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
