package import FileAccess
package import PortableMath
import VisualDiff

/// A frame manifest: what each frame shows and the hash of its pixels before any encoding.
package final class FrameManifestOutput: FileOutput {
  private var manifest: FrameManifest
  package let file: AtomicFile

  /// `plays` nil: for ever.
  package init(_ path: String, size: PixelSize, plays: Int?) throws(HeaderKitError) {
    manifest = FrameManifest(size: size, plays: plays, frames: [])
    file = try AtomicFile(path)
  }

  package func append(_ run: PaintedRun) throws(HeaderKitError) { manifest.frames += run.frames }

  package func finish() throws(HeaderKitError) { try file.write(Array(manifest.json.utf8)) }
}
