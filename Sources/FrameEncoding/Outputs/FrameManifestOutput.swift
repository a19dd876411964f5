package import FileAccess
package import PortableMath
import VisualDiff

/// A frame manifest: what each frame shows and the hash of its pixels before any encoding.
package final class FrameManifestOutput: RenderOutput {
  private var manifest: FrameManifest
  private var file: AtomicFile

  /// `plays` nil: for ever.
  package init(_ path: String, size: PixelSize, plays: Int?) throws(HeaderKitError) {
    manifest = FrameManifest(size: size, plays: plays, frames: [])
    file = try AtomicFile(path)
  }

  package var written: (files: Int, bytes: Int) { (1, file.byteCount) }

  package func append(_ run: PaintedRun) throws(HeaderKitError) { manifest.frames += run.frames }

  package func finish() throws(HeaderKitError) { try file.write(Array(manifest.json.utf8)) }

  package func commit() throws(HeaderKitError) { try file.commit() }
}
