import ArgumentParser
import Batch
import Files

/// `twheader batch plan`
struct BatchPlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Checks a manifest and shows which shard does what, one JSON object a line.")

  @OptionGroup var manifest: BatchManifestOptions

  @Option(help: "How many shards.")
  var shards = 1

  func validate() throws {
    guard (1...ShardPlan.mostShards).contains(shards) else {
      throw ValidationError("--shards: \(shards) is out of range (1...\(ShardPlan.mostShards))")
    }
  }

  func run() async throws {
    let plan = ShardPlan(try manifest.load().items, count: shards)
    try TextOutput.write(plan.jsonLines, to: nil)
  }
}
