@testable import Batch
import FileAccess
import Foundation
import TestSupport
import Testing

@Suite struct BatchCaches {
  let folder: TemporaryFolder
  let cache: RenderCache
  let key = ContentDigest(of: "key")

  init() throws {
    folder = try TemporaryFolder()
    cache = try RenderCache(folder: folder.path + "/cache")
  }

  private func found(_ key: ContentDigest) -> [UInt8]? {
    if case .output(let bytes, _) = cache.find(key) { bytes } else { nil }
  }

  private func store(_ bytes: [UInt8], under key: ContentDigest) throws {
    try cache.store(bytes, digest: ContentDigest(of: bytes), under: key)
  }

  @Test func digestIsSHA256() {
    // NIST's example for "abc", FIPS 180-4.
    #expect(
      ContentDigest(of: "abc").hexadecimal
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test(arguments: [[], [0x0A], Array(0...255), Array("twheader object 2 x\n".utf8)] as [[UInt8]])
  func findsStoredObjects(bytes: [UInt8]) throws {
    #expect(found(key) == nil)
    try store(bytes, under: key)
    #expect(found(key) == bytes)
    #expect(found(ContentDigest(of: "another")) == nil)
    #expect(cache.statistics().objects == 1)
    #expect(cache.verify() == [])
  }

  /// Exchanged files of a cache are not delivered.
  @Test func rejectsObjectsStoredUnderAnotherKey() throws {
    let other = ContentDigest(of: "another")
    try store(Array("output".utf8), under: key)
    try store(Array("other output".utf8), under: other)
    let (path, otherPath) = (cache.path(of: key), cache.path(of: other))
    try FileManager.default.moveItem(atPath: path, toPath: path + "-aside")
    try FileManager.default.moveItem(atPath: otherPath, toPath: path)
    try FileManager.default.moveItem(atPath: path + "-aside", toPath: otherPath)
    #expect(found(key) == nil && found(other) == nil)
    #expect(cache.verify() == [path, otherPath].sorted())
  }

  /// All bytes of a small object are changed, and it is truncated at all lengths.
  @Test func detectsEveryChangedOrMissingByte() throws {
    try store(Array("output".utf8), under: key)
    let path = cache.path(of: key)
    let whole = try InputFile.read(path, limit: 1000)
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x10
      #expect(CacheObject.read(damaged, key: key) == nil, "byte \(index)")
      #expect(CacheObject.read(Array(whole.prefix(index)), key: key) == nil, "cut at \(index)")
    }
    #expect(CacheObject.read(whole + [0], key: key) == nil)
    try Data(whole.dropLast()).write(to: URL(fileURLWithPath: path))
    guard case .damaged = cache.find(key) else {
      Issue.record("the damage was not told")
      return
    }
    #expect(cache.verify() == [path])
    try store(Array("output".utf8), under: key)
    #expect(found(key) == Array("output".utf8))
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "-1", "1e3", ""])
  func reportsForgedLengthsAsDamage(length: String) throws {
    let payload = Array("output".utf8)
    let head = "twheader object 2 \(key) \(ContentDigest(of: payload)) \(length)\n"
    #expect(CacheObject.read(Array(head.utf8) + payload, key: key) == nil)
    try store(payload, under: key)
    let path = cache.path(of: key)
    try Data(Array(head.utf8) + payload).write(to: URL(fileURLWithPath: path))
    guard case .damaged = cache.find(key) else {
      Issue.record("the damage was not told")
      return
    }
    #expect(cache.verify() == [path])
  }

  @Test func listsForeignFilesButNotUnfinishedOnes() throws {
    try folder.write("cache/objects/readme", [1])
    try folder.write("cache/objects/ab/.ab.1-x.tmp", [1])
    #expect(cache.verify() == [cache.folder + "/objects/readme"])
    #expect(cache.statistics().objects == 0)
  }

  @Test func removesLeastRecentlyUsedObjectsFirst() throws {
    let keys = (0..<4).map { ContentDigest(of: "\($0)") }
    for (index, key) in keys.enumerated() {
      try store([UInt8](repeating: 7, count: 1000), under: key)
      let age = Date(timeIntervalSince1970: 1_000_000 + Double(index) * 60)
      try FileManager.default.setAttributes(
        [.modificationDate: age], ofItemAtPath: cache.path(of: key))
    }
    // A hit counts as a use, so the oldest object becomes the newest.
    #expect(found(keys[0]) != nil)
    let each = cache.statistics().bytes / 4
    let removed = cache.collect(limit: 2 * each)
    #expect(removed.objects == 2 && removed.bytes == 2 * each)
    #expect(keys.map { found($0) != nil } == [true, false, false, true])
  }

  @Test func removesUnfinishedFilesAfterADay() throws {
    try folder.write("cache/objects/ab/.ab.1-x.tmp", [1])
    #expect(cache.collect(limit: 0).objects == 0)
    #expect(cache.collect(limit: 0, now: Date(timeIntervalSinceNow: 90_000)).objects == 1)
  }

  @Test func frameArchivesRoundTrip() {
    let files: [[UInt8]] = [[], [10, 10], Array("3\n".utf8)]
    #expect(FrameArchive.files(FrameArchive.packed(files)) == files)
    #expect(FrameArchive.files(FrameArchive.packed([])) == [])
    let packed = FrameArchive.packed(files)
    for count in packed.indices { #expect(FrameArchive.files(Array(packed.prefix(count))) == nil) }
    #expect(FrameArchive.files(Array("99999999999999999999\n".utf8)) == nil)
  }

  /// Tests links in place of an object and of its folder. The target is not read, written or
  /// removed.
  @Test(arguments: [false, true])
  func doesNotFollowLinks(isFolder: Bool) throws {
    try store(Array("output".utf8), under: key)
    let object = cache.path(of: key)
    let link = isFolder ? (object as NSString).deletingLastPathComponent : object
    let foreign = folder.path + "/foreign"
    try FileManager.default.moveItem(atPath: link, toPath: foreign)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: foreign)
    let file = isFolder ? foreign + "/\(key)" : foreign
    try Data("precious".utf8).write(to: URL(fileURLWithPath: file))

    guard case .damaged = cache.find(key) else {
      Issue.record("the link was followed")
      return
    }
    let error = #expect(throws: HeaderKitError.self) {
      try store(Array("output".utf8), under: key)
    }
    #expect(
      error?.description
        == "\(link): is a symbolic link, which is not followed; remove it")
    #expect(cache.verify() == [link])
    _ = cache.collect(limit: 0)
    #expect(FileManager.default.contents(atPath: file) == Data("precious".utf8))
  }

  @Test func rejectsLinkAsObjectsFolder() throws {
    try store(Array("output".utf8), under: key)
    let objects = cache.folder + "/objects"
    try FileManager.default.moveItem(atPath: objects, toPath: folder.path + "/foreign")
    try FileManager.default.createSymbolicLink(
      atPath: objects, withDestinationPath: folder.path + "/foreign")
    let error = #expect(throws: HeaderKitError.self) { try RenderCache(folder: cache.folder) }
    #expect(
      error?.description == "\(objects): is a symbolic link, which is not followed; remove it")
    #expect(folder.exists("foreign/\(key.hexadecimal.prefix(2))/\(key)"))
  }

  @Test func rejectsLinkAsLocksFolder() throws {
    let locks = cache.folder + "/locks"
    try? FileManager.default.removeItem(atPath: locks)
    try folder.write("foreign", [1])
    try FileManager.default.createSymbolicLink(
      atPath: locks, withDestinationPath: folder.path + "/foreign")
    let error = #expect(throws: HeaderKitError.self) { try RenderCache(folder: cache.folder) }
    #expect(error?.description == "\(locks): is a symbolic link, which is not followed; remove it")
  }

  /// The cache's own path may be a link.
  @Test func followsLinkToTheCache() throws {
    try store(Array("output".utf8), under: key)
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: cache.folder)
    guard case .output(let bytes, _) = try RenderCache(existing: link).find(key) else {
      Issue.record("the cache was not found")
      return
    }
    #expect(bytes == Array("output".utf8))
  }

  @Test(.timeLimit(.minutes(60)))
  func treatsPipesAsDamagedObjects() throws {
    try store(Array("output".utf8), under: key)
    let path = cache.path(of: key)
    unlink(path)
    try #require(mkfifo(path, 0o600) == 0)
    guard case .damaged = cache.find(key) else {
      Issue.record("the pipe was taken for an object")
      return
    }
    #expect(cache.verify() == [path])
    try store(Array("output".utf8), under: key)
    #expect(found(key) == Array("output".utf8))
  }

  /// The length is compared with the one in the first line before the object is read into memory.
  @Test func reportsLengthenedObjectsAsDamaged() throws {
    try store(Array("output".utf8), under: key)
    let path = cache.path(of: key)
    try #require(truncate(path, 4 << 30) == 0)
    guard case .damaged = cache.find(key) else {
      Issue.record("the length was not compared")
      return
    }
    #expect(cache.verify() == [path])
  }

  /// The object is larger than those that are verified in memory.
  @Test func findsLargeObjectsAndTheirDamage() throws {
    var bytes = [UInt8](repeating: 7, count: 20 << 20)
    bytes[19 << 20] = 8
    try store(bytes, under: key)
    #expect(found(key) == bytes)
    #expect(cache.verify() == [])
    let path = cache.path(of: key)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seek(toOffset: 19 << 20)
    try file.write(contentsOf: Data([1]))
    try file.close()
    #expect(found(key) == nil)
    #expect(cache.verify() == [path])
  }

  @Test func rejectsFoldersWithoutCacheTag() throws {
    try folder.write("other/objects/ab/" + String(repeating: "ab", count: 32), [1])
    let error = #expect(throws: HeaderKitError.self) {
      try RenderCache(existing: folder.path + "/other")
    }
    #expect(error?.code == .noInput)
    #expect(!folder.exists("other/CACHEDIR.TAG"))
    #expect(try RenderCache(existing: cache.folder).statistics().objects == 0)
  }

  @Test func frameArchivesContainNonemptyFrames() {
    #expect(FrameArchive.holdsFrames(FrameArchive.packed([[1], [2]])))
    for files in [[], [[]], [[1], []], [[UInt8]](repeating: [], count: 1000)] {
      #expect(!FrameArchive.holdsFrames(FrameArchive.packed(files)))
    }
    #expect(!FrameArchive.holdsFrames(Array("foreign".utf8)))
  }
}
