@testable import Comparison
import PortableMath
import TestSupport
import Testing

/// Stills that other tools number in a folder of many pictures.
@Suite struct NumberedStillTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func request() -> DiffRequest {
    DiffRequest(first: folder.path + "/old", second: folder.path + "/new")
  }

  private func write(_ side: String, _ name: (Int) -> String, _ dots: [Int], from start: Int = 0)
    throws
  {
    for (index, dot) in dots.enumerated() {
      try folder.write("\(side)/\(name(start + index))", dotted(dotX: dot))
    }
  }

  private func names(_ request: DiffRequest) async throws -> [String] {
    try await DiffRunner(request).run().items.map(\.name)
  }

  @Test func findsInsertedAndDroppedStills() async throws {
    try write("old", { "shots/spin_\($0).png" }, [1, 2, 3, 4, 5])
    try write("new", { "shots/spin_\($0).png" }, [1, 9, 2, 3, 5])
    try folder.write("old/shots/still.png", dotted())
    try folder.write("new/shots/still.png", dotted())
    let report = try await DiffRunner(request()).run()
    #expect(report.items.map(\.name) == ["shots/spin_%d.png", "shots/still.png"])
    let item = try #require(report.items.first)
    #expect(item.kind == .animation)
    #expect(item.status == .different)
    #expect(item.frames.map(\.state) == [.same, .inserted, .same, .same, .dropped, .same])
    #expect(
      item.details == [
        "second's frame 1 inserted at 0 s", "frame 3 dropped, shown at 0 s",
      ])
    #expect(item.firstPath == folder.path + "/old/shots/spin_%d.png")
  }

  @Test func reportsChangedFrames() async throws {
    try write("old", { "f000\($0).png" }, [1, 2, 3], from: 1)
    try write("new", { "f000\($0).png" }, [1, 8, 3], from: 1)
    let item = try #require(try await DiffRunner(request()).run().items.first)
    #expect(item.name == "f%04d.png")
    #expect(item.frames.map(\.state) == [.same, .changed, .same])
    #expect(item.differentPixels == 2)
  }

  /// The names in both folders and the names of the resulting items.
  @Test(
    arguments: [
      // Roborazzi's `captureRoboAllImage`, and Paparazzi's frames before it wrote APNGs.
      (["m_0.png", "m_1.png"], ["m_0.png", "m_1.png", "m_2.png"], ["m_%d.png"]),
      (["spin0.png", "spin1.png"], ["spin0.png", "spin1.png"], ["spin%d.png"]),
      (["a.0.png", "a.1.png"], ["a.0.png", "a.1.png"], ["a.%d.png"]),
      (["x_0001.png", "x_0002.png"], ["x_0001.png", "x_0002.png"], ["x_%04d.png"]),
      (["0000.png", "0001.png"], ["0000.png", "0001.png"], ["%04d.png"]),
      (
        ["a0.png", "a1.png", "b0.png", "b1.png"], ["a0.png", "a1.png", "b0.png", "b1.png"],
        ["a%d.png", "b%d.png"]
      ),
      // swift-snapshot-testing: the assertions of one test.
      (["t.1.png", "t.2.png"], ["t.1.png", "t.2.png"], ["t.1.png", "t.2.png"]),
      // No series on one of the sides.
      (["a0.png", "a1.png"], ["a0.png"], ["a0.png", "a1.png"]),
      (["a0.png", "a1.png"], ["a0.png", "a2.png"], ["a0.png", "a1.png", "a2.png"]),
      (["a08.png", "a09.png"], ["a08.png", "a09.png"], ["a08.png", "a09.png"]),
      (["a0.png", "a01.png"], ["a0.png", "a01.png"], ["a0.png", "a01.png"]),
      (["a/0.png", "b/1.png"], ["a/0.png", "b/1.png"], ["a/0.png", "b/1.png"]),
      // The failed part of a series together with the rest.
      (
        ["m_0.png", "m_1.png", "m_2.png"], ["m_1_actual.png", "m_1_compare.png"], ["m_%d.png"]
      ),
      (["m_0.png", "m_1.png", "o.png"], ["o_actual.png", "o_compare.png"], ["o.png"]),
    ] as [([String], [String], [String])])
  func recognizesSeriesByNames(first: [String], second: [String], items: [String]) async throws {
    for name in first { try folder.write("old/" + name, dotted()) }
    for name in second { try folder.write("new/" + name, dotted(dotX: 4)) }
    #expect(try await names(request()) == items)
  }

  @Test func stillsWithoutFailureFilesAreUnchanged() async throws {
    try write("old", { "m_\($0).png" }, [1, 2, 3])
    try folder.write("new/m_1_actual.png", dotted(dotX: 7))
    try folder.write("new/m_1_compare.png", dotted(30))
    let item = try #require(try await DiffRunner(request()).run().items.first)
    #expect(item.frames.map(\.state) == [.same, .changed, .same])
  }

  @Test func mixedSizesAndAnimationsAreNotFrames() async throws {
    for side in ["old", "new"] {
      try folder.write(side + "/a0.png", dotted(12))
      try folder.write(side + "/a1.png", dotted(13))
      for name in ["b0.png", "b1.png"] {
        try folder.write("\(side)/\(name)", [(dotted(), 10), (dotted(dotX: 2), 10)])
      }
      for name in ["c0.png", "c1.png"] { try folder.write("\(side)/\(name)", [1, 2, 3]) }
    }
    #expect(
      try await names(request()) == ["a0.png", "a1.png", "b0.png", "b1.png", "c0.png", "c1.png"])
  }

  @Test func masksLayerInEachStill() async throws {
    for side in ["old", "new"] { try write(side, { "a\($0).png" }, [1, 2]) }
    var masked = request()
    masked.masks = [DiffMask(.layer(name: "avatar"))]
    #expect(try await names(masked) == ["a0.png", "a1.png"])
  }

  @Test(arguments: [BaselineUpdate.missing, .changed])
  func updateCopiesWholeSeries(update: BaselineUpdate) async throws {
    try write("old", { "s/a\($0).png" }, [1, 2, 3])
    try write("new", { "s/a\($0).png" }, [1, 7])
    var request = request()
    request.update = update
    let item = try #require(try await DiffRunner(request).run().items.first)
    let writes = update == .changed
    #expect(item.baseline == (writes ? .replaced : nil))
    #expect((folder.bytes("old/s/a1.png") == folder.bytes("new/s/a1.png")) == writes)
    #expect(folder.exists("old/s/a2.png") != writes)
    #expect(try await DiffRunner(self.request()).run().count(.different) == (writes ? 0 : 1))
  }
}
