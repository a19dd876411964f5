import FileAccess
import PortableFoundation
import PortableMath

/// Refuses to start where the system gives so little that the runtime or a library would end the
/// process by a signal.
enum ResourceCheck {
  /// Throws `.tryAgain` with the limit to raise.
  static func run() throws(HeaderKitError) {
    // Standard streams, fonts, one output and its input take 10, a batch a few more for each item
    // being rendered.
    try check(RLIMIT_NOFILE, 32, "files may be open", "ulimit -n")
    // A render of the smallest screen on two processors maps 430 MB, most of it stacks and the
    // arenas of the memory allocator, of which little is used.
    let unit = "in units of 1024"
    try check(RLIMIT_AS, 512 << 20, "bytes of address space are allowed", "ulimit -v, \(unit)")
    // Of the first thread and of those that the system's libraries start.
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
      remedy: "raise the limit to \(least.grouped) at least (\(how))")
  }
}
