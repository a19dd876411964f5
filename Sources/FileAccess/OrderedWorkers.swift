import Dispatch
import PortableFoundation
import Synchronization

/// A value that one thread makes and others wait for.
package final class Promise<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)

  package init() {}

  /// Once.
  package func fulfil(_ value: Value) {
    known.withLock { $0 = value }
    isKnown.signal()
  }

  var isFulfilled: Bool { known.withLock { $0 != nil } }

  package var value: Value {
    while true {
      if let value = known.withLock({ $0 }) { return value }
      isKnown.wait()
      // For whoever else waits.
      isKnown.signal()
    }
  }
}

/// Does pieces of work on threads of its own and hands the results on in order.
///
/// Pieces are begun in order: one may wait for any piece before it. Not on Swift's own threads: whoever waits
/// may occupy the last of them.
package final class OrderedWorkers<Output: Sendable> {
  private final class Queue: Sendable {
    /// Pieces that no thread has begun yet, and the threads.
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
  /// Begun and not yet handed on, in order.
  private var begun: [Promise<Output>] = []

  /// At most `jobs` pieces are worked on at a time, and `waiting` more are taken.
  package init(jobs: Int, waiting: Int) { (self.jobs, self.waiting) = (jobs, waiting) }

  /// What no thread has begun is not done.
  deinit { queue.state.withLock { $0.pieces = [] } }

  /// Begins `work`; returns the results that are ready and next in order. Waits for the first one
  /// where as many pieces are under way as may be.
  package func begin(_ work: @escaping @Sendable () -> Output) -> [Output] {
    let output = Promise<Output>()
    begun.append(output)
    let needsThread = queue.state.withLock { state in
      state.pieces.append { output.fulfil(work()) }
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

  /// Waits for the next result in order; nil where all pieces are done.
  package func next() -> Output? { begun.isEmpty ? nil : begun.removeFirst().value }
}

package enum DetachedThread {
  /// Runs `work` on a thread of its own, which may block for long.
  package static func start(_ work: @escaping @Sendable () -> Void) {
    // A queue of its own always gets a thread; the shared queues have as many as there are processors.
    DispatchQueue(label: "twheader.thread").async(execute: work)
  }
}

package enum Processors {
  /// 1...
  package static var count: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}

/// Works on the elements of a sequence on several threads and hands the results on in order.
///
/// What comes out does not depend on the number of threads, and memory stays within bounds however
/// long the sequence is.
package struct OrderedParallelMap: Sendable {
  /// Elements being worked on at a time, 1...
  private let jobs: Int
  /// Results that may wait for an earlier one, as a multiple of `jobs`.
  private let waiting: Int

  /// At most `jobs` elements are being worked on and `waiting` times as many wait to be handed on.
  package init(jobs: Int, waiting: Int = 2) {
    self.jobs = max(1, jobs)
    self.waiting = waiting
  }

  /// Works until `next` gives nil.
  ///
  /// `next` and `consume` are called on the calling task. Throws what they and `work` throw, and
  /// `.tryAgain` when the task is cancelled.
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
      // A long sequence leaves its thread to other tasks now and then.
      await Task.yield()
    }
    while let result = workers.next() { try consumeUnlessCancelled(result) }
    // Also a task that was cancelled while the last result was handed on has not come to its end.
    guard !Task.isCancelled else { throw HeaderKitError.interrupted }
  }
}
