import Foundation
import Synchronization

/// A value that one thread makes and others wait for.
final class Promise<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)

  /// Once.
  func fulfil(_ value: Value) {
    known.withLock { $0 = value }
    isKnown.signal()
  }

  /// Whether `value` can be had without waiting.
  var isFulfilled: Bool { known.withLock { $0 != nil } }

  /// Waits until there is one.
  var value: Value {
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
final class OrderedWorkers<Output: Sendable> {
  private struct Piece: Sendable {
    let work: @Sendable () -> Output
    let output = Promise<Output>()
  }

  private final class Queue: Sendable {
    struct State {
      /// Pieces that no thread has begun yet.
      var pieces: [Piece] = []
      var threads = 0
    }

    let state = Mutex(State())

    /// Works until nothing is left.
    func work() {
      while let piece = next() { piece.output.fulfil(piece.work()) }
    }

    private func next() -> Piece? {
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
  init(jobs: Int, waiting: Int) {
    self.jobs = jobs
    self.waiting = waiting
  }

  /// What no thread has begun is not done.
  deinit { queue.state.withLock { $0.pieces = [] } }

  /// Begins `work`; returns the results that are ready and next in order. Waits for the first one
  /// where as many pieces are under way as may be.
  func begin(_ work: @escaping @Sendable () -> Output) -> [Output] {
    let piece = Piece(work: work)
    begun.append(piece.output)
    let needsThread = queue.state.withLock { state in
      state.pieces.append(piece)
      guard state.threads < jobs else { return false }
      state.threads += 1
      return true
    }
    let queue = queue
    if needsThread { Thread.detachNewThread { queue.work() } }
    return take(whileMoreThan: jobs + waiting)
  }

  /// Waits for all results that remain.
  func finish() -> [Output] { take(whileMoreThan: 0) }

  private func take(whileMoreThan most: Int) -> [Output] {
    var outputs: [Output] = []
    while let first = begun.first, begun.count > most || first.isFulfilled {
      outputs.append(first.value)
      begun.removeFirst()
    }
    return outputs
  }
}
