import FileAccess
import Foundation
import Testing

@Suite struct OrderedWorkersTests {
  /// Results are delivered in the order in which the work started, even if some takes longer.
  @Test(arguments: [1, 2, 5])
  func resultsAreOrdered(jobs: Int) {
    let workers = OrderedWorkers<Int>(jobs: jobs, waiting: 3)
    var results: [Int] = []
    for number in 0..<40 {
      results += workers.begin {
        usleep(UInt32(number % 7 == 0 ? 4000 : 100))
        return number
      }
    }
    #expect(results.count >= 40 - jobs - 3)
    while let result = workers.next() { results.append(result) }
    #expect(results == Array(0..<40))
  }

  /// Each piece of work waits for the previous one, with any number of threads.
  @Test(arguments: [1, 2, 5])
  func piecesCanWaitForEarlierPieces(jobs: Int) {
    let workers = OrderedWorkers<Int>(jobs: jobs, waiting: 9)
    var results: [Int] = []
    var before: Promise<Int>?
    for _ in 0..<30 {
      let last = before
      let next = Promise<Int>()
      before = next
      results += workers.begin {
        let sum = (last?.value ?? 0) + 1
        next.fulfill(sum)
        return sum
      }
    }
    while let result = workers.next() { results.append(result) }
    #expect(results == Array(1...30))
  }

  /// Queued work is not started after the workers are released.
  @Test func dropsWaitingWorkWithItsWorkers() {
    final class Token: Sendable {}
    let gate = Promise<Int>()
    var token: Token? = Token()
    weak let held = token
    do {
      let workers = OrderedWorkers<Int>(jobs: 1, waiting: 2)
      _ = workers.begin { gate.value }
      _ = workers.begin { [token] in token == nil ? 0 : 1 }
      token = nil
      #expect(held != nil)
    }
    #expect(held == nil)
    gate.fulfill(1)
  }

  /// All threads that wait for a promise get its value.
  @Test func promiseResumesAllWaitingThreads() {
    let promise = Promise<String>()
    let workers = OrderedWorkers<String>(jobs: 6, waiting: 0)
    var results: [String] = []
    for _ in 0..<5 { results += workers.begin { promise.value } }
    results += workers.begin {
      promise.fulfill("kept")
      return "told"
    }
    while let result = workers.next() { results.append(result) }
    #expect(results == ["kept", "kept", "kept", "kept", "kept", "told"])
  }
}
