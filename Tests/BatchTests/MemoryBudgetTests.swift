@testable import Batch
import Synchronization
import Testing

/// A memory budget shared by several renders: waiting and its order.
@Suite struct MemoryBudgetTests {
  /// The granted requests.
  private final class Granted: Sendable {
    private let list = Mutex<[Int]>([])
    var bytes: [Int] { list.withLock { $0 } }

    /// Starts a request. The task ends when it is granted.
    func ask(_ budget: MemoryBudget, _ bytes: Int) -> Task<Void, Never> {
      Task.immediate {
        await budget.acquire(bytes)
        self.list.withLock { $0.append(bytes) }
      }
    }
  }

  /// Waits until granted tasks have recorded it.
  private func settle(_ budget: MemoryBudget) async {
    await budget.release(0)
    try? await Task.sleep(for: .milliseconds(30))
  }

  @Test func grantsRequestsThatFitImmediately() async {
    let budget = MemoryBudget(limit: 10)
    await budget.acquire(4)
    await budget.acquire(6)
    let granted = Granted()
    let task = granted.ask(budget, 1)
    await settle(budget)
    #expect(granted.bytes.isEmpty)
    await budget.release(4)
    await task.value
    #expect(granted.bytes == [1])
  }

  /// Small requests wait behind a large one, which would otherwise wait forever.
  @Test func largeRequestsAreNotStarved() async {
    let budget = MemoryBudget(limit: 10)
    await budget.acquire(8)
    let granted = Granted()
    let large = granted.ask(budget, 6)
    await budget.release(0)
    let small = [1, 2].map { granted.ask(budget, $0) }
    await settle(budget)
    #expect(granted.bytes.isEmpty)
    await budget.release(8)
    for task in [large] + small { await task.value }
    #expect(Set(granted.bytes) == [1, 2, 6])
  }

  @Test func oversizedRequestsWaitUntilAllMemoryIsFree() async {
    let budget = MemoryBudget(limit: 10)
    await budget.acquire(1)
    let granted = Granted()
    let task = granted.ask(budget, 50)
    await settle(budget)
    #expect(granted.bytes.isEmpty)
    await budget.release(1)
    await task.value
    let next = granted.ask(budget, 1)
    await settle(budget)
    #expect(granted.bytes == [50])
    await budget.release(50)
    await next.value
    #expect(granted.bytes == [50, 1])
  }
}
