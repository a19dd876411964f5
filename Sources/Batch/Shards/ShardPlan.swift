package import FileAccess
import StrictJSON

/// The items of a batch distributed to shards: each item to exactly one, with about equal work.
package struct ShardPlan: Sendable {
  /// The items of each shard, in the order of the manifest.
  package let shards: [[BatchItem]]

  /// Distributes items by longest processing time first (Graham 1969): the most expensive remaining
  /// item goes to the shard with the least work. The plan is the same on every machine.
  package init(_ items: [BatchItem], count: Int) {
    var shards = Array(repeating: [Int](), count: max(1, count))
    // A heap with the least loaded shard at the top. Equal loads are ordered by shard.
    var heap = shards.indices.map { (load: 0, shard: $0) }
    for index in items.indices.sorted(by: { (-items[$0].cost, $0) < (-items[$1].cost, $1) }) {
      shards[heap[0].shard].append(index)
      heap[0].load += items[index].cost
      var node = 0
      while let least = [2 * node + 1, 2 * node + 2].filter({ $0 < heap.count })
        .min(by: { heap[$0] < heap[$1] }), heap[least] < heap[node]
      {
        heap.swapAt(node, least)
        node = least
      }
    }
    self.shards = shards.map { numbers in numbers.sorted().map { items[$0] } }
  }
}

extension ShardPlan {
  package var jsonLines: String {
    shards.indices.map { index in
      JSONWriter.object { object in
        object.member("shard", index + 1)
        object.member("of", shards.count)
        object.member("items", shards[index].count)
        object.member("cost", shards[index].map(\.cost).reduce(0, +))
        object.member("ids", shards[index].map(\.id))
      } + "\n"
    }.joined()
  }
}

/// The number of a shard: the part of a batch that one machine renders.
public struct ShardNumber: Hashable, Sendable {
  /// The number, in 1...`count`.
  public let index: Int
  /// The number of shards, at least 1.
  public let count: Int

  package static let counts = 1...10_000

  /// The whole batch.
  public static let whole = ShardNumber()

  /// `nil` unless `index` is in 1...`count` and `count` is in 1...10,000.
  public init?(index: Int, count: Int) {
    guard ShardNumber.counts.contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Parses a text such as `3/8`. `nil` if it is invalid.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }

  private init() { (index, count) = (1, 1) }

  /// Returns the items of this shard.
  public func items(of manifest: Manifest) -> [BatchItem] {
    ShardPlan(manifest.items, count: count).shards[index - 1]
  }

  /// Detects the shard from the variables of an array task in Slurm, Kubernetes, AWS Batch or
  /// GitLab CI. Returns it with the name of the variable, or `nil` if there is no such variable.
  ///
  /// - Parameter count: The number of tasks, for schedulers without a variable for it.
  /// - Throws: `.usage` if the number of tasks is unknown or the task's number is out of range.
  package static func detect(
    _ environment: [String: String], count: Int?
  ) throws(HeaderKitError) -> (shard: ShardNumber, variable: String)? {
    func value(_ variable: String?) -> Int? {
      variable.flatMap { environment[$0] }.flatMap { Int($0) }
    }
    for engine in engines {
      guard let text = environment[engine.index], !text.isEmpty else { continue }
      func error(
        _ reason: MessageText, _ remedy: MessageText = "give \(.shard) i/n"
      ) -> HeaderKitError {
        HeaderKitError(.usage, subject: .location(engine.index), reason: reason, remedy: remedy)
      }
      guard let number = Int(text) else { throw error("\(text) is not a number") }
      let first = value(engine.first) ?? engine.start
      guard let total = count ?? value(engine.count) else {
        throw error(
          "gives the task's index but not the number of tasks",
          "give \(.shardCount) n, or \(.shard) i/n")
      }
      let (distance, isBeyond) = number.subtractingReportingOverflow(first)
      guard !isBeyond, distance < total, let shard = ShardNumber(index: distance + 1, count: total)
      else {
        throw error("task \(number) is out of range; \(total) tasks start at \(first)")
      }
      return (shard, engine.index)
    }
    return nil
  }

  /// The environment variables of each scheduler: the task's index, the task count and the first
  /// index. `start` is the default first index.
  private static let engines: [(index: String, count: String?, first: String?, start: Int)] = [
    // A Slurm array may start at any index.
    ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", 0),
    ("JOB_COMPLETION_INDEX", nil, nil, 0),
    ("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", nil, 0),
    ("CI_NODE_INDEX", "CI_NODE_TOTAL", nil, 1),
  ]
}
