import Rendering
@testable import Batch
import Comparison
import FileAccess
import Foundation
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import Synchronization
import TestSupport
import Testing

/// A renderer that writes a picture in the color of the item's theme.
private final class ThemeRenderer: ItemRendering, Sendable {
  func render(
    _ item: BatchItem, to targets: [OutputTarget]
  ) async throws(HeaderKitError) -> [String] {
    let tint: UInt32 = item.request.header.theme == .dark ? 0x101820 : 0xFFFFFF
    guard let size = PixelSize(width: 4, height: 3) else { return [] }
    let picture = Pixmap(size: size, fill: Color(rgb: tint))
    guard let bytes = try? PNGEncoder.encode(picture) else { return [] }
    for target in targets {
      let frames = target.framePattern.map { pattern in
        (0..<item.frames).map { pattern.folder + pattern.name($0) }
      }
      for path in frames ?? [target.path] {
        let file = try AtomicFile(path)
        try file.write(bytes)
        try file.commit()
      }
    }
    return []
  }
}

/// A renderer that writes a different picture each time.
private final class FlakyRenderer: ItemRendering, Sendable {
  private let count = Mutex<UInt32>(0)

  func render(
    _ item: BatchItem, to targets: [OutputTarget]
  ) async throws(HeaderKitError) -> [String] {
    let tint = count.withLock { count in
      count += 1
      return item.id == "b" ? count : 0
    }
    guard let bytes = try? PNGEncoder.encode(dotted(dot: Color(rgb: tint))) else {
      return []
    }
    for target in targets {
      let file = try AtomicFile(target.path)
      try file.write(bytes)
      try file.commit()
    }
    return []
  }
}

/// The comparison of a manifest's outputs with baselines.
@Suite struct BatchVerifications {
  let file: BatchManifestFile

  init() throws { file = try BatchManifestFile() }

  private var root: String { file.folder.path }

  /// Returns items of one frame each. The first is light, the others are dark.
  private func lines(_ ids: [String] = ["a", "b"]) -> [String] {
    ids.enumerated().map { index, id in
      #"{"id": "\#(id)", "curve": "still.json", "device": "iphone-se", "scale": 1, "#
        + #""theme": "\#(index == 0 ? "light" : "dark")", "#
        + #""outputs": {"path": "{id}.png", "format": "apng"}}"#
    }
  }

  private func manifest(_ lines: [String]) throws -> Manifest {
    try file.load(lines, outputFolder: root + "/out")
  }

  private func verify(
    _ manifest: Manifest, _ change: (inout DiffRequest) -> Void = { _ in }
  ) async throws -> ComparisonReport {
    var request = DiffRequest(first: root + "/baselines", second: root + "/out")
    change(&request)
    return try await BatchVerification(manifest, options: options(), request: request).run()
  }

  private func options(
    _ renderer: @escaping @Sendable () -> any ItemRendering = { ThemeRenderer() }
  ) -> BatchOptions {
    var options = BatchOptions(outputFolder: root + "/out")
    options.makeRenderer = { _, _ in renderer() }
    return options
  }

  /// Creates baselines for these lines.
  private func makeBaselines(_ lines: [String]) async throws {
    let report = try await verify(try manifest(lines)) { $0.update = .all }
    #expect(report.exitStatus(acceptedUpdates: true) == 0)
    try FileManager.default.removeItem(atPath: root + "/out")
  }

  private func statuses(_ report: ComparisonReport) -> [String: ComparedItem.Status] {
    Dictionary(uniqueKeysWithValues: report.items.map { ($0.name, $0.status) })
  }

  @Test func shardReportsMergeIntoReportOfOneRun() async throws {
    let lines = lines(["a", "b", "c", "d", "e"])
    try await makeBaselines(lines)
    try file.folder.write("baselines/old.png", dotted())
    try file.folder.write("baselines/b.png", dotted())
    try file.folder.write("baselines/c.png", Array("no picture".utf8))
    let complete = try await verify(try manifest(lines))
    let results = VerificationResults(root + "/results")
    #expect(results.files.isEmpty)
    let request = DiffRequest(first: root + "/baselines", second: root + "/out")
    for index in 1...3 {
      let shard = try #require(ShardNumber(index: index, count: 3))
      let report = try await BatchVerification(
        try manifest(lines), options: options(), request: request, shard: shard
      ).run()
      #expect(report.items.count < complete.items.count)
      if index == 3 { #expect(throws: HeaderKitError.self) { try results.merged() } }
      try results.write(report, shard: shard)
    }
    let merged = try results.merged()
    #expect(JSONReport.text(merged) == JSONReport.text(complete))
    #expect(merged.exitStatus() == complete.exitStatus())
    #expect(statuses(merged)["old.png"] == .missing)
  }

  @Test func reportsNondeterministicRenders() async throws {
    var request = DiffRequest(first: root + "/baselines", second: root + "/out")
    request.update = .missing
    for folder in [nil, root + "/again"] {
      let renderer = FlakyRenderer()
      let report = try await BatchVerification(
        try manifest(lines()), options: options { renderer }, request: request,
        repeatFolder: folder
      ).run()
      #expect(report.items.map(\.status).contains(.unreadable) == (folder != nil))
      if folder != nil {
        #expect(
          LineReport.text(report).contains(
            "unreadable: b.png: differed when it was rendered again"))
      }
    }
  }

