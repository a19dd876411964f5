import Rendering
import Batch
import TestSupport
import Testing

@Suite struct BatchMatrices {
  let file: BatchManifestFile

  init() throws { file = try BatchManifestFile() }

  @Test func matrixMakesAllCombinationsWithLastKeyFastest() throws {
    let manifest = try file.load([
      #"{"id": "{style}-{theme}-{scale}", "matrix": {"style": ["mimic", "stretch"], "#
        + #""theme": ["light", "dark"], "scale": [1, 2]}}"#
    ])
    #expect(
      manifest.items.map(\.id) == [
        "mimic-light-1", "mimic-light-2", "mimic-dark-1", "mimic-dark-2", "stretch-light-1",
        "stretch-light-2", "stretch-dark-1", "stretch-dark-2",
      ])
    #expect(manifest.items.map(\.request.header.scale) == [1, 2, 1, 2, 1, 2, 1, 2])
  }

  @Test func itemMatrixReplacesDefaultMatrix() throws {
    let manifest = try file.load([
      #"{"defaults": {"matrix": {"theme": ["light", "dark"]}}}"#,
      #"{"id": "a-{theme}"}"#, #"{"id": "b", "matrix": {}}"#, #"{"id": "c", "matrix": null}"#,
    ])
    #expect(manifest.items.map(\.id) == ["a-light", "a-dark", "b", "c"])
  }

  @Test func templatesUsePathStemsAndEscapeBraces() throws {
    let item = try file.load([
      #"{"id": "x-{curve}", "curve": "still.json", "outputs": ["{id}/{{{curve}}}.gif"]}"#
    ]).items[0]
    #expect(item.id == "x-still")
    #expect(item.outputs.map(\.path) == ["x-still/{still}.gif"])
  }

  @Test func inputPathsAreTemplates() throws {
    let items = try file.load(
      [
        #"{"id": "{speed}", "matrix": {"speed": [1, 2]}, "curve": "tiny.json", "banner": "dots.png"}"#,
        #"{"id": "s-{style}", "style": "mimic", "scene": "{style}.json"}"#,
      ].dropLast()
    ).items
    #expect(items.map(\.id) == ["1", "2"])
    try file.write("mimic.json", #"{"version": 1}"#)
    let scene = try file.load([#"{"id": "s", "style": "mimic", "scene": "{style}.json"}"#]).items[0]
    #expect(scene.inputs.files[.scene] == file.folder.path + "/mimic.json")
  }

  @Test(arguments: [
    (#"{"id": "{devic}"}"#, "unknown placeholder {devic}"),
    (#"{"id": "{device}"}"#, "{device} has no value here"),
    (#"{"id": "{style"}"#, "{ without }; write {{"),
    (#"{"id": "a}"}"#, "} without {; write }}"),
    (
      #"{"id": "a", "matrix": {"theme": ["light", "dark"]}}"#,
      "include every matrix key, for example {style}"
    ),
    (#"{"id": "{theme}", "theme": "dark", "matrix": {"theme": ["light"]}}"#, "remove one of them"),
    (#"{"id": "a", "matrix": {"outputs": ["x"]}}"#, "unknown key \"outputs\""),
    (#"{"id": "a", "matrix": {"style": []}}"#, "has 0 values"),
    (
      #"{"id": "{style}", "matrix": {"style": ["mimc"]}}"#,
      "matrix.style[0]: unknown style \"mimc\""
    ),
  ])
  func reportsTemplateErrorsWithTheirPosition(line: String, message: String) throws {
    let problems = try file.problems([line])
    #expect(problems.count == 1)
    #expect(problems.first?.contains(message) == true)
  }
}
