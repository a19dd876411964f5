public import CodecInterface
import FileAccess
import FrameEncoding
import HeaderScene
import PortableMath
import Raster
import Scrolling

/// The frames of a render one after the other, for whoever wants no file.
///
///     for try await frame in Renderer(request).frames { show(frame.pixmap, frame.duration) }
///
/// Frames are painted when they are asked for; equal neighbours are one frame whose times are added.
/// Throws `HeaderKitError`, and `CancellationError` where the task is cancelled.
public struct RenderedFrames: AsyncSequence {
  /// A picture and how long it is shown.
  public typealias Element = AnimationFrame

  fileprivate let request: RenderRequest

  /// From the first frame on.
  public func makeAsyncIterator() -> Iterator { Iterator(request) }

  /// Paints one frame at a time.
  public struct Iterator: AsyncIteratorProtocol {
    private let request: RenderRequest
    /// Nil before the first frame.
    private var begun: (source: RunSource, composer: HeaderComposer, painter: RunPainter)?

    fileprivate init(_ request: RenderRequest) { self.request = request }

    /// The next frame, or nil behind the last one.
    public mutating func next() async throws -> AnimationFrame? {
      try Task.checkCancellation()
      if begun == nil { begun = try begin() }
      guard let composer = begun?.composer, let painter = begun?.painter,
        let run = try begun?.source.next(),
        let picture = try painter.paint(run, assets: composer.assets).picture
      else {
        return nil
      }
      return AnimationFrame(
        pixmap: picture, duration: run.durations.reduce(.zero, +))
    }

    private func begin() throws(HeaderKitError) -> (RunSource, HeaderComposer, RunPainter) {
      let clock = StageClock()
      let fonts = try SceneFonts.installed(folder: request.header.fontFolder)
      let scene = try SceneResolver(request.header).resolve(fonts: fonts)
      let curve = try CurveFile.load(request.curve, limits: request.header.limits)
      let plan = try FramePlan(request, scene: scene, curve: curve)
      let composer = try scene.composer(fonts: fonts)
      return (
        RunSource(
          plan, states: FrameStates(plan, of: scene.header), composer: composer, clock: clock),
        composer,
        RunPainter(
          size: composer.canvasSize, background: composer.background, keepsPictures: true,
          describesFrames: false, hashes: false, png: nil, framing: scene.framing, layers: false,
          clock: clock)
      )
    }
  }
}

extension Renderer {
  /// The frames, without any output.
  public var frames: RenderedFrames { RenderedFrames(request: request) }
}
