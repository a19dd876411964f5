import ImageCodecs

/// An animation in one file.
final class AnimationFileOutput: RenderOutput {
  private let path: String
  private var encoder: any AnimationEncoder
  private var file: AtomicFile

  init(_ path: String, encoder: any AnimationEncoder) throws(HeaderKitError) {
    self.path = path
    self.encoder = encoder
    file = try AtomicFile(path)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    let bytes: [UInt8]
    do {
      bytes = try encoder.append(picture, duration: run.duration)
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    try file.write(bytes)
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
