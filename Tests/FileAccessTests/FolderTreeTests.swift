@testable import FileAccess
import Foundation
import TestSupport
import Testing

/// Files in a folder are accessed without following links, even if other processes change it.
@Suite struct FolderTreeTests {
  private let folder: TemporaryFolder
  private let tree: FolderTree

  /// Contains `in/a`, `in/deep/b`, `out/secret`, and links from `in` to a file and a folder in
  /// `out`.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("in/a", [1])
    try folder.write("in/deep/b", [2])
    try folder.write("out/secret", [3])
    for (link, target) in [("in/file", "../out/secret"), ("in/folder", "../out")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + link, withDestinationPath: target)
    }
    tree = try FolderTree(folder.path + "/in")
  }

  private func code(_ work: () throws -> Void) -> HeaderKitError.Code? {
    (#expect(throws: HeaderKitError.self) { try work() })?.code
  }

  @Test func findsOnlyExistingFiles() throws {
    #expect(try tree.has("a") && tree.has("deep/b") && tree.has("deep"))
    #expect(try !tree.has("b") && !tree.has("none/b"))
    #expect(try tree.has("file"))
    #expect(code { _ = try tree.has("folder/secret") } == .cannotCreate)
    #expect(code { _ = try tree.has("../out/secret") } == .cannotCreate)
    #expect(code { _ = try tree.has("a/b") } == .cannotCreate)
  }

  @Test func readsFilesButNotThroughLinks() throws {
    #expect(try InputFile.read("deep/b", in: tree, limit: 10) == [2])
    for name in ["file", "folder/secret"] {
      let error = #expect(throws: HeaderKitError.self) {
        try InputFile.read(name, in: tree, limit: 10)
      }
      #expect(error?.isOfLink == true)
      #expect(error?.remedy == "remove it")
    }
    #expect(code { _ = try InputFile.read("none", in: tree, limit: 10) } == .noInput)
    #expect(code { _ = try InputFile.read("none/b", in: tree, limit: 10) } == .noInput)
    #expect(code { _ = try InputFile.read("deep", in: tree, limit: 10) } == .noInput)
    #expect(code { _ = try InputFile.read("deep/b", in: tree, limit: 0) } == .badData)
  }

  @Test func writesFilesButNotThroughLinks() throws {
    let file = try AtomicFile("new/deep/c", in: tree)
    try file.write([9])
    #expect(!folder.exists("in/new/deep/c"))
    try file.commit()
    #expect(folder.bytes("in/new/deep/c") == [9])
    for name in ["file", "folder/secret", "folder/new"] {
      let error = #expect(throws: HeaderKitError.self) { _ = try AtomicFile(name, in: tree) }
      #expect(error?.isOfLink == true)
    }
    #expect(code { _ = try AtomicFile("deep", in: tree) } == .cannotCreate)
    #expect(folder.bytes("out/secret") == [3] && !folder.exists("out/new"))
  }

  /// The permissions of a replaced file are kept. A canceled write leaves neither file nor folder.
  @Test func writesFilesInFoldersAtomically() throws {
    let path = folder.path + "/in/a"
    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: path)
    let file = try AtomicFile("a", in: tree)
    try file.write([7])
    #expect(folder.bytes("in/a") == [1])
    try file.commit(durably: true)
    #expect(folder.bytes("in/a") == [7])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o604)
    do { _ = try AtomicFile("other/deep/c", in: tree) }
    #expect(!folder.exists("in/other"))
  }

  @Test func removalDoesNotFollowLinks() throws {
    for name in ["file", "folder/secret"] {
      #expect(code { try tree.remove(name) } == .cannotCreate)
    }
    #expect(folder.bytes("out/secret") == [3] && folder.exists("in/file"))
    try tree.remove("none")
    try tree.remove("none/deeper")
    try tree.remove("a")
    #expect(!folder.exists("in/a"))
    // Removing a folder removes the links in it, not their targets.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/in/deep/link", withDestinationPath: "../../out")
    try tree.remove("deep")
    #expect(!folder.exists("in/deep") && folder.bytes("out/secret") == [3])
    #expect(tree.removeEntry("file"))
    #expect(folder.bytes("out/secret") == [3] && !folder.exists("in/file"))
    #expect(!tree.removeEntry("file"))
  }

  @Test func createsFoldersButNotThroughLinks() throws {
    try tree.makeFolder("x/y/z")
    try tree.makeFolder("x/y/z")
    #expect(FileIdentity.isFolder(folder.path + "/in/x/y/z"))
    #expect(code { try tree.makeFolder("folder/new") } == .cannotCreate)
    #expect(code { try tree.makeFolder("a/new") } == .cannotCreate)
    #expect(code { try tree.makeFolder("a") } == .cannotCreate)
    #expect(!folder.exists("out/new"))
  }

  @Test func rejectsLinks() throws {
    for name in ["a", "deep", "deep/b", "none", "none/deeper"] { try tree.refuseLink(name) }
    for name in ["file", "folder", "folder/secret"] {
      #expect(code { try tree.refuseLink(name) } == .cannotCreate)
    }
  }

  /// The open folder stays the same if its path is changed.
  @Test func keepsOpenTreeAfterItsNameIsReused() throws {
    try FileManager.default.moveItem(
      atPath: folder.path + "/in", toPath: folder.path + "/moved")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/in", withDestinationPath: "out")
    #expect(try InputFile.read("a", in: tree, limit: 10) == [1])
    #expect(try !tree.has("secret"))
  }

  @Test func opensOnlyFoldersAsTrees() {
    for name in ["in/a", "none"] {
      #expect(code { _ = try FolderTree(folder.path + "/" + name) } == .cannotCreate)
    }
  }

  @Test func createsLockFilesButNotThroughLinks() throws {
    for name in ["lock", "a"] {
      let descriptor = try #require(try tree.openForLocks(name))
      close(descriptor)
      #expect(folder.exists("in/" + name))
    }
    #expect(folder.bytes("in/a") == [1])
    #expect(code { _ = try tree.openForLocks("file") } == .cannotCreate)
    #expect(try tree.openForLocks("none/lock") == nil)
  }

  @Test func touchingChangesOnlyTheTime() throws {
    let path = folder.path + "/in/a"
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    tree.touch("a")
    tree.touch("none")
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(abs(try #require(date).timeIntervalSinceNow) < 60)
    #expect(folder.bytes("in/a") == [1])
  }
}
