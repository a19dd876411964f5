import FileAccess
import Foundation
import PortableMath

/// Refuses to start where the system gives so little that the runtime or a library would end the
/// process by a signal.
enum ResourceCheck {
  /// Bytes of address space. A render of the smallest screen on two processors maps 430 MB, most of
  /// it stacks and the arenas of the memory allocator, of which little is used.
  private static let leastAddressSpace = 512 << 20
  /// Descriptors: standard streams, fonts, one output and its input take 10, a batch a few more for
  /// each item being rendered.
  private static let leastFiles = 32
  /// Bytes of stack, of the first thread and of those that the system's libraries start.
  private static let leastStack = 1 << 20

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
    if let bytes = limit(of: stackResource), bytes < leastStack {
      throw HeaderKitError(
        .tryAgain, reason: "only \(bytes.grouped) bytes of stack are allowed",
        remedy: "raise the limit to \(leastStack.grouped) at least (ulimit -s, in units of 1024)")
    }
  }

  #if os(Linux)
    private static let filesResource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    private static let addressSpaceResource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    private static let stackResource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
  #else
    private static let filesResource = RLIMIT_NOFILE
    private static let addressSpaceResource = RLIMIT_AS
    private static let stackResource = RLIMIT_STACK
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
}
