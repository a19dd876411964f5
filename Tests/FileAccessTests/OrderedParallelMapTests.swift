import FileAccess
import Foundation
import Synchronization
import TestSupport
import Testing

/// A concurrent map whose results are delivered in order.
@Suite struct OrderedParallelMapTests {
  @Test(arguments: [0, 1, 2, 7], [0, 1, 50]) func resultsKeepElementOrder(
    jobs: Int, count: Int
  )
    async throws
  {
    var next = (0..<count).makeIterator()
    var results: [Int] = []
    try await OrderedParallelMap(jobs: jobs).run(
      next: { () throws(HeaderKitError) in next.next() },
      work: { (number: Int) throws(HeaderKitError) -> Int in
        if number % 5 == 0 { usleep(500) }
        return number * number
      }, consume: { (square: Int) throws(HeaderKitError) in results.append(square) })
    #expect(results == (0..<count).map { $0 * $0 })
  }

  /// The first error in order is thrown, even if another occurs earlier in time. Results before it
  /// are delivered.
  @Test(arguments: [1, 3]) func theFirstErrorInOrderIsThrown(jobs: Int) async {
    var next = (0..<30).makeIterator()
    var results: [Int] = []
    let error = await #expect(throws: HeaderKitError.self) {
      try await OrderedParallelMap(jobs: jobs).run(
        next: { () throws(HeaderKitError) in next.next() },
        work: { (number: Int) throws(HeaderKitError) -> Int in
          if number == 7 { usleep(3000) }
          if number >= 7 { throw HeaderKitError(.badData, reason: "\(number)") }
          return number
        }, consume: { (number: Int) throws(HeaderKitError) in results.append(number) })
    }
    #expect(error?.reason == "7")
    #expect(results == Array(0..<7))
  }

  @Test func throwsErrorsOfSourceAndReceiver() async {
    let source = await #expect(throws: HeaderKitError.self) {
      try await OrderedParallelMap(jobs: 2).run(
        next: { () throws(HeaderKitError) -> Int? in throw HeaderKitError(.noInput, reason: "no") },
        work: { (number: Int) throws(HeaderKitError) in number },
        consume: { (_: Int) throws(HeaderKitError) in })
    }
    #expect(source?.code == .noInput)
    var next = (0..<9).makeIterator()
    let receiver = await #expect(throws: HeaderKitError.self) {
      try await OrderedParallelMap(jobs: 2).run(
        next: { () throws(HeaderKitError) in next.next() },
        work: { (number: Int) throws(HeaderKitError) in number },
        consume: { (number: Int) throws(HeaderKitError) in
          if number == 4 { throw HeaderKitError(.writeFailed, reason: "full") }
        })
    }
    #expect(receiver?.code == .writeFailed)
  }

  /// While the first element is processed, only a limited number of others is started.
  @Test func limitsElementsWaitingForAnEarlierOne() async throws {
    let gate = Promise<Int>()
    let taken = Mutex(0)
    var next = (0..<40).makeIterator()
    var mostTaken = 0
    try await OrderedParallelMap(jobs: 2, waiting: 3).run(
      next: { () throws(HeaderKitError) -> Int? in
        let element = next.next()
        let count = taken.withLock { count in
          if element != nil { count += 1 }
          return count
        }
        mostTaken = max(mostTaken, count)
        // The first element is released when the maximum number of others was started.
        if count == 8 { gate.fulfill(0) }
        return element
      },
      work: { (number: Int) throws(HeaderKitError) in number == 0 ? gate.value : number },
      consume: { (number: Int) throws(HeaderKitError) in
        if number == 0 { #expect(taken.withLock { $0 } <= 9) }
      })
    #expect(mostTaken == 40)
  }

  /// After a cancellation during delivery, no further results are delivered even if they are ready.
  @Test func deliversNothingAfterCancellation() async {
    let results = Mutex<[Int]>([])
    let task = Task {
      var next = (0..<6).makeIterator()
      try await OrderedParallelMap(jobs: 1, waiting: 10).run(
        next: { () throws(HeaderKitError) in next.next() },
        work: { (number: Int) throws(HeaderKitError) in
          // No result is ready before all elements have started.
          if number == 0 { usleep(20_000) }
          return number
        },
        consume: { (number: Int) throws(HeaderKitError) in
          results.withLock { $0.append(number) }
          if number == 2 { withUnsafeCurrentTask { $0?.cancel() } }
        })
    }
    let error = await #expect(throws: HeaderKitError.self) { try await task.value }
    #expect(error?.code == .tryAgain)
    #expect(results.withLock { $0 } == [0, 1, 2])
  }

  @Test func interruptsCancelledTasks() async {
    let task = Task { () async throws in
      var next = (0..<1_000_000).makeIterator()
      try await OrderedParallelMap(jobs: 2).run(
        next: { () throws(HeaderKitError) in next.next() },
        work: { (number: Int) throws(HeaderKitError) in number },
        consume: { (number: Int) throws(HeaderKitError) in
          if number == 100 { withUnsafeCurrentTask { $0?.cancel() } }
        })
    }
    let error = await #expect(throws: HeaderKitError.self) { try await task.value }
    #expect(error?.code == .tryAgain)
  }
}
