import Comparison
import Files
import Rendering

/// Items dealt out to machines: every item to exactly one, the work about equal.
public struct ShardPlan: Sendable {
  /// The items of each shard, in the order of the manifest.
  public let shards: [[BatchItem]]

  /// The largest number of shards.
  public static let mostShards = 10_000

  /// Longest processing time first (Graham 1969): the costliest item left goes to the shard with the
  /// least to do. The same items give the same plan on every machine.
  ///
  /// - Parameter count: 1...`mostShards`.
  public init(_ items: [BatchItem], count: Int) {
    let count = max(1, count)
    var numbers = Array(repeating: [Int](), count: count)
    var heap = ShardHeap(count: count)
    let order = items.indices.sorted { (-items[$0].size.cost, $0) < (-items[$1].size.cost, $1) }
    for index in order { numbers[heap.add(items[index].size.cost)].append(index) }
    shards = numbers.map { numbers in numbers.sorted().map { items[$0] } }
  }

  /// Frames times pixels of a shard.
  public func cost(of shard: Int) -> Int { shards[shard].map(\.size.cost).reduce(0, +) }
}

/// Shards by their load, the least loaded on top; of equal loads the first.
private struct ShardHeap {
  private var entries: [(load: Int, shard: Int)]

  init(count: Int) {
    entries = (0..<count).map { (0, $0) }
  }

  /// Adds to the least loaded shard and gives its number.
  mutating func add(_ cost: Int) -> Int {
    let shard = entries[0].shard
    entries[0].load += cost
    var place = 0
    while true {
      let children = [2 * place + 1, 2 * place + 2].filter { $0 < entries.count }
      guard let least = children.min(by: { entries[$0] < entries[$1] }),
        entries[least] < entries[place]
      else { return shard }
      entries.swapAt(place, least)
      place = least
    }
  }
}
