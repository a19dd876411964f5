import CodecInterface
import FileAccess
import ImageCodecs
import PortableFoundation
import PortableMath
import VisualDiff

typealias ManifestPair = (first: FrameManifest, second: FrameManifest)

/// The frame manifest that accompanies an animation: `x.frames.json` next to `x.gif`.
package enum FrameSidecar {
  package static func path(for animation: String) -> String {
    FilePath.withoutExtension(animation) + ".frames.json"
  }

  /// Reads the manifests of both sides, if both have one that matches its file.
  ///
  /// - Returns: The manifests, or `nil`, and a note for each manifest that does not match its file.
  static func read(
    _ first: ComparedSource, _ second: ComparedSource, limits: RenderLimits
  ) throws(HeaderKitError) -> (manifests: ManifestPair?, notes: [String]) {
    var found: [FrameManifest] = []
    var notes: [String] = []
    for source in [first, second] {
      let path = path(for: source.path)
      guard case .file(let animation, let bytes) = source,
        FileManager.default.fileExists(atPath: path)
      else { return (nil, notes) }
      let manifest = try FrameManifest(path: path, limits: limits)
      if try manifest.describes(animation, bytes, limits) {
        found.append(manifest)
      } else {
        notes.append("\(path) describes other frames than \(animation) and is ignored")
      }
    }
    return (found.count == 2 ? (found[0], found[1]) : nil, notes)
  }
}

extension FrameManifest {
  /// Returns whether the manifest describes the frames of a file. Compares the hashes that the file
  /// records, else only canvas size and duration.
  fileprivate func describes(
    _ path: String, _ bytes: [UInt8], _ limits: RenderLimits
  ) throws(HeaderKitError) -> Bool {
    if let record = FrameHashes(file: bytes) {
      var hashes = FrameHashes()
      for frame in frames { hashes.append(hash: frame.hash.value, duration: frame.duration) }
      return hashes.frames.map(\.hash) == record.frames.map(\.hash)
    }
    let file = try HeaderKitError.coding(
      .file(path), ImageInspector.inspect(bytes: bytes, limits: limits.decoding))
    return file.size == size
      && TimingPolicy.exact.rounded(toUnitsPerSecond: 100).agree(timeline.duration, file.duration)
  }

  /// Reads a manifest.
  ///
  /// - Throws: `.badData` with file, line and key path.
  init(path: String, limits: RenderLimits) throws(HeaderKitError) {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    self = try HeaderKitError.parsing(
      FrameManifest(json: bytes, file: path, maxFrames: limits.frames))
  }
}

extension PictureLayers {
  /// Reads the layers that a PNG file records. `nil` if it records none or the record is invalid.
  init?(file bytes: [UInt8]) {
    guard let text = PNGText.read(Self.pngKeyword, in: bytes) else { return nil }
    self.init(text: text)
  }
}
