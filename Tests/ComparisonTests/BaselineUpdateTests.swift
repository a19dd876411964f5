import Comparison
import FileAccess
import Foundation
import ImageCodecs
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
  func eachUpdateModeWritesAndReportsItsBaselines(
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

  @Test func updateAllRewritesFilesWithOtherBytes() async throws {
    let bytes = try #require(folder.bytes("new/same.png"))
    try folder.write("old/same.png", bytes + [0])
    try folder.write("old/gone.png", [])
    _ = try? await run(.all)
    #expect(folder.bytes("old/changed.png") == folder.bytes("new/changed.png"))
  }

  @Test func updatePassesOnlyIfUpdatesAreAccepted() async throws {
    try FileManager.default.removeItem(atPath: folder.path + "/old/gone.png")
    let report = try await run(.changed)
    #expect(report.exitStatus() == 1)
    #expect(report.exitStatus(acceptedUpdates: true) == 0)
    #expect(report.summary == "1 same, 1 different, 1 added; 2 baselines written")
    #expect(try await run(.none).exitStatus() == 0)
  }

  @Test func createsFoldersForFirstBaselines() async throws {
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
  func writesNothingIfCIIsSet(value: String?, permitted: BaselineUpdate) {
    let environment = value.map { ["CI": $0] } ?? [:]
    #expect(BaselineUpdate.changed.permitted(environment: environment) == permitted)
    #expect(BaselineUpdate.changed.permitted(environment: environment, inCI: true) == .changed)
  }

  @Test func pruningRemovesUnpairedBaselines() async throws {
    var request = DiffRequest(first: folder.path + "/old", second: folder.path + "/new")
    request.update = .all
    request.prunesBaselines = true
    try folder.write("old/gone.frames.json", [])
    let report = try await DiffRunner(request).run()
    #expect(report.items.first { $0.name == "gone.png" }?.baseline == .removed)
    #expect(report.summary.hasSuffix(" baselines written or removed"))
    #expect(report.exitStatus(acceptedUpdates: true) == 0)
    #expect(!folder.exists("old/gone.png") && !folder.exists("old/gone.frames.json"))
    #expect(folder.exists("old/same.png"))
  }

  @Test func pruningRequiresOutputsAndFullUpdates() async throws {
    var request = DiffRequest(first: folder.path + "/old", second: folder.path + "/empty")
    try folder.write("empty/notes.txt", [])
    request.update = .all
    request.prunesBaselines = true
    await #expect(throws: HeaderKitError.self) { try await DiffRunner(request).run() }
    request.second = folder.path + "/new"
    request.update = .changed
    await #expect(throws: HeaderKitError.self) { try await DiffRunner(request).run() }
    #expect(folder.exists("old/gone.png"))
  }

  @Test func updateCopiesFrameFolders() async throws {
    for index in 0..<3 { try folder.write("a/\(index).png", dotted(dotX: index)) }
    for index in 0..<2 { try folder.write("b/\(index).png", dotted(dotX: index * 2)) }
    try folder.write("a/notes.txt", [1])
    var request = DiffRequest(first: folder.path + "/a", second: folder.path + "/b")
    request.takesFoldersAsAnimations = true
    request.update = .changed
    #expect(try await DiffRunner(request).run().items.map(\.baseline) == [.replaced])
    for index in 0..<2 {
      #expect(folder.bytes("a/\(index).png") == folder.bytes("b/\(index).png"))
    }
    #expect(!folder.exists("a/2.png") && folder.exists("a/notes.txt"))
    request.first = folder.path + "/fresh"
    #expect(try await DiffRunner(request).run().items.map(\.baseline) == [.created])
    #expect(folder.bytes("fresh/1.png") == folder.bytes("b/1.png"))
  }

  /// A link in the baselines folder in place of a file or a folder.
  @Test(arguments: [("changed.png", "changed.png"), ("sub", "sub/changed.png")])
  func updateDoesNotFollowLinks(link: String, name: String) async throws {
    try folder.write("new/\(name)", dotted(dotX: 5))
    let precious = try PNGEncoder.encode(dotted())
    try folder.write("precious/changed.png", precious)
    try? FileManager.default.removeItem(atPath: folder.path + "/old/\(link)")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/old/\(link)",
      withDestinationPath: folder.path + "/precious" + (link == name ? "/changed.png" : ""))
    let error = await #expect(throws: HeaderKitError.self) { try await run(.all) }
    #expect(
      error?.description
        == "\(folder.path)/old/\(link): is a symbolic link, which is not followed; remove it")
    #expect(folder.bytes("precious/changed.png") == precious)
  }

  @Test(arguments: [("gone.png", "gone.png"), ("sub", "sub/gone.png")])
  func pruningDoesNotFollowALink(link: String, name: String) async throws {
    try folder.write("precious/gone.png", dotted())
    try folder.write("old/a-gone.png", dotted())
    try? FileManager.default.removeItem(atPath: folder.path + "/old/gone.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/old/\(link)",
      withDestinationPath: folder.path + "/precious" + (link == name ? "/gone.png" : ""))
    var request = DiffRequest(first: folder.path + "/old", second: folder.path + "/new")
    request.update = .all
    request.prunesBaselines = true
    let error = await #expect(throws: HeaderKitError.self) { try await DiffRunner(request).run() }
    #expect(
      error?.description
        == "\(folder.path)/old/\(link): is a symbolic link, which is not followed; remove it")
    #expect(folder.exists("precious/gone.png"))
    // Files before the link are not removed either.
    #expect(folder.exists("old/a-gone.png"))
  }

  @Test func updatesBaselinesNamedByALink() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path + "/old")
    var request = DiffRequest(first: folder.path + "/link/", second: folder.path + "/new")
    request.update = .all
    _ = try await DiffRunner(request).run()
    #expect(folder.bytes("old/changed.png") == folder.bytes("new/changed.png"))
    #expect(folder.exists("old/fresh.png"))
  }
}