  @Test func reportsUnchangedItemsAsEqual() async throws {
    try await makeBaselines(lines())
    let report = try await verify(try manifest(lines()))
    #expect(statuses(report) == ["a.png": .same, "b.png": .same])
    #expect(report.exitStatus() == 0)
  }

  @Test func reportsChangedItemsAsDifferent() async throws {
    try await makeBaselines(lines())
    let report = try await verify(try manifest(lines(["b", "a"])))
    #expect(statuses(report) == ["a.png": .different, "b.png": .different])
    #expect(report.exitStatus() == 1)
  }

  @Test func reportsMissingAndAddedBaselines() async throws {
    try await makeBaselines(lines(["a", "gone"]))
    let report = try await verify(try manifest(lines(["a", "new"])))
    #expect(statuses(report) == ["a.png": .same, "gone.png": .missing, "new.png": .added])
    #expect(report.exitStatus() == 1)
  }

  @Test func ignoresOtherFilesInOutputFolder() async throws {
    try await makeBaselines(lines(["a", "gone"]))
    try file.folder.write("out/gone.png", dotted())
    try file.folder.write("out/notes.png", dotted())
    let report = try await verify(try manifest(lines(["a"])))
    #expect(statuses(report) == ["a.png": .same, "gone.png": .missing])
  }

  @Test(arguments: [
    (["a"], [String](), ["a.png": ComparedItem.Status.same]), ([], ["a*"], ["b.png": .same]),
    ([], ["c"], ["a.png": .same, "b.png": .same, "stale.png": .missing]),
  ])
  func partialVerificationComparesOnlyItsOutputs(
    only: [String], skip: [String], expected: [String: ComparedItem.Status]
  ) async throws {
    try await makeBaselines(lines())
    try file.folder.write("baselines/stale.png", dotted())
    let report = try await verify(try manifest(lines()).selecting(only: only, skip: skip))
    #expect(statuses(report) == expected)
  }

  /// The files that Roborazzi, iOSSnapshotTestCase and Paparazzi write for a failed test.
  @Test func ignoresFilesOfFailedSnapshotTests() async throws {
    try await makeBaselines(lines())
    let left = [
      "a_actual.png", "a_compare.png", "failed_b.png", "diff_b.png", "reference_b.png",
      "delta-b.png",
    ]
    for name in left { try file.folder.write("baselines/" + name, dotted()) }
    try file.folder.write("baselines/b_actual.png", dotted())
    let expected: [String: ComparedItem.Status] = [
      "a.png": .same, "b.png": .same, "b_actual.png": .missing,
    ]
    #expect(statuses(try await verify(try manifest(lines()))) == expected)
    let pruned = try await verify(try manifest(lines())) {
      $0.update = .all
      $0.prunesBaselines = true
    }
    #expect(pruned.items.filter { $0.baseline == .removed }.map(\.name) == ["b_actual.png"])
    for name in left { #expect(file.folder.exists("baselines/" + name)) }
  }

  @Test func comparesOutputsNamedLikeFailureFiles() async throws {
    let lines = lines(["a", "a_actual", "a_compare"])
    try await makeBaselines(lines)
    #expect(
      statuses(try await verify(try manifest(lines)))
        == ["a.png": .same, "a_actual.png": .same, "a_compare.png": .same])
  }

  @Test func comparesFramesAsOneAnimation() async throws {
    let moving = [
      #"{"id": "a", "curve": "tiny.json", "fps": 10, "device": "iphone-se", "scale": 1, "#
        + #""outputs": "walk/f%d.png"}"#
    ]
    try await makeBaselines(moving)
    #expect(statuses(try await verify(try manifest(moving))) == ["walk/f%d.png": .same])
    let size = try #require(PixelSize(width: 4, height: 3))
    try file.folder.write("baselines/walk/f0.png", Pixmap(size: size, fill: Color(rgb: 0x123456)))
    let item = try #require(try await verify(try manifest(moving)).items.first)
    #expect(item.kind == .animation)
    #expect(item.status == .different)
    #expect(item.frames.map(\.state) == [.dropped, .same])
  }

  @Test func comparesFramesWithoutNumbersOneByOne() async throws {
    let moving = [
      #"{"id": "a", "curve": "tiny.json", "fps": 10, "device": "iphone-se", "scale": 1, "#
        + #""outputs": "walk/f%d.png"}"#
    ]
    try await makeBaselines(moving)
    try file.folder.write("baselines/walk/f9.png", dotted())
    let report = try await verify(try manifest(moving).selecting(only: ["a"], skip: []))
    #expect(report.items.first?.name == "walk/f0.png")
    #expect(report.items.last?.name == "walk/f9.png")
    #expect(report.items.map(\.status) == report.items.dropLast().map { _ in .same } + [.missing])
  }

