import FileAccess
import Testing

@Suite struct FramePatternTests {
  @Test(arguments: [
    ("%d.png", 7, "7.png"), ("a/%04d.png", 7, "0007.png"), ("a/%04d.png", 12345, "12345.png"),
    ("a/b-%01d-c.png", 10, "b-10-c.png"), ("/a.b/%09d", 1, "000000001"),
  ])
  func namesFrames(pattern: String, index: Int, name: String) throws {
    #expect(try #require(FramePattern(pattern)).name(index) == name)
  }

  @Test(arguments: [
    "", "a.png", "%d/a.png", "%d%d.png", "%4d.png", "%00d.png", "%010d.png", "%s.png", "100%.png",
    "%%d.png", "%D.png",
  ])
  func rejectsInvalidPatterns(path: String) {
    #expect(FramePattern(path) == nil)
  }

  @Test(arguments: [
    ("0000.png", true), ("0012.png", true), ("12345.png", true), ("12.png", false),
    ("0012.PNG", false), ("x0012.png", false), ("0012.png~", false), ("00a2.png", false),
    (".png", false), ("٠٠١٢.png", false),
  ])
  func recognizesFilesOfThePattern(name: String, isOwn: Bool) {
    #expect(FramePattern(folder: "a").matches(name) == isOwn)
  }

  @Test(arguments: [
    ("%d.png", ".", ""), ("a/%d.png", "a", "a/"), ("a//%d.png", "a", "a//"), ("/%d.png", "/", "/"),
  ])
  func recognizesFolderOfThePattern(path: String, folder: String, prefix: String) throws {
    let pattern = try #require(FramePattern(path))
    #expect(pattern.folderPath == folder)
    #expect(pattern.folder == prefix)
  }
}
