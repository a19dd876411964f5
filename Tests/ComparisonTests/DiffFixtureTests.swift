import Comparison
import FileAccess
import Foundation
import Testing
import VisualDiff

/// Each kind of change is reported under its own name and without other changes. See Fixtures/Diff.
@Suite struct DiffFixtures {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fixtures/Diff").standardizedFileURL.path

  private func compare(
    _ first: String, _ second: String, _ change: (inout DiffRequest) -> Void = { _ in }
  ) async throws -> ComparedItem {
    var request = DiffRequest(first: "\(Self.folder)/\(first)", second: "\(Self.folder)/\(second)")
    change(&request)
    return try #require(try await DiffRunner(request).run().items.first)
  }

  @Test(
    arguments: [
      ("delay-split", []),
      (
        "layer-moved",
        ["frames 3-5: pixels changed: at most 12 in a frame (6.25 %), within 5 x 5 at 4,5"]
      ),
      ("color-by-1", ["frame 5: pixels changed: 9 (4.688 %), within 3 x 3 at 6,5"]),
      (
        "frame-dropped",
        ["frame 1: re-timed: 0.08 s instead of 0.04 s", "frame 2 dropped, shown at 0.08 s"]
      ),
      (
        "frame-inserted",
        ["frame 4: re-timed: 0.02 s instead of 0.04 s", "second's frame 5 inserted at 0.18 s"]
      ),
      (
        "frame-repeated",
        [
          "lasts 0.36 s instead of 0.32 s", "frame 4: repeated: 2 in a row instead of 1",
          "frames 5-7: shifted: 0.04 s later",
        ]
      ),
      (
        "frame-re-timed",
        ["lasts 0.37 s instead of 0.32 s", "frame 7: re-timed: 0.09 s instead of 0.04 s"]
      ),
      (
        "frame-shifted",
        [
          "frame 2: re-timed: 0.06 s instead of 0.04 s", "frames 3-6: shifted: 0.02 s later",
          "frame 7: re-timed: 0.02 s instead of 0.04 s",
        ]
      ),
      ("loops-3-times", ["plays 3 times instead of forever"]),
      (
        "larger-canvas",
        [
          "canvas 18 x 12 instead of 16 x 12",
          "frames 0-7: pixels changed: at most 24 in a frame (11.111 %), within 2 x 12 at 16,0",
        ]
      ),
    ] as [(String, [String])])
  func animationsStrictly(name: String, details: [String]) async throws {
    let item = try await compare("base.gif", name + ".gif") { $0.strict = true }
    #expect(item.details == details)
    #expect(item.status == (details.isEmpty ? .same : .different))
  }

  /// A difference that quantization can explain is not reported. See `QuantizationScan` for the
  /// limits.
  @Test(
    arguments: [
      ("delay-split", []), ("color-by-1", []),
      (
        "frame-inserted",
        ["frame 4: re-timed: 0.02 s instead of 0.04 s", "second's frame 5 inserted at 0.18 s"]
      ),
      (
        "frame-repeated",
        [
          "lasts 0.36 s instead of 0.32 s", "frame 4: repeated: 2 in a row instead of 1",
          "frames 5-7: shifted: 0.04 s later",
        ]
      ),
      (
        "frame-re-timed",
        ["lasts 0.37 s instead of 0.32 s", "frame 7: re-timed: 0.09 s instead of 0.04 s"]
      ),
      ("loops-3-times", ["plays 3 times instead of forever"]),
    ] as [(String, [String])])
  func animations(name: String, details: [String]) async throws {
    let item = try await compare("base.gif", name + ".gif")
    #expect(item.details == details)
    #expect(item.status == (details.isEmpty ? .same : .different))
  }

  @Test(arguments: [
    ("picture-layer-moved", ["12 pixels differ (6.25 %), within 3 x 5 at 1,5"]),
    ("picture-color-by-1", ["9 pixels differ (4.688 %), within 3 x 3 at 1,5"]),
    (
      "picture-larger",
      ["size 18 x 12 instead of 16 x 12", "24 pixels differ (11.111 %), within 2 x 12 at 16,0"]
    ),
  ])
  func pictures(name: String, details: [String]) async throws {
    let item = try await compare("picture.png", name + ".png")
    #expect(item.details == details)
    #expect(item.status == .different)
  }

  @Test(arguments: [
    ("layer:avatar", ComparedItem.Status.same), ("layer:avatar@0.12-0.24", .same),
    ("layer:avatar@0.12-0.2", .different), ("layer:banner", .different),
    ("0,4,16,8@0.12-0.24", .same), ("0,4,16,8@0.12-0.2", .different), ("0,4,16,8@-0.2", .different),
    ("0,4,16,8@0.12-", .same), ("0,0,16,4", .different),
  ])
  func masksApplyToTheirLayerAndTime(
    mask: String, status: ComparedItem.Status
  ) async throws {
    let mask = try #require(DiffMask(mask))
    let item = try await compare("base.gif", "layer-moved.gif") { request in
      request.masks = [mask]
      request.firstManifest = "\(Self.folder)/base.json"
      request.secondManifest = "\(Self.folder)/layer-moved.json"
    }
    #expect(item.status == status)
  }

  @Test func rejectsManifestsForSeveralItems() async throws {
    let error = await #expect(throws: HeaderKitError.self) {
      var request = DiffRequest(first: Self.folder, second: Self.folder)
      request.firstManifest = "\(Self.folder)/base.json"
      request.secondManifest = "\(Self.folder)/base.json"
      _ = try await DiffRunner(request).run()
    }
    #expect(error?.code == .usage)
    let reason = /frame manifests describe one animation, but \d+ items are compared/
    #expect(error?.reason.description.wholeMatch(of: reason) != nil, "\(error as Any)")
  }

  @Test(arguments: ["", "/differences", "/../Diff/x/y"])
  func rejectsPictureFolderAmongInputs(place: String) async throws {
    let error = await #expect(throws: HeaderKitError.self) {
      var request = DiffRequest(first: Self.folder, second: Self.folder)
      request.pictureFolder = Self.folder + place
      _ = try await DiffRunner(request).run()
    }
    #expect(error?.code == .usage)
    #expect(error?.subject == .file(Self.folder + place))
    #expect(error?.reason.description == "is inside a compared folder")
  }

  @Test func sceneTextsComeFirst() async throws {
    let item = try await compare("base.gif", "layer-moved.gif") { request in
      request.firstManifest = "\(Self.folder)/base.json"
      request.secondManifest = "\(Self.folder)/layer-moved.json"
    }
    #expect(item.details.first == "avatar: frames 3-5 (offset 30 to 50): moved 2 px down")
  }
}
