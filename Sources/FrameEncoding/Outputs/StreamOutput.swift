import FileAccess
import GIF
import ImageCodecs
import PortableMath

/// A Y4M stream that is either written to a file or, for a video, piped to ffmpeg. A held frame is
/// packed once and repeated at the stream's frame rate.
final class StreamOutput: FileOutput {
  let file: AtomicFile
  /// The ffmpeg command, or `nil` if the stream is written to the file directly.
  let command: String?
  private let program: FFmpeg.Encoder?
  private var encoder: Y4MEncoder
  /// The maximum number of written frames, including repetitions of held frames.
  private let frameLimit: Int
  private var frameCount = 0
  private let clock: StageClock
  private var videoBytes = 0

  /// Opens the output.
  ///
  /// - Throws: The errors of ``FFmpeg/found(for:quality:effort:)`` for a video.
  init(_ target: OutputTarget, _ factory: OutputFactory) throws(HeaderKitError) {
    let path = target.path
    clock = factory.clock
    frameLimit = factory.limits.frames
    encoder = try HeaderKitError.coding(
      .file(path), writing: true,
      Y4MEncoder(size: factory.size, interval: factory.rate.inverse ?? .zero))
    guard target.format.isVideo else {
      file = try AtomicFile(path)
      command = nil
      program = nil
      return
    }
    let options = factory.encoding.gif
    let (ffmpeg, arguments) = try FFmpeg.installed(
      for: target, quality: options.videoQuality, effort: options.effort)
    file = try AtomicFile(path)
    guard let temporary = file.temporaryPath else {
      throw HeaderKitError(
        .usage, subject: .file(path), reason: "a video cannot be written to a stream",
        remedy: "name a file, or choose \(.outputFormat) y4m")
    }
    command = FFmpeg.line(arguments, from: "-", to: path)
    program = try FFmpeg.Encoder(ffmpeg, arguments, writing: path, to: temporary)
  }

  var written: (files: Int, bytes: Int) { (1, program == nil ? file.byteCount : videoBytes) }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    let frame = try clock.encode(.file(file.path), encoder.pack(picture, duration: run.duration))
    frameCount += frame.count
    guard frameCount <= frameLimit else {
      throw HeaderKitError(
        .badData, subject: .file(file.path),
        reason: "more than \(frameLimit.grouped) frames, counting repeats of held frames",
        remedy: "lower \(.framesPerSecond), or raise the limit with \(.frameLimit)")
    }
    try clock.measure(.write) { () throws(HeaderKitError) in
      try write(frame.prefix)
      for _ in 0..<frame.count { try write(frame.bytes) }
    }
  }

  func finish() throws(HeaderKitError) {
    try write(HeaderKitError.coding(.file(file.path), writing: true, encoder.finish()))
    if let program { videoBytes = try clock.measure(.encode, of: program.finish()) }
  }

  private func write(_ bytes: [UInt8]) throws(HeaderKitError) {
    if let program { try program.write(bytes) } else { try file.write(bytes) }
  }
}
