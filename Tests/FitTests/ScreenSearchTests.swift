import FileAccess
import Fit
import Foundation
import FrameEncoding
import HeaderModel
import ImageCodecs
import PortableMath
import Raster
import Testing

/// The search of the screen in recordings that are larger or smaller than it.
@Suite struct ScreenSearchTests {
  private let scene: FitScene
  private let offsets = [0.0, -6, 9, 18, 8]

  init() throws { scene = try FitScene(side: 12) }

  /// Creates a recording in which the frames are drawn at each of the given positions on larger
  /// pictures. The copies are two frames apart. Returns the folder.
  private func widened(
    _ recording: String, to size: PixelSize, at positions: [(x: Int, y: Int)], scale: Double = 1,
    around: (inout Pixmap, Int) -> Void = { _, _ in }
  ) throws -> String {
    var frames: [Pixmap] = []
    var request = EncodeRequest()
    request.inputs = [recording]
    try FrameSource(request).forEach { frames.append($0.picture) }
    let folder = scene.folder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for index in frames.indices {
      var canvas = Pixmap(size: size, fill: Color(rgb: 0x2C3038))
      around(&canvas, index)
      for (copy, position) in positions.enumerated() {
        let frame = frames[(index + 2 * copy) % frames.count]
        let reduced = try PixelSize(
          width: Int((Double(frame.width) * scale).rounded()),
          height: Int((Double(frame.height) * scale).rounded())
        ).required
        canvas.draw(
          frame.resized(
            source: DeviceRect(frame.size.bounds), to: reduced,
            filter: scale < 1 ? .area : .bilinear), x: position.x, y: position.y, opacity: 255,
          clip: size.bounds)
      }
      let name = String(format: "%03d.png", index)
      try Data(PNGEncoder.encode(canvas)).write(to: folder.appendingPathComponent(name))
    }
    return folder.path
  }

  /// The area around the screen moves with its content, so the recording shows another header.
  /// A static background is accepted.
  @Test(arguments: [(false, true), (true, false)])
  func rejectsMovingBackgrounds(isStill: Bool, isRejected: Bool) async throws {
    let size = try PixelSize(width: 200, height: 200).required
    let recording = try widened(
      try await scene.record(try FitScene.document(), offsets), to: size, at: [(70, 50)]
    ) { canvas, index in
      for square in 0..<100 {
        let (x, y) = (square % 10 * 20, square / 10 * 20)
        guard !(60..<140).contains(x) || !(40..<150).contains(y) else { continue }
        let level = UInt8((square * 7 + (isStill ? 0 : index * 97)) % 200)
        canvas.fill(
          DeviceRect(x: Double(x), y: Double(y), width: 20, height: 20),
          with: Color(red: level, green: 255 - level, blue: 90), clip: size.bounds)
      }
    }
    let report = try await fit(recording)
    if case .noFit = report.verdict { #expect(isRejected) } else { #expect(!isRejected) }
  }

  /// A third of the screen is below the recording. It is accepted under a static rectangle, and
  /// rejected under one that changes its color.
  @Test(arguments: [(false, true), (true, false)])
  func rejectsMotionBesideCutScreens(isStill: Bool, isRejected: Bool) async throws {
    let size = try PixelSize(width: 64, height: 94).required
    let recording = try widened(
      try await scene.record(try FitScene.document(), offsets), to: size, at: [(0, 30)]
    ) { canvas, index in
      let level = isStill ? 60 : UInt8(40 + index * 20)
      canvas.fill(
        DeviceRect(x: 8, y: 4, width: 48, height: 20),
        with: Color(red: level, green: level, blue: 90), clip: size.bounds)
    }
    let report = try await fit(recording) { $0.pointsPerPixel = 1 }
    if case .noFit = report.verdict { #expect(isRejected) } else { #expect(!isRejected) }
  }

  private func fit(
    _ recording: String, _ change: (inout FitRequest) -> Void = { _ in }
  ) async throws -> FitReport {
    try await scene.fit(recording, try FitScene.document()) {
      $0.region = nil
      $0.framesPerSecond = 10
      change(&$0)
    }
  }

  /// The size of a recording, and the position and scale of the screen in it.
  struct Layout: Sendable {
    var width: Int
    var height: Int
    var x: Int
    var y: Int
    var scale = 1.0
  }

  @Test(arguments: [
    Layout(width: 200, height: 110, x: 97, y: 5),
    Layout(width: 90, height: 150, x: 11, y: 40),
    Layout(width: 260, height: 170, x: 60, y: 12, scale: 1.5),
    Layout(width: 64, height: 80, x: 0, y: -16),
  ])
  func findsScreenAnywhereInThePicture(layout: Layout) async throws {
    let recording = try widened(
      try await scene.record(try FitScene.document(), offsets),
      to: try PixelSize(width: layout.width, height: layout.height).required,
      at: [(layout.x, layout.y)], scale: layout.scale)
    let report = try await fit(recording)
    #expect(report.verdict == .behaves)
    #expect(abs(report.placement.pixelsPerPoint - layout.scale) < 0.02)
    #expect(abs(report.placement.x - Double(layout.x)) < 0.5)
    #expect(abs(report.placement.y - Double(layout.y)) < 0.5)
    #expect(report.notes.isEmpty)
    for (frame, offset) in zip(report.frames, offsets) {
      #expect(abs(frame.offset - offset) <= 0.25)
    }
  }

  @Test func fitsOneOfTwoScreensAndReportsBoth() async throws {
    let recording = try widened(
      try await scene.record(try FitScene.document(), offsets),
      to: try PixelSize(width: 200, height: 110).required, at: [(8, 6), (110, 6)])
    let report = try await fit(recording)
    #expect(report.verdict == .behaves)
    let isFirst = report.placement.x < 100
    #expect(abs(report.placement.x - (isFirst ? 8 : 110)) < 0.5)
    let note = try #require(report.notes.first)
    #expect(note.hasPrefix("the recording shows 2 such screens: this is the one at "))
    #expect(report.json.contains(note))
    #expect(report.lines.contains(note))
  }

  /// The region that a user gives may be some points away from the screen.
  @Test(arguments: [(3.0, -2.0, 0.0), (-2.5, 3.5, 4.0)])
  func acceptsRegionWithoutScreenEdges(dx: Double, dy: Double, growth: Double) async throws {
    let recording = try widened(
      try await scene.record(try FitScene.document(), offsets),
      to: try PixelSize(width: 150, height: 120).required, at: [(40, 12)])
    let report = try await fit(recording) {
      $0.region = PointRect(
        x: 40 + dx, y: 12 + dy, width: 64 + growth, height: 96 + growth)
    }
    #expect(report.verdict == .behaves)
    #expect(abs(report.placement.x - 40) < 0.5)
    #expect(abs(report.placement.y - 12) < 0.5)
    #expect(report.notes.contains { $0.contains("not at the given region") })
  }

  @Test func pointsPerPixelAndRegionAgree() async throws {
    let recording = try widened(
      try await scene.record(try FitScene.document(), offsets),
      to: try PixelSize(width: 150, height: 120).required, at: [(40, 12)])
    let scaled = try await fit(recording) { $0.pointsPerPixel = 1 }
    let placed = try await fit(recording) {
      $0.region = PointRect(x: 40, y: 12, width: 64, height: 96)
    }
    #expect(scaled.verdict == placed.verdict)
    #expect(placed.notes.isEmpty)
    #expect(abs(scaled.placement.x - placed.placement.x) < 0.25)
    #expect(abs(scaled.placement.y - placed.placement.y) < 0.25)
  }
}
