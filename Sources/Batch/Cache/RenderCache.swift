public import FileAccess
import Foundation

/// Outputs of earlier renders in a folder, found by the digest of everything that determines them.
///
/// Several processes may use one folder at the same time: objects appear complete under their name
/// and are checked whenever they are read.
public struct RenderCache: Sendable {
  /// The result of a lookup.
  enum Finding {
    case output([UInt8], ContentDigest)
    case nothing
    case damaged(path: String)
  }

  /// One file of the cache.
  struct Object {
    let path: String
    let bytes: Int
    let lastUse: Date
  }

  /// As given.
  public let folder: String
  static let largestObject = 4 << 30

  /// Makes the folder where there is none. Throws `.cannotCreate`.
  public init(folder: String) throws(HeaderKitError) {
    self.folder = folder
    let tag = folder + "/CACHEDIR.TAG"
    do {
      try FileManager.default.createDirectory(
        atPath: folder + "/objects", withIntermediateDirectories: true)
      if !FileManager.default.fileExists(atPath: tag) {
        // The mark by which backup programs know a cache: https://bford.info/cachedir/
        try Data("Signature: 8a477f597d28d172789f06886806bc55\n".utf8)
          .write(to: URL(fileURLWithPath: tag), options: .atomic)
      }
    } catch {
      throw HeaderKitError(
        .cannotCreate, subject: .file(folder), reason: "no cache can be made here",
        remedy: "name another folder with \(.cacheFolder), or give \(.withoutCache)")
    }
  }

  func path(of key: ContentDigest) -> String {
    "\(folder)/objects/\(key.hexadecimal.prefix(2))/\(key.hexadecimal)"
  }

  /// Reads and checks; a hit counts as a use.
  func find(_ key: ContentDigest) -> Finding {
    let path = path(of: key)
    guard FileManager.default.fileExists(atPath: path) else { return .nothing }
    guard let bytes = try? InputFile.read(path, limit: RenderCache.largestObject),
      let object = CacheObject.read(bytes, key: key)
    else { return .damaged(path: path) }
    utimes(path, nil)
    return .output(object.payload, object.digest)
  }

  /// Stores an output: writes a temporary file, syncs it to the disk, then renames it.
  ///
  /// - Parameter digest: of the output.
  func store(
    _ payload: [UInt8], digest: ContentDigest, under key: ContentDigest
  ) throws(HeaderKitError) {
    let path = path(of: key)
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    var file = try AtomicFile(path)
    try file.write(CacheObject.packed(payload, digest: digest, key: key))
    try file.commit(durably: true)
  }

  /// The objects and, apart from them, what is none: unfinished and foreign files.
  func list() -> (objects: [Object], others: [Object]) {
    var found: (objects: [Object], others: [Object]) = ([], [])
    let root = folder + "/objects"
    guard let names = FileManager.default.enumerator(atPath: root) else { return found }
    for case let name as String in names {
      let path = root + "/" + name
      guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
        facts[.type] as? FileAttributeType != .typeDirectory
      else { continue }
      let object = Object(
        path: path, bytes: (facts[.size] as? Int) ?? 0,
        lastUse: (facts[.modificationDate] as? Date) ?? .distantPast)
      let parts = name.split(separator: "/")
      if parts.count == 2, let key = ContentDigest(hexadecimal: String(parts[1])),
        key.hexadecimal.hasPrefix(parts[0])
      {
        found.objects.append(object)
      } else {
        found.others.append(object)
      }
    }
    return found
  }
}

/// The maintenance of a cache.
extension RenderCache {
  /// The size of a cache.
  public struct Statistics: Hashable, Sendable {
    /// Cached outputs.
    public var objects = 0
    /// Bytes of their files.
    public var bytes = 0
  }

  /// The number of cached outputs and their bytes.
  public func statistics() -> Statistics {
    let objects = list().objects
    return Statistics(objects: objects.count, bytes: objects.map(\.bytes).reduce(0, +))
  }

  /// Reads every object. Returns the paths of those that are damaged, have another key than their name
  /// says, or are no objects, sorted.
  public func verify() -> [String] {
    let (objects, others) = list()
    let damaged = objects.map(\.path).filter { path in
      guard let bytes = try? InputFile.read(path, limit: RenderCache.largestObject) else {
        return true
      }
      let key = ContentDigest(hexadecimal: (path as NSString).lastPathComponent)
      return key.map { CacheObject.read(bytes, key: $0) == nil } ?? true
    }
    return (damaged + others.map(\.path).filter { !RenderCache.isUnfinished($0) }).sorted()
  }

  /// Removes the least recently used objects until at most `limit` bytes are left, and unfinished
  /// files older than a day. Returns what was removed.
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

/// Stores outputs in the background, so that no renderer waits for the disk.
final class CacheWriter: Sendable {
  /// An output to be stored.
  struct Object: Sendable {
    /// As the manifest names it.
    let output: String
    let key: ContentDigest
    let payload: [UInt8]
    /// Of the payload.
    let digest: ContentDigest
  }

  /// The most bytes being written at a time, and the least that an item counts for: at most 16 items
  /// are written at a time.
  private static let (mostBytes, leastBytes) = (64 << 20, 4 << 20)

  private let cache: RenderCache
  private let queue = DispatchQueue(label: "cache", attributes: .concurrent)
  private let places = MemoryBudget(limit: mostBytes)

  init(_ cache: RenderCache) {
    self.cache = cache
  }

  /// Waits until there is room for an item's objects; `store` must follow.
  func enter(_ objects: [Object]) async { await places.acquire(CacheWriter.bytes(objects)) }

  /// Stores them; returns a warning for each that cannot be stored.
  func store(_ objects: [Object]) async -> [String] {
    let warnings = await withCheckedContinuation { done in
      queue.async { [cache] in
        done.resume(returning: objects.compactMap { CacheWriter.store($0, in: cache) })
      }
    }
    await places.release(CacheWriter.bytes(objects))
    return warnings
  }

  private static func bytes(_ objects: [Object]) -> Int {
    max(leastBytes, objects.map(\.payload.count).reduce(0, +))
  }

  private static func store(_ object: Object, in cache: RenderCache) -> String? {
    do {
      try cache.store(object.payload, digest: object.digest, under: object.key)
      return nil
    } catch {
      return "\(object.output) is not kept in the cache: \(error)"
    }
  }
}
