import ArgumentParser
import Batch
import FileAccess
import PortableMath
import Rendering

struct BatchRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Render the items of a manifest, or a shard of them.",
    discussion: """
      twheader batch run assets.jsonl --out-dir docs/assets
          Renders what is not in the cache.
      twheader batch run assets.jsonl --out-dir docs/assets --only "hero*" --watch
          Renders some items again when their inputs change.
      twheader batch run assets.jsonl --out-dir docs/assets --shard 3/8
          Renders a part; 'batch merge results/' joins the results.

      Exit status: 0 done, 1 some items failed, above 1 an error.
      """)

  @OptionGroup var manifest: BatchManifestOptions
  @OptionGroup(title: "Run") var running: BatchRunOptions
  @OptionGroup(title: "Cache") var caching: BatchCacheOptions
  @OptionGroup(title: "Shard") var shards: BatchShardOptions
  @OptionGroup var verbosity: VerbosityOptions

  func run() async throws {
    let cache = running.noCache ? nil : try caching.cache()
    Interruption.holdTermination()
    guard running.watch else { return try await runOnce(load(), cache) }
    guard manifest.manifest != "-" else {
      throw UsageError("--watch: standard input cannot be watched; name a manifest")
    }
    var watch = InputWatch(paths: [manifest.manifest])
    while true {
      watch = await runWatching(watch, cache)
      verbosity.note("waiting for changes")
      while !watch.hasChanged {
        guard !Interruption.isTerminated else { return }
        try await Task.sleep(for: .milliseconds(300))
      }
    }
  }

  /// Runs the batch once and reports failures. Returns the files to watch next, which after a
  /// failure include those of the `last` watch.
  private func runWatching(_ last: InputWatch, _ cache: RenderCache?) async -> InputWatch {
    var watch = last
    do {
      let manifest = try load()
      // Created before the run, so that a save during the run counts as a change.
      watch = InputWatch(manifest)
      try await runOnce(manifest, cache)
    } catch let error as ManifestError {
      Diagnostics.problems(of: error)
      return last.adding(error.inputs)
    } catch let error as HeaderKitError {
      Diagnostics.errors(of: error)
    } catch {
      // An exit status: the failed items were already reported.
    }
    return watch
  }

  private func load() throws -> Manifest {
    try manifest.load(
      outputFolder: running.outDir,
      pictureBytes: (running.memory?.bytes ?? BatchOptions.standardMemory) / 4)
  }

  private func runOnce(_ manifest: Manifest, _ cache: RenderCache?) async throws {
    let start = ContinuousClock.now
    let shard = try shards.number(verbosity)
    let items = (shard ?? .whole).items(of: manifest)
    let folder = (running.results ?? shard.map { _ in "results" }).map(ResultFolder.init)
    try OutputGuard.checkReports(
      [running.depfile, running.junit, running.html].compactMap { $0 }, inputs: manifest.inputPaths,
      outputs: manifest.outputTargets(in: running.outDir))
    // Paths that Make cannot name are refused before rendering.
    if running.depfile != nil {
      _ = try Depfile.text(items, manifest: manifest, outputFolder: running.outDir)
    }
    if !running.dryRun { try folder?.prepare(manifest) }
    let runner = try BatchRunner(manifest, items: items, options: running.options(cache: cache))
    let results = await render(runner, items)
    if running.dryRun {
      let lines = zip(results, items).map { result, item in
        let action = result.state == .rendered ? "render" : result.state.rawValue
        return "\(action) \(item.id): \(item.outputs.map(\.path).joined(separator: " "))"
      }
      return try Diagnostics.printLines(lines)
    }
    try folder?.write(
      results, of: manifest, shard: shard ?? .whole, attempt: BatchShardOptions.attempt)
    do {
      try OutputRecord.note(results, of: items, manifest, in: running.outDir)
    } catch {
      // Only a warning: the outputs are complete.
      Diagnostics.warning(error.text(naming: \.flag))
    }
    if let depfile = running.depfile {
      let done = zip(items, results).filter { $1.isDone }.map { $0.0 }
      let text = try Depfile.text(done, manifest: manifest, outputFolder: running.outDir)
      try TextOutput.write(text, to: depfile)
    }
    let report = BatchReport(batch: manifest.digest, ids: items.map(\.id), results: results)
    try running.write(report, of: results)
    try conclude(results, seconds: (ContinuousClock.now - start) / .seconds(1))
  }

  /// Renders the items. TERM cancels unfinished items; the results are still written.
  private func render(_ runner: BatchRunner, _ items: [BatchItem]) async -> [ItemResult] {
    let progress = BatchProgress(items, quiet: verbosity.quiet || running.dryRun)
    let task = Task { await runner.run { progress.finished($0) } }
    Interruption.cancelOnTermination(task)
    defer { progress.end() }
    return await task.value.map { result in
      var result = result
      result.error = result.error?.naming { $0.flag }
      return result
    }
  }

  private func conclude(_ results: [ItemResult], seconds: Double) throws {
    let summary = BatchSummary(results)
    if !verbosity.quiet { summary.table(seconds: seconds).forEach(Diagnostics.line) }
    if summary.failed > 0 {
      var names = results.filter { $0.state == .failed }.map(\.id)
      let maxNames = 20
      let others = names.count - maxNames
      if others > 0 { names = names.prefix(maxNames) + ["\(others.grouped) more"] }
      Diagnostics.error(
        "\(summary.failed) of \(results.count) items failed: \(names.joined(separator: ", "))")
    }
    if summary.dropped > 0 {
      throw HeaderKitError(
        .tryAgain, reason: "interrupted; \(summary.dropped) items are not done",
        remedy: "run it again; finished items come from the cache")
    }
    if summary.failed > 0 { throw ExitCode(1) }
  }
}

/// The options for running a batch and for the files that it writes in addition to its outputs.
struct BatchRunOptions: ParsableArguments {
  @Option(help: "Output folder") var outDir: String
  @Option(help: "Items rendered at once [default: number of processors]") var jobs: Int?

  @Option(help: "Memory for all items, for example 2G [default: half of the machine's]")
  var memory: ByteCount?

  @Flag(help: "Render everything; neither read nor write the cache") var noCache = false

  @Option(help: "Folder for the results of this run [default: results for a shard]")
  var results: String?

  @Option(help: "Write the inputs of each output to this file, for Make")
  var depfile: String?

  @Flag(help: "Print the items to render; write nothing") var dryRun = false
  @Flag(help: "Render again when an input changes, until interrupted") var watch = false
  @Flag(help: "Print a report of this run as JSON") var json = false
  @Option(help: "Write a JUnit XML report of this run") var junit: String?
  @Option(help: "Write an HTML page with an image of each output") var html: String?

  func validate() throws {
    try UsageError.check("--jobs", jobs, in: RequestRanges.jobs)
    if watch, junit != nil || html != nil {
      throw UsageError("--watch: excludes --junit and --html; omit them")
    }
    if watch, dryRun || noCache || json {
      throw UsageError("--watch: excludes --dry-run, --no-cache and --json; omit them")
    }
  }

  func write(_ report: BatchReport, of results: [ItemResult]) throws(HeaderKitError) {
    if json { try TextOutput.write(report.json, to: nil) }
    if let junit { try TextOutput.write(report.junit, to: junit) }
    if let html {
      let folder = FileIdentity.relativePath(
        of: FileIdentity.resolvedPath(of: outDir),
        from: FileIdentity.resolvedPath(of: FileIdentity.parts(of: html).folder))
      try TextOutput.write(report.html(outputs: folder, results: results), to: html)
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
