import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Raster
import Rendering
import Scrolling
import Synchronization

/// Paints header states on the grid of the comparison.
///
/// Not `Sendable`: states are composed on a single thread. The resulting jobs can be painted on any
/// thread.
final class CandidatePainter {
  let scene: ResolvedScene
  /// The requested pixels per point, or `nil` for the screen's own scale.
  let requestedScale: Double?
  /// The names of masked layers.
  let masked: Set<String>
  /// The sweeps that reach the header's memory states.
  let sweeps: HeaderSweeps
  private let appearance: SceneAppearance
  private let fonts: SceneFonts
  private var composer: HeaderComposer
  /// The number of composers that were discarded.
  private var generation = 0
  /// The memory of the current composer's assets after its first job, in bytes.
  private var firstBytes: Int?
  /// Canvases by drawing commands, because searches return to earlier states.
  private let canvases = PictureCache(bytes: 16 << 20)

  /// The maximum growth of a composer's assets in bytes. A header that stretches or blurs creates
  /// new pictures at each offset; beyond this limit the composer is replaced.
  private static let maxBytes = 24 << 20

  init(
    _ scene: ResolvedScene, requestedScale: Double?, masked: Set<String>, fonts: SceneFonts
  ) throws(HeaderKitError) {
    self.scene = scene
    self.requestedScale = requestedScale
    self.masked = masked
    self.fonts = fonts
    composer = try scene.composer(fonts: fonts)
    appearance = scene.outline.appearance
    sweeps = HeaderSweeps(scene.header, scale: scene.framing.scale)
  }

  /// The header before any event.
  var launch: HeaderInterpreter { scene.header }
  /// The grid of candidate offsets.
  var offsets: OffsetGrid { sweeps.grid }
  /// The pixels per point of painted canvases. Candidates are painted at device scale, then
  /// reduced.
  var scale: Double { scene.framing.scale }
  /// The canvas width in points: the screen and the frame around it.
  var canvasWidth: Double { scene.device.width + 2 * appearance.frameWidth }
  var canvasHeight: Double { scene.device.height + appearance.screenTop + appearance.frameWidth }
  /// The color behind all layers.
  var background: Color { composer.background }

  /// A function that creates another painter for the same header, for use in another task.
  var makeCopy: @Sendable () throws(HeaderKitError) -> CandidatePainter {
    { [scene, requestedScale, masked, fonts] () throws(HeaderKitError) in
      try CandidatePainter(scene, requestedScale: requestedScale, masked: masked, fonts: fonts)
    }
  }

  /// A composed state, ready to be painted on any thread.
  struct Job: Sendable {
    /// The identity of a job. Equal identities give equal pictures.
    struct Identity: Hashable, Sendable {
      fileprivate let commands: [DrawingCommand]
      /// The composer's number. Commands refer to assets of their own composer.
      fileprivate let generation: Int

      /// The approximate memory of the commands in bytes.
      var bytes: Int {
        commands.reduce(0) { $0 + $1.nestedCount } * MemoryLayout<DrawingCommand>.stride
      }
    }

    let identity: Identity
    fileprivate let assets: DrawingAssets
    fileprivate let size: PixelSize
    fileprivate let background: Color
    fileprivate let scale: Double
    fileprivate let cache: PictureCache

    /// Paints the canvas.
    func canvas() -> Pixmap {
      CommandPainter(assets: assets).paint(identity.commands, size: size, background: background)
    }

    /// Returns the canvas from the cache, or paints and caches it.
    func cachedCanvas() -> Pixmap {
      if let picture = cache.picture(identity) { return picture }
      let picture = canvas()
      cache.insert(picture, for: identity)
      return picture
    }

    /// Paints the canvas and resamples it to `grid`.
    func picture(on grid: WorkingGrid) -> Pixmap { grid.reduced(canvas: canvas(), scale: scale) }
  }

  /// Frees the cached canvases. Only the search for the screen returns to earlier canvases.
  func removeCanvases() { canvases.removeAll() }

  /// Composes a state. Replaces the composer if its assets need too much memory.
  func job(_ state: HeaderState) throws(HeaderKitError) -> Job {
    let bytes = composer.assets.bytes
    if let first = firstBytes, bytes > first + CandidatePainter.maxBytes {
      composer = try scene.composer(fonts: fonts)
      generation += 1
      firstBytes = nil
    }
    let commands = try HeaderKitError.composing(
      composer.compose(state, isScrolling: state.offset != 0))
    let assets = composer.assets
    if firstBytes == nil { firstBytes = assets.bytes }
    return Job(
      identity: Job.Identity(commands: commands, generation: generation), assets: assets,
      size: composer.canvasSize, background: background, scale: scale, cache: canvases)
  }

