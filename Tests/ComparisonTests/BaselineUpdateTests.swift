import Comparison
import Foundation
import TestSupport
import Testing

@Suite struct BaselineUpdateTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("old/same.png", dotted())
    try folder.write("new/same.png", dotted())
    try folder.write("old/changed.png", dotted())
    try folder.write("new/changed.png", dotted(dotX: 5))
    try folder.write("old/gone.png", dotted())
    try folder.write("new/fresh.png", dotted())
  }

  private func run(_ update: BaselineUpdate) async throws -> ComparisonReport {
    var request = DiffRequest(first: folder.path + "/old", second: folder.path + "/new")
    request.update = update
    return try await DiffRunner(request).run()
  }

  @Test(arguments: [
    (BaselineUpdate.none, [String: ComparedItem.Baseline]()),
    (.missing, ["fresh.png": .created]),
    (.changed, ["fresh.png": .created, "changed.png": .replaced]),
    (.all, ["fresh.png": .created, "changed.png": .replaced]),
  ])
  func eachModeWritesItsBaselinesAndSaysSo(
    mode: BaselineUpdate, written: [String: ComparedItem.Baseline]
  ) async throws {
    let report = try await run(mode)
    var found: [String: ComparedItem.Baseline] = [:]
    for item in report.items { found[item.name] = item.baseline }
    #expect(found == written)
    #expect(folder.exists("old/fresh.png") == (mode != .none))
    let isReplaced = folder.bytes("old/changed.png") == folder.bytes("new/changed.png")
    #expect(isReplaced == (mode == .changed || mode == .all))
    #expect(folder.exists("old/gone.png"))
  }

  @Test func allAlsoRewritesWhatOnlyDiffersInItsBytes() async throws {
    let bytes = try #require(folder.bytes("new/same.png"))
    try folder.write("old/same.png", bytes + [0])
    try folder.write("old/gone.png", [])
    _ = try? await run(.all)
    #expect(folder.bytes("old/changed.png") == folder.bytes("new/changed.png"))
  }

  @Test func anUpdatePassesOnlyWhenUpdatesAreAccepted() async throws {
    try FileManager.default.removeItem(atPath: folder.path + "/old/gone.png")
    let report = try await run(.changed)
    #expect(report.exitStatus() == 1)
    #expect(report.exitStatus(acceptedUpdates: true) == 0)
    #expect(report.summary == "1 same, 1 different, 1 added; 2 baselines written")
    #expect(try await run(.none).exitStatus() == 0)
  }

  @Test func aFirstBaselineIsMadeWithItsFolders() async throws {
    var request = DiffRequest(
      first: folder.path + "/baselines/deep/a.png", second: folder.path + "/new/same.png")
    request.update = .missing
    let report = try await DiffRunner(request).run()
    #expect(report.items.map(\.baseline) == [.created])
    #expect(folder.bytes("baselines/deep/a.png") == folder.bytes("new/same.png"))
  }

  @Test(arguments: [
    (nil, BaselineUpdate.changed), ("", .changed), ("0", .changed), ("false", .changed),
    ("true", .none), ("1", .none),
  ])
  func nothingIsWrittenWhereCIIsSet(value: String?, permitted: BaselineUpdate) {
    let environment = value.map { ["CI": $0] } ?? [:]
    #expect(BaselineUpdate.changed.permitted(environment: environment) == permitted)
  }
}
