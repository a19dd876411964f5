@testable import FileAccess
import Foundation
import TestSupport
import Testing

@Suite struct AtomicFileTests {
  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func fileAppearsWhenComplete() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", [1])
    let file = try AtomicFile(folder.path + "/a")
    try file.write([2, 3])
    try file.write([])
    try file.write([4])
    #expect(folder.bytes("a") == [1])
    #expect(try names(folder).count == 2)
    #expect(file.byteCount == 3)
    try file.commit()
    #expect(folder.bytes("a") == [2, 3, 4])
    #expect(try names(folder) == ["a"])
  }

  @Test func droppedFileLeavesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", [1])
    do {
      let file = try AtomicFile(folder.path + "/a")
      try file.write([2])
    }
    #expect(folder.bytes("a") == [1])
    #expect(try names(folder) == ["a"])
  }

  @Test func writesThroughChainsOfLinks() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try folder.write("real/a", [1])
    try files.createSymbolicLink(atPath: folder.path + "/one", withDestinationPath: "real/two")
    try files.createSymbolicLink(atPath: folder.path + "/real/two", withDestinationPath: "a")
    let file = try AtomicFile(folder.path + "/one")
    try file.write([2])
    try file.commit()
    #expect(folder.bytes("real/a") == [2])
    #expect(try files.destinationOfSymbolicLink(atPath: folder.path + "/one") == "real/two")
    #expect(try files.destinationOfSymbolicLink(atPath: folder.path + "/real/two") == "a")
  }

  @Test func rejectsCyclicLinks() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/a", withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/b", withDestinationPath: "a")
    let error = #expect(throws: HeaderKitError.self) { _ = try AtomicFile(folder.path + "/a") }
    #expect(error?.code == .cannotCreate)
    #expect(error?.reason == "symbolic links form a loop")
  }

  @Test func keepsPermissions() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", [1])
    let path = folder.path + "/a"
    try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: path)
    let file = try AtomicFile(path)
    try file.commit()
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o604)
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser gives files away"))
  func keepsTheOwner() throws {
    let folder = try TemporaryFolder()
    func replaces(_ name: String, _ open: () throws -> AtomicFile) throws {
      try folder.write(name, [1])
      let path = folder.path + "/" + name
      #expect(chown(path, 12_345, 54_321) == 0 && chmod(path, 0o640) == 0)
      let file = try open()
      try file.write([2])
      try file.commit()
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_uid == 12_345 && status.st_gid == 54_321)
      #expect(status.st_mode & 0o7777 == 0o640)
      #expect(folder.bytes(name) == [2])
    }
    try replaces("a") { try AtomicFile(folder.path + "/a") }
    try replaces("b") { try AtomicFile("b", in: FolderTree(folder.path)) }
  }

  @Test func doesNotTakeOwnershipOfFiles() throws {
    let older = ReplacedFile(owner: 7, group: 8, mode: 0o666)
    try older.check(replacedBy: 7, at: "a.gif")
    try older.check(replacedBy: 0, at: "a.gif")
    let error = #expect(throws: HeaderKitError.self) {
      try older.check(replacedBy: 9, at: "a.gif")
    }
    #expect(
      error?.description
        == "a.gif: belongs to another user; remove it, or choose another name")
    #expect(error?.code == .cannotCreate)
  }

  @Test func createsParentFolders() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(folder.path + "/new/deep/a")
    try file.write([1])
    try file.commit()
    #expect(folder.bytes("new/deep/a") == [1])
    do { _ = try AtomicFile(folder.path + "/other/deep/a") }
    #expect(try names(folder) == ["new"])
  }

  @Test(arguments: [
    ("file/none/a", "a part of the path is not a folder"),
    ("file/a", "a part of the path is not a folder"),
    ("", "is a folder"),
  ])
  func explainsWhyWritingFails(name: String, reason: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("file", [1])
    let error = #expect(throws: HeaderKitError.self) {
      _ = try AtomicFile(folder.path + "/" + name)
    }
    #expect(error?.code == .cannotCreate)
    #expect(error?.reason.description == reason)
    #expect(try names(folder) == ["file"])
  }
}
