import CodecInterface
import Files
import CodecInterface
import ImageCodecs
import Numerics

/// A Y4M stream. A frame that is shown long is packed once and written as often as the rate asks.
final class Y4MFileOutput: RenderOutput {
  private let path: String
  private let clock: StageClock
  private var encoder: Y4MEncoder
  private var file: AtomicFile
  private let frameLimit: Int
  private var frameCount = 0

  /// - Parameter frameLimit: of frames that are written, those that are held counted repeatedly.
  init(
    _ path: String, encoder: Y4MEncoder, frameLimit: Int, clock: StageClock
  ) throws(HeaderKitError) {
    self.path = path
    self.frameLimit = frameLimit
    self.clock = clock
    self.encoder = encoder
    file = try AtomicFile(path)
  }

  var written: (files: Int, bytes: Int) { (1, file.byteCount) }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    let frame: Y4MEncoder.RepeatedFrame
    do {
      frame = try clock.measure(.encode) { () throws(CodecError) in
        try encoder.pack(picture, duration: run.duration)
      }
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    frameCount += frame.count
    guard frameCount <= frameLimit else {
      throw HeaderKitError(
        .badData, subject: path,
        reason: "more than \(frameLimit.grouped) frames, those that are held repeated",
        hint: "lower --fps, or raise the limit with --max-frames")
    }
    try clock.measure(.write) { () throws(HeaderKitError) in
      try file.write(frame.prefix)
      for _ in 0..<frame.count { try file.write(frame.bytes) }
    }
  }

  func finish() throws(HeaderKitError) {
    let bytes: [UInt8]
    do {
      bytes = try encoder.finish()
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    try file.write(bytes)
  }

  func commit() throws(HeaderKitError) { try file.commit() }
}
