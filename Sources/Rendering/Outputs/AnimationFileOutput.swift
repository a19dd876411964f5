import CodecInterface
import Files
import CodecInterface

/// An animation in one file.
final class AnimationFileOutput: RenderOutput {
  private let path: String
  private let clock: StageClock
  private var encoder: any AnimationEncoder
  private var file: AtomicFile

  init(
    _ path: String, encoder: any AnimationEncoder, clock: StageClock
  ) throws(HeaderKitError) {
    self.path = path
    self.clock = clock
    self.encoder = encoder
    file = try AtomicFile(path)
  }

  var written: (files: Int, bytes: Int) { (1, file.byteCount) }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    try write { () throws(CodecError) in
      try encoder.append(picture, duration: run.duration)
    }
  }

  func finish() throws(HeaderKitError) {
    try write { () throws(CodecError) in try encoder.finish() }
  }

  func commit() throws(HeaderKitError) { try file.commit() }

  private func write(_ encode: () throws(CodecError) -> [UInt8]) throws(HeaderKitError) {
    let bytes: [UInt8]
    do {
      bytes = try clock.measure(.encode, encode)
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    try clock.measure(.write) { () throws(HeaderKitError) in try file.write(bytes) }
  }
}
