public import ArgumentParser
public import Batch
import Files
import Foundation

/// Which part of a batch this machine does.
struct BatchShardOptions: ParsableArguments {
  @Option(
    help: "The part, as 3/8; default: told by Slurm, Kubernetes, AWS Batch or GitLab, else all.")
  var shard: ShardNumber?

  @Option(help: "How many parts there are, where the scheduler tells the number of the part alone.")
  var shards: Int?

  func validate() throws {
    if let shards, !(1...ShardPlan.mostShards).contains(shards) {
      throw ValidationError("--shards: \(shards) is out of range (1...\(ShardPlan.mostShards))")
    }
    if shard != nil, shards != nil { throw ValidationError("give --shard i/n or --shards n") }
  }

  /// Nil: all of the batch.
  func number(quiet: Bool) throws -> ShardNumber? {
    if let shard { return shard }
    let detected = try ShardNumber.detect(ProcessInfo.processInfo.environment, count: shards)
    if let detected, !quiet {
      let shard = detected.shard
      Diagnostics.line("twheader: shard \(shard.index) of \(shard.count), by \(detected.variable)")
    }
    guard detected != nil || (shards ?? 1) == 1 else {
      throw HeaderKitError(
        .usage, subject: .place("--shards"), reason: "no scheduler tells which shard this is",
        remedy: "give --shard i/\(shards ?? 1)")
    }
    return detected?.shard
  }

  /// The number of this attempt, as schedulers count it; nil: none tells.
  static var attempt: Int? {
    let environment = ProcessInfo.processInfo.environment
    if let restarts = environment["SLURM_RESTART_COUNT"].flatMap({ Int($0) }) {
      return restarts + 1
    }
    return (environment["AWS_BATCH_JOB_ATTEMPT"] ?? environment["GITHUB_RUN_ATTEMPT"])
      .flatMap { Int($0) }
  }
}

extension ShardNumber: ExpressibleByArgument {
  /// `3/8` as typed.
  public init?(argument: String) { self.init(argument) }
}
