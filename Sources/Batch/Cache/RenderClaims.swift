import FileAccess
import PortableFoundation
import Synchronization

/// The outputs that this run is rendering. File locks make them visible to other runs with the same
/// cache, so that each output is rendered once.
///
/// The system releases the locks when the process ends for any reason. Without support for locks,
/// by the file system or outside of Linux, only claims of this run exclude each other.
final class RenderClaims: Sendable {
  /// The file descriptor for locks, or a negative number if locks are not supported.
  private let descriptor: Int32
  /// The lock offsets of the outputs that this run has claimed.
  private let claimed = Mutex<Set<Int64>>([])

  init(in tree: FolderTree) throws(HeaderKitError) {
    descriptor = try tree.openForLocks("locks") ?? -1
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Exclusive permission to render an output. Released with its last reference.
  final class Claim: Sendable {
    private let claims: RenderClaims
    private let offset: Int64

    fileprivate init(_ claims: RenderClaims, _ offset: Int64) {
      self.claims = claims
      self.offset = offset
    }

    deinit { claims.release(offset) }
  }

  /// Claims an output. `nil` if another run or another item of this run has claimed it.
  func claim(_ key: ContentDigest) -> Claim? {
    let offset = RenderClaims.offset(of: key)
    let isGranted = claimed.withLock { claimed in
      guard claimed.insert(offset).inserted else { return false }
      if setLock(offset, Int16(F_WRLCK)) { return true }
      claimed.remove(offset)
      return false
    }
    return isGranted ? Claim(self, offset) : nil
  }

  /// Waits up to a minute for a claim, so that a stalled run does not block others. `nil` if the
  /// time is up or the task is cancelled.
  func wait(for key: ContentDigest) async -> Claim? {
    for _ in 0..<1200 where !Task.isCancelled {
      if let claim = claim(key) { return claim }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return nil
  }

  private func release(_ offset: Int64) {
    claimed.withLock { claimed in
      _ = setLock(offset, Int16(F_UNLCK))
      claimed.remove(offset)
    }
  }

  /// Returns the byte offset whose lock represents the key: the first 60 bits of the digest. The
  /// file is empty, because a lock may be beyond the end of its file.
  private static func offset(of key: ContentDigest) -> Int64 {
    Int64(key.hexadecimal.prefix(15), radix: 16) ?? 0
  }

  /// Sets or clears a lock. Returns `true` if it succeeded or locks are not supported.
  private func setLock(_ offset: Int64, _ type: Int16) -> Bool {
    #if os(Linux)
      guard descriptor >= 0 else { return true }
      var lock = flock()
      lock.l_type = type
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = off_t(offset)
      lock.l_len = 1
      // F_OFD_SETLK of linux/fcntl.h. The lock belongs to the open file description. Classic locks
      // belong to the process and are lost as soon as any descriptor of the file is closed.
      return fcntl(descriptor, 37, &lock) == 0 || ![EAGAIN, EACCES].contains(errno)
    #else
      return true
    #endif
  }
}
