import FrameEncoding
import Rendering
@testable import Batch
import FileAccess
import Foundation
import GIF
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Scrolling
import StrictJSON
import TestSupport
import Testing

@Suite struct BatchManifests {
  let file: BatchManifestFile

  init() throws { file = try BatchManifestFile() }

  @Test func itemsOverrideDefaults() throws {
    let manifest = try file.load([
      #"{"version": 1, "defaults": {"curve": "still.json", "fps": 12, "theme": "dark"}}"#,
      "",
      #"{"id": "a", "style": "stretch", "theme": "light", "scale": 1, "constants": {"rowCount": 3}}"#,
      #"{"id": "b", "fps": "30000/1001", "boomerang": true, "quality": 50, "loop": 3, "theme": null}"#,
    ])
    let (a, b) = (manifest.items[0], manifest.items[1])
    #expect(manifest.items.count == 2)
    #expect(a.id == "a" && a.line == 3)
    #expect(a.request.header.style?.text == "stretch" && a.request.header.theme == .light)
    #expect(a.request.header.scale == 1)
    #expect(a.request.header.constants.map(\.key) == ["rowCount"])
    #expect(a.request.playback.framesPerSecond == 12)
    #expect(a.outputs == [BatchOutput(path: "a.gif", format: .gif)])
    #expect(a.inputs.files[.curve] == file.folder.path + "/still.json")
    #expect(b.request.playback.framesPerSecond == RationalTime(30000, over: 1001))
    #expect(
      b.request.playback.boomerang && b.request.encoding.gif.quality == 50
        && b.request.encoding.gif.loop == .plays(3))
    #expect(b.request.header.theme == nil)
  }

  @Test func namedCurvesAreNotInputFiles() throws {
    let manifest = try file.load([
      #"{"id": "{curve}", "matrix": {"curve": ["collapse", "hesitate"]}}"#
    ])
    #expect(manifest.items.map(\.id) == ["collapse", "hesitate"])
    #expect(manifest.items.map(\.inputs.namedCurve) == [.collapse, .hesitate])
    #expect(manifest.items.allSatisfy { $0.inputs.paths.isEmpty })
  }

  @Test func costIsFramesTimesDevicePixels() throws {
    let manifest = try file.load([
      #"{"id": "a", "curve": "tiny.json", "fps": 10, "scale": 1}"#,
      #"{"id": "b", "curve": "tiny.json", "fps": 10, "scale": 2, "frames": [1, 2]}"#,
    ])
    #expect(manifest.items.map(\.frames) == [3, 2])
    #expect(manifest.items.map(\.pixels) == [320 * 568, 320 * 568 * 4])
    #expect(manifest.items.map(\.cost) == [3 * 320 * 568, 8 * 320 * 568])
  }

  @Test func jsonDocumentAndLinesHaveEqualItems() throws {
    try file.write(
      "manifest.json",
      #"{"version": 1, "defaults": {"curve": "still.json"}, "items": [{"id": "a"}, {"id": "b"}]}"#)
    let document = try Manifest.load(file.folder.path + "/manifest.json")
    let lines = try file.load([
      #"{"defaults": {"curve": "still.json"}}"#, #"{"id": "a"}"#, #"{"id": "b"}"#,
    ])
    #expect(document.items.map(\.id) == ["a", "b"])
    #expect(document.digest == lines.digest)
  }

  @Test func resolvesScenePicturesRelativeToScene() throws {
    try file.write("scenes/one.json", #"{"version": 1, "banner": "../dots.png"}"#)
    let item = try file.load([#"{"id": "a", "scene": "scenes/one.json"}"#]).items[0]
    #expect(item.inputs.files[.banner] == file.folder.path + "/scenes/../dots.png")
    #expect(item.inputs.paths.count == 2)
  }

  @Test func reportsAllProblemsWithLineAndKeyPath() throws {
    let problems = try file.problems([
      #"{"defaults": {"fps": 10, "crve": "x"}}"#,
      #"{"id": "a", "curve": "missing.json"}"#,
      #"{"id": "a", "device": "iphone-9"}"#,
      #"{"id": "b", "fps": 1000, "boomerang": 1}"#,
      #"not json"#,
      #"{"id": "c", "banner": "still.json"}"#,
      #"{"id": "d", "style": "mimic", "constants": {"headerHeigt": 3}}"#,
      #"{"id": "e", "style": "mimic", "variant": "table"}"#,
      #"{"outputs": ["x.gif"]}"#,
      #"{"id": "f", "curve": "tiny.json", "frames": [0, 9]}"#,
      #"{"id": "../g"}"#,
    ])
    let expected = [
      #"1:36: defaults.crve: unknown key "crve"; did you mean "curve"?"#,
      "2:22: curve: missing.json: no such file; check the path",
      #"3:23: device: unknown value "iphone-9"; did you mean "iphone-8"?"#,
      "4:20: fps: 1000 is out of range (0.1...240 frames per second)",
      "4:39: boomerang: expected true or false, found 1",
      "5:1: found not where a value is expected",
      "6:23: banner: still.json: not a PNG, JPEG, GIF or WebP",
      "7:42: constants: ",
      "8:42: variant: ",
      #"9:1: "id" is missing"#,
      "10:45: frames: 0-9 is not within 0-2; frames are counted from 0",
      #"11:8: id: "../g" is not an id"#,
    ]
    #expect(problems.count == expected.count)
    for (problem, start) in zip(problems, expected) {
      // The columns are those of the values, so only lines and messages are compared.
      #expect(Self.withoutColumn(problem).hasPrefix(Self.withoutColumn(start)))
    }
  }

  @Test func validatesFramingAndTexts() throws {
    let problems = try file.problems([
      #"{"id": "a", "crop": "1,2,3"}"#,
      #"{"id": "b", "crop": "avatr"}"#,
      #"{"id": "c", "width": 4000}"#,
      #"{"id": "d", "width": 100, "scale": 2}"#,
      #"{"id": "e", "cornerRadius": -1}"#,
      #"{"id": "f", "accent": "rot"}"#,
      #"{"id": "g", "handle": "@jane"}"#,
    ])
    let expected = [
      #"1:21: crop: "1,2,3" is not a part of the screen; write "header", "x,y,w,h" in points"#,
      #"2:21: crop: unknown layer avatr; did you mean "avatar"?"#,
      "3:22: width: is out of range; give 80 to 1280 pixels, or another crop",
      "4:36: scale: scale follows from width; remove one of them",
      "5:29: cornerRadius: -1 is out of range (0...1000 points)",
      ##"6:23: accent: "rot" is not a color; write "#RGB", "#RGBA", "#RRGGBB", "#RRGGBBAA" or a name of CSS"##,
      #"7:1: name, handle, title: this header has no text "handle"; it has "#,
    ]
    #expect(problems.count == expected.count)
    for (problem, start) in zip(problems, expected) {
      #expect(problem.hasPrefix(start), "\(problem)")
    }
  }

  @Test func itemSizeReplacesDefaultScale() throws {
    let items = try file.load([
      #"{"defaults": {"scale": 2, "offset": 0}}"#, #"{"id": "a", "width": 480}"#,
      #"{"id": "{width}", "matrix": {"width": [100, 200]}}"#, #"{"id": "b"}"#,
    ]).items
    #expect(items.map(\.request.header.scale) == [nil, nil, nil, 2])
    #expect(items.map(\.request.header.framing.width) == [480, 100, 200, nil])
    let other = try file.load([
      #"{"defaults": {"width": 480, "offset": 0}}"#, #"{"id": "a", "scale": 1}"#,
    ]).items
    #expect(other[0].request.header.framing.width == nil)
  }

  /// The whole screen is painted at the scale of the crop.
  @Test func costDependsOnScale() throws {
    let items = try file.load([
      #"{"id": "a", "offset": 0, "scale": 1.5}"#, #"{"id": "b", "offset": 0, "width": 480}"#,
      #"{"id": "c", "offset": 0, "crop": "header", "width": 480}"#,
    ]).items
    #expect(items.map(\.pixels) == [480 * 852, 480 * 852, 480 * 852])
  }

  private static func withoutColumn(_ text: String) -> String {
    text.replacing(/^(\d+):\d+:/) { "\($0.1):" }
  }

  @Test func reportsNoInputIfOnlyInputsAreMissing() throws {
    do {
      _ = try file.load([#"{"id": "a", "curve": "none.json"}"#])
      Issue.record("nothing was thrown")
    } catch let error as ManifestError {
      #expect(error.code == .noInput)
    }
  }

  @Test(arguments: ["../x.gif", "a/../../x.gif", "/x.gif", "-", "./", "a\u{7}.gif", "noform"])
  func rejectsOutputsOutsideTheFolder(path: String) throws {
    let literal = path.replacing("\u{7}", with: "\\u0007")
    let problems = try file.problems([#"{"id": "a", "outputs": ["\#(literal)"]}"#])
    #expect(problems.count == 1)
    #expect(problems.first?.contains("outputs[0]: ") == true)
  }

  @Test func rejectsSymbolicLinksThatLeaveTheFolder() throws {
    let out = file.folder.path + "/out"
    try file.write("out/inner/x", "")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: out + "/away", withDestinationPath: "/tmp")
    try files.createSymbolicLink(atPath: out + "/near", withDestinationPath: "inner")
    try files.createSymbolicLink(atPath: out + "/file.gif", withDestinationPath: "/tmp/file.gif")
    let problems = try file.problems(
      [
        #"{"id": "a", "outputs": ["away/a.gif"]}"#, #"{"id": "b", "outputs": ["near/b.gif"]}"#,
        #"{"id": "c", "outputs": ["file.gif"]}"#, #"{"id": "d", "outputs": ["away/"]}"#,
      ], outputFolder: out)
    #expect(problems.count == 3)
    #expect(problems.allSatisfy { $0.contains("is a symbolic link that leaves the output folder") })
  }

  @Test func rejectsDuplicateIdsOutputsAndInputs() throws {
    let problems = try file.problems(
      [
        #"{"id": "a", "outputs": ["x.gif", "./x.gif"]}"#, #"{"id": "a"}"#,
        #"{"id": "b", "outputs": ["frames/", "frames/%04d.png"]}"#,
        #"{"id": "c", "banner": "dots.png", "outputs": ["dots.png"]}"#,
      ], outputFolder: file.folder.path)
    #expect(problems.count == 4)
    #expect(problems[0].contains("the output x.gif is given twice (first at line 1, outputs[0])"))
    #expect(problems[1].contains("the id a is given twice (first at line 1, id)"))
    #expect(problems[2].contains("frames/%04d.png is given twice"))
    #expect(problems[3].contains("dots.png is both input and output"))
  }

  @Test func patternsSelectItems() throws {
    let manifest = try file.load(["a/x", "a/y", "b"].map { #"{"id": "\#($0)"}"# })
    #expect(manifest.selecting(only: ["a/*"], skip: []).items.map(\.id) == ["a/x", "a/y"])
    #expect(manifest.selecting(only: [], skip: ["*x", "b"]).items.map(\.id) == ["a/y"])
    #expect(manifest.selecting(only: ["b", "?/x"], skip: []).items.map(\.id) == ["a/x", "b"])
  }

  @Test(arguments: [("all-styles.jsonl", 10), ("document.json", 5)])
  func checkedInManifestsAreValid(name: String, count: Int) throws {
    #expect(try Manifest.load(BatchManifestFile.fixture(name)).items.count == count)
  }

  /// The examples in the guide, with inputs of the same names.
  @Test(arguments: [
    ("Sources/HeaderKit/HeaderKit.docc/commands.md", 5),
    ("Sources/HeaderKit/HeaderKit.docc/batch.md", 5),
    ("Sources/HeaderKit/HeaderKit.docc/manifests.md", 9),
  ])
  func manifestsInGuidesAreValid(path: String, count: Int) throws {
    let text = try String(
      contentsOfFile: BatchManifestFile.fixture("../../" + path), encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter {
        $0.hasPrefix(#"{"id""#) || $0.hasPrefix(#"{"defaults""#)
          || $0.contains(#", "defaults": {"curve"#)
      }
    try file.write(
      "swipe.json",
      #"{"version": 1, "keyframes": [{"time": 0, "offset": 0}, {"time": 2, "offset": 90}]}"#)
    try file.folder.write("me.jpg", try #require(file.folder.bytes("dots.png")))
    #expect(try file.load(lines.map(String.init), outputFolder: "docs").items.count == count)
  }

  @Test func gifHasAtMost50FramesPerSecond() throws {
    let problems = try file.problems([
      #"{"id": "a", "fps": 60, "outputs": ["a.apng", "a/"]}"#, #"{"id": "b", "fps": 60}"#,
    ])
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("2:20: fps: more than 50 frames per second") == true)
  }

  /// The schema and the parser must have the same keys.
  @Test func schemaHasTheKeysOfTheReader() throws {
    let root = try JSONValue.parse(Array(ManifestSchema.text.utf8))
    let settings = try root.object().required("$defs").object().required("settings")
    let keys = try settings.object().required("properties").object().map(\.name)
    #expect(Set(keys + ["id"]) == Set(ItemKey.all.map(\.name)))
  }
}
