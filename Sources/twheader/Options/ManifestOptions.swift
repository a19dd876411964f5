import ArgumentParser
import Batch
import FileAccess
import PortableFoundation
import Rendering

struct BatchManifestOptions: ParsableArguments {
  @Argument(help: "Manifest: one JSON document if named .json, else one item per line")
  var manifest: String

  @Option(help: "Use only items whose id matches a pattern with * and ?; repeatable")
  var only: [String] = []

  @Option(help: "Skip items whose id matches a pattern; repeatable") var skip: [String] = []
  @OptionGroup var text: TextOptions
  @OptionGroup var limits: LimitOptions

  func load(outputFolder: String? = nil, pictureBytes: Int? = nil) throws -> Manifest {
    let all = try Manifest.load(
      manifest, outputFolder: outputFolder, limits: limits.limits, pictureBytes: pictureBytes)
    let chosen = all.settingText(
      fontFolder: text.fontFolder, strictText: text.strictText, strictFonts: text.strictFonts
    )
    .selecting(only: only, skip: skip)
    guard !chosen.items.isEmpty else {
      throw HeaderKitError(
        .usage, subject: .location(only.isEmpty ? "--skip" : "--only"), reason: "no item is left",
        remedy: "change the pattern; an id is, for example, \(all.items.first?.id ?? "")")
    }
    return chosen
  }
}

struct BatchShardOptions: ParsableArguments {
  @Option(help: "Shard, for example 3/8 [default: the scheduler's, else all]")
  var shard: String?

  @Option(help: "Number of shards, if the scheduler gives only the index") var shards: Int?

  func validate() throws {
    try UsageError.check("--shards", shards, in: ShardNumber.counts)
    if let shard, ShardNumber(shard) == nil {
      throw UsageError(
        "--shard: '\(shard)' is not valid; give i/n with n from "
          + "\(RequestRanges.text(ShardNumber.counts)) and i from 1 to n, for example 3/8")
    }
    if shard != nil, shards != nil {
      throw UsageError("--shards: excludes --shard; give one of them")
    }
  }

  /// Returns the shard, or `nil` for all items.
  func number(_ verbosity: VerbosityOptions) throws -> ShardNumber? {
    if let shard { return ShardNumber(shard) }
    let environment = ProcessInfo.processInfo.environment
    if let (shard, variable) = try ShardNumber.detect(environment, count: shards) {
      verbosity.note("shard \(shard.index) of \(shard.count), by \(variable)")
      return shard
    }
    guard let shards, shards != 1 else { return nil }
    throw HeaderKitError(
      .usage, subject: .location("--shards"), reason: "no scheduler index found",
      remedy: "give a shard, for example --shard 1/\(shards)")
  }

  /// The attempt number from the scheduler, or `nil` without a scheduler.
  static var attempt: Int? {
    let environment = ProcessInfo.processInfo.environment
    if let restarts = environment["SLURM_RESTART_COUNT"].flatMap({ Int($0) }) {
      return restarts + 1
    }
    return (environment["AWS_BATCH_JOB_ATTEMPT"] ?? environment["GITHUB_RUN_ATTEMPT"])
      .flatMap { Int($0) }
  }
}
