@testable import Batch
import FileAccess
import Testing

@Suite struct BatchShards {
  static func manifest() throws -> (BatchManifestFile, Manifest) {
    let file = try BatchManifestFile()
    let manifest = try file.load([
      #"{"id": "{curve}-{scale}-{fps}", "matrix": {"curve": ["still.json", "tiny.json"], "#
        + #""scale": [1, 2, 3], "fps": [5, 10, 20, 40]}}"#
    ])
    return (file, manifest)
  }

  @Test func shardsPartitionTheManifest() throws {
    let (_, manifest) = try Self.manifest()
    let ids = manifest.items.map(\.id)
    for count in 1...50 {
      let shards = try (1...count).map { index in
        try #require(ShardNumber(index: index, count: count)).items(of: manifest).map(\.id)
      }
      #expect(shards.joined().sorted() == ids.sorted(), "\(count) shards")
      for shard in shards { #expect(shard == ids.filter(shard.contains), "\(count) shards") }
    }
  }

  /// Graham's bound for longest processing time first: 4/3 - 1/(3n) of the optimum.
  @Test(arguments: [2, 3, 7, 10])
  func shardCostsStayWithinGrahamsBound(count: Int) throws {
    let (_, manifest) = try Self.manifest()
    let plan = ShardPlan(manifest.items, count: count)
    let costs = plan.shards.map { $0.map(\.cost).reduce(0, +) }
    let all = manifest.items.map(\.cost)
    let best = max(all.reduce(0, +) / count, all.max() ?? 0)
    #expect(Double(costs.max() ?? 0) <= Double(best) * (4.0 / 3))
    #expect(costs.reduce(0, +) == all.reduce(0, +))
  }

  /// Shards and runs use the same weights: two outputs are twice the work.
  @Test func costCountsEveryOutput() throws {
    let file = try BatchManifestFile()
    let manifest = try file.load([
      #"{"id": "a", "curve": "still.json", "scale": 1}"#,
      #"{"id": "b", "curve": "still.json", "scale": 1, "outputs": ["b.gif", "b.apng", "b.y4m"]}"#,
      #"{"id": "c", "curve": "still.json", "scale": 1}"#,
      #"{"id": "d", "curve": "still.json", "scale": 1}"#,
    ])
    let shards = ShardPlan(manifest.items, count: 2).shards.map { $0.map(\.id) }
    #expect(shards == [["b"], ["a", "c", "d"]])
  }

  @Test func planHasOneLinePerShard() throws {
    let file = try BatchManifestFile()
    let manifest = try file.load([
      #"{"id": "a", "curve": "still.json", "scale": 1}"#,
      #"{"id": "b", "curve": "still.json", "scale": 2}"#,
    ])
    #expect(
      ShardPlan(manifest.items, count: 3).jsonLines == """
        {"shard":1, "of":3, "items":1, "cost":727040, "ids":["b"]}
        {"shard":2, "of":3, "items":1, "cost":181760, "ids":["a"]}
        {"shard":3, "of":3, "items":0, "cost":0, "ids":[]}

        """)
  }

  @Test(arguments: [
    (
      ["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1"], 3, 8
    ),
    (
      ["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "0"], 1, 8
    ),
    (["AWS_BATCH_JOB_ARRAY_INDEX": "7", "AWS_BATCH_JOB_ARRAY_SIZE": "8"], 8, 8),
    (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"], 2, 5),
  ])
  func findsShardInTaskEnvironment(environment: [String: String], index: Int, count: Int) throws {
    let detected = try ShardNumber.detect(environment, count: nil)
    #expect(detected?.shard == ShardNumber(index: index, count: count))
  }

  @Test func combinesKubernetesIndexWithShardCountOption() throws {
    let environment = ["JOB_COMPLETION_INDEX": "0"]
    #expect(
      try ShardNumber.detect(environment, count: 4)?.shard == ShardNumber(index: 1, count: 4))
    #expect(throws: HeaderKitError.self) { try ShardNumber.detect(environment, count: nil) }
    #expect(throws: HeaderKitError.self) {
      try ShardNumber.detect(["CI_NODE_INDEX": "x"], count: 2)
    }
    #expect(throws: HeaderKitError.self) {
      try ShardNumber.detect(["JOB_COMPLETION_INDEX": "4"], count: 4)
    }
    #expect(try ShardNumber.detect(["PATH": "/bin"], count: 4) == nil)
  }

  @Test(arguments: [
    ["JOB_COMPLETION_INDEX": "\(Int.max)"], ["CI_NODE_INDEX": "\(Int.min)"],
    ["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "\(Int.min)"],
  ])
  func reportsOversizedTaskNumbersAsUsageErrors(environment: [String: String]) {
    let error = #expect(throws: HeaderKitError.self) {
      try ShardNumber.detect(environment, count: 4)
    }
    #expect(error?.code == .usage)
  }

  @Test(arguments: ["0/3", "4/3", "3", "1/0", "a/b", "1/2/3", "-1/2", "1/20000"])
  func rejectsInvalidShards(text: String) { #expect(ShardNumber(text) == nil) }
}
