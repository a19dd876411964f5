public import ArgumentParser
public import Comparison
import VisualDiff

/// What counts as a difference.
struct ComparisonOptions: ParsableArguments {
  @Option(help: "exact, pixelmatch-7.2, ssim-cie94 or ciede2000; default exact.")
  var metric = "exact"

  @Option(help: "What the metric forgives: 0...1 for pixelmatch-7.2, a colour distance for others.")
  var threshold: Double?

  @Option(help: "Different pixels that are allowed in each picture.")
  var maxDifferentPixels: Int?

  @Option(help: "Part of each picture's pixels that may differ, 0...1.")
  var maxDifferentRatio: Double?

  @Option(
    help: ArgumentHelp(
      "What is not compared: x,y,width,height in pixels, a PNG, or layer:NAME; repeatable.",
      discussion: "With @FROM-UNTIL behind it, in seconds, only then.", valueName: "part"))
  var mask: [DiffMask] = []

  @Flag(help: "Compare pictures only, not when they are shown.")
  var ignoreTiming = false

  @Flag(help: "Take a folder as the frames of one animation.")
  var framesFolders = false

  @Option(help: "The baseline's frame manifest.")
  var firstManifest: String?

  @Option(help: "The other side's frame manifest.")
  var secondManifest: String?

  @Option(help: "Baselines to write: none, missing, changed or all; none where CI is set.")
  var update = BaselineUpdate.none

  @Flag(help: "Exit with 0 after baselines were written.")
  var okOnUpdate = false

  @Option(help: "Items compared at a time; default: the processors at hand.")
  var jobs: Int?

  func validate() throws {
    guard ComparisonMetric(name: metric, threshold: threshold) != nil else {
      guard ComparisonMetric.names.contains(metric) else {
        throw ValidationError(
          "--metric: \(metric) is not known; the metrics are "
            + ComparisonMetric.names.joined(separator: ", "))
      }
      throw ValidationError("--threshold: not for this metric, or out of its range")
    }
    if let ratio = maxDifferentRatio, !(0...1).contains(ratio) {
      throw ValidationError("--max-different-ratio: \(ratio) is out of range (0...1)")
    }
    if let count = maxDifferentPixels, count < 0 {
      throw ValidationError("--max-different-pixels: \(count) is out of range (0 or more)")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs: \(jobs) is out of range (1...1024)")
    }
  }

  func apply(to request: inout DiffRequest) throws {
    if let metric = ComparisonMetric(name: metric, threshold: threshold) {
      request.pictures = ImageComparison(metric: metric)
    }
    request.masks = mask
    request.tolerance = ComparisonTolerance(
      differentPixels: maxDifferentPixels, differentRatio: maxDifferentRatio)
    if ignoreTiming { request.timing = .ignored }
    request.takesFoldersAsAnimations = framesFolders
    request.firstManifest = firstManifest
    request.secondManifest = secondManifest
    request.jobs = jobs
  }
}

extension DiffMask: ExpressibleByArgument {
  /// As typed; see `init(_:)`.
  public init?(argument: String) { self.init(argument) }
}

extension BaselineUpdate: ExpressibleByArgument {}
