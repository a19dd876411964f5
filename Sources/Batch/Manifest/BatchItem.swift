public import FileAccess
import HeaderStills
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
  package let size: ItemSize
}

/// The files that an item reads; nil: the demo's own, or none.
package struct ItemInputs: Hashable, Sendable {
  package var curve: String?
  /// A swipe that has a name, in the place of a document.
  package var namedCurve: NamedCurve?
  package var scene: String?
  /// A header document, of the item, else of its scene document.
  package var style: String?
  /// Of the item, else of its scene document.
  package var banner: String?
  /// Of the item, else of its scene document.
  package var avatar: String?
  /// What the header names beside banner and avatar, in the order of the images' names.
  package var images: [String] = []
  package var fonts: [String] = []

  package var paths: [String] { [curve, scene, style, banner, avatar].compactMap { $0 } + images }
}

package struct ItemSize: Hashable, Sendable {
  /// 1...
  package let frames: Int
  /// Pixels that are painted for a frame.
  package let pixels: Int
}

extension BatchItem {
  /// The work to render it, in pixels: frames times pixels times outputs. Shards are balanced by it
  /// and the costliest items are rendered first. Every output encodes each frame, which takes longer
  /// than painting it.
  package var cost: Int { size.frames * size.pixels * outputs.count }
}

/// One output of an item.
public struct BatchOutput: Hashable, Sendable {
  /// Relative to the output folder, without `.` and `..`; frames end in `/` or have a pattern.
  public let path: String
  /// Its format.
  public let format: OutputFormat
  /// A still of this moment, as PNG, JPEG or WebP; nil: all frames.
  public var moment: StillMoment?

  func target(in folder: String) throws(HeaderKitError) -> OutputTarget {
    try OutputTarget(folder + "/" + path, format: format, isPicture: moment != nil)
  }

  /// The names of frames; nil for an output that is one file.
  var pattern: FramePattern? {
    format == .frames ? FramePattern(path) ?? FramePattern(folder: path) : nil
  }
}

/// The moment that a still of a batch shows.
public enum StillMoment: Hashable, Sendable {
  /// After these offsets were fed in order, in points from rest.
  case offsets([Double])
  /// At a time of the item's curve, in seconds.
  case time(Double)

  /// The same for a request, over the item's curve.
  func moment(_ curve: CurveSource, _ rate: EventRate) -> StillRequest.Moment {
    switch self {
    case .offsets(let offsets): .offsets(offsets)
    case .time(let time): .time(time, curve, rate)
    }
  }
}
