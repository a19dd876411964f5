@testable import Comparison
import TestSupport
import Testing

@Suite struct ListingTests {
  @Test func differingFramesAreChosenBeforeEqualOnes() {
    let pixels: [Int?] = [nil, nil, 7, nil, nil, 7, nil, nil]
    #expect(MomentChoice.indices(differentPixels: pixels, atMost: 100) == Array(0..<8))
    #expect(MomentChoice.indices(differentPixels: pixels, atMost: 2) == [2, 5])
    #expect(MomentChoice.indices(differentPixels: pixels, atMost: 1) == [2])
    #expect(MomentChoice.indices(differentPixels: pixels, atMost: 4) == [0, 2, 5, 7])
    #expect(MomentChoice.indices(differentPixels: [], atMost: 4) == [])
  }

  @Test func theFirstFrameThatDiffersMostIsAlwaysChosen() {
    func chosen(_ pixels: [Int?], atMost limit: Int) -> [Int] {
      MomentChoice.indices(differentPixels: pixels, atMost: limit)
    }
    let pixels = [1, 1, 1, 1, 1, 9, 9, 1, 1]
    #expect(chosen(pixels, atMost: 1) == [5])
    #expect(chosen(pixels, atMost: 3) == [0, 5, 8])
    #expect(chosen([1, 1, 1, 1, 9], atMost: 3) == [0, 2, 4])
  }

  @Test func listingSkipsHiddenFiles() throws {
    let folder = try TemporaryFolder()
    for name in ["a.png", ".b.png", ".c/d.png", "e/f.GIF", "e/g.txt"] { try folder.write(name, []) }
    #expect(try FolderListing.names(in: folder.path) == ["a.png", "e/f.GIF"])
  }

  /// The files in folders with another tool's golden files, and the resulting pairs.
  @Test(
    arguments: [
      // Roborazzi with outputs next to and among its golden files.
      (
        ["a.B.c.png", "d.png"], ["a.B.c_actual.png", "a.B.c_compare.png"],
        ["a.B.c.png": "a.B.c_actual.png"]
      ),
      (
        ["c.png", "c_actual.png", "c_compare.png", "d.png"], nil,
        ["c.png": "c_actual.png", "d.png": "d.png"]
      ),
      // iOSSnapshotTestCase.
      (
        ["C/t_1@2x.png", "C/t_2@2x.png"],
        ["C/diff_t_1@2x.png", "C/failed_t_1@2x.png", "C/reference_t_1@2x.png"],
        ["C/t_1@2x.png": "C/failed_t_1@2x.png"]
      ),
      // Paparazzi.
      (["p_C_m.png", "p_C_n.png"], ["delta-p_C_m.png", "p_C_m.png"], ["p_C_m.png": "p_C_m.png"]),
      // Names that only look similar.
      (
        ["a.png", "a_actual.png"], ["a.png", "a_actual.png"],
        ["a.png": "a.png", "a_actual.png": "a_actual.png"]
      ),
      (
        ["a.png"], ["a.png", "a_compare.png"],
        ["a.png": "a.png", "a_compare.png": "+a_compare.png"]
      ),
      (["a.png"], ["diff_a.png"], ["a.png": "-a.png", "diff_a.png": "+diff_a.png"]),
    ] as [([String], [String]?, [String: String])])
  func pairsFailureFilesWithTheirGoldens(
    goldens: [String], left: [String]?, pairs: [String: String]
  ) throws {
    let folder = try TemporaryFolder()
    for name in goldens { try folder.write("a/" + name, []) }
    for name in left ?? [] { try folder.write("b/" + name, []) }
    let (first, second) = (folder.path + "/a", folder.path + (left == nil ? "/a" : "/b"))
    var found: [String: String] = [:]
    for plan in try ItemPlan.items(of: DiffRequest(first: first, second: second)) {
      #expect(plan.first == nil || plan.first == first + "/" + plan.name)
      let actual = plan.second.map { String($0.dropFirst(second.count + 1)) }
      found[plan.name] = plan.first == nil ? "+" + plan.name : actual ?? "-" + plan.name
    }
    #expect(found == pairs)
  }
}
