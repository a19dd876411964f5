import Dispatch
public import FileAccess
import PortableFoundation

/// A folder of outputs from earlier renders, with a digest of everything that determines their
/// bytes as the key.
///
/// Several processes may use the same folder concurrently. Objects appear complete, and every read
/// verifies them.
public struct RenderCache: Sendable {
  /// The result of a lookup.
  package enum Finding {
    case output([UInt8], ContentDigest)
    case nothing
    /// The object is damaged, has another key, or is not a regular file.
    case damaged
  }

  struct File {
    let path: String
    /// The key of an object, or `nil` for an unfinished or unrelated file.
    let key: ContentDigest?
    let bytes: Int
    let lastUse: Date

    var isUnfinished: Bool {
      let name = FilePath.split(path).name
      return name.hasPrefix(".") && name.hasSuffix(".tmp")
    }
  }

  /// The path of the folder, as given.
  public let folder: String
  /// The folder, opened so that links in it are not followed.
  private let tree: FolderTree
  let claims: RenderClaims
  /// The maximum size of an object in bytes.
  static let largestObject = 4 << 30
  /// The size in bytes above which an object is verified in pieces before it is read into memory.
  private static let largestUnchecked = 16 << 20
  /// The tag by which backup programs recognize a cache: https://bford.info/cachedir/
  private static let tag = (
    name: "CACHEDIR.TAG", text: "Signature: 8a477f597d28d172789f06886806bc55"
  )

  /// Opens the cache in a folder, and creates the folder if necessary.
  ///
  /// - Throws: `.cannotCreate` if the folder cannot be written.
  public init(folder: String) throws(HeaderKitError) {
    self.folder = folder
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      tree = try FolderTree(folder)
      if try !tree.has(RenderCache.tag.name) {
        let text = Array("\(RenderCache.tag.text)\n".utf8)
        try AtomicFile.write(text, to: RenderCache.tag.name, in: tree)
      }
      try tree.makeFolder("objects")
      claims = try RenderClaims(in: tree)
    } catch let error as HeaderKitError where error.isOfLink {
      throw error
    } catch {
      throw HeaderKitError(
        .cannotCreate, subject: .file(folder), reason: "cannot create a cache here",
        remedy: "choose another folder with \(.cacheFolder), or pass \(.withoutCache)")
    }
  }

  /// Opens an existing cache.
  ///
  /// - Throws: `.noInput` if the folder is not a cache.
  public init(existing folder: String) throws(HeaderKitError) {
    let text = try? InputFile.read("\(folder)/\(RenderCache.tag.name)", limit: 4096)
    guard let text, text.starts(with: RenderCache.tag.text.utf8) else {
      throw HeaderKitError(
        .noInput, subject: .file(folder), reason: "is not a twheader cache",
        remedy: "pass the cache's folder with \(.cacheFolder)")
    }
    try self.init(folder: folder)
  }

  private static func name(of key: ContentDigest) -> String {
    "objects/\(key.hexadecimal.prefix(2))/\(key.hexadecimal)"
  }

  package func path(of key: ContentDigest) -> String { "\(folder)/\(RenderCache.name(of: key))" }

  /// Reads and verifies an object. If found, marks it as used now.
  package func find(_ key: ContentDigest) -> Finding {
    let name = RenderCache.name(of: key)
    do {
      guard try tree.has(name) else { return .nothing }
      if try tree.pieces(of: name).count > RenderCache.largestUnchecked,
        try !CacheObject.isWhole(tree.pieces(of: name), key: key)
      {
        return .damaged
      }
      let bytes = try InputFile.read(name, in: tree, limit: RenderCache.largestObject)
      guard let object = CacheObject.read(bytes, key: key) else { return .damaged }
      tree.touch(name)
      return .output(object.payload, object.digest)
    } catch {
      return .damaged
    }
  }

  /// Stores an output. Writes a temporary file, syncs it to the disk, then renames it.
  package func store(
    _ payload: [UInt8], digest: ContentDigest, under key: ContentDigest
  ) throws(HeaderKitError) {
    let object = CacheObject.packed(payload, digest: digest, key: key)
    try AtomicFile.write(object, to: RenderCache.name(of: key), in: tree, durably: true)
  }

  func list() -> [File] {
    let root = folder + "/objects"
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    return names.compactMap { name in
      let path = root + "/" + name
      guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
        facts[.type] as? FileAttributeType != .typeDirectory
      else { return nil }
      let key = ContentDigest(hexadecimal: FilePath.split(name).name)
      return File(
        path: path, key: key.flatMap { self.path(of: $0) == path ? $0 : nil },
        bytes: (facts[.size] as? Int) ?? 0,
        lastUse: (facts[.modificationDate] as? Date) ?? .distantPast)
    }
  }

  /// The size of a cache, or of the files removed from it.
  public struct Statistics: Hashable, Sendable {
    /// The number of cached outputs.
    public var objects = 0
    /// The total size of their files in bytes.
    public var bytes = 0
  }

  /// Returns the number and size of all cached outputs.
  public func statistics() -> Statistics {
    let objects = list().filter { $0.key != nil }
    return Statistics(objects: objects.count, bytes: objects.map(\.bytes).reduce(0, +))
  }

  /// Reads and verifies all objects. Returns the sorted paths of files that are damaged, do not
  /// match their name, or are not cache objects.
  public func verify() -> [String] {
    list().filter { file in
      guard let key = file.key else { return !file.isUnfinished }
      guard let pieces = try? tree.pieces(of: RenderCache.name(of: key)) else { return true }
      return (try? CacheObject.isWhole(pieces, key: key)) != true
    }.map(\.path).sorted()
  }

  /// Removes the least recently used objects until at most `limit` bytes remain, and unfinished
  /// files older than a day. Returns the number and size of the removed files.
  public func collect(limit: Int) -> Statistics { collect(limit: limit, now: Date()) }

  func collect(limit: Int, now: Date) -> Statistics {
    let files = list().sorted { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }
    var removed = Statistics()
    var left = files.filter { $0.key != nil }.map(\.bytes).reduce(0, +)
    for file in files {
      if file.key == nil {
        guard file.isUnfinished, now.timeIntervalSince(file.lastUse) > 86_400 else { continue }
      } else {
        guard left > limit else { continue }
        left -= file.bytes
      }
      guard tree.removeEntry(String(file.path.dropFirst(folder.count + 1))) else { continue }
      removed.objects += 1
      removed.bytes += file.bytes
    }
    return removed
  }
}

