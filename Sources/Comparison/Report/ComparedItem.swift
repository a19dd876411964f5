public import Files
public import Numerics
import Rendering

/// What became of one pair of pictures or animations.
public struct ComparedItem: Hashable, Sendable {
  /// The verdict.
  public enum Status: String, CaseIterable, Hashable, Sendable {
    /// Nothing differs that counts.
    case same
    /// Something differs.
    case different
    /// The baseline has no counterpart.
    case missing
    /// There is no baseline for it.
    case added
    /// One of the two could not be read.
    case unreadable
  }

  /// What was compared.
  public enum Kind: String, Hashable, Sendable {
    case picture
    case animation
  }

  /// What was written to the baseline.
  public enum Baseline: String, Hashable, Sendable {
    case created
    case replaced
  }

  /// The path within the compared folders, or the second file's name.
  public var name: String
  /// Nil when nothing could be read.
  public var kind: Kind?
  /// The verdict.
  public var status: Status
  /// The baseline's path, nil when there is none.
  public var firstPath: String?
  /// The judged file's path, nil when there is none.
  public var secondPath: String?
  /// The baseline's size in pixels.
  public var firstSize: PixelSize?
  /// The judged file's size in pixels.
  public var secondSize: PixelSize?
  /// Pixels that differ, in the frame where most do.
  public var differentPixels = 0
  /// Pixels of that frame that were compared.
  public var comparedPixels = 0
  /// Pixels of that frame whose difference passed as anti-aliasing.
  public var antialiasedPixels = 0
  /// Pixels of that frame that masks left out.
  public var ignoredPixels = 0
  /// The rectangle around that frame's differences.
  public var bounds: PixelRect?
  /// The strongest difference of that frame, in the metric's unit.
  public var strongest = 0.0
  /// What differs, in words, a line each, the most telling first.
  public var details: [String] = []
  /// Every frame of both animations in order of time; empty for pictures.
  public var frames: [ComparedFrame] = []
  /// Why an unreadable item is unreadable.
  public var problem: HeaderKitError?
  /// What was written to the baseline; nil for nothing.
  public var baseline: Baseline?
  /// The paths of the pictures written: expected, actual, difference.
  public var writtenPictures: [String] = []

  /// An item about which only this much is known.
  public init(name: String, status: Status) {
    self.name = name
    self.status = status
  }

  /// Different pixels as a part of those compared, 0...1.
  public var differentRatio: Double {
    comparedPixels == 0 ? 0 : Double(differentPixels) / Double(comparedPixels)
  }

  /// Whether it lets a run pass: same, or written to the baseline just now.
  public var passes: Bool { status == .same || baseline != nil }
}
