import Comparison
public import Files
import Rendering
import Synchronization

/// Renders the items of a manifest, several at a time; a bad item does not stop the others.
public struct BatchRunner: Sendable {
  private let items: [BatchItem]
  private let options: BatchOptions
  private let keys: CacheKeys?
  private let makeRenderer: @Sendable (_ frameJobs: Int) -> any ItemRendering

  /// - Parameter items: all of the manifest's, or a shard of them.
  public init(
    _ manifest: Manifest, items: [BatchItem], options: BatchOptions
  ) throws(HeaderKitError) {
    let shared = manifest.shared
    try self.init(manifest, items: items, options: options) { ItemRenderer(shared, jobs: $0) }
  }

  /// The same with another way to render.
  init(
    _ manifest: Manifest, items: [BatchItem], options: BatchOptions,
    makeRenderer: @escaping @Sendable (_ frameJobs: Int) -> any ItemRendering
  ) throws(HeaderKitError) {
    self.items = items
    self.options = options
    self.makeRenderer = makeRenderer
    keys =
      options.cache == nil || items.isEmpty
      ? nil : CacheKeys(manifest.shared, fonts: try FontIdentity())
  }

  /// Runs to the end, or, when the task is cancelled, drops what is not finished.
  ///
  /// - Parameter notify: called with each item's result as it comes, from several threads.
  /// - Returns: the results in the order of the items.
  public func run(
    _ notify: @escaping @Sendable (ItemResult) -> Void = { _ in }
  ) async -> [ItemResult] {
    let jobs = max(1, options.jobs ?? Processors.count)
    let workers = max(1, min(jobs, items.count))
    let frameJobs = max(1, jobs / workers)
    let budget = MemoryBudget(limit: options.memory)
    let queue = ItemQueue(items)
    let writer = options.cache.map(CacheWriter.init)
    if !options.isDryRun {
      BatchFolder(path: options.outputFolder).removeAbandoned(items.flatMap(\.outputs))
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          let worker = ItemWorker(
            options: options, keys: keys, budget: budget, renderer: makeRenderer(frameJobs),
            frameJobs: frameJobs)
          await withDiscardingTaskGroup { keeping in
            while !Task.isCancelled, let (index, item) = queue.next() {
              let (result, unkept) = await worker.finish(item)
              guard let writer, !unkept.isEmpty else {
                queue.note(result, at: index)
                notify(result)
                continue
              }
              await writer.enter(unkept)
              keeping.addTask {
                var result = result
                result.warnings += await writer.keep(unkept)
                queue.note(result, at: index)
                notify(result)
              }
            }
          }
        }
      }
    }
    return queue.results
  }
}

/// The items of a batch, handed out one by one, and their results.
///
/// The costliest come first: at the end nobody waits long for the last.
private final class ItemQueue: Sendable {
  private let items: [BatchItem]
  private let order: [Int]
  private let state: Mutex<(next: Int, results: [ItemResult])>

  init(_ items: [BatchItem]) {
    self.items = items
    func cost(_ index: Int) -> Int { items[index].size.cost * items[index].outputs.count }
    order = items.indices.sorted { (-cost($0), $0) < (-cost($1), $1) }
    let dropped = items.map { ItemResult(id: $0.id, state: .dropped, frames: $0.size.frames) }
    state = Mutex((0, dropped))
  }

  func next() -> (Int, BatchItem)? {
    state.withLock { state in
      guard state.next < items.count else { return nil }
      defer { state.next += 1 }
      let index = order[state.next]
      return (index, items[index])
    }
  }

  func note(_ result: ItemResult, at index: Int) {
    state.withLock { $0.results[index] = result }
  }

  /// In the order of the items; what was not handed out is dropped.
  var results: [ItemResult] { state.withLock { $0.results } }
}
