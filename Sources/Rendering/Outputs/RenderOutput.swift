import CodecInterface
package import FileAccess
import ImageCodecs
import PortableMath
import VisualDiff

/// One output of a render: takes painted runs in order, then appears all at once.
protocol RenderOutput: AnyObject {
  /// Files and bytes so far.
  var written: (files: Int, bytes: Int) { get }
  /// What a GIF became, once complete; nil for other formats and where nobody asked.
  var gif: GIFReport? { get }
  /// The line of the other program that writes it; nil where there is none.
  var command: String? { get }
  func append(_ run: PaintedRun) throws(HeaderKitError)
  /// Writes what remains; the output is complete but not yet under its name.
  func finish() throws(HeaderKitError)
  /// Gives the output its name.
  func commit() throws(HeaderKitError)
}

extension RenderOutput {
  var gif: GIFReport? { nil }
  var command: String? { nil }
}

extension Sequence<any RenderOutput> {
  /// Completes all outputs, then gives them their names: an interruption sees all of them or none.
  package func complete() throws(HeaderKitError) {
    for output in self { try output.finish() }
    try TemporaryFiles.naming { () throws(HeaderKitError) in
      for output in self { try output.commit() }
    }
  }
}

/// An animation in one file.
final class AnimationFileOutput: RenderOutput {
  private let path: String
  private let clock: StageClock
  private var encoder: any AnimationEncoder
  private var file: AtomicFile
  /// What the encoder received; nil where nobody wants to know.
  private var hashes: FrameHashes?

  init(
    _ path: String, encoder: any AnimationEncoder, recordsHashes: Bool, clock: StageClock
  ) throws(HeaderKitError) {
    self.path = path
    self.clock = clock
    self.encoder = encoder
    hashes = recordsHashes ? FrameHashes() : nil
    file = try AtomicFile(path)
  }

  var written: (files: Int, bytes: Int) { (1, file.byteCount) }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    if let hash = run.hash { hashes?.append(hash: hash.value, duration: run.duration) }
    try write { () throws(CodecError) in
      try encoder.append(picture, duration: run.duration)
    }
  }

  func finish() throws(HeaderKitError) {
    try write { () throws(CodecError) in try encoder.finish(recording: hashes) }
  }

  func commit() throws(HeaderKitError) { try file.commit() }

  private func write(_ encode: () throws(CodecError) -> [UInt8]) throws(HeaderKitError) {
    let bytes: [UInt8]
    do {
      bytes = try clock.measure(.encode, encode)
    } catch {
      throw HeaderKitError(error, subject: .file(path), writing: true)
    }
    try clock.measure(.write) { () throws(HeaderKitError) in try file.write(bytes) }
  }
}
