import Fit
import HeaderModel
import PortableMath
import Testing

/// Recordings in which rows or backgrounds have other content than the document.
@Suite struct OtherContentsTests {
  /// - Parameters:
  ///   - rows: Further members of the list.
  ///   - page: The background color.
  ///   - colors: The colors named `rows`.
  ///   - rowHeight: The value of a constant that only `rows` may use.
  private func document(
    rows: String, page: String = "#FFFFFF", colors: String = "[\"#000000\"]",
    rowHeight: Double = 10
  ) throws -> HeaderDocument {
    try HeaderDocument.parse(
      Array(
        """
        { "version": 1, "name": "rows", "scroll": { "contentHeight": 120 },
          "constants": { "rowHeight": { "value": \(rowHeight), "range": [4, 40] } },
          "colors": { "rows": \(colors) },
          "layers": [
            { "id": "page", "type": "rectangle", "fill": "\(page)" },
            { "id": "rows", "type": "list", "y": "44 - offset", "count": 9, \(rows) },
            { "id": "banner", "type": "image", "image": "banner", "z": 1, "y": "-min(offset, 14)",
              "height": 36 },
            { "id": "badge", "type": "image", "image": "avatar", "fit": "fill", "z": 2, "x": 40,
              "y": "24 - offset / 2", "width": 18, "height": 18 } ] }
        """.utf8))
  }

  private func row(_ fill: String, pitch: String) -> String {
    """
    "rowHeight": "\(pitch)", "layers": [ { "id": "row", "type": "rectangle", "x": 20, "y": 2,
      "width": 40, "height": 7, "fill": "\(fill)" } ]
    """
  }

  @Test(arguments: [
    ("#A03020", "index == 0 ? 21 : index == 2 ? 17 : 14", "#FFFFFF", "rows: its content differs"),
    ("#3060A0", "11", "#208040", "page: #2"),
  ])
  func excludesLayersWithDifferentContent(
    fill: String, pitch: String, page: String, note: String
  ) async throws {
    let scene = try FitScene()
    let offsets = [0.0, 4, 9, 14, 6]
    let recorded = try document(rows: row(fill, pitch: pitch), page: page)
    let own = try document(rows: row("#3060A0", pitch: "11"))
    let report = try await scene.fit(try await scene.record(recorded, offsets), own)
    #expect(report.verdict == .behaves)
    #expect(report.leftOut.count { "\($0.layer): \($0.reason)".hasPrefix(note) } == 1)
    for (frame, offset) in zip(report.frames, offsets) {
      #expect(abs(frame.offset - offset) <= 0.25)
    }
  }

