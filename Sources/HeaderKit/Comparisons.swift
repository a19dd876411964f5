public import Comparison
public import VisualDiff

// Pictures, animations and folders compared.

/// What to compare, and how.
public typealias DiffRequest = Comparison.DiffRequest

/// Carries out a comparison: reads, compares several items at a time, writes baselines and
/// pictures, reports.
///
/// ```swift
/// var request = DiffRequest(first: folder + "/red.png", second: folder + "/green.png")
/// request.pictures = ImageComparison(metric: .exact)
/// let report = try await DiffRunner(request).run()
/// print(report.items.map { "\($0.name): \($0.status)" })
/// ```
public typealias DiffRunner = Comparison.DiffRunner

/// The result of a comparison of two files or folders.
public typealias ComparisonReport = Comparison.ComparisonReport

/// What became of one pair of pictures or animations.
public typealias ComparedItem = Comparison.ComparedItem

/// A frame of one animation beside its counterpart, or alone.
public typealias ComparedFrame = Comparison.ComparedFrame

/// The measure that decides whether two pixels differ, named with its version.
public typealias ComparisonMetric = VisualDiff.ComparisonMetric

/// How much difference is still "same".
public typealias ComparisonTolerance = VisualDiff.ComparisonTolerance

/// A part that a comparison leaves out, as a user names it.
public typealias DiffMask = Comparison.DiffMask

/// Which baselines a comparison may write.
public typealias BaselineUpdate = Comparison.BaselineUpdate

/// The pictures of an item that a page shows, as PNG data.
public typealias ItemPictures = Comparison.ItemPictures

/// A way to compare two pictures: metric and masks.
public typealias ImageComparison = VisualDiff.ImageComparison

/// The result of comparing two pictures.
public typealias ImageDifference = VisualDiff.ImageDifference

/// How closely two animations must keep time.
public typealias TimingPolicy = VisualDiff.TimingPolicy

/// What the metric `pixelmatch` may choose.
public typealias PixelmatchOptions = VisualDiff.PixelmatchOptions
