import ArgumentParser
import Batch
import Rendering

/// How a batch is run, and what it leaves besides its outputs.
struct BatchRunOptions: ParsableArguments {
  @Option(help: "The folder that outputs go to.")
  var outDir: String

  @Option(help: "Items rendered at a time; default: the processors at hand.")
  var jobs: Int?

  @Option(help: "Memory that items may take together, as 2G; default: half of the machine's.")
  var memory: ByteCount?

  @Flag(help: "Render everything, keep nothing.")
  var noCache = false

  @Option(help: "The folder for the result of this run; default with a shard: results, else none.")
  var results: String?

  @Option(help: "Write which files the outputs were made of, for Make and Ninja.")
  var depfile: String?

  @Flag(help: "Say what would be done; write nothing.")
  var dryRun = false

  @Flag(help: "Go on and render what a saved file changes, until interrupted.")
  var watch = false

  @Flag(help: "Print a report of this run as JSON.")
  var json = false

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs: \(jobs) is out of range (1...1024)")
    }
    if watch, dryRun || noCache || json {
      throw ValidationError("--watch goes with neither --dry-run, --no-cache nor --json")
    }
  }

  func options(cache: RenderCache?) -> BatchOptions {
    var options = BatchOptions(outputFolder: outDir)
    options.jobs = jobs
    if let memory { options.memory = memory.bytes }
    options.cache = cache
    options.isDryRun = dryRun
    options.touchesOutputs = depfile != nil
    return options
  }
}
