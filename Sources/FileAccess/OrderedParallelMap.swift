import Foundation

/// The processors at hand.
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
  let jobs: Int
  /// Results that may wait for an earlier one, as a multiple of `jobs`.
  let waiting: Int

  /// At most `jobs` elements are being worked on and `waiting` times as many wait to be handed on.
  package init(jobs: Int, waiting: Int = 2) {
    self.jobs = max(1, jobs)
    self.waiting = waiting
  }

  /// Works until `next` gives nil.
  ///
  /// `next` and `consume` are called on the calling task. Throws what they and `work` throw, and
  /// `.tryAgain` when the task is cancelled.
  package func run<Element: Sendable, Result: Sendable>(
    next: () throws(HeaderKitError) -> Element?,
    work: @escaping @Sendable (Element) throws(HeaderKitError) -> Result,
    consume: (Result) throws(HeaderKitError) -> Void
  ) async throws(HeaderKitError) {
    do {
      try await withThrowingTaskGroup(of: (Int, Result).self) { group in
        var started = 0
        var finished = 0
        var results: [Int: Result] = [:]
        var isOver = false
        while true {
          guard !Task.isCancelled else {
            throw HeaderKitError.interrupted
          }
          while !isOver, started - finished < (1 + waiting) * jobs,
            started - finished - results.count < jobs
          {
            guard let element = try next() else {
              isOver = true
              break
            }
            let index = started
            group.addTask { (index, try work(element)) }
            started += 1
          }
          if let result = results.removeValue(forKey: finished) {
            finished += 1
            try consume(result)
          } else if let (index, result) = try await group.next() {
            results[index] = result
          } else {
            return
          }
        }
      }
    } catch let error as HeaderKitError {
      throw error
    } catch {
      throw HeaderKitError(.internalDefect, reason: "work in parallel failed: \(error)")
    }
  }
}
