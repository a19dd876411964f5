public import FileAccess
import PortableFoundation
import Rendering
import Synchronization

/// Renders the items of a manifest, several at a time; a bad item does not stop the others.
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

  /// - Parameter items: all of the manifest's, or a shard of them.
  public init(
    _ manifest: Manifest, items: [BatchItem], options: BatchOptions
  ) throws(HeaderKitError) {
    self.items = items
    self.options = options
    shared = manifest.shared
    keys = options.cache == nil || items.isEmpty ? nil : try CacheKeys(manifest)
  }

  /// Runs to the end, or, when the task is cancelled, drops what is not finished.
  ///
  /// - Parameter notify: called with the result of each item when it is finished, from several threads.
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
      OutputFolder(path: options.outputFolder).removeAbandoned(items.flatMap(\.outputs))
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          let worker = ItemWorker(
            options: options, keys: keys, budget: budget,
            renderer: options.makeRenderer(shared, frameJobs), frameJobs: frameJobs)
          await withDiscardingTaskGroup { storing in
            while !Task.isCancelled, let (index, item, isPutOff) = queue.next() {
              var claim: RenderClaims.Claim?
              if let (claims, key) = worker.claims(of: item) {
                claim = isPutOff ? await claims.wait(for: key) : claims.claim(key)
                // Another run renders it: it is taken from the cache later.
                if claim == nil, !isPutOff {
                  queue.putOff(index)
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

/// A batch's items, the costliest first, so that no worker is left with a long one at the end, and
/// their results.
private final class ItemQueue: Sendable {
  private let items: [BatchItem]
  private let state: Mutex<(waiting: ArraySlice<Int>, taken: Int, results: [ItemResult])>

  init(_ items: [BatchItem]) {
    self.items = items
    let order = items.indices.sorted { (-items[$0].cost, $0) < (-items[$1].cost, $1) }
    let dropped = items.map { ItemResult(id: $0.id, state: .dropped, frames: $0.frames) }
    state = Mutex((order[...], 0, dropped))
  }

  /// The next item, and whether it was put off before: those come after all others.
  func next() -> (index: Int, item: BatchItem, isPutOff: Bool)? {
    state.withLock { state in
      guard let index = state.waiting.popFirst() else { return nil }
      defer { state.taken += 1 }
      return (index, items[index], state.taken >= items.count)
    }
  }

  func putOff(_ index: Int) { state.withLock { $0.waiting.append(index) } }
  func note(_ result: ItemResult, at index: Int) { state.withLock { $0.results[index] = result } }

  /// In the order of the items; what was not taken from the queue is dropped.
  var results: [ItemResult] { state.withLock { $0.results } }
}

/// How a batch is run.
public struct BatchOptions: Sendable {
  /// The output folder.
  public var outputFolder: String
  /// Items rendered at a time; nil: as many as there are processors.
  public var jobs: Int?
  /// The bytes for all items being rendered, as estimated from their frames; an item that needs more is
  /// rendered alone.
  public var memory = BatchOptions.standardMemory
  /// Nil: everything is rendered.
  public var cache: RenderCache?
  /// Whether an output that already has the right bytes gets a new modification time, which build tools
  /// need.
  public var touchesOutputs = false
  /// Whether nothing is written.
  public var isDryRun = false

  /// What renders an item's frames, several at a time.
  var makeRenderer: @Sendable (SharedInputs, _ frameJobs: Int) -> any ItemRendering = {
    ItemRenderer($0, jobs: $1)
  }

  /// Half of the machine's memory.
  public static var standardMemory: Int {
    Int(clamping: ProcessInfo.processInfo.physicalMemory / 2)
  }

  /// After an error that may pass.
  static let retries = 2

  /// As many jobs as processors, no cache.
  public init(outputFolder: String) { self.outputFolder = outputFolder }
}
