public import CodecInterface
import FileAccess
import FrameEncoding
public import PortableMath

/// A destination of your own for the frames of a render: an encoder, a view or a connection.
///
/// Frames arrive in order, on the task that renders, with the same pixels as in the files of the
/// render. If a render fails or is cancelled, `finish` is not called.
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
  /// Called before the first frame.
  ///
  /// - Parameters:
  ///   - size: The size of every frame, in pixels.
  ///   - duration: The total duration of all frames.
  func begin(size: PixelSize, duration: RationalTime) throws
  /// Called with the next picture and its duration. Consecutive equal frames arrive as one.
  func append(_ frame: AnimationFrame) throws
  /// Called after the last frame, before the files of the same render get their names. If it
  /// throws, none of these files appears.
  func finish() throws
}

/// The output that passes frames to a sink.
final class FrameSinkOutput: RenderOutput {
  private let sink: any FrameSink
  /// The error that the sink threw. Kept here because `HeaderKitError` cannot carry it.
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
