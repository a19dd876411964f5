package import Raster
import Synchronization

/// A cache of pictures shared by several scenes. Each picture is made once and kept while there is
/// space.
///
/// Thread-safe: a thread that requests a picture which another one is making waits.
package final class PictureStore: Sendable {
  private final class Entry: Sendable {
    let picture = Mutex<Pixmap?>(nil)
  }

  private struct Shelf {
    var entries: [String: (entry: Entry, bytes: Int, lastUse: Int)] = [:]
    var uses = 0
    var bytes = 0
  }

  private let shelf = Mutex(Shelf())
  private let limit: Int

  /// - Parameter limit: The maximum number of bytes of pixels. The least recently used pictures are
  ///   removed first.
  package init(limit: Int) {
    self.limit = limit
  }

  package func picture<Failure: Error>(
    _ key: String, make: () throws(Failure) -> Pixmap
  ) throws(Failure) -> Pixmap {
    let entry = shelf.withLock { shelf in
      shelf.uses += 1
      let found = shelf.entries[key] ?? (Entry(), 0, 0)
      shelf.entries[key] = (found.entry, found.bytes, shelf.uses)
      return found.entry
    }
    let (picture, isNew) = try entry.picture.withLock { kept throws(Failure) in
      if let kept { return (kept, false) }
      let made = try make()
      kept = made
      return (made, true)
    }
    if isNew { makeRoom(for: picture.bytes.count, under: key) }
    return picture
  }

  private func makeRoom(for bytes: Int, under key: String) {
    shelf.withLock { shelf in
      guard let found = shelf.entries[key] else { return }
      shelf.entries[key] = (found.entry, bytes, found.lastUse)
      shelf.bytes += bytes - found.bytes
      guard shelf.bytes > limit else { return }
      for (key, old) in shelf.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
        guard shelf.bytes > limit else { return }
        guard old.bytes > 0 else { continue }
        shelf.entries[key] = nil
        shelf.bytes -= old.bytes
      }
    }
  }
}

/// A store and the banner's name in it. Equal pixels have equal names, and only they do.
package typealias SharedBanner = (store: PictureStore, name: String)
