import FileAccess
import Foundation
import HeaderModel
import Rendering
import Scrolling
import Testing

/// Documents of the project, and curves that use all their interactions.
extension TestPage {
  /// The guide's custom header after each of its steps, the interactive one with its curve, and the
  /// example of each layer type.
  static func guide() throws -> [TestPage] {
    let own = try (1...TestFiles.blocks("your-own-header").count).map { step in
      try TestPage(
        document: TestFiles.guide("your-own-header", blocks: step), name: "step \(step)")
    }
    var answers = try TestPage(document: TestFiles.guide("interaction", blocks: 1), name: "answers")
    answers.curve = """
      { "version": 1, "inputs": { "following": [[1.5, true], [1.6, false]] }, "gestures": [
        { "tap": { "layer": "follow" } }, { "drag": { "by": 90, "duration": 0.2 } },
        { "release": {} }, { "tap": { "at": [299, 59] } }, { "hold": 0.4 } ] }
      """
    let examples = try TestFiles.blocks("layers").enumerated().map { index, layer in
      try TestPage(
        document: Array(
          """
          { "version": 1, "name": "example", "screen": { "device": "240x80@2" },
            "scroll": { "maximumOffset": 40 }, "texts": { "title": "Title", "row": "Row {n}" },
            "layers": [{ "type": "rectangle", "fill": "#FFF" }, \(layer)] }
          """.utf8), name: "example \(index)")
    }
    return own + [answers] + examples
  }

  /// The reference cases, each with its own curve.
  static func cases() throws -> [TestPage] {
    let folder = TestFiles.root.appending(path: "Fixtures/Interaction")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try files.filter { $0.hasSuffix(".curve.json") }.sorted().map { file in
      let name = String(file.dropLast(".curve.json".count))
      let document = try Data(contentsOf: folder.appending(path: name + ".document.json"))
      var page = try TestPage(document: Array(document), name: name)
      page.curve = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return page
    }
  }

  /// Returns a curve that scrolls, taps and pans everything possible.
  func answering() throws -> String {
    let header = try scene().header
    var gestures = [
      #"{"drag": {"by": 33, "duration": 0.077, "easing": "steps(4, jump-end)"}}"#,
      #"{"release": {"velocity": 640}}"#, #"{"tap": {"at": [160, 60]}}"#,
      #"{"drag": {"by": -190, "duration": 0.4, "easing": "ease-out"}}"#, #"{"release": {}}"#,
    ]
    func curve(_ gestures: [String]) -> String {
      "{ \"version\": 1, \"gestures\": [\(gestures.joined(separator: ","))] }"
    }
    for layer in header.document.tappableLayers {
      for row in ["", #", "row": 0"#] {
        let tap = [#"{"tap": {"layer": "\#(layer)"\#(row)}}"#, #"{"hold": 0.3}"#]
        if try plays(ScrollCurve.parse(Array(curve(gestures + tap).utf8))) { gestures += tap }
      }
    }
    for input in header.inputs ?? [] where input.range != nil {
      gestures.append(#"{"pan": {"input": "\#(input.name)", "by": 0.7, "duration": 0.21}}"#)
      gestures.append(#"{"release": {}}"#)
    }
    gestures += [
      #"{"drag": {"by": 61, "duration": 0.3}}"#, #"{"release": {"velocity": -120}}"#,
      #"{"drag": {"by": 400, "duration": 0.2}}"#, #"{"release": {"until": 0.4}}"#,
      #"{"scrollTo": {"offset": 0}}"#,
    ]
    return curve(gestures)
  }

  /// Returns true if all of the curve's events are valid for the header.
  func plays(_ curve: ScrollCurve) throws -> Bool {
    let scene = try scene()
    return
      (try? CurvePlayback(
        .curve(curve), under: scene.header, scale: scene.device.scale, rate: .standard,
        limits: RenderLimits())) != nil
  }
}
