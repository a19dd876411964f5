package import Raster
import Synchronization

/// Pictures that several scenes share: each is made once, and kept while there is room.
///
/// Safe to use from several threads: who asks for a picture that another thread is making waits.
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

  /// - Parameter limit: bytes of pixels that are kept at most; the ones not used for longest go
  ///   first.
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

/// A store, and what a banner is called in it: the same for the same pixels, and for them alone.
package typealias SharedBanner = (store: PictureStore, name: String)
