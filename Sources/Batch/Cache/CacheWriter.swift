import Comparison
import Files
import Foundation
import Rendering

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

  /// Bytes on their way to the disk, and what an item counts for at least: up to 16 items share the
  /// disk's waits.
  private static let (mostBytes, leastBytes) = (64 << 20, 4 << 20)

  private let cache: RenderCache
  private let queue = DispatchQueue(label: "cache", attributes: .concurrent)
  private let places = MemoryBudget(limit: mostBytes)

  init(_ cache: RenderCache) {
    self.cache = cache
  }

  /// Waits until an item's objects may be given to `keep`, which has to follow.
  func enter(_ objects: [Object]) async { await places.take(CacheWriter.bytes(objects)) }

  /// Keeps them; gives a warning for each that cannot be kept.
  func keep(_ objects: [Object]) async -> [String] {
    let warnings = await withCheckedContinuation { done in
      queue.async { [cache] in
        done.resume(returning: objects.compactMap { CacheWriter.keep($0, in: cache) })
      }
    }
    await places.giveBack(CacheWriter.bytes(objects))
    return warnings
  }

  private static func bytes(_ objects: [Object]) -> Int {
    max(leastBytes, objects.map(\.payload.count).reduce(0, +))
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
