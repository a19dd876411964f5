import FileAccess
import Foundation
import PortableMath

/// Refuses to start where the system gives so little that the runtime or a library would end the
/// process by a signal.
enum ResourceCheck {
  #if os(Linux)
    private typealias Resource = __rlimit_resource_t
    private static func resource(_ number: __rlimit_resource) -> Resource {
      Resource(number.rawValue)
    }
  #else
    private typealias Resource = Int32
    private static func resource(_ number: Int32) -> Resource { number }
  #endif

  private static let least: [(resource: Resource, least: Int, what: String, how: String)] = [
    // Standard streams, fonts, one output and its input take 10, a batch a few more for each item
    // being rendered.
    (resource(RLIMIT_NOFILE), 32, "files may be open", "ulimit -n"),
    // A render of the smallest screen on two processors maps 430 MB, most of it stacks and the
    // arenas of the memory allocator, of which little is used.
    (
      resource(RLIMIT_AS), 512 << 20, "bytes of address space are allowed",
      "ulimit -v, in units of 1024"
    ),
    // Of the first thread and of those that the system's libraries start.
    (resource(RLIMIT_STACK), 1 << 20, "bytes of stack are allowed", "ulimit -s, in units of 1024"),
  ]

  /// Throws `.tryAgain` with the limit to raise.
  static func run() throws(HeaderKitError) {
    for (resource, least, what, how) in least {
      guard let given = limit(of: resource), given < least else { continue }
      throw HeaderKitError(
        .tryAgain, reason: "only \(given.grouped) \(what)",
        remedy: "raise the limit to \(least.grouped) at least (\(how))")
    }
  }

  private static func limit(of resource: Resource) -> Int? {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return nil }
    let value = Int(clamping: limit.rlim_cur)
    return value == .max ? nil : value
  }
}
