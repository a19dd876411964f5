import CodecInterface
package import FileAccess
package import PortableMath
package import Raster
package import VisualDiff

/// An output of a render. Frames are appended in order; the files appear on `commit`.
package protocol RenderOutput: AnyObject {
  /// The number of files, and their total size in bytes.
  var written: (files: Int, bytes: Int) { get }
  /// The GIF's statistics after `finish`. `nil` for other formats and if they were not requested.
  var gif: GIFReport? { get }
  /// The ffmpeg command that writes the output, or `nil` if there is none.
  var command: String? { get }
  /// The reductions made to satisfy a size limit, as text. `nil` if there are none.
  var reduced: String? { get }
  func append(_ run: PaintedRun) throws(HeaderKitError)
  /// Writes the remaining bytes. The output is complete but does not have its final name yet.
  func finish() throws(HeaderKitError)
  /// Gives the output its final name.
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
  /// Finishes all outputs, then commits them. After an interruption, either all files exist or
  /// none.
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
  /// The hashes of the appended frames, or `nil` if they are not recorded.
  private var hashes: FrameHashes?

  init(
    _ path: String, encoder: any AnimationEncoder, record: FrameHashes?, clock: StageClock
  ) throws(HeaderKitError) {
    self.encoder = encoder
    hashes = record
    self.clock = clock
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

/// A frame manifest: the layers of each frame and the hash of its pixels before encoding.
package final class FrameManifestOutput: FileOutput {
  private var manifest: FrameManifest
  private var fonts: Set<PictureFont> = []
  package let file: AtomicFile

  /// Creates an empty manifest. `nil` for `plays` means to loop forever.
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

/// Consecutive equal frames, painted once.
package struct PaintedRun: Sendable {
  /// The pixels, or `nil` if no output needs them.
  package let picture: Pixmap?
  /// The hash of the pixels, or `nil` if no output needs it.
  package let hash: PixelHash?
  /// The PNG file, or `nil` if no output needs it.
  package let png: [UInt8]?
  /// The entries for a frame manifest. Empty if no manifest is written.
  package let frames: [FrameManifest.Frame]
  /// The duration of each frame of the run.
  package let durations: [RationalTime]
  /// The fonts used by the texts. Empty if no output records them.
  package let fonts: [PictureFont]

  package init(
    picture: Pixmap?, hash: PixelHash?, png: [UInt8]?, frames: [FrameManifest.Frame] = [],
    durations: [RationalTime], fonts: [PictureFont] = []
  ) {
    self.fonts = fonts
    self.picture = picture
    self.hash = hash
    self.png = png
    self.frames = frames
    self.durations = durations
  }

  package var duration: RationalTime { durations.reduce(.zero, +) }
}
