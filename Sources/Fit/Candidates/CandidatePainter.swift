import Files
import HeaderModel
import HeaderScene
import Numerics
import Raster
import Rendering

/// Paints header states on the grid that a recording is compared on.
///
/// Not `Sendable`: one thread composes; the jobs may be painted anywhere.
final class CandidatePainter {
  /// Pixels of a candidate to a point: candidates are painted as a device draws them, then reduced.
  let scale: Double
  /// The scale that was asked for; nil: the request's own.
  let drawnAt: Double?
  /// The canvas in points: the screen, with the window's bar if there is one.
  let canvasWidth: Double
  let canvasHeight: Double
  let background: Color
  /// Where the screen begins on the canvas, in points.
  private let screenLeft: Double
  private let screenTop: Double
  /// The layers that do not count, by name.
  let masked: Set<String>
  /// The header before any event.
  let launch: HeaderInterpreter
  private let composer: HeaderComposer

  init(
    _ scene: ResolvedScene, drawnAt: Double?, masked: Set<String>, fonts: SceneFonts
  ) throws(HeaderKitError) {
    composer = try scene.composer(fonts: fonts)
    self.drawnAt = drawnAt
    scale = scene.framing.scale
    let appearance = scene.outline.appearance
    canvasWidth = scene.device.width + 2 * appearance.frameWidth
    canvasHeight = scene.device.height + appearance.screenTop + appearance.frameWidth
    background = composer.background
    screenLeft = appearance.frameWidth
    screenTop = appearance.screenTop
    self.masked = masked
    launch = scene.header
  }

  /// A state on its way to pixels.
  struct Job: Hashable, Sendable {
    /// Equal commands give equal pictures.
    let commands: [DrawingCommand]

    func hash(into hasher: inout Hasher) { hasher.combine(commands) }
  }

  /// What paints jobs on any thread.
  struct Painter: Sendable {
    fileprivate let assets: DrawingAssets
    fileprivate let size: PixelSize
    fileprivate let background: Color
    fileprivate let scale: Double

    /// The whole canvas in device pixels.
    func canvas(_ job: Job) -> Pixmap {
      CommandPainter(assets: assets).paint(job.commands, size: size, background: background)
    }

    func paint(_ job: Job, on grid: WorkingGrid) -> Pixmap {
      grid.reduced(canvas: canvas(job), scale: scale)
    }
  }

  /// Composes a state; `painter` asked for after it can paint it.
  func job(_ state: DocumentState) throws(HeaderKitError) -> Job {
    do {
      return Job(commands: try composer.compose(state, isScrolling: state.offset != 0))
    } catch {
      throw HeaderKitError(error)
    }
  }

  /// The pixels of a grid that show a rectangle of the screen, with a margin in points around it.
  func pixels(of frame: PointRect, on grid: WorkingGrid, margin: Double) -> PixelRect {
    let perPoint = 1 / grid.pointsPerPixel
    let (x, y) = (screenLeft - grid.canvas.x, screenTop - grid.canvas.y)
    let left = Int(((frame.x - margin + x) * perPoint).rounded(.down))
    let top = Int(((frame.y - margin + y) * perPoint).rounded(.down))
    let right = Int(((frame.maxX + margin + x) * perPoint).rounded(.up))
    let bottom = Int(((frame.maxY + margin + y) * perPoint).rounded(.up))
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
      .intersection(grid.size.bounds)
  }

  /// The pixels that do not count in a state.
  func mask(_ state: DocumentState, on grid: WorkingGrid) -> LayerMask {
    LayerMask(masked, in: state, painter: self, grid: grid)
  }

  /// Paints all jobs composed so far.
  var painter: Painter {
    Painter(
      assets: composer.assets, size: composer.canvasSize, background: background, scale: scale)
  }
}

extension HeaderInterpreter {
  /// The state a frame at `time` shows, with errors in the kit's form.
  mutating func shown(at time: Double) throws(HeaderKitError) -> DocumentState {
    do {
      return try state(at: time)
    } catch {
      throw HeaderKitError(error)
    }
  }

  /// Takes an offset, with errors in the kit's form.
  mutating func take(_ offset: Double, at time: Double) throws(HeaderKitError) {
    do {
      try receive(offset: offset, time: time)
    } catch {
      throw HeaderKitError(error)
    }
  }
}
