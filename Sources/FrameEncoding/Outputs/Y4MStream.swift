import CodecInterface
import FileAccess
import ImageCodecs
import PortableMath

/// Frames as one Y4M stream: a frame that is shown long is packed once and written as often as the
/// rate asks.
struct Y4MStream {
  private let path: String
  private var encoder: Y4MEncoder
  private let frameLimit: Int
  private var frameCount = 0

  /// - Parameters:
  ///   - path: what errors name.
  ///   - frameLimit: of frames that are written, those that are held counted repeatedly.
  init(
    path: String, size: PixelSize, interval: RationalTime, frameLimit: Int
  ) throws(CodecError) {
    self.path = path
    self.frameLimit = frameLimit
    encoder = try Y4MEncoder(size: size, interval: interval)
  }

  mutating func append(
    _ run: PaintedRun, clock: StageClock, write: ([UInt8]) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    let frame = try clock.encode(.file(path), encoder.pack(picture, duration: run.duration))
    frameCount += frame.count
    guard frameCount <= frameLimit else {
      throw HeaderKitError(
        .badData, subject: .file(path),
        reason: "more than \(frameLimit.grouped) frames, those that are held repeated",
        remedy: "lower \(.framesPerSecond), or raise the limit with \(.frameLimit)")
    }
    try clock.measure(.write) { () throws(HeaderKitError) in
      try write(frame.prefix)
      for _ in 0..<frame.count { try write(frame.bytes) }
    }
  }

  mutating func finish(
    write: ([UInt8]) throws(HeaderKitError) -> Void
  ) throws(HeaderKitError) {
    try write(HeaderKitError.coding(.file(path), writing: true, encoder.finish()))
  }
}

final class Y4MFileOutput: FileOutput {
  private let clock: StageClock
  private var stream: Y4MStream
  let file: AtomicFile

  init(_ path: String, stream: Y4MStream, clock: StageClock) throws(HeaderKitError) {
    self.clock = clock
    self.stream = stream
    file = try AtomicFile(path)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    try stream.append(run, clock: clock, write: file.write)
  }

  func finish() throws(HeaderKitError) { try stream.finish(write: file.write) }
}
