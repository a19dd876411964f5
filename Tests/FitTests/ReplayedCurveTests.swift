import FileAccess
import Fit
import FrameEncoding
import Foundation
import HeaderModel
import ImageCodecs
import PortableMath
import Raster
import Rendering
import Scrolling
import Testing

/// The curve of a report, rendered again at the times of the recording's frames.
@Suite struct ReplayedCurveTests {
  /// The largest mean difference of a replayed frame in levels. Offsets are rounded to 0.05 points,
  /// and events by up to half a frame, during which transitions continue.
  private static let tolerance = 4.0

  /// A header with a switch, a refresh that stays open below the top edge, a snap, an input, and a
  /// mark for rests.
  private func document() throws -> HeaderDocument {
    try HeaderDocument.parse(
      Array(
        """
        { "version": 1, "name": "replayed",
          "scroll": {
            "contentHeight": 160, "minimumOffset": "refreshing ? -20 : 0",
            "settle": [ { "when": "target > 0 && target < 40", "to": "target < 20 ? 0 : 40" } ] },
          "memory": {
            "on": { "value": 0, "transition": { "duration": 0.2 } },
            "refreshing": false, "rests": 0 },
          "inputs": { "page": { "value": 0, "range": [0, 2], "step": 1 } },
          "onDragEnd": [ { "when": "offset < -14", "set": { "refreshing": true } } ],
          "onRest": [ { "when": "offset > 4", "set": { "rests": "rests + 1" } } ],
          "layers": [
            { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
            { "id": "banner", "type": "image", "image": "banner", "y": "-min(offset, 14)",
              "height": 30 },
            { "id": "button", "type": "rectangle", "x": 40, "y": "60 - offset", "width": 20,
              "height": 16, "fill": "#3060A0", "onTap": [ { "set": { "on": "1 - on" } } ] },
            { "id": "filled", "type": "rectangle", "x": 4, "y": "56 - offset", "width": 30,
              "height": 26, "fill": "#C02020", "opacity": "on" },
            { "id": "plate", "type": "rectangle", "x": "2 + 20 * page", "y": "88 - offset",
              "width": 18, "height": 20, "fill": "#208040" },
            { "id": "spinner", "type": "rectangle", "x": 12, "y": 34, "width": 40, "height": 30,
              "fill": "#803080", "visible": "refreshing" },
            { "id": "mark", "type": "rectangle", "x": "20 * (rests - 1)", "y": 64, "width": 18,
              "height": 30, "fill": "#101010", "visible": "rests > 0" } ] }
        """.utf8))
  }

  /// Returns the frames of a render at 20 frames per second, or at the times of `times`.
  private func frames(
    _ document: HeaderDocument, _ curve: ScrollCurve, at times: ScrollCurve? = nil, in folder: URL
  ) async throws -> [Pixmap] {
    var render = RenderRequest()
    render.header = try FitScene.request(document)
    render.curve = .curve(curve)
    if let times {
      render.frameTimes = .curve(times)
    } else {
      render.playback.framesPerSecond = 20
    }
    let outcome = try await Renderer(render).render(
      to: [try OutputTarget(folder.appendingPathComponent("%04d.png").path)])
    return try (0..<outcome.frames).map { index in
      let number = String(repeating: "0", count: 4 - "\(index)".count) + "\(index)"
      let bytes = try Data(contentsOf: folder.appendingPathComponent("\(number).png"))
      return try ImageDecoder.decode(bytes: Array(bytes)).pixmap
    }
  }

  /// The mean difference of the channels in levels.
  private func difference(_ first: Pixmap, _ second: Pixmap) -> Double {
    let sum = zip(first.bytes, second.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(3 * first.size.area)
  }

  @Test(arguments: [
    (
      "taps",
      #""gestures": [{"hold": 0.3}, {"tap": {"layer": "button"}}, {"hold": 0.4}, "#
        + #"{"drag": {"by": 22, "duration": 0.3}}, {"hold": 0.3}, {"release": {"velocity": 0}}, "#
        + #"{"tap": {"layer": "button"}}, {"hold": 0.4}]"#
    ),
    (
      "a refresh",
      #""gestures": [{"hold": 0.2}, {"drag": {"by": -60, "duration": 0.5}}, "#
        + #"{"release": {"velocity": 0}}, {"hold": 0.4}]"#
    ),
    (
      "rests",
      #""gestures": [{"drag": {"by": 30, "duration": 0.4}}, {"release": {}}, {"hold": 0.3}, "#
        + #"{"drag": {"by": 20, "duration": 0.3}}, {"release": {}}, {"hold": 0.3}]"#
    ),
    (
      "an input",
      #""samples": [[0, 0], [0.5, 6], [1, 12]], "inputs": {"page": [[0.3, 0], [0.31, 1]]}"#
    ),
  ])
  func replayEqualsTheRecording(name: String, members: String) async throws {
    let scene = try FitScene()
    let document = try document()
    func folder(_ name: String) throws -> URL {
      let folder = scene.folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }
    let curve = try ScrollCurve.parse(Array("{ \"version\": 1, \(members) }".utf8))
    let recorded = try folder("recorded")
    let recording = try await frames(document, curve, in: recorded)
    let report = try await scene.fit(recorded.path, document) { $0.framesPerSecond = 20 }
    #expect(report.verdict == .behaves)
    let written = try ScrollCurve.parse(Array(report.curveText.utf8))
    let replay = try await frames(document, written, at: written, in: try folder("replayed"))
    #expect(replay.count == recording.count)
    for (index, (replayed, frame)) in zip(replay, recording).enumerated() {
      let difference = difference(replayed, frame)
      #expect(difference <= Self.tolerance, "\(name), frame \(index): \(difference) levels")
    }
    // Without the events, the offsets alone show something else.
    var offsets = report
    offsets.events = []
    offsets.inputs = []
    let bare = try await frames(
      document, try #require(offsets.curve), at: written, in: try folder("bare"))
    #expect(zip(bare, recording).contains { difference($0, $1) > 2 * Self.tolerance })
  }
}
