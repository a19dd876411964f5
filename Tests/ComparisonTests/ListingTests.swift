@testable import Comparison
import TestSupport
import Testing

@Suite struct ListingTests {
  @Test func differingFramesAreChosenBeforeEqualOnes() {
    let isSame = [true, true, false, true, true, false, true, true]
    #expect(MomentChoice.indices(isSame, atMost: 100) == Array(0..<8))
    #expect(MomentChoice.indices(isSame, atMost: 2) == [2, 5])
    #expect(MomentChoice.indices(isSame, atMost: 1) == [2])
    #expect(MomentChoice.indices(isSame, atMost: 4) == [0, 2, 5, 7])
    #expect(MomentChoice.indices([], atMost: 4) == [])
  }

  @Test func hiddenFilesAreNoPictures() throws {
    let folder = try TemporaryFolder()
    for name in ["a.png", ".b.png", ".c/d.png", "e/f.GIF", "e/g.txt"] { try folder.write(name, []) }
    #expect(try FolderListing.names(in: folder.path) == ["a.png", "e/f.GIF"])
  }
}
