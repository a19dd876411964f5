import CodecInterface
package import FileAccess
package import PortableMath
package import Raster
package import VisualDiff

/// One output of a render: takes painted runs in order, then appears all at once.
package protocol RenderOutput: AnyObject {
  var written: (files: Int, bytes: Int) { get }
  /// What a GIF became, once complete; nil for other formats and where nobody asked.
  var gif: GIFReport? { get }
  /// The line of the other program that writes it; nil where there is none.
  var command: String? { get }
  /// What gave way to a size limit, in words; nil: nothing.
  var reduced: String? { get }
  func append(_ run: PaintedRun) throws(HeaderKitError)
  /// Writes what remains; the output is complete but not yet under its name.
  func finish() throws(HeaderKitError)
  func commit() throws(HeaderKitError)
}

extension RenderOutput {
  package var gif: GIFReport? { nil }
  package var command: String? { nil }
  package var reduced: String? { nil }
}

package protocol FileOutput: RenderOutput {
  var file: AtomicFile { get }
}

extension FileOutput {
  package var written: (files: Int, bytes: Int) { (1, file.byteCount) }
  package func commit() throws(HeaderKitError) { try file.commit() }
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

final class AnimationFileOutput: FileOutput {
  private let clock: StageClock
  private var encoder: any AnimationEncoder
  let file: AtomicFile
  /// What the encoder received; nil where nobody wants to know.
  private var hashes: FrameHashes?

  init(
    _ path: String, encoder: any AnimationEncoder, record: FrameHashes?, clock: StageClock
  ) throws(HeaderKitError) {
    (self.encoder, hashes, self.clock) = (encoder, record, clock)
    file = try AtomicFile(path)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    guard let picture = run.picture else { return }
    if let hash = run.hash { hashes?.append(hash: hash.value, duration: run.duration) }
    let bytes = try clock.encode(.file(file.path), encoder.append(picture, duration: run.duration))
    try clock.measure(.write, of: file.write(bytes))
  }

  func finish() throws(HeaderKitError) {
    let bytes = try clock.encode(.file(file.path), encoder.finish(recording: hashes))
    try clock.measure(.write, of: file.write(bytes))
  }
}

/// A frame manifest: what each frame shows and the hash of its pixels before any encoding.
package final class FrameManifestOutput: FileOutput {
  private var manifest: FrameManifest
  private var fonts: Set<PictureFont> = []
  package let file: AtomicFile

  /// `plays` nil: for ever.
  package init(_ path: String, size: PixelSize, plays: Int?) throws(HeaderKitError) {
    manifest = FrameManifest(size: size, plays: plays, frames: [])
    file = try AtomicFile(path)
  }

  package func append(_ run: PaintedRun) throws(HeaderKitError) {
    manifest.frames += run.frames
    fonts.formUnion(run.fonts)
  }

  package func finish() throws(HeaderKitError) {
    manifest.fonts = fonts.sorted()
    try file.write(Array(manifest.json.utf8))
  }
}

extension RenderOutcome.Output {
  package init(_ target: OutputTarget, _ output: any RenderOutput) {
    let written = output.written
    self.init(
      path: target.path, format: target.format, files: written.files, bytes: written.bytes,
      gif: output.gif, command: output.command, reduced: output.reduced)
  }
}

package struct PaintedRun: Sendable {
  /// Nil when no output needs it.
  package let picture: Pixmap?
  /// Of its pixels; nil when no output needs it.
  package let hash: PixelHash?
  /// PNG data; nil when no output needs it.
  package let png: [UInt8]?
  /// What a frame manifest says of each frame; empty where none is written.
  package let frames: [FrameManifest.Frame]
  package let durations: [RationalTime]
  /// The fonts that drew its texts; empty if no output records them.
  package let fonts: [PictureFont]

  package init(
    picture: Pixmap?, hash: PixelHash?, png: [UInt8]?, frames: [FrameManifest.Frame] = [],
    durations: [RationalTime], fonts: [PictureFont] = []
  ) {
    self.fonts = fonts
    (self.picture, self.hash, self.png, self.frames) = (picture, hash, png, frames)
    self.durations = durations
  }

  package var duration: RationalTime { durations.reduce(.zero, +) }
}
