public import ArgumentParser
public import Comparison
import Rendering
import VisualDiff

struct ComparisonOptions: ParsableArguments {
  @Option(
    help: """
      The metric: exact, pixelmatch-7.2, ssim-cie94, ciede2000 or quantized; default: quantized \
      for two GIF animations, else exact.
      """)
  var metric: String?

  @Option(
    help: "The metric's tolerance: 0 to 1 for pixelmatch-7.2, a colour distance for the others.")
  var threshold: Double?

  @Option(help: "The number of pixels that may differ in each picture.")
  var maxDifferentPixels: Int?

  @Option(help: "The share of pixels that may differ in each picture, 0 to 1.")
  var maxDifferentRatio: Double?

  @Option(
    help: ArgumentHelp(
      "Excludes a part: x,y,width,height in pixels, a PNG, or layer:NAME; repeatable.",
      discussion: "Followed by @FROM-UNTIL, in seconds, it applies only to that time.",
      valueName: "part"))
  var mask: [DiffMask] = []

  @Flag(
    help: "Compares GIFs and lossy WebPs pixel by pixel, also what encoders make of equal frames.")
  var strict = false

  @Flag(help: "Compares pictures only, not their times.") var ignoreTiming = false
  @Flag(help: "Compares each folder as one animation.") var framesFolders = false

  @Option(
    help: "The baseline's frame manifest; default: x.frames.json beside x.gif, if both have one.")
  var firstManifest: String?

  @Option(help: "The frame manifest of the second argument.") var secondManifest: String?

  @Option(
    help: """
      The baselines to write: none, missing, changed or all; none if CI is set, without \
      --update-in-ci.
      """)
  var update = BaselineUpdate.none

  @Flag(help: "With --update all, removes baselines that have no counterpart any more.")
  var prune = false

  @Flag(name: .customLong("update-in-ci"), help: "Writes baselines even if CI is set.")
  var updateInCI = false

  @Flag(help: "Exits with 0 if baselines were written.") var okOnUpdate = false
  @Option(help: "Items compared at a time; default: the number of processors.") var jobs: Int?

  private var metricName: String { metric ?? "exact" }

  func validate() throws {
    guard ComparisonMetric(name: metricName, threshold: threshold) != nil else {
      guard ComparisonMetric.names.contains(metricName) else {
        throw UsageError(
          "--metric: \(metricName) is not known; the metrics are "
            + ComparisonMetric.names.joined(separator: ", "))
      }
      throw UsageError("--threshold: not for this metric, or out of its range")
    }
    if let ratio = maxDifferentRatio, !(0...1).contains(ratio) {
      throw UsageError("--max-different-ratio: \(ratio) is out of range (0...1)")
    }
    if let count = maxDifferentPixels, count < 0 {
      throw UsageError("--max-different-pixels: \(count) is out of range (0 or more)")
    }
    if prune, update != .all { throw UsageError("--prune: goes with --update all") }
    try UsageError.check("--jobs", jobs, in: RequestRanges.jobs)
  }

  func apply(to request: inout DiffRequest) throws {
    if let metric = ComparisonMetric(name: metricName, threshold: threshold) {
      request.pictures = ImageComparison(metric: metric)
    }
    request.strict = strict || metric == "exact"
    request.masks = mask
    request.tolerance = ComparisonTolerance(
      differentPixels: maxDifferentPixels, differentRatio: maxDifferentRatio)
    if ignoreTiming { request.timing = .ignored }
    request.takesFoldersAsAnimations = framesFolders
    request.firstManifest = firstManifest
    request.secondManifest = secondManifest
    request.prunesBaselines = prune
    request.jobs = jobs
  }
}

extension BaselineUpdate: ExpressibleByArgument {}
