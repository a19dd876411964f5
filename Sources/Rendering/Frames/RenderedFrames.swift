public import CodecInterface
import FrameEncoding
import HeaderScene
import PortableMath

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
    private var begun: (source: RunSource, painter: RunPainter)?

    fileprivate init(_ request: RenderRequest) { self.request = request }

    /// The next frame, or nil behind the last one.
    public mutating func next() async throws -> AnimationFrame? {
      try Task.checkCancellation()
      if begun == nil {
        let prepared = try PreparedRender(
          request,
          with: Renderer.Resources(
            fonts: try SceneFonts.installed(folder: request.header.fontFolder)))
        begun = (RunSource(prepared), RunPainter(prepared))
      }
      guard let run = try begun?.source.next(), let assets = begun?.source.assets,
        let picture = try begun?.painter.paint(run, assets: assets).picture
      else { return nil }
      return AnimationFrame(pixmap: picture, duration: run.durations.reduce(.zero, +))
    }
  }
}

extension Renderer {
  /// The frames, without any output.
  public var frames: RenderedFrames { RenderedFrames(request: request) }
}