  /// Returns the grid of the recording's pixels that show the canvas, or `nil` if too few do.
  func grid(_ placement: ScreenPlacement, recording: PixelSize, maxScale: Double) -> WorkingGrid? {
    WorkingGrid(
      placement, recording: recording, canvasWidth: canvasWidth, canvasHeight: canvasHeight,
      maxScale: maxScale)
  }

  /// Returns the pixels of a grid that show a rectangle of the screen, with a margin in points.
  func pixels(of frame: PointRect, on grid: WorkingGrid, margin: Double) -> PixelRect {
    let perPoint = 1 / grid.pointsPerPixel
    let (x, y) = (appearance.frameWidth - grid.canvas.x, appearance.screenTop - grid.canvas.y)
    let left = Int(((frame.x - margin + x) * perPoint).rounded(.down))
    let top = Int(((frame.y - margin + y) * perPoint).rounded(.down))
    let right = Int(((frame.maxX + margin + x) * perPoint).rounded(.up))
    let bottom = Int(((frame.maxY + margin + y) * perPoint).rounded(.up))
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
      .intersection(grid.size.bounds)
  }

  /// Returns the mask of the masked layers in a state.
  func mask(_ state: HeaderState, on grid: WorkingGrid) -> LayerMask {
    LayerMask(masked, in: state, painter: self, grid: grid)
  }
}

/// A cache of recently painted pictures with a memory limit. Evicts the oldest first.
final class PictureCache: Sendable {
  private struct Contents {
    var pictures: [CandidatePainter.Job.Identity: Pixmap] = [:]
    var order: [CandidatePainter.Job.Identity] = []
    var bytes = 0
  }

  private let contents = Mutex(Contents())
  private let limit: Int

  init(bytes limit: Int) { self.limit = limit }

  func picture(_ job: CandidatePainter.Job.Identity) -> Pixmap? {
    contents.withLock { $0.pictures[job] }
  }

  func removeAll() { contents.withLock { $0 = Contents() } }

  func insert(_ picture: Pixmap, for job: CandidatePainter.Job.Identity) {
    contents.withLock { contents in
      guard contents.pictures[job] == nil else { return }
      contents.pictures[job] = picture
      contents.order.append(job)
      contents.bytes += picture.bytes.count + job.bytes
      while contents.bytes > limit, contents.order.count > 1 {
        let oldest = contents.order.removeFirst()
        guard let picture = contents.pictures.removeValue(forKey: oldest) else { continue }
        contents.bytes -= picture.bytes.count + oldest.bytes
      }
    }
  }
}

extension DrawingCommand {
  /// The number of commands in a group, shadow or projected layer, and this one.
  fileprivate var nestedCount: Int {
    switch content {
    case .group(let inner, _, _, _, _), .shadow(let inner, _, _, _, _, _),
      .projected(let inner, _, _):
      inner.reduce(1) { $0 + $1.nestedCount }
    default: 1
    }
  }
}

extension HeaderInterpreter {
  /// Returns the state at `time` and converts errors to `HeaderKitError`.
  mutating func evaluatedState(at time: Double) throws(HeaderKitError) -> HeaderState {
    try HeaderKitError.evaluating(state(at: time))
  }

  /// Receives a scroll to `offset` and converts errors to `HeaderKitError`.
  mutating func scroll(
    to offset: Double, at time: Double, isDragging: Bool = false
  ) throws(HeaderKitError) {
    try receive(.scroll, offset: offset, at: time, isDragging: isDragging)
  }

  /// Receives an event while the view is at `offset`, and converts errors to `HeaderKitError`.
  mutating func receive(
    _ kind: ScrollEvent.Kind, offset: Double, at time: Double, isDragging: Bool = false
  ) throws(HeaderKitError) {
    try HeaderKitError.evaluating(
      receive(ScrollEvent(time: time, offset: offset, isDragging: isDragging, kind: kind)))
  }

  /// Returns the state at `time` after a scroll to `offset`. The header itself stays unchanged.
  func evaluatedState(afterScrollTo offset: Double, at time: Double) throws(HeaderKitError)
    -> HeaderState
  {
    var header = self
    try header.scroll(to: offset, at: time)
    return try header.evaluatedState(at: time)
  }
}
