public import FileAccess
public import Rendering
package import Scrolling

/// A render in a manifest.
public struct BatchItem: Sendable {
  /// The identifier, unique in the manifest.
  public let id: String
  /// The line in the manifest, from 1.
  public let line: Int
  /// The render request. Its inputs are files or those of the built-in demo.
  public internal(set) var request: RenderRequest
  /// The outputs. At least one.
  public let outputs: [BatchOutput]
  package let inputs: ItemInputs
  /// The number of frames of each animation, at least 1. 1 if there are only stills.
  package let frames: Int
  /// The number of pixels painted per frame.
  package let pixels: Int

  /// The estimated work in pixels. Each output encodes every frame, which takes longer than
  /// painting it. Used to balance shards and to render the most expensive items first.
  package var cost: Int { frames * pixels * outputs.count }
}

/// The files that an item reads, except for those of the demo.
package struct ItemInputs: Hashable, Sendable {
  /// The options that contain paths, in the order of cache keys.
  static let options = [RenderOption.curve, .scene, .style, .banner, .avatar]

  /// The paths by option. Style, banner and avatar come from the item, else from its scene
  /// document.
  package var files: [RenderOption: String] = [:]
  /// A built-in swipe instead of a curve document, or `nil`.
  package var namedCurve: NamedCurve?
  /// The paths of the header's images other than banner and avatar, in the order of the images'
  /// names.
  package var images: [String] = []
  package var fonts: [String] = []

  package var paths: [String] { ItemInputs.options.compactMap { files[$0] } + images }
}

/// An output of an item.
public struct BatchOutput: Hashable, Sendable {
  /// The path relative to the output folder, without `.` and `..`. For frames, it ends in `/` or
  /// contains a pattern.
  public let path: String
  /// The format.
  public let format: OutputFormat
  /// The moment of a still, which is a PNG, JPEG or WebP. `nil` for an animation.
  public var moment: StillMoment?

  /// The pattern of the names of frames, or `nil` if the output is a single file.
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
  /// The state after these offsets, in points from rest, in this order.
  case offsets([Double])
  /// The state at a time of the item's curve, in seconds.
  case time(Double)
}
