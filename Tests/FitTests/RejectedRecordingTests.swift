import Fit
import HeaderModel
import PortableMath
import Raster
import TestSupport
import Testing

/// Recordings that do not show the header.
@Suite struct RejectedRecordingTests {
  @Test func rejectsRecordingsWithOtherPictures() async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let path = try await scene.record(
      document, (0..<9).map { Double($0) }, bannerSeed: 3)
    let report = try await scene.fit(path, document)
    // Only a few frames are examined, and the others are not followed.
    #expect(report.frames.count == 5)
    #expect(report.frames.map { ($0.time * 10).rounded() } == [0, 2, 4, 6, 8])
    #expect(report.notes.isEmpty)
    guard case .noFit = report.verdict else {
      Issue.record("\(report.verdict)")
      return
    }
  }

  @Test func rejectsOtherHeaderWithSamePictures() async throws {
    let other = try FitScene.document(
      more: """
        , { "id": "cover", "type": "rectangle", "z": 5, "fill": "#FFFFFF", "y": 37, "height": 59 }
        , { "id": "mark", "type": "rectangle", "z": 6, "fill": "#208040", "x": 40, "y": 60,
            "width": 16, "height": 12 }
        """)
    let scene = try FitScene()
    let report = try await scene.fit(
      try await scene.record(other, [0, 1, 2]), try FitScene.document())
    guard case .noFit(let reason) = report.verdict else {
      Issue.record("\(report.verdict)")
      return
    }
    #expect(reason.contains("outside its images"))
  }

  /// The page is blank at all offsets, so no offset can be determined.
  @Test func rejectsBlankRecordings() async throws {
    let scene = try FitScene()
    let blank = try FitScene.document(
      more: """
        , { "id": "cover", "type": "rectangle", "z": 9, "fill": "#FFFFFF" }
        """)
    for judges in [true, false] {
      let report = try await scene.fit(try await scene.record(blank, [0, 5, 9]), blank) {
        $0.judges = judges
      }
      #expect(
        report.verdict
          == .noFit(reason: "no frame determines an offset; record the header while it scrolls"))
    }
  }

  @Test(arguments: [(0, true), (8, true), (9, false)])
  func rejectsFramesOfOneColorEarly(noise: Int, isPlain: Bool) async throws {
    let scene = try FitScene()
    let folder = try TemporaryFolder()
    let size = try PixelSize(width: 64, height: 96).required
    for level in [40, 200] {
      var frame = Pixmap(size: size, fill: Color(red: UInt8(level), green: 90, blue: 20))
      frame.fill(
        DeviceRect(x: 5, y: 7, width: 1, height: 1),
        with: Color(red: UInt8(level + noise), green: 90, blue: 20), clip: size.bounds)
      try folder.write("f/\(level).png", frame)
    }
    let report = try await scene.fit(folder.path + "/f", try FitScene.document()) {
      $0.framesPerSecond = 10
    }
    #expect(report.frames.isEmpty == isPlain)
    #expect(!report.isGood)
    if isPlain { #expect(report.lines.count == 1) }
  }
}
