import CPango

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a call into fontconfig, Pango and GLib needs of the system.
///
/// Where the system refuses memory these libraries end the process, and a font file that
/// cannot be opened counts as not installed. So the least they need is taken and given back right
/// before a call. Other threads can still use it up in between: this catches a process that runs at
/// its limits, not one that reaches them at this very moment.
enum SystemResources {
  /// Fontconfig and FreeType hold a folder, a font and a cache with its lock open at once.
  private static let leastDescriptorPairs = 3
  /// Bytes of address space. A first line in five scripts took 60 MB (mapped fonts, a thread's
  /// stack; Pango 1.50). More than the C library's heaps reserve (64 MB a thread), so that the system
  /// itself is asked.
  private static let leastMemory = 80 << 20

  /// Throws a shortage where something is missing. About 50 microseconds.
  static func check() throws(TypesettingError) {
    guard hasDescriptors() else { throw .openFiles }
    let memory = mmap(nil, leastMemory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard memory != MAP_FAILED else { throw .memory }
    munmap(memory, leastMemory)
  }

  private static func hasDescriptors() -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<leastDescriptorPairs {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else { return false }
      opened += pair
    }
    return true
  }

  /// Why a folder cannot be listed; nil where it can be or does not exist.
  static func refusal(ofFolder path: String) -> String? {
    var error: UnsafeMutablePointer<GError>?
    if let folder = g_dir_open(path, 0, &error) {
      g_dir_close(folder)
      return nil
    }
    guard let error else { return nil }
    defer { g_error_free(error) }
    guard error.pointee.code != Int32(G_FILE_ERROR_NOENT.rawValue) else { return nil }
    return error.pointee.message.map { String(cString: $0) }
  }

  /// The path of a folder without links and dots; nil for anything else.
  static func folder(_ path: String) -> String? {
    guard g_file_test(path, G_FILE_TEST_IS_DIR) != 0, let real = realpath(path, nil) else {
      return nil
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// The first file in a folder, or the folders in it, that is neither a file nor a folder: fontconfig
  /// would open it, and wait for whoever writes to it.
  static func waitingFile(in folder: String) -> String? {
    guard let listing = g_dir_open(folder, 0, nil) else { return nil }
    defer { g_dir_close(listing) }
    while let name = g_dir_read_name(listing) {
      let path = folder + "/" + String(cString: name)
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        if let found = waitingFile(in: path) { return found }
      } else if stat(path, &status) == 0,
        ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
      {
        return path
      }
    }
    return nil
  }
}
