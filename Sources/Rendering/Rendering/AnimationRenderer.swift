import Files
import HeaderScene
import ImageCodecs
import Raster

/// Paints the frames of a plan on several threads and hands them on in order.
///
/// At most `jobs` runs are being painted and twice as many wait to be handed on, however long the
/// animation is; what comes out does not depend on `jobs`.
struct AnimationRenderer {
  let plan: FramePlan
  let composer: SceneComposer
  /// 1...
  let jobs: Int
  /// Whether the pictures themselves are needed.
  let keepsPictures: Bool
  /// Nil: no PNG data is needed.
  let png: PNGOptions?
  let clock: StageClock

  /// Frames in memory at a time, those that an encoder looks back at among them.
  static func heldFrames(jobs: Int) -> Int { 3 * jobs + 16 }

  /// Calls `consume` with each run, in order, on the calling task. Throws `.tryAgain` when that task
  /// is cancelled.
  func render(
    _ consume: (PaintedRun) throws(HeaderKitError) -> Void
  ) async throws(HeaderKitError) {
    var source = RunSource(frames: plan.frames, composer: composer)
    let worker = FrameWorker(
      size: composer.canvasSize, background: composer.background, keepsPictures: keepsPictures,
      png: png, clock: clock)
    do {
      try await withThrowingTaskGroup(of: (Int, PaintedRun).self) { group in
        var started = 0
        var next = 0
        var waiting: [Int: PaintedRun] = [:]
        var isOver = false
        while true {
          guard !Task.isCancelled else {
            throw HeaderKitError(.tryAgain, reason: "was interrupted")
          }
          while !isOver, started - next < 3 * jobs, started - next - waiting.count < jobs {
            guard let run = try clock.measure(.layers, { try source.next() }) else {
              isOver = true
              break
            }
            let (index, assets) = (started, composer.assets)
            group.addTask { (index, try worker.paint(run, assets: assets)) }
            started += 1
          }
          if let run = waiting.removeValue(forKey: next) {
            next += 1
            try consume(run)
          } else if let (index, run) = try await group.next() {
            waiting[index] = run
          } else {
            return
          }
        }
      }
    } catch let error as HeaderKitError {
      throw error
    } catch {
      throw HeaderKitError(.internalDefect, reason: "painting failed: \(error)")
    }
  }
}
