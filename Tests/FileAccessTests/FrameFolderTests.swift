import FileAccess
import Foundation
import TestSupport
import Testing

/// The replacement of frames in a folder.
@Suite struct FrameFolderTests {
  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.path + "/" + folder).sorted()
  }

  private func folder(_ path: String) throws -> FrameFolder {
    try FrameFolder(try #require(FramePattern(place.path + "/" + path)))
  }

  private func number(of path: String) throws -> UInt64 {
    var status = stat()
    try #require(stat(place.path + "/" + path, &status) == 0)
    return UInt64(status.st_ino)
  }

  @Test func exchangesFoldersWithOnlyOwnFiles() throws {
    for name in ["0.png", "1.png", "2.png"] { try place.write("f/" + name, [1]) }
    let before = try number(of: "f")
    let frames = try folder("f/%d.png")
    try frames.write([2], to: "0.png")
    #expect(try names("f") == ["0.png", "1.png", "2.png"] && place.bytes("f/0.png") == [1])
    try frames.commit(["0.png"])
    #expect(try names("f") == ["0.png"] && place.bytes("f/0.png") == [2])
    #expect(try number(of: "f") != before)
    #expect(try names("") == ["f"])
  }

  @Test func keepsOtherFilesAndRemovesStaleFrames() throws {
    for name in ["0.png", "1.png", "notes.txt"] { try place.write("f/" + name, [1]) }
    let before = try number(of: "f")
    let frames = try folder("f/%d.png")
    try frames.write([2], to: "0.png")
    try frames.commit(["0.png"])
    #expect(try names("f") == ["0.png", "notes.txt"] && place.bytes("f/0.png") == [2])
    #expect(try number(of: "f") == before)
    #expect(try names("") == ["f"])
  }

  @Test func abandonedFolderLeavesNoFiles() throws {
    do {
      let frames = try folder("new/deep/%d.png")
      try frames.write([2], to: "0.png")
    }
    #expect(try names("") == [])
  }

  /// Process 4194399 is greater than Linux's largest process identifier.
  @Test func nextRunCompletesInterruptedChange() throws {
    for name in ["0.png", "1.png", "2.png", "notes.txt"] { try place.write("f/" + name, [1]) }
    try place.write("f/.frames.4194399-abc.change/1.png", [2])
    try place.write("f/.frames.4194399-abc.change/.stale", Array("2.png\0".utf8))
    _ = try folder("f/%d.png")
    #expect(try names("f") == ["0.png", "1.png", "notes.txt"])
    #expect(place.bytes("f/0.png") == [1] && place.bytes("f/1.png") == [2])
  }

  @Test func rejectsReadOnlyFoldersFirst() throws {
    try place.write("file", [1])
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/link", withDestinationPath: "nowhere")
    for path in ["file/%d.png", "link/%d.png"] {
      let error = #expect(throws: HeaderKitError.self) { try folder(path) }
      #expect(error?.code == .cannotCreate)
    }
    #expect(try names("") == ["file", "link"])
  }
}

/// Files left by killed processes are removed at the next write to their folder.
@Suite struct AbandonedFileTests {
  @Test func removesOnlyFilesOfEndedProcesses() throws {
    let folder = try TemporaryFolder()
    let own = ProcessInfo.processInfo.processIdentifier
    let left = [".a.gif.4194399-abc.tmp", ".a.gif.4194398-abc.tmp"]
    let others = [
      ".a.gif.\(own)-abc.tmp", ".a.gif.4194399-anothermachine-abc.tmp", ".b.gif.4194399-abc.tmp",
      "a.gif.4194399-abc.tmp",
    ]
    for name in left + others { try folder.write(name, [1]) }
    let file = try AtomicFile(folder.path + "/a.gif")
    try file.write([1])
    try file.commit()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == Set(others + ["a.gif"]))
  }

  @Test func failsAtOnceForMissingFolders() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: HeaderKitError.self) {
      _ = try AtomicFile(folder.path + "/none/../a.gif")
    }
    #expect(error?.code == .cannotCreate)
  }

  @Test(.timeLimit(.minutes(60))) func rejectsPipesAsInputs() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let error = #expect(throws: HeaderKitError.self) {
      try InputFile.read(folder.path + "/pipe", limit: 10)
    }
    #expect(error?.code == .badData)
  }
}
