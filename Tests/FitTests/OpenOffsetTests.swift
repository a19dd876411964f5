import FileAccess
import HeaderModel
import PortableMath
import TestSupport
import Testing

@testable import Fit

/// Frames that several offsets explain, and the evidence that decides between them.
@Suite struct OpenOffsetTests {
  /// Rows that repeat every 11 points, with a bar across the screen that shows the progress.
  private func document(
    bar: String = "max(0, offset / 3)", rowFill: String = "#3060A0"
  ) throws -> HeaderDocument {
    let progress = """
      , { "id": "progress", "type": "rectangle", "z": 5, "y": 0, "height": 4, "width": "\(bar)",
          "fill": "#C02020" }
      """
    let text = FitScene.text(isRepeating: true, more: progress)
    return try HeaderDocument.parse(Array(text.replacing("#3060A0", with: rowFill).utf8))
  }

  private static let offsets = [0.0, 12, 40, 51, 73, 95, 84, 62, 73]

  @Test func progressBarResolvesRepeatedRows() async throws {
    let scene = try FitScene()
    let document = try document()
    let report = try await scene.fit(
      try await scene.record(document, Self.offsets), document)
    #expect(report.verdict == .behaves)
    for (frame, offset) in zip(report.frames, Self.offsets) {
      #expect(abs(frame.offset - offset) <= 0.5, "\(offset)")
      #expect(frame.uncertainty != nil)
      #expect(frame.possibleOffsets == nil)
    }
  }

  /// The rows' text is drawn in another font: each row differs a little, at every offset.
  @Test func ignoresRowsWithDifferentColors() async throws {
    let scene = try FitScene()
    let report = try await scene.fit(
      try await scene.record(try document(rowFill: "#305890"), Self.offsets), try document())
    for (frame, offset) in zip(report.frames, Self.offsets) where frame.uncertainty != nil {
      #expect(abs(frame.offset - offset) <= 0.5, "\(offset)")
    }
    #expect(!report.deviations.contains { $0.layer == "progress" })
  }

  /// Rows as wide as one digit, and from the eleventh to the eighteenth as wide as two.
  private func numbered(_ oneDigit: Double, _ twoDigits: Double, fill: String) throws
    -> HeaderDocument
  {
    let width = "index >= 10 && index < 18 ? \(twoDigits) : \(oneDigit)"
    let text = """
      { "version": 1, "name": "numbered", "scroll": { "contentHeight": 400 },
        "chrome": { "statusBar": false, "homeIndicator": false, "scrollIndicator": false },
        "layers": [
          { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
          { "id": "rows", "type": "list", "y": "40 - offset", "count": 30, "pitch": 11,
            "separator": { "color": "#404040", "width": 2 }, "layers": [
              { "id": "row", "type": "rectangle", "x": 4, "y": 3, "width": "\(width)",
                "height": 5, "fill": "\(fill)" } ] },
          { "id": "header", "type": "rectangle", "z": 1, "y": "-min(offset, 14)", "height": 30,
            "fill": "#C02020" } ] }
      """
    return try HeaderDocument.parse(Array(text.utf8))
  }

  /// The recording's glyphs are wider, so that one digit is nearer to the document's two digits.
  @Test func widerGlyphsLeaveOffsetsUndetermined() async throws {
    let scene = try FitScene()
    let wider = try numbered(32, 32, fill: "#4070B0")
    let report = try await scene.fit(
      try await scene.record(wider, [24, 30, 36, 36, 28, 24]),
      try numbered(24, 36, fill: "#3060A0")
    ) { $0.judges = false }
    for frame in report.frames {
      #expect(frame.uncertainty == nil)
      #expect(frame.possibleOffsets != nil)
    }
  }

  /// Without a bar nothing decides; the true offset is in the reported range.
  @Test func undeterminedOffsetsHaveRanges() async throws {
    let scene = try FitScene()
    let document = try FitScene.document(isRepeating: true)
    let offsets = [0.0, 12, 40, 56, 72]
    let report = try await scene.fit(
      try await scene.record(document, offsets), document
    ) { $0.judges = false }
    for (frame, offset) in zip(report.frames, offsets) {
      if frame.uncertainty != nil {
        #expect(abs(frame.offset - offset) <= 0.5, "\(offset)")
        #expect(frame.possibleOffsets == nil)
      } else if let range = frame.possibleOffsets {
        #expect(range.contains(frame.offset))
        #expect(range.upperBound - range.lowerBound > 8)
      }
    }
    #expect(report.frames.last?.possibleOffsets?.contains(72) == true)
    #expect(
      report.lines.contains { $0.contains("look the same at other offsets, as rows that repeat") })
  }

  /// A view that is pulled by 40 % of its height, at both ends.
  @Test(arguments: [[24.0, 40, 62, 50], [0, -20, -38, -8]])
  func followsFarOverscroll(offsets: [Double]) async throws {
    let scene = try FitScene()
    let document = try FitScene.document()
    let report = try await scene.fit(try await scene.record(document, offsets), document)
    #expect(report.verdict == .behaves)
    for (frame, offset) in zip(report.frames, offsets) {
      #expect(abs(frame.offset - offset) <= 0.5, "\(offset)")
    }
  }

  /// A pressed row is gray in a few frames.
  @Test func pressedRowIsNotAnOrderDeviation() async throws {
    let scene = try FitScene()
    let pressed = try FitScene.document(
      more: """
        , { "id": "press", "type": "rectangle", "z": 0, "y": 62, "height": 22, "fill": "#D0D0D4",
            "visible": "offset > 5 && offset < 9" }
        """)
    let report = try await scene.fit(
      try await scene.record(pressed, [0, 3, 6, 7, 8, 10, 12]), try FitScene.document())
    #expect(!report.deviations.contains { $0.kind == .order })
  }

  /// Evidence from reduced pictures counts half if the full pictures contradict it.
  @Test func contradictedEvidenceCountsHalf() throws {
    let scene = try JudgedScene(try FitScene.document())
    let painter = scene.scenes.onePixelPerPoint
    let comparison = OffsetGroupComparison(
      painter: painter, grid: scene.grid, frame: try scene.picture(0), time: 0)
    func candidate(_ offset: Double, _ distance: Double) throws -> OffsetGroupComparison.Candidate {
      var header = painter.launch
      try header.scroll(to: offset, at: 0)
      return OffsetGroupComparison.Candidate(
        step: painter.offsets.step(offset), header: header, distance: distance)
    }
    /// Returns how much worse the group at 9 points is than that at rest.
    func difference(_ atRest: Double, _ scrolled: Double) throws -> Double {
      let corrections = try comparison.corrections([
        [try candidate(0, atRest)], [try candidate(9, scrolled)],
      ])
      return scrolled + corrections[1] - atRest - corrections[0]
    }
    let agreeing = try difference(10, 10.2)
    #expect(agreeing > 1)
    #expect(abs(try difference(10.2, 10) - agreeing / 2) < 1e-9)
  }
}
