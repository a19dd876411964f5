import CodecInterface
import FileAccess
import Foundation
import ImageCodecs
import Raster
import Testing

/// Header documents passed to `--style`.
@Suite struct HeaderDocumentTests {
  private let directory: TemporaryDirectory

  /// Writes `headers/card.json`, which shows `headers/pictures/seal.png`.
  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeFolder("headers/pictures")
    try directory.makeFolder("scenes")
    try directory.write(
      "headers/card.json",
      """
      {"$schema": "header.schema.json", "version": 1, "name": "card",
       "screen": {"device": "100x200@1"}, "scroll": {"maximumOffset": 90},
       "constants": {"side": 40}, "values": {"half": "side / 2"},
       "memory": {"far": false, "shade": {"value": 0, "transition": {"duration": 1}}},
       "onScroll": [{"set": {"far": "offset > 50", "shade": "offset > 50 ? 1 : 0"}}],
       "phases": [{"name": "away", "when": "far"}, {"name": "near"}],
       "images": {"seal": "pictures/seal.png"},
       "layers": [
         {"id": "box", "type": "rectangle", "fill": "#FF0000", "y": "-offset", "width": "side", "height": "side"},
         {"id": "seal", "type": "image", "image": "seal", "x": "half", "y": 60, "width": "side",
          "height": "side", "visible": "!far", "transform": {"rotate": "offset"}}]}
      """)
    try directory.write(
      "headers/pictures/seal.png",
      Data(contentsOf: URL(fileURLWithPath: Fixtures.image("disc.png"))))
  }

  private let style = ["--style", "headers/card.json"]

  private func run(_ arguments: [String]) async throws -> Twheader.Outcome {
    let outcome = try await directory.program.run(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome
  }

  @Test func stillDrawsDocumentWithImagesInItsFolder() async throws {
    let outcome = try await run(["still", "--offset", "10", "-o", "-"] + style)
    let picture = try ImageDecoder.decode(bytes: Array(outcome.output)).pixmap
    #expect(picture.width == 100 && picture.height == 200)
    #expect(Array(picture.bytes[0..<4]) == [255, 0, 0, 255])
    // A pixel inside the disc, whose frame has its corner at (20, 60) and a size of 40 points.
    let middle = (80 * 100 + 40) * 4
    #expect(Array(picture.bytes[middle..<middle + 3]) != [255, 255, 255])
  }

  @Test func everyStyleOptionAcceptsDocuments() async throws {
    _ = try await run(
      ["render", "--curve", "swipe.json", "--frames", "0-1", "--effort", "1", "-o", "a.gif"] + style
    )
    let sheet = try await run(
      [
        "sheet", "--styles", "headers/card.json,mimic", "--offsets", "0,60", "--json", "-o",
        "s.png",
      ])
    #expect(sheet.text.contains("s.png"))
    #expect(try await run(["trace", "--offsets", "0"] + style).text.contains(#""style":"card""#))
    #expect(try await run(["curve", "lint", "swipe.json"] + style).text.hasPrefix("swipe.json: "))
    #expect(try await run(["curve", "sample", "swipe.json"] + style).text.hasPrefix("time,offset"))
    #expect(try await run(["curve", "plot", "swipe.json"] + style).text.hasPrefix("<svg"))
  }

  @Test func setChangesDocumentConstants() async throws {
    let outcome = try await run(["trace", "--offsets", "0", "--set", "side=50"] + style)
    #expect(outcome.text.contains(#""box":{"frame":[0,0,50,50]"#))
    let refused = try await directory.program.run(
      ["trace", "--offsets", "0", "--set", "sid=50"] + style)
    #expect(
      refused.errors == "twheader: error: --set: sid: the document has no such constant; did you "
        + "mean \"side\"?\n")
  }

  @Test func scenesNameDocumentsRelativeToThemselves() async throws {
    try directory.write(
      "scenes/scene.json", #"{"version": 1, "style": "../headers/card.json"}"#)
    let scene = try await run(["still", "--scene", "scenes/scene.json", "-o", "-"])
    #expect(try await run(["still", "-o", "-"] + style).output == scene.output)
  }

  /// Picture paths in a scene are relative to the scene, and picture paths in a header to the
  /// header.
  @Test func scenesReplaceDocumentImages() async throws {
    try directory.write(
      "scenes/other.png", Data(contentsOf: URL(fileURLWithPath: Fixtures.image("checker.png"))))
    try directory.write("scenes/scene.json", #"{"version": 1, "images": {"seal": "other.png"}}"#)
    let scene = try await run(["still", "--scene", "scenes/scene.json", "-o", "-"] + style)
    #expect(try await run(["still", "-o", "-"] + style).output != scene.output)
  }

  @Test func reportsUnknownStylesInScenes() async throws {
    try directory.write("scenes/scene.json", #"{"version": 1, "style": "mimc"}"#)
    let scene = try await directory.program.run(["still", "--scene", "scenes/scene.json"])
    #expect(
      scene.errors == "twheader: error: scenes/scene.json:1:25: style: unknown style \"mimc\"; did "
        + "you mean \"mimic\"?\n")
    #expect(scene.status == 65)
  }

  @Test(arguments: ["headers/card.json", "headers/pictures/seal.png"])
  func rejectsInputsAsOutputs(path: String) async throws {
    let before = try directory.data(path)
    for arguments in [
      ["still", "-o", path], ["sheet", "--offsets", "0", "-o", path],
      ["render", "--format", "gif", "--curve", "swipe.json", "-o", path],
    ] {
      let outcome = try await directory.program.run(arguments + style)
      #expect(outcome.status == 64, "\(arguments)")
      #expect(outcome.errors.contains("is both input and output"))
      #expect(try directory.data(path) == before)
    }
  }

  @Test func traceHasLayersMemoryAndPhase() async throws {
    let trace = try await run(["trace", "--offsets", "0,60"] + style)
    let lines = try trace.text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(lines.map { $0["phase"] as? String } == ["near", "away"])
    #expect(lines.map { ($0["memory"] as? [String: Any])?["far"] as? Bool } == [false, true])
    #expect(lines.map { ($0["memoryTargets"] as? [String: Any])?["shade"] as? Double } == [0, 1])
    let seal = (lines[1]["layers"] as? [String: [String: Any]])?["seal"]
    #expect(seal?["frame"] as? [Double] == [20, 60, 40, 40])
    #expect(seal?["visible"] as? Bool == false)
    #expect(seal?["rotate"] as? Double == 60)
    #expect(lines.allSatisfy { $0["variant"] == nil && $0["header"] == nil })
  }

  /// During a transition the current value is between the start value and the target.
  @Test func traceOfACurveHasCurrentValuesAndTargets() async throws {
    try directory.write(
      "far.json",
      #"{"$schema": "curve.schema.json", "version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 0.1, "offset": 60}, {"time": 0.5, "offset": 80}]}"#
    )
    let trace = try await run(["trace", "--curve", "far.json", "--format", "csv"] + style)
    let rows = trace.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let shown = try #require(rows[0].firstIndex(of: "memory.shade"))
    let target = try #require(rows[0].firstIndex(of: "memoryTargets.shade"))
    let last = try #require(rows.last)
    #expect(last[target] == "1")
    #expect((0.3...0.5).contains(try #require(Double(last[shown]))))
    #expect(rows[0].contains("layers.seal.frame.x") && rows[0].contains("layers.box.opacity"))
  }

  @Test func plotHasAPanelForEachMovingValue() async throws {
    let plot = try await run(["trace", "--offsets", "0,30,60", "--format", "svg"] + style)
    for label in ["box, pt", "memory"] { #expect(plot.text.contains(label)) }
  }

  /// Editors validate a document with the schema in its `$schema` key.
  @Test func acceptsSchemaKeyInScenes() async throws {
    try directory.write("scene.json", #"{"$schema": "scene.schema.json", "version": 1}"#)
    _ = try await run(["still", "--scene", "scene.json", "-o", "-"] + style)
  }

  /// Fontconfig prints an error about the missing configuration as soon as it is used.
  @Test func curvesNeedNoFonts() async throws {
    var program = directory.program
    program.environment["FONTCONFIG_FILE"] = directory.full("none.conf")
    #expect(try await program.run(["still", "-o", "-"] + style).errors.contains("Fontconfig"))
    for command in ["lint", "sample", "plot"] {
      let outcome = try await program.run(["curve", command, "swipe.json"] + style)
      #expect(outcome.status == 0 && !outcome.errors.contains("Fontconfig"), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ["trace", "--offsets", "0"], ["still", "-o", "-"], ["curve", "lint", "swipe.json"],
    ["style", "check"],
  ])
  func isReadFromStandardInput(command: [String]) async throws {
    let document = Data(
      #"{"version": 1, "name": "a", "scroll": {"maximumOffset": 9}, "layers": []}"#.utf8)
    let arguments = command + (command[0] == "style" ? ["-"] : ["--style", "-"])
    let outcome = try await directory.program.run(arguments, input: document)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
