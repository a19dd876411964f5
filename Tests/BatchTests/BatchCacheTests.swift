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

  @Test func theDigestIsSHA256() {
    // NIST's example for "abc", FIPS 180-4.
    #expect(
      ContentDigest(of: "abc").hexadecimal
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test(arguments: [[], [0x0A], Array(0...255), Array("twheader object 2 x\n".utf8)] as [[UInt8]])
  func whatWasKeptIsFound(bytes: [UInt8]) throws {
    #expect(found(key) == nil)
    try store(bytes, under: key)
    #expect(found(key) == bytes)
    #expect(found(ContentDigest(of: "another")) == nil)
    #expect(cache.statistics().objects == 1)
    #expect(cache.verify() == [])
  }

  /// A cache whose files were exchanged delivers none of them.
  @Test func anObjectUnderAnotherKeyIsNotDelivered() throws {
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

  /// Every byte of a small object, changed, and every length it can be cut off to.
  @Test func noDamageGoesUnnoticed() throws {
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

  @Test func foreignFilesAreNamedAndUnfinishedOnesAreNot() throws {
    try folder.write("cache/objects/readme", [1])
    try folder.write("cache/objects/ab/.ab.1-x.tmp", [1])
    #expect(cache.verify() == [cache.folder + "/objects/readme"])
    #expect(cache.statistics().objects == 0)
  }

  @Test func whatWasNotUsedForLongestGoesFirst() throws {
    let keys = (0..<4).map { ContentDigest(of: "\($0)") }
    for (index, key) in keys.enumerated() {
      try store([UInt8](repeating: 7, count: 1000), under: key)
      let age = Date(timeIntervalSince1970: 1_000_000 + Double(index) * 60)
      try FileManager.default.setAttributes(
        [.modificationDate: age], ofItemAtPath: cache.path(of: key))
    }
    // A hit counts as a use: the oldest becomes the newest.
    #expect(found(keys[0]) != nil)
    let each = cache.statistics().bytes / 4
    let removed = cache.collect(limit: 2 * each)
    #expect(removed.objects == 2 && removed.bytes == 2 * each)
    #expect(keys.map { found($0) != nil } == [true, false, false, true])
  }

  @Test func unfinishedFilesGoWhenTheyAreADayOld() throws {
    try folder.write("cache/objects/ab/.ab.1-x.tmp", [1])
    #expect(cache.collect(limit: 0).objects == 0)
    #expect(cache.collect(limit: 0, now: Date(timeIntervalSinceNow: 90_000)).objects == 1)
  }

  @Test func framesComeOutOfAnArchiveAsTheyWentIn() {
    let files: [[UInt8]] = [[], [10, 10], Array("3\n".utf8)]
    #expect(FrameArchive.files(FrameArchive.packed(files)) == files)
    #expect(FrameArchive.files(FrameArchive.packed([])) == [])
    let packed = FrameArchive.packed(files)
    for count in packed.indices { #expect(FrameArchive.files(Array(packed.prefix(count))) == nil) }
    #expect(FrameArchive.files(Array("99999999999999999999\n".utf8)) == nil)
  }
}
