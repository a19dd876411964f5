import ArgumentParser

/// `twheader batch`
struct BatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Many renders from one manifest, here or on a cluster.",
    discussion: """
      twheader batch run manifest.jsonl --out-dir docs/assets
      twheader batch emit slurm manifest.jsonl --out-dir docs/assets --shards 8 > batch.sbatch
      """,
    subcommands: [
      BatchPlanCommand.self, BatchRunCommand.self, BatchVerifyCommand.self, BatchMergeCommand.self,
      BatchEmitCommand.self,
      BatchCacheCommand.self,
    ])
}
