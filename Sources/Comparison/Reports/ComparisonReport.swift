public import FileAccess
public import PortableMath
package import VisualDiff

/// The result of a comparison of two files or folders.
public struct ComparisonReport: Hashable, Sendable {
  /// The path of the baseline, as given in the request.
  public var first: String
  /// The path of the actual file or folder, as given in the request.
  public var second: String
  /// The name of the metric with its version. If the items used several metrics, the requested one.
  public var metric: String
  /// The items in natural order of their names.
  public var items: [ComparedItem]
  /// Additional notes, one line each.
  public var notes: [String]

  /// Creates a report.
  public init(
    first: String, second: String, metric: String, items: [ComparedItem], notes: [String] = []
  ) {
    self.first = first
    self.second = second
    self.metric = metric
    self.items = items
    self.notes = notes
  }

  /// Returns the number of items with this status.
  public func count(_ status: ComparedItem.Status) -> Int { items.count { $0.status == status } }

  /// The number of baselines that were written or removed.
  public var writtenBaselines: Int { items.count { $0.baseline != nil } }

  /// Returns the exit status of the process.
  ///
  /// A value above 1 if an item has an error: the code of the first error. 1 if an item differs, or
  /// if baselines were written and `acceptedUpdates` is false. Otherwise 0.
  public func exitStatus(acceptedUpdates: Bool = false) -> Int32 {
    if let trouble = items.lazy.compactMap(\.problem).first { return trouble.code.rawValue }
    if !items.allSatisfy(\.passes) { return 1 }
    return writtenBaselines > 0 && !acceptedUpdates ? 1 : 0
  }

  /// A summary of the statuses, for example `12 same, 1 different, 2 missing`.
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

/// The result of comparing two pictures or animations.
public struct ComparedItem: Hashable, Sendable {
  /// The outcome of a comparison.
  public enum Status: String, CaseIterable, Hashable, Sendable {
    /// All differences are within the tolerance.
    case same
    /// A difference exceeds the tolerance.
    case different
    /// The baseline exists, but not the actual file.
    case missing
    /// The actual file exists, but no baseline.
    case added
    /// One of the files could not be read.
    case unreadable
  }

  /// The kind of the compared files.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case picture
    case animation
  }

  /// The change made to the baseline.
  public enum Baseline: String, CaseIterable, Hashable, Sendable {
    case created
    case replaced
    /// Removed because the actual file no longer exists.
    case removed
  }

  /// The path relative to the compared folders, or the file name of the actual file.
  public var name: String
  /// The kind of the files, or `nil` if neither could be read.
  public var kind: Kind?
  /// The outcome.
  public var status: Status
  /// The name of the metric used for pixels, or `nil` if no pixels were compared.
  public var metric: String?
  /// The path of the baseline, or `nil` if there is none.
  public var firstPath: String?
  /// The path of the actual file, or `nil` if there is none.
  public var secondPath: String?
  /// The size of the baseline in pixels.
  public var firstSize: PixelSize?
  /// The size of the actual file in pixels.
  public var secondSize: PixelSize?
  /// The number of different pixels in the frame with the most of them.
  public var differentPixels = 0
  /// The number of compared pixels in that frame.
  public var comparedPixels = 0
  /// The number of pixels in that frame whose difference was attributed to anti-aliasing.
  public var antialiasedPixels = 0
  /// The number of masked pixels in that frame.
  public var ignoredPixels = 0
  /// The bounding box of the differences in that frame, or `nil` without differences.
  public var bounds: PixelRect?
  /// The largest difference in that frame, in the unit of the metric.
  public var strongest = 0.0
  /// Non-fatal decoding problems, one line each, starting with the path.
  public var warnings: [String] = []
  /// A description of the differences, one line each, most significant first.
  public var details: [String] = []
  /// The frames of both animations in chronological order. Empty for pictures.
  public var frames: [ComparedFrame] = []
  /// The error of an unreadable item.
  public var problem: HeaderKitError?
  /// The change made to the baseline, or `nil` if it was not changed.
  public var baseline: Baseline?
  /// The paths of the pictures that were written: expected, actual and difference.
  public var writtenPictures: [String] = []

  /// Creates an item without further results.
  public init(name: String, status: Status) {
    self.name = name
    self.status = status
  }

  /// The fraction of compared pixels that differ, in 0...1.
  public var differentRatio: Double {
    comparedPixels == 0 ? 0 : Double(differentPixels) / Double(comparedPixels)
  }

  /// Whether the item does not fail a run: it is the same, or its baseline was just written.
  public var passes: Bool { status == .same || baseline != nil }

  /// Copies the figures of a picture's or a frame's difference.
  package mutating func note(_ difference: ImageDifference) {
    differentPixels = difference.differentPixels
    comparedPixels = difference.comparedPixels
    antialiasedPixels = difference.antialiasedPixels
    ignoredPixels = difference.ignoredPixels
    bounds = difference.bounds
    strongest = difference.strongest
  }
}

/// A pair of frames, or a frame without a counterpart.
public struct ComparedFrame: Hashable, Sendable {
  /// The outcome for a frame.
  public enum State: String, CaseIterable, Hashable, Sendable {
    case same
    /// The pixels differ within the tolerance.
    case tolerated
    /// The pixels differ by more than the tolerance.
    case changed
    /// The frame exists only in the actual animation.
    case inserted
    /// The frame exists only in the baseline.
    case dropped
    /// The pixels are the same, but the frame appears earlier or later.
    case shifted
    /// The pixels are the same, but the frame is visible for a longer or shorter time.
    case retimed
  }

  /// The outcome.
  public var state: State
  /// The frame's indices in the baseline, from 0. More than one if consecutive frames are equal.
  /// `nil` if the frame is not in the baseline.
  public var first: ClosedRange<Int>?
  /// The frame's indices in the actual animation. `nil` if the frame is not in it.
  public var second: ClosedRange<Int>?
  /// The start time in the baseline, in seconds.
  public var firstTime: Double?
  /// The start time in the actual animation, in seconds.
  public var secondTime: Double?
  /// The number of different pixels.
  public var differentPixels = 0
  /// The scroll offset in points, or `nil` without a frame manifest.
  public var offset: Double?
  /// The phase of the header, or `nil` without a frame manifest.
  public var phase: String?
}
