@testable import FileAccess
import Foundation
import TestSupport
import Testing

/// The identity of files with several names.
@Suite struct FileIdentityTests {
  @Test(arguments: [
    ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("a/b/", "a", "b"), ("a//", ".", "a"),
    ("/", "/", ""), ("/a/b//", "/a", "b"), ("./a", ".", "a"),
  ])
  func splitsPathIntoFolderAndName(path: String, folder: String, name: String) {
    let parts = FileIdentity.parts(of: path)
    #expect(parts.folder == folder)
    #expect(parts.name == name)
  }

  @Test func identifiesTheSameFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("sub/a", [1])
    try folder.write("sub/b", [1])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/away", withDestinationPath: "sub")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/late", withDestinationPath: "sub/later")
    #expect(link(folder.path + "/sub/a", folder.path + "/hard") == 0)
    func identity(_ name: String) -> FileIdentity {
      FileIdentity(folder.path + "/" + name, stream: STDIN_FILENO)
    }
    #expect(identity("sub/a") == identity("sub/../sub/./a"))
    #expect(identity("sub/a") == identity("away/a"))
    #expect(identity("sub/a") == identity("hard"))
    #expect(identity("sub/a") != identity("sub/b"))
    // Files that do not exist yet.
    #expect(identity("sub/new") == identity("away/new"))
    #expect(identity("sub/later") == identity("late"))
    #expect(identity("sub/new") != identity("sub/newer"))
    #expect(identity("no/where") == identity("no/../no/where"))
    #expect(identity("no/where") != identity("no/other"))
  }

  @Test func resolvesPathsOfMissingFiles() throws {
    let folder = try TemporaryFolder()
    let real = try #require(FileIdentity.realPath(of: folder.path))
    try folder.write("sub/a", [1])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/away", withDestinationPath: "sub")
    for (path, resolved) in [
      ("sub/a", "sub/a"), ("away/a", "sub/a"), ("away/new", "sub/new"),
      ("away/new/deep", "sub/new/deep"), ("none/../away", "sub"), ("sub/./b", "sub/b"),
    ] {
      #expect(FileIdentity.resolvedPath(of: folder.path + "/" + path) == real + "/" + resolved)
    }
    func nested(_ first: String, _ second: String) -> Bool {
      FileIdentity.isNested(folder.path + "/" + first, folder.path + "/" + second)
    }
    #expect(nested("sub", "away") && nested("sub", "away/new") && nested("away/a", "sub"))
    #expect(!nested("sub", "subway") && !nested("sub/a", "sub/b"))
    #expect(FileIdentity.realPath(of: folder.path + "/none") == nil)
  }

  @Test func identifiesFoldersThroughLinks() throws {
    let folder = try TemporaryFolder()
    try folder.write("sub/a", [1])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/away", withDestinationPath: "sub")
    #expect(FileIdentity.isFolder(folder.path + "/away"))
    #expect(!FileIdentity.isFolder(folder.path + "/away", followingLinks: false))
    #expect(FileIdentity.isFolder(folder.path + "/sub", followingLinks: false))
    #expect(!FileIdentity.isFolder(folder.path + "/sub/a"))
    #expect(!FileIdentity.isFolder(folder.path + "/none"))
  }

  // MARK: - Temporary files

  /// A temporary name is recognized as this process's in any folder and at any length.
  @Test(arguments: [
    "a.gif", "/x/y/a.gif", "./a.gif", "sub/ü.gif", String(repeating: "long", count: 60),
  ])
  func temporaryNamesContainTheProcess(path: String) throws {
    let beside = TemporaryName.path(for: path)
    let (folder, file) = FileIdentity.parts(of: beside)
    #expect(folder == FileIdentity.parts(of: path).folder)
    #expect(file.utf8.count <= 255)
    let name = try #require(TemporaryName(file))
    #expect(name.target == TemporaryName.stem(of: FileIdentity.parts(of: path).name))
    #expect(name.process == ProcessInfo.processInfo.processIdentifier)
    #expect(name.isLocal && !name.isAbandoned)
    #expect(TemporaryName.path(for: path) != beside)
  }

  @Test(arguments: [
    "a.gif", ".a.gif.tmp", "a.gif.12-abc.tmp", ".a.gif.12-abc.temp", ".a.gif.x-abc.tmp",
    ".12-abc.tmp",
    ".a.gif.99999999999999999999-abc.tmp",
  ])
  func recognizesOnlyTemporaryFiles(file: String) { #expect(TemporaryName(file) == nil) }

  @Test func temporaryDirectoryIsRemovedWhenReleased() throws {
    var path = ""
    do {
      let directory = try TemporaryDirectory()
      path = directory.path
      #expect(FileIdentity.isFolder(path))
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o700)
      try Data([1]).write(to: URL(fileURLWithPath: path + "/a"))
      #expect(try TemporaryDirectory().path != path)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func removesEmptyOutputFolders() throws {
    let folder = try TemporaryFolder()
    let deep = folder.path + "/a/b/c"
    #expect(TemporaryFiles.makeFolder(deep) == nil)
    try folder.write("a/kept", [1])
    TemporaryFiles.removeEmptyFolders(above: deep)
    #expect(!folder.exists("a/b") && folder.exists("a/kept"))
    try folder.write("file", [1])
    #expect(TemporaryFiles.makeFolder(folder.path + "/file/x") == ENOTDIR)
    #expect(TemporaryFiles.makeFolder(folder.path + "/none/../x") == ENOENT)
    #expect(!folder.exists("none"))
  }

  // MARK: - Text

  @Test(arguments: [0, 1, 3, 40_000]) func writesLinesInPieces(count: Int) throws {
    let folder = try TemporaryFolder()
    let lines = (0..<count).map { "line \($0)" }
    try TextOutput.write(lines: lines, to: folder.path + "/a.txt")
    let text = String(decoding: try #require(folder.bytes("a.txt")), as: UTF8.self)
    #expect(text == lines.map { $0 + "\n" }.joined())
    try TextOutput.write(text, to: folder.path + "/b.txt")
    #expect(folder.bytes("b.txt") == folder.bytes("a.txt"))
  }

  @Test func creationTestLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.tryCreating(folder.path + "/new/a.gif")
    try AtomicFile.tryCreating("-")
    try AtomicFile.tryCreating("/dev/null")
    #expect(!folder.exists("new"))
    #expect(throws: HeaderKitError.self) { try AtomicFile.tryCreating(folder.path) }
  }
}
