public import FileAccess
import PortableFoundation
import Rendering
import Synchronization

/// Renders the items of a manifest concurrently. A failed item does not stop the others.
///
/// ```swift
/// let manifest = try Manifest.load(folder + "/manifest.jsonl")
/// var options = BatchOptions(outputFolder: folder + "/out")
/// options.jobs = 2
/// let results = try await BatchRunner(manifest, items: manifest.items, options: options)
///   .run { print($0.id, $0.state) }
/// ```
public struct BatchRunner: Sendable {
  private let items: [BatchItem]
  private let options: BatchOptions
  private let keys: CacheKeys?
  private let shared: SharedInputs

  /// Creates a runner.
  ///
  /// - Parameter items: All items of the manifest, or those of a shard.
  public init(
    _ manifest: Manifest, items: [BatchItem], options: BatchOptions
  ) throws(HeaderKitError) {
    self.items = items
    self.options = options
    shared = manifest.shared
    keys = options.cache == nil || items.isEmpty ? nil : try CacheKeys(manifest)
  }

  /// Renders all items. If the task is cancelled, unfinished items are dropped.
  ///
  /// - Parameter notify: Called on several threads with the result of each finished item.
  /// - Returns: The results in the order of the items.
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
      OutputFolder(path: options.outputFolder).removeAbandoned(items.flatMap(\.outputs))
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          let worker = ItemWorker(
            options: options, keys: keys, budget: budget,
            renderer: options.makeRenderer(shared, frameJobs), frameJobs: frameJobs)
          await withDiscardingTaskGroup { storing in
            while !Task.isCancelled, let (index, item, isDeferred) = queue.next() {
              var claim: RenderClaims.Claim?
              if let (claims, key) = worker.claims(of: item) {
                claim = isDeferred ? await claims.wait(for: key) : claims.claim(key)
                // Another run is rendering the item. It will be in the cache later.
                if claim == nil, !isDeferred {
                  queue.postpone(index)
                  continue
                }
              }
              let (result, uncached) = await worker.finish(item)
              guard let writer, !uncached.isEmpty else {
                queue.note(result, at: index)
                notify(result)
                continue
              }
              await writer.enter(uncached)
              storing.addTask { [claim] in
                var result = result
                result.warnings += await writer.store(uncached)
                withExtendedLifetime(claim) {}
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

/// The items of a batch and their results. The most expensive items are first, so that no long one
/// remains at the end.
private final class ItemQueue: Sendable {
  private let items: [BatchItem]
  private let state: Mutex<(waiting: ArraySlice<Int>, taken: Int, results: [ItemResult])>

  init(_ items: [BatchItem]) {
    self.items = items
    let order = items.indices.sorted { (-items[$0].cost, $0) < (-items[$1].cost, $1) }
    let dropped = items.map { ItemResult(id: $0.id, state: .dropped, frames: $0.frames) }
    state = Mutex((order[...], 0, dropped))
  }

  /// Returns the next item, and whether it was deferred. Deferred items come after all others.
  func next() -> (index: Int, item: BatchItem, isDeferred: Bool)? {
    state.withLock { state in
      guard let index = state.waiting.popFirst() else { return nil }
      defer { state.taken += 1 }
      return (index, items[index], state.taken >= items.count)
    }
  }

  func postpone(_ index: Int) { state.withLock { $0.waiting.append(index) } }
  func note(_ result: ItemResult, at index: Int) { state.withLock { $0.results[index] = result } }

  /// The results in the order of the items. Items that were not started are dropped.
  var results: [ItemResult] { state.withLock { $0.results } }
}

/// The options of a batch run.
public struct BatchOptions: Sendable {
  /// The path of the output folder.
  public var outputFolder: String
  /// The maximum number of items rendered concurrently. `nil` uses the processor count.
  public var jobs: Int?
  /// The memory budget in bytes for all items being rendered, estimated from their frames. A larger
  /// item is rendered alone.
  public var memory = BatchOptions.standardMemory
  /// The cache, or `nil` to render everything.
  public var cache: RenderCache?
  /// Whether an output that already has the right bytes gets a new modification time, as build
  /// tools require.
  public var touchesOutputs = false
  /// Whether to write nothing.
  public var isDryRun = false

  /// Creates the renderer for a worker's items, with the number of frames it renders concurrently.
  var makeRenderer: @Sendable (SharedInputs, _ frameJobs: Int) -> any ItemRendering = {
    ItemRenderer($0, jobs: $1)
  }

  /// The default memory budget: half of the physical memory.
  public static var standardMemory: Int {
    Int(clamping: ProcessInfo.processInfo.physicalMemory / 2)
  }

  /// The number of retries after an error that may be temporary.
  static let retries = 2

  /// Creates options with as many jobs as processors and no cache.
  public init(outputFolder: String) { self.outputFolder = outputFolder }
}