/// Stores outputs in the background so that renderers do not wait for the disk.
final class CacheWriter: Sendable {
  struct Object: Sendable {
    /// The path of the output, as in the manifest.
    let output: String
    let key: ContentDigest
    let payload: [UInt8]
    let digest: ContentDigest
  }

  /// The maximum number of bytes written concurrently, and the minimum that each item reserves.
  /// Their ratio limits concurrent writes to 16 items.
  private static let (maxBytes, minBytes) = (64 << 20, 4 << 20)

  private let cache: RenderCache
  private let queue = DispatchQueue(label: "cache", attributes: .concurrent)
  private let budget = MemoryBudget(limit: maxBytes)

  init(_ cache: RenderCache) { self.cache = cache }

  /// Waits until the budget has room for an item's objects. Must be followed by `store`.
  func enter(_ objects: [Object]) async { await budget.acquire(CacheWriter.bytes(objects)) }

  /// Stores the objects. Returns a warning for each that cannot be stored.
  func store(_ objects: [Object]) async -> [String] {
    let warnings = await withCheckedContinuation { done in
      queue.async { [cache] in
        done.resume(
          returning: objects.compactMap { object -> String? in
            do {
              try cache.store(object.payload, digest: object.digest, under: object.key)
              return nil
            } catch {
              return "\(object.output) is not kept in the cache: \(error)"
            }
          })
      }
    }
    await budget.release(CacheWriter.bytes(objects))
    return warnings
  }

  private static func bytes(_ objects: [Object]) -> Int {
    max(minBytes, objects.map(\.payload.count).reduce(0, +))
  }
}
