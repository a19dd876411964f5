import Comparison
import Files
public import Rendering

/// One render of a manifest.
public struct BatchItem: Sendable {
  /// Unlike that of every other item.
  public let id: String
  /// The line of the manifest that it stands on, from 1.
  public let line: Int
  /// What is rendered; its inputs are files or the built-in demo's.
  public let request: RenderRequest
  /// At least one.
  public let outputs: [BatchOutput]
  /// The files it reads.
  public let inputs: ItemInputs
  /// Frames, and how large they are.
  public let size: ItemSize
}

/// The files that an item reads; nil: the demo's own, or none.
public struct ItemInputs: Hashable, Sendable {
  /// A curve document.
  public var curve: String?
  /// A scene document.
  public var scene: String?
  /// Of the item, else of its scene document.
  public var banner: String?
  /// Of the item, else of its scene document.
  public var avatar: String?

  /// Those that are files.
  public var paths: [String] { [curve, scene, banner, avatar].compactMap { $0 } }
}

/// What an item costs to render.
public struct ItemSize: Hashable, Sendable {
  /// 1...
  public let frames: Int
  /// Device pixels of a frame.
  public let pixels: Int

  /// Frames times pixels: what shards are balanced by.
  public var cost: Int { frames * pixels }
}
