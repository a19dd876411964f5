import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Raster
import Rendering
import Scrolling
import Synchronization

/// Paints header states on the grid that a recording is compared on.
///
/// Not `Sendable`: one thread composes; the jobs may be painted anywhere.
final class CandidatePainter {
  let scene: ResolvedScene
  /// Pixels to a point that were asked for; nil: as the screen has them.
  let drawnAt: Double?
  /// Names of layers.
  let masked: Set<String>
  let sweeps: HeaderSweeps
  private let appearance: SceneAppearance
  private let fonts: SceneFonts
  private var composer: HeaderComposer
  /// How many composers there were before.
  private var generation = 0
  /// What the composer's first job needed, in bytes.
  private var firstBytes: Int?
  /// Searches come back to states.
  private let canvases = PictureCache(bytes: 16 << 20)

  /// A header that stretches or blurs gives another picture at each offset: beyond so many bytes more
  /// than one state needs, they are made anew.
  private static let mostBytes = 24 << 20

  init(
    _ scene: ResolvedScene, drawnAt: Double?, masked: Set<String>, fonts: SceneFonts
  ) throws(HeaderKitError) {
    (self.scene, self.drawnAt, self.masked, self.fonts) = (scene, drawnAt, masked, fonts)
    composer = try scene.composer(fonts: fonts)
    appearance = scene.outline.appearance
    sweeps = HeaderSweeps(scene.header, scale: scene.framing.scale)
  }

  /// The header before any event.
  var launch: HeaderInterpreter { scene.header }
  var offsets: OffsetGrid { sweeps.grid }
  /// Pixels of a candidate to a point: candidates are painted as a device draws them, then reduced.
  var scale: Double { scene.framing.scale }
  /// The canvas in points: the screen, with the window's bar if there is one.
  var canvasWidth: Double { scene.device.width + 2 * appearance.frameWidth }
  var canvasHeight: Double { scene.device.height + appearance.screenTop + appearance.frameWidth }
  var background: Color { composer.background }

  var another: @Sendable () throws(HeaderKitError) -> CandidatePainter {
    { [scene, drawnAt, masked, fonts] () throws(HeaderKitError) in
      try CandidatePainter(scene, drawnAt: drawnAt, masked: masked, fonts: fonts)
    }
  }

  /// A state on its way to pixels, painted on any thread.
  struct Job: Sendable {
    /// Jobs that are equal give equal pictures.
    struct Identity: Hashable, Sendable {
      fileprivate let commands: [DrawingCommand]
      /// Of the composer: commands name what their own one made.
      fileprivate let generation: Int
    }

    let identity: Identity
    fileprivate let assets: DrawingAssets
    fileprivate let size: PixelSize
    fileprivate let background: Color
    fileprivate let scale: Double
    fileprivate let known: PictureCache

    func canvas() -> Pixmap {
      CommandPainter(assets: assets).paint(identity.commands, size: size, background: background)
    }

    /// The canvas, kept for the next one who asks for it.
    func keptCanvas() -> Pixmap {
      if let picture = known.picture(identity) { return picture }
      let picture = canvas()
      known.keep(picture, of: identity)
      return picture
    }

    func picture(on grid: WorkingGrid) -> Pixmap { grid.reduced(canvas: canvas(), scale: scale) }
  }

  func job(_ state: HeaderState) throws(HeaderKitError) -> Job {
    let bytes = composer.assets.bytes
    if let first = firstBytes, bytes > first + CandidatePainter.mostBytes {
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
      size: composer.canvasSize, background: background, scale: scale, known: canvases)
  }

  /// The pixels of a recording that show the canvas; see `WorkingGrid`.
  func grid(_ placement: ScreenPlacement, recording: PixelSize, finest: Double) -> WorkingGrid? {
    WorkingGrid(
      placement, recording: recording, canvasWidth: canvasWidth, canvasHeight: canvasHeight,
      finest: finest)
  }

  /// The pixels of a grid that show a rectangle of the screen, with a margin in points around it.
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

  func mask(_ state: HeaderState, on grid: WorkingGrid) -> LayerMask {
    LayerMask(masked, in: state, painter: self, grid: grid)
  }
}

/// The pictures painted last, within a limit of memory.
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

  func keep(_ picture: Pixmap, of job: CandidatePainter.Job.Identity) {
    contents.withLock { contents in
      guard contents.pictures[job] == nil else { return }
      contents.pictures[job] = picture
      contents.order.append(job)
      contents.bytes += picture.bytes.count
      while contents.bytes > limit, contents.order.count > 1 {
        let oldest = contents.order.removeFirst()
        contents.bytes -= contents.pictures.removeValue(forKey: oldest)?.bytes.count ?? 0
      }
    }
  }
}

extension HeaderInterpreter {
  /// The state a frame at `time` shows, with errors as the kit's.
  mutating func shown(at time: Double) throws(HeaderKitError) -> HeaderState {
    try HeaderKitError.evaluating(state(at: time))
  }

  /// Takes an offset, or what else happens at it, with errors as the kit's.
  mutating func take(
    _ offset: Double, at time: Double, _ kind: ScrollEvent.Kind = .scroll, isDragging: Bool = false
  ) throws(HeaderKitError) {
    try HeaderKitError.evaluating(
      receive(ScrollEvent(time: time, offset: offset, isDragging: isDragging, kind: kind)))
  }

  /// What the header would show at `time`, moved to an offset.
  func shown(after offset: Double, at time: Double) throws(HeaderKitError) -> HeaderState {
    var header = self
    try header.take(offset, at: time)
    return try header.shown(at: time)
  }
}
