import Comparison
import Files
import Foundation
import Rendering

/// What a user may ask of a cache as a whole.
extension RenderCache {
  /// How much is kept.
  public struct Statistics: Hashable, Sendable {
    /// Kept outputs.
    public var objects = 0
    /// On the disk.
    public var bytes = 0
  }

  /// How much is kept.
  public func statistics() -> Statistics {
    let objects = list().objects
    return Statistics(objects: objects.count, bytes: objects.map(\.bytes).reduce(0, +))
  }

  /// Reads every object; the paths of those that are damaged or foreign, sorted.
  public func verify() -> [String] {
    let (objects, others) = list()
    let damaged = objects.map(\.path).filter { path in
      guard let bytes = try? InputFile.read(path, limit: RenderCache.largestObject) else {
        return true
      }
      return CacheObject.read(bytes) == nil
    }
    return (damaged + others.map(\.path).filter { !RenderCache.isUnfinished($0) }).sorted()
  }

  /// Removes what was not used for longest until `limit` bytes are left, and unfinished files older
  /// than a day; gives what was removed.
  public func collect(limit: Int) -> Statistics { collect(limit: limit, now: Date()) }

  func collect(limit: Int, now: Date) -> Statistics {
    var (objects, others) = list()
    var removed = Statistics()
    func remove(_ object: Object) {
      guard unlink(object.path) == 0 else { return }
      removed.objects += 1
      removed.bytes += object.bytes
    }
    for other in others
    where RenderCache.isUnfinished(other.path) && now.timeIntervalSince(other.lastUse) > 86_400 {
      remove(other)
    }
    var left = objects.map(\.bytes).reduce(0, +)
    objects.sort { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }
    for object in objects where left > limit {
      remove(object)
      left -= object.bytes
    }
    return removed
  }

  private static func isUnfinished(_ path: String) -> Bool {
    let name = (path as NSString).lastPathComponent
    return name.hasPrefix(".") && name.hasSuffix(".tmp")
  }
}
