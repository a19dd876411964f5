public import FileAccess
public import PortableMath
package import VisualDiff

/// The result of a comparison of two files or folders.
public struct ComparisonReport: Hashable, Sendable {
  /// The baseline's path as it was given.
  public var first: String
  /// The judged path as it was given.
  public var second: String
  /// The metric's name with its version: the one of all items, or the one that was asked for.
  public var metric: String
  /// In order of their names.
  public var items: [ComparedItem]
  /// What else should be said, a line each.
  public var notes: [String]

  /// A report of items in order.
  public init(
    first: String, second: String, metric: String, items: [ComparedItem], notes: [String] = []
  ) {
    self.first = first
    self.second = second
    self.metric = metric
    self.items = items
    self.notes = notes
  }

  /// How many items have this status.
  public func count(_ status: ComparedItem.Status) -> Int { items.count { $0.status == status } }

  /// How many baselines were written or removed.
  public var writtenBaselines: Int { items.count { $0.baseline != nil } }

  /// The process's exit status.
  ///
  /// Trouble first (the error's own code, above 1), then 1 for what differs and for written
  /// baselines unless those are `acceptedUpdates`, else 0.
  public func exitStatus(acceptedUpdates: Bool = false) -> Int32 {
    if let trouble = items.lazy.compactMap(\.problem).first { return trouble.code.rawValue }
    if !items.allSatisfy(\.passes) { return 1 }
    return writtenBaselines > 0 && !acceptedUpdates ? 1 : 0
  }

  /// `12 same, 1 different, 2 missing`: the statuses that occur.
  public var summary: String {
    let parts = ComparedItem.Status.allCases.compactMap { status -> String? in
      let count = count(status)
      return count == 0 ? nil : "\(count) \(status.rawValue)"
    }
    let written = writtenBaselines
    let verb = items.contains { $0.baseline == .removed } ? "written or removed" : "written"
    let update = written == 0 ? "" : "; \(written) baseline\(written == 1 ? "" : "s") \(verb)"
    return parts.joined(separator: ", ") + update
  }
}

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
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case picture
    case animation
  }

  /// What was written to the baseline.
  public enum Baseline: String, CaseIterable, Hashable, Sendable {
    case created
    case replaced
    /// There is no counterpart any more.
    case removed
  }

  /// The path within the compared folders, or the second file's name.
  public var name: String
  /// Nil when nothing could be read.
  public var kind: Kind?
  /// The verdict.
  public var status: Status
  /// The name of the metric that pixels were compared by; nil where none was needed.
  public var metric: String?
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
  /// What is wrong with its files though they can be read, a line each that begins with the path.
  public var warnings: [String] = []
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

  /// Takes the numbers of a picture's or a frame's difference.
  package mutating func note(_ difference: ImageDifference) {
    differentPixels = difference.differentPixels
    comparedPixels = difference.comparedPixels
    antialiasedPixels = difference.antialiasedPixels
    ignoredPixels = difference.ignoredPixels
    bounds = difference.bounds
    strongest = difference.strongest
  }
}

/// A frame of one animation beside its counterpart, or alone.
public struct ComparedFrame: Hashable, Sendable {
  /// What became of it.
  public enum State: String, CaseIterable, Hashable, Sendable {
    case same
    /// The pixels differ within the tolerance.
    case tolerated
    /// The pixels differ.
    case changed
    /// Only the judged animation has it.
    case inserted
    /// Only the baseline has it.
    case dropped
    /// The same pixels, shown earlier or later.
    case shifted
    /// The same pixels, shown longer or shorter.
    case retimed
  }

  /// What became of it.
  public var state: State
  /// Indices in the baseline, from 0: more than one for equal neighbours.
  public var first: ClosedRange<Int>?
  /// Indices in the judged animation.
  public var second: ClosedRange<Int>?
  /// Seconds from the baseline's start.
  public var firstTime: Double?
  /// Seconds from the judged animation's start.
  public var secondTime: Double?
  /// Pixels that differ.
  public var differentPixels = 0
  /// The scroll offset in points, where a manifest has it.
  public var offset: Double?
  /// The header's phase, where a manifest has it.
  public var phase: String?
}
