import Comparison
public import Files
import Foundation
import Rendering

/// Outputs of earlier renders in a folder, by the digest of all that made them.
///
/// Several processes may use one folder at the same time: objects appear complete under their name
/// and are checked whenever they are read.
public struct RenderCache: Sendable {
  /// What is found under a key.
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
      let object = CacheObject.read(bytes)
    else { return .damaged(path: path) }
    utimes(path, nil)
    return .output(object.payload, object.digest)
  }

  /// Keeps an output: temporary name, on the disk, then its name.
  ///
  /// - Parameter digest: of the output.
  func keep(
    _ payload: [UInt8], digest: ContentDigest, under key: ContentDigest
  ) throws(HeaderKitError) {
    let path = path(of: key)
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    var file = try AtomicFile(path)
    try file.write(CacheObject.packed(payload, digest: digest))
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
