import FileAccess
import PortableFoundation
import PortableMath

/// A check of the system's limits. Below them, the runtime or a library would end the process with
/// a signal.
enum ResourceCheck {
  /// - Throws: `.tryAgain`, with the limit to raise.
  static func run() throws(HeaderKitError) {
    // Standard streams, fonts, an output and its input use 10 descriptors. A batch uses a few more
    // per concurrent item.
    try check(RLIMIT_NOFILE, 32, "files may be open", "ulimit -n")
    // A render of the smallest screen on two processors maps 430 MB. Most of it are stacks and
    // arenas of the allocator, which are barely used.
    let unit = "in units of 1024"
    try check(RLIMIT_AS, 512 << 20, "bytes of address space are allowed", "ulimit -v, \(unit)")
    // The limit applies to the first thread and to threads of the system's libraries.
    try check(RLIMIT_STACK, 1 << 20, "bytes of stack are allowed", "ulimit -s, \(unit)")
  }

  #if os(Linux)
    private typealias Resource = __rlimit_resource
  #else
    private typealias Resource = Int32
  #endif

  private static func check(
    _ resource: Resource, _ least: Int, _ what: String, _ how: String
  ) throws(HeaderKitError) {
    #if os(Linux)
      let resource = __rlimit_resource_t(resource.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    let given = Int(clamping: limit.rlim_cur)
    guard given < least else { return }
    throw HeaderKitError(
      .tryAgain, reason: "only \(given.grouped) \(what)",
      remedy: "raise the limit to at least \(least.grouped) (\(how))")
  }
}