  @Test(arguments: [
    (BaselineUpdate.none, [String]()), (.missing, ["new.png"]), (.changed, ["a.png", "new.png"]),
    (.all, ["a.png", "new.png"]),
  ])
  func eachModeWritesItsBaselines(mode: BaselineUpdate, written: [String]) async throws {
    try await makeBaselines(lines(["other", "a", "gone"]))
    let before = file.folder.bytes("baselines/a.png")
    let report = try await verify(try manifest(lines(["a", "new"]))) { $0.update = mode }
    #expect(report.items.filter { $0.baseline != nil }.map(\.name) == written)
    #expect((file.folder.bytes("baselines/a.png") != before) == written.contains("a.png"))
    #expect(file.folder.exists("baselines/new.png") == written.contains("new.png"))
    #expect(file.folder.exists("baselines/gone.png"))
    #expect(report.exitStatus(acceptedUpdates: true) == 1, "a missing output is no success")
  }

  @Test func failedItemIsTroubleAndOthersAreCompared() async throws {
    try await makeBaselines(lines())
    let manifest = try manifest(lines())
    try FileManager.default.createDirectory(
      atPath: root + "/out/a.png", withIntermediateDirectories: true)
    let report = try await verify(manifest)
    #expect(statuses(report) == ["a.png": .unreadable, "b.png": .same])
    #expect(report.exitStatus() > 1)
    #expect(LineReport.text(report).contains("unreadable: a.png: "))
  }

  @Test func unreadableBaselineIsTrouble() async throws {
    try await makeBaselines(lines())
    try file.folder.write("baselines/a.png", Array("no picture".utf8))
    let report = try await verify(try manifest(lines()))
    #expect(statuses(report) == ["a.png": .unreadable, "b.png": .same])
    #expect(report.exitStatus() == HeaderKitError.Code.badData.rawValue)
  }

  @Test func rendersNothingWithoutBaselines() async throws {
    await #expect(throws: HeaderKitError.self) { try await verify(try manifest(lines())) }
    #expect(!file.folder.exists("out"))
  }

  @Test func rejectsInvalidMasksAndPicturesBeforeRendering() async throws {
    try await makeBaselines(lines())
    let manifest = try manifest(lines())
    for change: (inout DiffRequest) -> Void in [
      { $0.masks = [DiffMask(.picture(path: "/nonexistent.png"))] },
      { $0.pictureFolder = $0.first + "/differences" },
    ] {
      await #expect(throws: HeaderKitError.self) { try await verify(manifest, change) }
    }
    #expect(!file.folder.exists("out"))
  }

  @Test(arguments: [
    (#"{"path": "a.y4m"}"#, "out", "a.y4m: a .y4m cannot be compared"),
    (#""a.gif""#, "baselines", "a.gif would be written among the baselines"),
    (#""a.gif""#, "baselines/../baselines/new", "a.gif would be written among the baselines"),
    (#""new/a.gif""#, "baselines/new/..", "new/a.gif would be written among the baselines"),
  ])
  func rejectsIncomparableItemsBeforeRendering(
    output: String, folder: String, message: String
  ) async throws {
    try file.folder.write("baselines/new/b.png", dotted())
    let manifest = try manifest([#"{"id": "a", "curve": "still.json", "outputs": \#(output)}"#])
    let error = #expect(throws: HeaderKitError.self) {
      try BatchVerification(
        manifest, options: BatchOptions(outputFolder: root + "/" + folder),
        request: DiffRequest(first: root + "/baselines", second: root + "/" + folder))
    }
    #expect(error?.code == .usage)
    #expect(error?.description.contains(message) == true)
  }

  @Test func deletedOutputsHaveNoPath() async throws {
    try await makeBaselines(lines())
    let report = try await verify(try manifest(lines(["b", "a"]))) { $0.second = "manifest" }
    #expect(report.second == "manifest")
    #expect(report.items.map(\.secondPath) == [nil, nil])
    #expect(AnnotationReport.text(report).contains("file=\(root)/baselines/a.png,"))
  }

  @Test func rejectsMergingResultsOfVerifications() async throws {
    try await makeBaselines(lines())
    var report = try await verify(try manifest(lines()))
    let results = VerificationResults(root + "/results")
    try results.write(report, shard: try #require(ShardNumber(index: 1, count: 2)))
    report.second = "elsewhere"
    try results.write(report, shard: try #require(ShardNumber(index: 2, count: 2)))
    let error = #expect(throws: HeaderKitError.self) { try results.merged() }
    #expect(error?.code == .badData)
    #expect(error?.subject == .file(root + "/results/verify-2-of-2.json"))
  }
}
