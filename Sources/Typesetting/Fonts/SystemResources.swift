import CPango

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Checks the system resources that fontconfig, Pango and GLib need.
///
/// Without memory these libraries abort the process, and they treat a font file that cannot be
/// opened as not installed. Therefore `check` allocates and frees the minimum immediately before a
/// call. Other threads may still use up the resources before the call. The check detects a process
/// that runs at its limits, not one that reaches them at this moment.
enum SystemResources {
  /// The minimum number of pairs of free file descriptors. Fontconfig and FreeType have a folder, a
  /// font, and a cache with its lock open at the same time.
  private static let minDescriptorPairs = 3
  /// The minimum address space in bytes. The first line in five scripts used 60 MB with Pango 1.50
  /// (mapped fonts, the stack of a thread). The value exceeds the 64 MB that the C library reserves
  /// for each thread's heap, so that the request reaches the system.
  private static let minMemory = 80 << 20

  /// Checks that the minimum is available. Takes about 50 microseconds.
  ///
  /// - Throws: An error with `isShortage` if it is not.
  static func check() throws(TypesettingError) {
    guard hasDescriptors() else { throw .openFiles }
    let memory = mmap(nil, minMemory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard memory != MAP_FAILED else { throw .memory }
    munmap(memory, minMemory)
  }

  private static func hasDescriptors() -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<minDescriptorPairs {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else { return false }
      opened += pair
    }
    return true
  }

  /// Returns the reason that a folder cannot be listed. `nil` if it can be listed or does not
  /// exist.
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

  /// Returns the path of a folder without symbolic links, `.` and `..`. `nil` if it is not a
  /// folder.
  static func folder(_ path: String) -> String? {
    guard g_file_test(path, G_FILE_TEST_IS_DIR) != 0, let real = realpath(path, nil) else {
      return nil
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the path of an entry of a folder or its subfolders that is neither a file nor a
  /// folder, such as a pipe. Fontconfig would open it and block until another process writes to it.
  /// `nil` if there is none.
  static func specialFile(in folder: String) -> String? {
    guard let listing = g_dir_open(folder, 0, nil) else { return nil }
    defer { g_dir_close(listing) }
    while let name = g_dir_read_name(listing) {
      let path = folder + "/" + String(cString: name)
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        if let found = specialFile(in: path) { return found }
      } else if stat(path, &status) == 0,
        ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
      {
        return path
      }
    }
    return nil
  }
}
