import FileAccess
import Foundation
import PortableMath
import Synchronization

/// Refuses to start where the system gives so little that the runtime or a library would end the
/// process by a signal, or wait for a thread forever.
enum ResourceCheck {
  /// Bytes of address space. A render of the smallest screen on two processors maps 430 MB, most of
  /// it stacks and the arenas of the memory allocator, of which little is used.
  private static let leastAddressSpace = 512 << 20
  /// Descriptors: standard streams, fonts, one output and its input take 10, a batch a few more for
  /// each item being rendered.
  private static let leastFiles = 32
  /// Threads besides the first: those of signals and of as many tasks as run at a time here.
  private static var leastThreads: Int { 2 + min(Processors.count, 6) }

  /// Throws `.tryAgain` with the limit to raise.
  static func run() throws(HeaderKitError) {
    if let files = limit(of: filesResource), files < leastFiles {
      throw HeaderKitError(
        .tryAgain, reason: "only \(files) files may be open",
        remedy: "raise the limit to \(leastFiles) at least (ulimit -n)")
    }
    if let bytes = limit(of: addressSpaceResource), bytes < leastAddressSpace {
      throw HeaderKitError(
        .tryAgain, reason: "only \(bytes.grouped) bytes of address space are allowed",
        remedy:
          "raise the limit to \(leastAddressSpace.grouped) at least (ulimit -v, in units of 1024)")
    }
    let threads = threadsToBeHad(leastThreads)
    if threads < leastThreads {
      throw HeaderKitError(
        .tryAgain, reason: "only \(threads) more threads can be started",
        remedy: "raise the limit of processes to \(leastThreads) more at least (ulimit -u)")
    }
  }

  #if os(Linux)
    private static let filesResource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    private static let addressSpaceResource = __rlimit_resource_t(RLIMIT_AS.rawValue)
  #else
    private static let filesResource = RLIMIT_NOFILE
    private static let addressSpaceResource = RLIMIT_AS
  #endif

  #if os(Linux)
    private typealias Resource = __rlimit_resource_t
  #else
    private typealias Resource = Int32
  #endif

  /// Nil: none.
  private static func limit(of resource: Resource) -> Int? {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return nil }
    let value = Int(clamping: limit.rlim_cur)
    return value == .max ? nil : value
  }

  /// Held while threads are started, so that none of them ends before the last has begun.
  private static let starting = Mutex(())

  /// Starts up to `count` threads at a time and lets them end.
  private static func threadsToBeHad(_ count: Int) -> Int {
    starting.withLock { _ in
      (0..<count).prefix { _ in
        #if os(Linux)
          var thread = pthread_t()
        #else
          var thread: pthread_t?
        #endif
        let error = pthread_create(
          &thread, nil,
          { _ in
            ResourceCheck.starting.withLock { _ in }
            return nil
          }, nil)
        #if os(Linux)
          if error == 0 { pthread_detach(thread) }
        #else
          if error == 0, let thread { pthread_detach(thread) }
        #endif
        return error == 0
      }.count
    }
  }
}
