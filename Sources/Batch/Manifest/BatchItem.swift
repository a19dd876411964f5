public import FileAccess
public import Rendering
package import Scrolling

/// One render of a manifest.
public struct BatchItem: Sendable {
  /// Unique in the manifest.
  public let id: String
  /// Its line in the manifest, from 1.
  public let line: Int
  /// The render; its inputs are files or those of the built-in demo.
  public internal(set) var request: RenderRequest
  /// At least one.
  public let outputs: [BatchOutput]
  package let inputs: ItemInputs
  /// Of each animation, 1...; 1 of stills only.
  package let frames: Int
  /// Painted for a frame.
  package let pixels: Int

  /// The work to render it, in pixels: every output encodes each frame, which takes longer than
  /// painting it. Shards are balanced by it, and the costliest items are rendered first.
  package var cost: Int { frames * pixels * outputs.count }
}

/// The files that an item reads, apart from the demo's own.
package struct ItemInputs: Hashable, Sendable {
  /// The options that name a file, in the order of cache keys.
  static let options = [RenderOption.curve, .scene, .style, .banner, .avatar]

  /// By their options; style, banner and avatar of the item, else of its scene document.
  package var files: [RenderOption: String] = [:]
  /// A swipe that has a name, in the place of a document.
  package var namedCurve: NamedCurve?
  /// What the header names beside banner and avatar, in the order of the images' names.
  package var images: [String] = []
  package var fonts: [String] = []

  package var paths: [String] { ItemInputs.options.compactMap { files[$0] } + images }
}

/// One output of an item.
public struct BatchOutput: Hashable, Sendable {
  /// Relative to the output folder, without `.` and `..`; frames end in `/` or have a pattern.
  public let path: String
  /// Its format.
  public let format: OutputFormat
  /// A still of this moment, as PNG, JPEG or WebP; nil: all frames.
  public var moment: StillMoment?

  /// The names of frames; nil for an output that is one file.
  var pattern: FramePattern? {
    format == .frames ? FramePattern(path) ?? FramePattern(folder: path) : nil
  }
}

extension [BatchOutput] {
  func targets(in folder: String) throws(HeaderKitError) -> [OutputTarget] {
    try map { output throws(HeaderKitError) in
      try OutputTarget(
        folder + "/" + output.path, format: output.format, isPicture: output.moment != nil)
    }
  }
}

/// The moment that a still of a batch shows.
public enum StillMoment: Hashable, Sendable {
  /// After these offsets were fed in order, in points from rest.
  case offsets([Double])
  /// At a time of the item's curve, in seconds.
  case time(Double)
}
