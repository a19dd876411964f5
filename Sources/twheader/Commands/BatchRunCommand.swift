import ArgumentParser
import Batch
import Files
import Rendering
import Synchronization

/// `twheader batch run`
struct BatchRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Renders the items of a manifest, or a shard of them; 1 if any failed.")

  @OptionGroup var manifest: BatchManifestOptions
  @OptionGroup(title: "Run") var running: BatchRunOptions
  @OptionGroup(title: "Cache") var caching: BatchCacheOptions
  @OptionGroup(title: "Shard") var shards: BatchShardOptions
  @OptionGroup var talk: TalkOptions

  func run() async throws {
    let cache = running.noCache ? nil : try caching.cache()
    let termination = Termination()
    guard running.watch else { return try await runOnce(load(), cache, termination) }
    while true {
      let watch = try await runWatching(cache, termination)
      if !talk.quiet { Diagnostics.line("twheader: waiting for changes") }
      while !watch.hasChanged {
        guard !termination.isAsked else { return }
        try await Task.sleep(for: .milliseconds(300))
      }
    }
  }

  /// A run whose failures do not end the watch.
  private func runWatching(
    _ cache: RenderCache?, _ termination: Termination
  ) async throws -> InputWatch {
    let manifest: Manifest
    do {
      manifest = try load()
    } catch let error as ManifestError {
      Diagnostics.errors(error)
      return InputWatch(paths: [self.manifest.manifest])
    }
    // Looked at before the run: what is saved while it goes on counts as a change.
    let watch = InputWatch(manifest)
    do {
      try await runOnce(manifest, cache, termination)
    } catch let code as ExitCode where code.rawValue == 1 {
      return watch
    }
    return watch
  }

  private func load() throws -> Manifest {
    try manifest.load(
      outputFolder: running.outDir,
      pictureBytes: (running.memory?.bytes ?? BatchOptions.standardMemory) / 4)
  }

  private func runOnce(
    _ manifest: Manifest, _ cache: RenderCache?, _ termination: Termination
  ) async throws {
    let start = ContinuousClock.now
    let shard = try shards.number(quiet: talk.quiet)
    let items = (shard ?? .whole).items(of: manifest)
    let folder = (running.results ?? shard.map { _ in "results" }).map(ResultFolder.init)
    if !running.dryRun { try folder?.prepare(manifest) }
    let runner = try BatchRunner(manifest, items: items, options: running.options(cache: cache))
    let results = await render(runner, count: items.count, termination)
    if running.dryRun { return list(results, items) }
    try folder?.write(
      results, of: manifest, shard: shard ?? .whole, attempt: BatchShardOptions.attempt)
    if let depfile = running.depfile {
      let done = zip(items, results).filter { $1.isDone }.map { $0.0 }
      try Depfile.write(done, manifest: manifest, outputFolder: running.outDir, to: depfile)
    }
    if running.json {
      let result = ShardResult(
        batch: manifest.digest, shard: shard ?? .whole, attempt: 1, items: results)
      try TextOutput.write(
        BatchReport(batch: result.batch, ids: items.map(\.id), results: [result]).json, to: nil)
    }
    try conclude(results, seconds: (ContinuousClock.now - start) / .seconds(1))
  }

  /// TERM drops what is not finished; the results are still written.
  private func render(
    _ runner: BatchRunner, count: Int, _ termination: Termination
  ) async -> [ItemResult] {
    let talk = BatchTalk(count: count, quiet: talk.quiet || running.dryRun)
    let task = Task { await runner.run { talk.finished($0) } }
    termination.cancels(task)
    defer { talk.end() }
    return await task.value.map { result in
      var result = result
      result.error = result.error?.naming { $0.flag }
      return result
    }
  }

  private func list(_ results: [ItemResult], _ items: [BatchItem]) {
    for (result, item) in zip(results, items) {
      let action = result.state == .rendered ? "render" : result.state.rawValue
      print("\(action) \(item.id): \(item.outputs.map(\.path).joined(separator: " "))")
    }
  }

  private func conclude(_ results: [ItemResult], seconds: Double) throws {
    let summary = BatchSummary(results)
    if !talk.quiet { summary.table(seconds: seconds).forEach(Diagnostics.line) }
    if summary.failed > 0 {
      let names = results.filter { $0.state == .failed }.map(\.id).joined(separator: ", ")
      Diagnostics.error("\(summary.failed) of \(results.count) items failed: \(names)")
    }
    if summary.dropped > 0 {
      throw HeaderKitError(
        .tryAgain, reason: "interrupted; \(summary.dropped) items are not done",
        remedy: "run it again, what is done comes from the cache")
    }
    if summary.failed > 0 { throw ExitCode(1) }
  }
}
