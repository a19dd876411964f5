public import ArgumentParser
public import Comparison
import Rendering
import VisualDiff

struct ComparisonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      exact, pixelmatch-7.2, ssim-cie94, ciede2000 or quantized [default: quantized for two GIFs, \
      else exact]
      """))
  var metric: String?

  @Option(help: "Tolerance of the metric: 0 to 1 for pixelmatch-7.2, else a color distance")
  var threshold: Double?

  @Option(help: "Number of pixels that may differ in each image [default: 0]")
  var maxDifferentPixels: Int?

  @Option(help: "Share of pixels that may differ in each image, 0 to 1")
  var maxDifferentRatio: Double?

  @Option(
    help: ArgumentHelp(
      "Ignore x,y,width,height in pixels, a PNG, or layer:NAME; repeatable",
      discussion: "Append @FROM-UNTIL, in seconds, to limit it to a part of the time.",
      valueName: "part"))
  var mask: [DiffMask] = []

  @Flag(help: "Compare exact pixels; don't allow for encoder noise")
  var strict = false

  @Flag(help: "Compare images only, not their times") var ignoreTiming = false
  @Flag(help: "Compare each folder as one animation") var framesFolders = false

  @Option(
    help: "Frame manifest of the baseline [default: x.frames.json next to x.gif, if both have one]")
  var firstManifest: String?

  @Option(help: "Frame manifest of the second argument") var secondManifest: String?

  @Option(
    help: "Baselines to write; with CI set, none without --update-in-ci")
  var update = BaselineUpdate.none

  @Flag(help: "With --update all, remove baselines that have no counterpart")
  var prune = false

  @Flag(name: .customLong("update-in-ci"), help: "Write baselines even if CI is set")
  var updateInCI = false

  @Flag(help: "Exit with 0 if baselines were written") var okOnUpdate = false
  @Option(help: "Items compared at once [default: number of processors]") var jobs: Int?

  private var metricName: String { metric ?? "exact" }

  func validate() throws {
    guard ComparisonMetric(name: metricName, threshold: threshold) != nil else {
      guard ComparisonMetric.names.contains(metricName) else {
        throw UsageError(
          "--metric: unknown metric \"\(metricName)\"; give one of "
            + ComparisonMetric.names.joined(separator: ", "))
      }
      throw UsageError(
        "--threshold: not supported by \(metricName), or out of range; give 0 to 1 for pixelmatch-7.2, or "
          + "a color distance for ssim-cie94 and ciede2000")
    }
    if let ratio = maxDifferentRatio, !(0...1).contains(ratio) {
      throw UsageError("--max-different-ratio: \(ratio) is out of range; give 0 to 1")
    }
    if let count = maxDifferentPixels, count < 0 {
      throw UsageError("--max-different-pixels: \(count) is out of range; give 0 or more")
    }
    if prune, update != .all { throw UsageError("--prune: requires --update all; give both") }
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
