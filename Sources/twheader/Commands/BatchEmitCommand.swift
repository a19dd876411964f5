public import ArgumentParser
import Batch
import Files

/// `twheader batch emit`
struct BatchEmitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emit", abstract: "Prints a ready job file for a scheduler or build tool.")

  @Argument(help: "slurm, parallel, kubernetes, aws-batch, github-actions, ninja or make.")
  var engine: JobEngine

  @OptionGroup var manifest: BatchManifestOptions

  @Option(help: "The folder that outputs go to.")
  var outDir: String

  @Option(help: "How many tasks.")
  var shards = 1

  @Option(help: "Processors of a task.")
  var jobs = 1

  @Option(help: "The folder that results go to.")
  var results = "results"

  @Option(help: "The cache's folder; default: the machine's own.")
  var cacheDir: String?

  @Option(help: "For containers: an image with twheader in it.")
  var image: String?

  func validate() throws {
    guard (1...ShardPlan.mostShards).contains(shards) else {
      throw ValidationError("--shards: \(shards) is out of range (1...\(ShardPlan.mostShards))")
    }
    guard (1...1024).contains(jobs) else {
      throw ValidationError("--jobs: \(jobs) is out of range (1...1024)")
    }
  }

  func run() async throws {
    var request = JobRequest(try manifest.load(outputFolder: outDir), outputFolder: outDir)
    request.resultFolder = results
    request.cacheFolder = cacheDir
    request.only = manifest.only
    request.skip = manifest.skip
    request.shards = shards
    request.jobs = jobs
    if let image { request.image = image }
    try TextOutput.write(JobFile.text(engine, request), to: nil)
  }
}

extension JobEngine: ExpressibleByArgument {}
