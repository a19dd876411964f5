public import CodecInterface
import FileAccess
import FrameEncoding
public import PortableMath

/// A destination of one's own for the frames of a render: an encoder, a view, a connection.
///
/// The frames of a render come in order, from the task that renders, painted as those of its files.
/// A render that fails or is cancelled ends without `finish`.
///
/// ```swift
/// final class Clock: FrameSink {
///   var seconds = 0.0
///   func begin(size: PixelSize, duration: RationalTime) {}
///   func append(_ frame: AnimationFrame) { seconds += frame.duration.seconds }
///   func finish() { print(seconds, "s") }
/// }
/// ```
public protocol FrameSink: AnyObject {
  /// Before the first frame.
  ///
  /// - Parameters:
  ///   - size: of every frame, in pixels.
  ///   - duration: of all frames together.
  func begin(size: PixelSize, duration: RationalTime) throws
  /// The next picture and how long it is shown; equal neighbours come as one.
  func append(_ frame: AnimationFrame) throws
  /// After the last frame, before the files of the same render get their names: a sink that throws
  /// here ends the render without any of them.
  func finish() throws
}

/// A sink among the files of a render.
final class FrameSinkOutput: RenderOutput {
  private let sink: any FrameSink
  /// What the sink threw, which a typed error cannot carry.
  private(set) var failure: (any Error)?

  init(_ sink: any FrameSink) { self.sink = sink }

  var written: (files: Int, bytes: Int) { (0, 0) }

  func begin(size: PixelSize, duration: RationalTime) throws(HeaderKitError) {
    try attempt { try sink.begin(size: size, duration: duration) }
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    try attempt { try sink.append(AnimationFrame(pixmap: picture, duration: run.duration)) }
  }

  func finish() throws(HeaderKitError) { try attempt { try sink.finish() } }

  func commit() throws(HeaderKitError) {}

  private func attempt(_ work: () throws -> Void) throws(HeaderKitError) {
    do {
      try work()
    } catch {
      failure = error
      throw HeaderKitError(.writeFailed, reason: "a sink of frames failed: \(error)")
    }
  }
}
