import CPlatform
import Dispatch
import PortableFoundation
import Synchronization

/// A value that is set by one thread and awaited by others.
package final class Promise<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)

  package init() {}

  /// Sets the value. Must be called once.
  package func fulfill(_ value: Value) {
    known.withLock { $0 = value }
    isKnown.signal()
  }

  var isFulfilled: Bool { known.withLock { $0 != nil } }

  package var value: Value {
    while true {
      if let value = known.withLock({ $0 }) { return value }
      isKnown.wait()
      // Wakes the next waiting thread.
      isKnown.signal()
    }
  }
}

/// Executes work items on dedicated threads and returns their results in order.
///
/// Items start in order, so an item may wait for any earlier one. Dedicated threads are used
/// because waiting items could block all threads of Swift's cooperative pool.
package final class OrderedWorkers<Output: Sendable> {
  private final class Queue: Sendable {
    /// The items that have not started, and the number of threads.
    let state = Mutex<(pieces: [@Sendable () -> Void], threads: Int)>(([], 0))

    func work() { while let piece = next() { piece() } }

    private func next() -> (@Sendable () -> Void)? {
      state.withLock { state in
        guard state.pieces.isEmpty else { return state.pieces.removeFirst() }
        state.threads -= 1
        return nil
      }
    }
  }

  private let jobs: Int
  private let waiting: Int
  private let queue = Queue()
  /// The started items whose results were not returned yet, in order.
  private var begun: [Promise<Output>] = []

  /// At most `jobs` items are executed concurrently, and up to `waiting` more are accepted.
  package init(jobs: Int, waiting: Int) { (self.jobs, self.waiting) = (jobs, waiting) }

  /// Discards the items that have not started.
  deinit { queue.state.withLock { $0.pieces = [] } }

  /// Adds an item. Returns the results that are available and next in order. Waits for the first
  /// one if too many items are pending.
  package func begin(_ work: @escaping @Sendable () -> Output) -> [Output] {
    let output = Promise<Output>()
    begun.append(output)
    let needsThread = queue.state.withLock { state in
      state.pieces.append { output.fulfill(work()) }
      guard state.threads < jobs else { return false }
      state.threads += 1
      return true
    }
    let queue = queue
    if needsThread { DetachedThread.start { queue.work() } }
    var outputs: [Output] = []
    while let first = begun.first, begun.count > jobs + waiting || first.isFulfilled {
      outputs.append(first.value)
      begun.removeFirst()
    }
    return outputs
  }

  /// Waits for the next result in order. `nil` after the last one.
  package func next() -> Output? { begun.isEmpty ? nil : begun.removeFirst().value }
}

package enum DetachedThread {
  /// Runs `work` on a thread of its own, which may block for long.
  package static func start(_ work: @escaping @Sendable () -> Void) {
    // A queue of its own always gets a thread; the shared queues have as many as there are processors.
    DispatchQueue(label: "twheader.thread").async(execute: work)
  }
}

/// The processors of the machine.
package enum Processors {
  /// The number of active processors, at least 1.
  package static var count: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}

/// The memory pools (arenas) of the C library.
package enum MemoryPools {
  /// Makes every two of `jobs` threads share a memory pool. By default, glibc gives each thread its
  /// own, and the free memory of one pool is not available to other threads. Must be called before
  /// threads allocate memory. Does nothing with other C libraries.
  package static func share(jobs: Int) {
    twheader_limit_memory_pools(Int32(clamping: max(1, jobs / 2)))
  }
}

/// Applies a function to the elements of a sequence on several threads, and returns the results in
/// order.
///
/// The results do not depend on the number of threads. The memory is bounded, regardless of the
/// length of the sequence.
package struct OrderedParallelMap: Sendable {
  /// The number of elements processed concurrently, at least 1.
  private let jobs: Int
  /// The maximum number of results that wait for an earlier one, as a multiple of `jobs`.
  private let waiting: Int

  /// Processes at most `jobs` elements concurrently. Up to `waiting` times as many results may wait
  /// for an earlier one.
  package init(jobs: Int, waiting: Int = 2) {
    self.jobs = max(1, jobs)
    self.waiting = waiting
  }

  /// Runs until `next` returns `nil`. Calls `next` and `consume` on the calling task.
  ///
  /// - Throws: What a closure throws; `.tryAgain` if the task is cancelled.
  package func run<Element: Sendable, Value: Sendable>(
    next: () throws(HeaderKitError) -> Element?,
    work: @escaping @Sendable (Element) throws(HeaderKitError) -> Value,
    consume: (Value) throws(HeaderKitError) -> Void
  ) async throws(HeaderKitError) {
    func consumeUnlessCancelled(_ result: Result<Value, HeaderKitError>) throws(HeaderKitError) {
      guard !Task.isCancelled else { throw HeaderKitError.interrupted }
      try consume(result.get())
    }
    guard !Task.isCancelled else { throw HeaderKitError.interrupted }
    let workers = OrderedWorkers<Result<Value, HeaderKitError>>(jobs: jobs, waiting: waiting * jobs)
    while let element = try next() {
      let ready = workers.begin { Result { () throws(HeaderKitError) in try work(element) } }
      for result in ready { try consumeUnlessCancelled(result) }
      guard !Task.isCancelled else { throw HeaderKitError.interrupted }
      // Yields, so that a long sequence does not block its thread for other tasks.
      await Task.yield()
    }
    while let result = workers.next() { try consumeUnlessCancelled(result) }
    // A task that is cancelled while the last result is consumed also counts as cancelled.
    guard !Task.isCancelled else { throw HeaderKitError.interrupted }
  }
}
