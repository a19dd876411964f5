import Comparison
public import Files
import Rendering

/// Which part of a batch a machine does.
public struct ShardNumber: Hashable, Sendable {
  /// 1...`count`
  public let index: Int
  /// 1...
  public let count: Int

  /// All of the batch.
  public static let whole = ShardNumber(uncheckedIndex: 1, count: 1)

  /// Nil unless `index` is 1...`count` and `count` at most `ShardPlan.mostShards`.
  public init?(index: Int, count: Int) {
    guard (1...ShardPlan.mostShards).contains(count), (1...count).contains(index) else {
      return nil
    }
    self.init(uncheckedIndex: index, count: count)
  }

  /// Reads `3/8`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(index: index, count: count)
  }

  private init(uncheckedIndex index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// The items of `manifest` that are this shard's.
  public func items(of manifest: Manifest) -> [BatchItem] {
    ShardPlan(manifest.items, count: count).shards[index - 1]
  }
}

extension ShardNumber {
  /// What a scheduler tells a task about itself.
  public struct Detected: Hashable, Sendable {
    /// Which part of how many.
    public let shard: ShardNumber
    /// The variable that told it.
    public let variable: String
  }

  /// Looks for the task of an array in the environment: Slurm, Kubernetes, AWS Batch, GitLab CI.
  ///
  /// - Parameter count: how many shards there are, for engines that do not tell.
  /// - Throws: `.usage` when a task number is there and the number of tasks is not, or they do not fit.
  public static func detect(
    _ environment: [String: String], count: Int?
  ) throws(HeaderKitError) -> Detected? {
    for engine in engines {
      guard let text = environment[engine.index], !text.isEmpty else { continue }
      guard let number = Int(text) else {
        throw HeaderKitError(
          .usage, subject: .place(engine.index), reason: "\(text) is no number",
          remedy: "give \(.shard) i/n")
      }
      let first = engine.first(environment)
      guard let total = count ?? engine.count.flatMap({ environment[$0] }).flatMap({ Int($0) })
      else {
        throw HeaderKitError(
          .usage, subject: .place(engine.index),
          reason: "tells the task but not how many there are",
          remedy: "give \(.shardCount) n, or \(.shard) i/n")
      }
      guard let shard = ShardNumber(index: number - first + 1, count: total) else {
        throw HeaderKitError(
          .usage, subject: .place(engine.index),
          reason: "task \(number) of \(total) tasks that start at \(first) is none",
          remedy: "give \(.shard) i/n")
      }
      return Detected(shard: shard, variable: engine.index)
    }
    return nil
  }

  private struct Engine: Sendable {
    let index: String
    let count: String?
    /// The number of the first task.
    let first: @Sendable ([String: String]) -> Int
  }

  private static let engines: [Engine] = [
    // An array may start anywhere: Slurm tells its least number.
    Engine(
      index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT",
      first: { Int($0["SLURM_ARRAY_TASK_MIN"] ?? "") ?? 0 }),
    Engine(index: "JOB_COMPLETION_INDEX", count: nil, first: { _ in 0 }),
    Engine(
      index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE", first: { _ in 0 }),
    Engine(index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: { _ in 1 }),
  ]
}
