import FileAccess
import PortableFoundation
import Synchronization

/// Which outputs this run is making, told to other runs with the same cache by locks of one file, so that
/// each output is rendered once between them.
///
/// Locks go with their process, however it ends. Where the file system has none, every claim is granted.
final class RenderClaims: Sendable {
  /// Negative where there are no locks.
  private let descriptor: Int32
  private let own = Mutex<Set<Int64>>([])

  init(in tree: FolderTree) throws(HeaderKitError) {
    descriptor = try tree.openForLocks("locks") ?? -1
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// An output that this run alone makes, until the last user of the claim is gone.
  final class Claim: Sendable {
    private let claims: RenderClaims
    private let place: Int64

    fileprivate init(_ claims: RenderClaims, _ place: Int64) {
      (self.claims, self.place) = (claims, place)
    }

    deinit { claims.release(place) }
  }

  /// Claims an output. Nil where another run, or another item of this one, has claimed it.
  func claim(_ key: ContentDigest) -> Claim? {
    let place = RenderClaims.place(of: key)
    let isGranted = own.withLock { own in
      guard own.insert(place).inserted else { return false }
      if isLocked(place, Int16(F_WRLCK)) { return true }
      own.remove(place)
      return false
    }
    return isGranted ? Claim(self, place) : nil
  }

  /// Waits until the claim is granted, at most for a minute: a run that stands still holds up nobody.
  func wait(for key: ContentDigest) async -> Claim? {
    for _ in 0..<1200 where !Task.isCancelled {
      if let claim = claim(key) { return claim }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return nil
  }

  private func release(_ place: Int64) {
    own.withLock { own in
      _ = isLocked(place, Int16(F_UNLCK))
      own.remove(place)
    }
  }

  /// A byte of the file, which has none: locks need no bytes.
  private static func place(of key: ContentDigest) -> Int64 {
    Int64(key.hexadecimal.prefix(15), radix: 16) ?? 0
  }

  /// Whether the lock is set, or cannot be had at all.
  private func isLocked(_ place: Int64, _ type: Int16) -> Bool {
    #if os(Linux)
      guard descriptor >= 0 else { return true }
      var lock = flock()
      lock.l_type = type
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = off_t(place)
      lock.l_len = 1
      // F_OFD_SETLK of linux/fcntl.h: the lock is the open file's, not the process's, which would lose
      // all of them with the first descriptor of the file that is closed.
      return fcntl(descriptor, 37, &lock) == 0 || ![EAGAIN, EACCES].contains(errno)
    #else
      return true
    #endif
  }
}