  /// Rows with other colors cover most of the screen, so the search finds no placement. A recording
  /// with the screen's aspect ratio is assumed to show the whole screen.
  @Test func assumesFullScreenForScreenAspectRatio() async throws {
    let scene = try FitScene()
    let offsets = [0.0, 4, 9, 14, 6]
    func own(_ colors: String, pitch: Int) throws -> HeaderDocument {
      try document(
        rows: """
          "pitch": \(pitch), "layers": [ { "id": "row", "type": "rectangle", "fill": "rows" } ]
          """, colors: colors)
    }
    let recorded = try own("[\"#D8D8D8\", \"#606060\", \"#202020\"]", pitch: 19)
    let report = try await scene.fit(
      try await scene.record(recorded, offsets),
      try own("[\"#AAAAAA\", \"#808080\"]", pitch: 13)
    ) { $0.region = nil }
    #expect(report.placement.pixelsPerPoint == 1)
    #expect(report.placement.x == 0 && report.placement.y == 0)
    #expect(report.verdict == .behaves)
    #expect(
      report.leftOut.map { "\($0.layer): \($0.reason)" }
        == ["rows: its content differs from the document's"])
    for (frame, offset) in zip(report.frames, offsets) {
      #expect(abs(frame.offset - offset) <= 0.25)
    }
  }

  /// Rows of another height look like other content. They are compared with the height that makes
  /// them match, and the height is the deviation. If the colors differ too, no height does.
  @Test(arguments: [(12.4, "12.4"), (17, "17")])
  func constantExplainsOtherRows(rowHeight: Double, text: String) async throws {
    let scene = try FitScene()
    let offsets = [0.0, 2, 4, 7, 9, 12, 14, 6]
    func document(_ rowHeight: Double, _ colors: String) throws -> HeaderDocument {
      try self.document(
        rows: """
          "pitch": "rowHeight", "layers": [
            { "id": "row", "type": "rectangle", "fill": "rows", "height": "rowHeight - 1" } ]
          """, colors: colors, rowHeight: rowHeight)
    }
    let colors = "[\"#D83020\", \"#3060A0\", \"#202020\", \"#E0C040\"]"
    let own = try document(14, colors)
    let report = try await scene.fit(
      try await scene.record(try document(rowHeight, colors), offsets), own)
    #expect(report.verdict == .deviates)
    #expect(report.leftOut.isEmpty)
    #expect(report.deviations.map(\.layer) == ["rows"])
    let explanation = try #require(report.deviations.first).explanation
    #expect(
      explanation.hasSuffix("; rowHeight of \(text) instead of 14 explains it"))
    for (frame, offset) in zip(report.frames, offsets) {
      #expect(abs(frame.offset - offset) <= 0.25)
    }
    let otherColors = "[\"#20A040\", \"#F0F0F0\", \"#A020C0\"]"
    let other = try await scene.fit(
      try await scene.record(try document(rowHeight, otherColors), offsets), own)
    #expect(other.verdict == .behaves)
    #expect(other.leftOut.map(\.layer) == ["rows"])
  }

  /// Masked layers may differ completely. The header is still found, and all frames are followed.
  @Test func maskedListsCanDiffer() async throws {
    let scene = try FitScene()
    let offsets = (0..<9).map { Double($0 * 2) }
    let recorded = try document(rows: row("#A03020", pitch: "23"), page: "#202020")
    let report = try await scene.fit(
      try await scene.record(recorded, offsets),
      try document(rows: row("#3060A0", pitch: "11"))
    ) { $0.ignoredLayers = ["rows", "page"] }
    #expect(report.verdict == .behaves)
    #expect(report.frames.count == 9)
    for (frame, offset) in zip(report.frames, offsets) {
      #expect(abs(frame.offset - offset) <= 0.25)
    }
  }

  /// At larger offsets the masked list hides the title, which differs. That makes them no better
  /// than the true offsets, at which the title is only somewhat different.
  @Test func maskedListsDoNotHideSmallDifferences() async throws {
    func document(rows: String, titleWidth: Int) throws -> HeaderDocument {
      try HeaderDocument.parse(
        Array(
          """
          { "version": 1, "name": "masked", "scroll": { "contentHeight": 120 }, "layers": [
            { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
            { "id": "rows", "type": "list", "y": "44 - offset", "count": 9, \(rows) },
            { "id": "title", "type": "rectangle", "x": 4, "y": "24 - offset",
              "width": \(titleWidth), "height": 6, "fill": "#202020" },
            { "id": "bar", "type": "rectangle", "z": 1, "height": 14, "fill": "#3060A0" } ] }
          """.utf8))
    }
    let scene = try FitScene()
    let offsets = [0.0, 3, 7, 5, 2]
    let recorded = try document(rows: row("#A03020", pitch: "23"), titleWidth: 22)
    let report = try await scene.fit(
      try await scene.record(recorded, offsets),
      try document(rows: row("#3060A0", pitch: "11"), titleWidth: 26)
    ) { $0.ignoredLayers = ["rows"] }
    for (frame, offset) in zip(report.frames, offsets) {
      #expect(abs(frame.offset - offset) <= 0.25)
    }
  }

  @Test func keepsLayersWithMatchingContent() async throws {
    let scene = try FitScene()
    let own = try document(rows: row("#3060A0", pitch: "11"))
    let report = try await scene.fit(try await scene.record(own, [0, 4, 9]), own)
    #expect(report.verdict == .behaves)
    #expect(report.notes.isEmpty && report.leftOut.isEmpty)
  }

  /// A moved title in the same font is not reported as another font.
  @Test func movedTitleKeepsItsFont() async throws {
    func document(_ moved: Double) throws -> HeaderDocument {
      let title = """
        , { "id": "title", "type": "text", "text": "title", "z": 7, "x": 4, "width": 56,
            "y": \(62 + moved), "height": 24, "pointSize": 18, "color": "#101010", "weight": 400 }
        """
      let text = FitScene.text(more: title).replacing(
        "\"colors\":", with: "\"texts\": { \"title\": \"Anna\" }, \"colors\":")
      return try HeaderDocument.parse(Array(text.utf8))
    }
    let scene = try FitScene()
    let report = try await scene.fit(
      try await scene.record(try document(5), [0, 3, 6, 9, 12]), try document(0))
    #expect(report.leftOut.isEmpty)
    #expect(report.deviations.map(\.layer) == ["title"])
  }
}
