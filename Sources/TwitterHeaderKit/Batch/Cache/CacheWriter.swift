import Foundation

/// Keeps outputs while rendering goes on: waiting for the disk holds up nobody.
final class CacheWriter: Sendable {
  /// An output to be kept.
  struct Object: Sendable {
    /// As the manifest names it.
    let output: String
    let key: ContentDigest
    let payload: [UInt8]
    /// Of the payload.
    let digest: ContentDigest
  }

  /// Items whose objects are on their way to the disk, where they share its waits.
  private static let mostItems = 16

  private let cache: RenderCache
  private let queue = DispatchQueue(label: "cache", attributes: .concurrent)
  private let places = MemoryBudget(limit: mostItems)

  init(_ cache: RenderCache) {
    self.cache = cache
  }

  /// Waits until an item's objects may be given to `keep`, which has to follow.
  func enter() async { await places.take(1) }

  /// Keeps them; gives a warning for each that cannot be kept.
  func keep(_ objects: [Object]) async -> [String] {
    let warnings = await withCheckedContinuation { done in
      queue.async { [cache] in
        done.resume(returning: objects.compactMap { CacheWriter.keep($0, in: cache) })
      }
    }
    await places.giveBack(1)
    return warnings
  }

  private static func keep(_ object: Object, in cache: RenderCache) -> String? {
    do {
      try cache.keep(object.payload, digest: object.digest, under: object.key)
      return nil
    } catch {
      return "\(object.output) is not kept in the cache: \(error)"
    }
  }
}
