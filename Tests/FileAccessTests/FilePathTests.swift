import FileAccess
import Testing

/// A combining mark at the start of a file name forms one `Character` with the preceding slash.
@Suite struct FilePathTests {
  @Test(arguments: [
    ("a.png", "", "a.png"), ("d/a.png", "d/", "a.png"), ("/a", "/", "a"), ("d/", "d/", ""),
    ("d/\u{301}a.png", "d/", "\u{301}a.png"), ("d\u{301}/a", "d\u{301}/", "a"),
    ("/\u{20DD}", "/", "\u{20DD}"), ("", "", ""),
  ])
  func splitsPathsAtTheLastSlash(path: String, folder: String, name: String) {
    let parts = FilePath.split(path)
    #expect(parts.folder == folder && parts.name == name)
  }

  @Test func splitsPathsIntoComponents() {
    #expect(FilePath.parts(of: "/a//\u{301}b/c/") == ["a", "\u{301}b", "c"])
    #expect(FilePath.folders(of: "a/\u{301}b/c") == ["a", "a/\u{301}b"])
    #expect(FilePath.isAbsolute("/\u{301}a") && !FilePath.isAbsolute("\u{301}/a"))
    #expect(FilePath.isDescendant("d/\u{301}a", of: "d") && !FilePath.isDescendant("da", of: "d"))
    #expect(FileIdentity.parts(of: "d/\u{301}a").folder == "d")
    #expect(FileIdentity.parts(of: "/\u{301}a").folder == "/")
    #expect(FileIdentity.parts(of: "/\u{301}a").name == "\u{301}a")
  }

  @Test func splitsFramePatternsAtTheLastSlash() throws {
    let pattern = try #require(FramePattern("d/\u{301}%02d.png"))
    #expect(pattern.folder == "d/" && pattern.name(3) == "\u{301}03.png")
  }

  @Test(arguments: [
    ("a", "a/\u{301}b.gif"), ("d/\u{301}a", "d/\u{301}a/b.gif"),
  ])
  func reportsFileInPlaceOfFolder(file: String, below: String) {
    var outputs = PlannedOutputs<Int>()
    _ = outputs.add(file, nil, from: 1)
    guard case .needsFolder(1) = outputs.add(below, nil, from: 2) else {
      Issue.record("no conflict")
      return
    }
  }

  @Test func findsFramesAfterCombiningMarks() {
    var outputs = PlannedOutputs<Int>()
    _ = outputs.add("", FramePattern("d/\u{301}%04d.png"), from: 1)
    guard case .sameFrames(1) = outputs.add("d/\u{301}0001.png", nil, from: 2) else {
      Issue.record("no conflict")
      return
    }
  }
}
