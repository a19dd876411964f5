import CodecInterface
import FileAccess
import Fit
import Foundation
import HeaderModel
import ImageCodecs
import PortableMath
import Raster
import Scrolling
import Rendering
import TestSupport
import Testing

/// Complete fits of recordings of a small header.
@Suite struct RecordingFitTests {
  @Test func findsOffsetsOfEveryFrame() async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let offsets = [0.0, -6, 3, 9, 15, 20, 8]
    let report = try await scene.fit(try await scene.record(document, offsets), document)
    #expect(report.verdict == .behaves)
    #expect(report.frames.count == offsets.count)
    for (frame, offset) in zip(report.frames, offsets) {
      #expect(abs(frame.offset - offset) <= 0.25)
    }
  }

  /// When the banner has stopped in front of the badge, only the rows move. They look the same
  /// every 11 points.
  @Test func repeatingListLeavesOffsetsUndetermined() async throws {
    let scene = try FitScene()
    let document = try FitScene.document(isRepeating: true)
    let report = try await scene.fit(
      try await scene.record(document, [0, 12, 40, 56, 72]), document
    ) { $0.judges = false }
    let isDetermined = report.frames.map { $0.uncertainty != nil }
    #expect(isDetermined.prefix(2) == [true, true])
    #expect(isDetermined.suffix(2) == [false, false])
    for (frame, offset) in zip(report.frames, [0.0, 12]) {
      #expect(abs(frame.offset - offset) <= 0.25)
    }
  }

  @Test func distinguishesMemoryAtEqualOffsets() async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let report = try await scene.fit(
      try await scene.record(document, [8, 20, 8, -4, 8]), document)
    let seen = report.frames.map { frame in frame.memory.first { $0.name == "seen" }?.value }
    #expect(
      seen == [
        .boolean(false), .boolean(true), .boolean(true), .boolean(false), .boolean(false),
      ])
  }

  @Test func reportsMovedLayers() async throws {
    let scene = try FitScene()
    let path = try await scene.record(
      try FitScene.document(badgeTop: 22), [0, 2, 4, 6, 8])
    let report = try await scene.fit(path, try FitScene.document())
    #expect(report.verdict == .deviates)
    let badge = try #require(report.deviations.first { $0.layer == "badge" })
    #expect(badge.kind == .moved)
    #expect(badge.explanation.contains("4 pt lower"))
  }

  @Test func ignoresMaskedLayers() async throws {
    let scene = try FitScene()
    let offsets = [0.0, 4, 9]
    let path = try await scene.record(try FitScene.document(badgeTop: 22), offsets)
    let report = try await scene.fit(path, try FitScene.document()) {
      $0.ignoredLayers = ["badge"]
    }
    #expect(report.verdict == .behaves)
    for (frame, offset) in zip(report.frames, offsets) {
      #expect(abs(frame.offset - offset) <= 0.25)
      // The remaining distance is that of the GIF's palette.
      #expect(frame.distance < 8)
    }
  }

  @Test func rejectsUnknownMasks() async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let path = try await scene.record(document, [0, 5])
    await #expect {
      try await scene.fit(path, document) { $0.ignoredLayers = ["batch"] }
    } throws: { error in
      guard let error = error as? HeaderKitError else { return false }
      return error.code == .usage && "\(error)".contains("no layer \"batch\"")
    }
  }

  @Test func explainsLateOrderChange() async throws {
    let scene = try FitScene()
    let path = try await scene.record(
      try FitScene.document(flip: 18), [8, 10, 11, 13, 14, 16, 17, 19, 21])
    let report = try await scene.fit(path, try FitScene.document())
    #expect(report.verdict == .deviates)
    let order = try #require(report.deviations.first { $0.kind == .order })
    #expect(order.layer == "badge")
    #expect(order.explanation.contains("6 pt late"))
  }

  /// In the recording a shade is behind a plate instead of above it, and a pointer covers both. A
  /// weak shade does not exceed the noise.
  @Test(arguments: [("#00000037", false), ("#000000A0", true)])
  func reportsOrderOnlyAboveNoise(shade: String, isReported: Bool) async throws {
    func document(z: Int, pointer: Bool) throws -> HeaderDocument {
      let layers = """
        , { "id": "plate", "type": "rectangle", "z": 4, "fill": "#3060A0", "x": 4, "y": 50,
            "width": 24, "height": 20 }
        , { "id": "shade", "type": "rectangle", "z": \(z), "fill": "\(shade)", "y": 44, "height": 44 }
        , { "id": "pointer", "type": "rectangle", "z": 6, "fill": "#000000", "x": 10, "y": 56,
            "width": 5, "height": 6, "visible": \(pointer) }
        """
      return try FitScene.document(more: layers)
    }
    let scene = try FitScene()
    let path = try await scene.record(try document(z: 3, pointer: true), [0, 3, 6, 9])
    let report = try await scene.fit(path, try document(z: 5, pointer: false))
    #expect(report.deviations.contains { $0.kind == .order } == isReported)
  }

  /// The recording has 40 pixels per point, which is more than a fit uses.
  @Test func reducesVeryLargeRecordings() async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let recorded = try await scene.record(document, [0, 6, 11])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: recorded))
    let folder = try TemporaryFolder()
    let size = try PixelSize(width: 64 * 40, height: 96 * 40).required
    for (index, frame) in try AnimationDecoder.decode(bytes: Array(bytes)).frames.enumerated() {
      let large = frame.pixmap.resized(
        source: DeviceRect(frame.pixmap.size.bounds), to: size, filter: .area)
      try folder.write("\(index).png", large)
    }
    let report = try await scene.fit(folder.path, document) {
      $0.region = PointRect(x: 0, y: 0, width: 64 * 40, height: 96 * 40)
      $0.framesPerSecond = 10
    }
    #expect(report.verdict == .behaves)
    #expect(report.frames.map { $0.offset.rounded() } == [0, 6, 11])
    #expect(abs(report.placement.pixelsPerPoint - 40) < 0.1)
  }

  @Test func fitsSingleFrames() async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let report = try await scene.fit(try await scene.record(document, [7]), document)
    #expect(report.frames.map(\.offset) == [7])
  }

  @Test func rejectsTooSmallScreens() async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let path = try await scene.record(document, [0, 5])
    await #expect {
      try await scene.fit(path, document) {
        $0.region = PointRect(x: 60, y: 90, width: 64, height: 96)
      }
    } throws: { error in
      (error as? HeaderKitError)?.code == .badData
    }
  }

  @Test func curveHasTheRecordingsTimes() async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let report = try await scene.fit(
      try await scene.record(document, [0, 5, 9]), document
    ) { $0.judges = false }
    let curve = try #require(report.curve)
    guard case .samples(let track) = curve.course else {
      Issue.record("not samples")
      return
    }
    // The last frame keeps its duration.
    #expect(zip(track.times, [0, 0.1, 0.2, 0.3]).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(track.times.count == 4)
    #expect(track.offsets == report.frames.map(\.offset) + [report.frames[2].offset])
  }

  @Test func findsFreeConstantWithInterval() async throws {
    let scene = try FitScene()
    let path = try await scene.record(try FitScene.document(badgeTop: 21), [0, 5])
    let report = try await scene.fit(path, try FitScene.document()) {
      $0.freeConstants = .named(["badgeTop"])
    }
    #expect(report.verdict == .behaves)
    let constant = try #require(report.constants.first)
    #expect(constant.given == 18)
    #expect(abs(try #require(constant.value) - 21) < 0.42)
    let interval = try #require(constant.interval)
    #expect(interval.contains(21))
    // About 1 % on both sides, because measured errors are up to 0.9 %.
    let value = try #require(constant.value)
    #expect(value - interval.lowerBound > 0.007 * 21 && interval.upperBound - value > 0.007 * 21)
  }

  @Test func invisibleConstantIsUndetermined() async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let report = try await scene.fit(try await scene.record(document, [0]), document) {
      $0.freeConstants = .named(["flip"])
    }
    #expect(report.constants.map(\.value) == [nil])
    #expect(report.lines.contains("flip: not determined by this recording"))
  }

  /// With each value of `top`, the frames look the same at other offsets. Small differences between
  /// values are not significant.
  @Test func constantEquivalentToOffsetsIsUndetermined() async throws {
    let scene = try FitScene()
    let path = try await scene.record(try FitScene.scrolling(top: 23), [0.3, 4.1, 9.2, 13.7])
    let report = try await scene.fit(path, try FitScene.scrolling(top: 20)) {
      $0.freeConstants = .named(["top"])
    }
    #expect(report.constants.map(\.value) == [nil])
    #expect(report.verdict == .behaves)
  }

  @Test func rejectsUnknownFreeConstants() async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let path = try await scene.record(document, [0, 5])
    await #expect {
      try await scene.fit(path, document) { $0.freeConstants = .named(["flop"]) }
    } throws: { error in
      guard let error = error as? HeaderKitError else { return false }
      return error.code == .usage && "\(error)".contains("flip")
    }
  }

  @Test func reportsConstantThatExplainsAMove() async throws {
    let scene = try FitScene()
    let path = try await scene.record(try FitScene.document(badgeTop: 22), [0, 4, 8])
    let report = try await scene.fit(path, try FitScene.document()) { $0.keepsPictures = true }
    let badge = try #require(report.deviations.first { $0.layer == "badge" })
    #expect(badge.explanation.contains("badgeTop of 2"))
    #expect(badge.explanation.contains("instead of 18 explains it"))
    #expect(report.pictures.map(\.frame) == [0, 1, 2])
    #expect(report.page.contains("<b>badge</b>"))
    #expect(report.page.components(separatedBy: "data:image/png;base64,").count == 7)
    #expect(!report.page.contains("{{"))
  }

  /// Returns a header with a list of marks whose pitch is the constant `gap`.
  private func marks(gap: Double) throws -> HeaderDocument {
    try FitScene.document(
      gap: gap,
      more: """
        , { "id": "marks", "type": "list", "z": 5, "x": 48, "y": 2, "width": 12, "count": 7,
            "pitch": "gap", "layers": [ { "id": "mark", "type": "rectangle", "width": 12, "height": 2,
                          "fill": "mark" } ] }
        """)
  }

  /// The content of rows is not judged, but their positions are.
  @Test(arguments: [(4.3, true), (4.1, false)])
  func reportsConstantIfNoSingleLayerDeviates(gap: Double, isReported: Bool) async throws {
    let scene = try FitScene()
    let path = try await scene.record(try marks(gap: gap), [0, 3, 6, 9])
    let report = try await scene.fit(path, try marks(gap: 4))
    #expect(report.verdict == (isReported ? .deviates : .behaves))
    #expect(report.deviations.map(\.layer) == (isReported ? ["marks"] : []))
    #expect(
      report.deviations.allSatisfy { $0.explanation.contains("gap of 4.3 instead of 4") })
  }

  /// A change of a constant is reported if it moves a layer by more than the tolerance. If it moves
  /// no layer, the relative change must be large.
  @Test(arguments: [
    ("\"y\": \"2 + gap\"", 1.0, 1.2, false), ("\"y\": 3, \"opacity\": \"gap / 10\"", 5, 6, true),
    ("\"y\": 3, \"opacity\": \"gap / 10\"", 5, 5.4, false),
  ])
  func reportsConstantsAboveTolerance(
    members: String, gap: Double, other: Double, isReported: Bool
  ) async throws {
    func document(_ gap: Double) throws -> HeaderDocument {
      try FitScene.document(
        gap: gap,
        more: """
          , { "id": "marks", "type": "list", "z": 5, "x": 48, \(members), "width": 12, "count": 7,
              "pitch": 5, "layers": [ { "id": "mark", "type": "rectangle", "width": 12, "height": 3,
                            "fill": "mark" } ] }
          """)
    }
    let scene = try FitScene()
    let path = try await scene.record(try document(other), [0, 3, 6, 9])
    let report = try await scene.fit(path, try document(gap))
    #expect(report.deviations.map(\.layer) == (isReported ? ["marks"] : []))
    #expect(report.verdict == (isReported ? .deviates : .behaves))
  }

  @Test func freeConstantsAreNotDeviations() async throws {
    let scene = try FitScene()
    let path = try await scene.record(try marks(gap: 4.3), [0, 3, 6, 9])
    let report = try await scene.fit(path, try marks(gap: 4)) {
      $0.freeConstants = .named(["gap"])
    }
    #expect(report.verdict == .behaves)
  }

  /// The rows are a whole number of the device's pixels high, 11 2/3 points. On a device with one
  /// pixel per point they are 12 points high.
  @Test func recognizesRendersBelowTheDeviceScale() async throws {
    let text = FitScene.text().replacing(
      "\"pitch\": 11", with: "\"pitch\": \"ceil(11.4 * screen.scale) / screen.scale\"")
    let document = try HeaderDocument.parse(Array(text.utf8))
    let scene = try FitScene()
    let offsets = [0.0, 4, 9, 13, 20, 17, 6]
    let recording = try await scene.record(document, offsets, device: "64x96@3")
    let report = try await scene.fit(recording, document) {
      $0.header.screen = Device("64x96@3")
      $0.header.scale = nil
    }
    #expect(report.verdict == .behaves)
    #expect(report.frames.count == offsets.count)
    for (frame, offset) in zip(report.frames, offsets) {
      #expect(abs(frame.offset - offset) <= 0.25)
      #expect(frame.uncertainty != nil)
    }
  }
}
