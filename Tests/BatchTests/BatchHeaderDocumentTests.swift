@testable import Batch
import FileAccess
import Foundation
import TestSupport
import Testing
import Typesetting

/// Header documents in manifests: they are found relative to the manifest, and they and the files
/// they name are inputs of their items.
@Suite struct BatchHeaderDocuments {
  let file: BatchManifestFile
  private static let fonts = Result { try FontIdentity() }
  private static let line = #"{"id": "a", "style": "headers/card.json", "curve": "tiny.json"}"#

  init() throws {
    file = try BatchManifestFile()
    try write("FF0000")
    try file.folder.write("headers/seal.png", dotted(dotX: 2))
    try file.folder.write("headers/mark.png", dotted(dotX: 2))
  }

  private func write(_ color: String, _ name: String = "headers/card.json") throws {
    try file.write(
      name,
      """
      {"version": 1, "name": "card", "screen": {"device": "40x60@1"}, "scroll": {"maximumOffset": 90},
       "images": {"seal": ["seal.png", "mark.png"]}, "layers": [
         {"id": "box", "type": "rectangle", "fill": "#\(color)"},
         {"id": "seals", "type": "list", "count": 2, "rowHeight": 20, "layers": [
           {"id": "seal", "type": "image", "image": "seal"}]}]}
      """)
  }

  private func key(_ line: String = line) throws -> ContentDigest {
    let manifest = try file.load([line])
    return try CacheKeys(shared: manifest.shared, fonts: Self.fonts.get()).keys(
      of: manifest.items[0])[0]
  }

  private func inputs(_ item: BatchItem) -> [String] {
    item.inputs.paths.map { $0.replacing(file.folder.path + "/", with: "") }
  }

  @Test func inputsIncludeDocumentAndPictures() throws {
    let manifest = try file.load([Self.line])
    #expect(
      inputs(manifest.items[0])
        == ["tiny.json", "headers/card.json", "headers/seal.png", "headers/mark.png"])
    let text = try Depfile.text(manifest.items, manifest: manifest, outputFolder: "o")
    for name in ["headers/card.json", "headers/seal.png", "headers/mark.png"] {
      #expect(text.contains(" \(file.folder.path)/\(name)"))
      #expect(manifest.inputPaths.contains("\(file.folder.path)/\(name)"))
    }
  }

  @Test func includesInputsOfScenes() throws {
    try file.write(
      "scenes/one.json",
      #"{"version": 1, "style": "../headers/card.json", "images": {"seal": "own.png"}}"#)
    try file.folder.write("scenes/own.png", dotted(dotX: 6))
    let item = try file.load([#"{"id": "a", "scene": "scenes/one.json"}"#]).items[0]
    #expect(
      inputs(item) == ["scenes/one.json", "scenes/../headers/card.json", "scenes/own.png"])
  }

  @Test func documentBytesChangeTheKey() throws {
    let before = try key()
    #expect(try key() == before)
    try write("FF0001")
    #expect(try key() != before)
  }

  @Test(arguments: ["headers/seal.png", "headers/mark.png"])
  func pictureBytesChangeTheKey(name: String) throws {
    let before = try key()
    var bytes = try #require(file.folder.bytes(name))
    bytes[bytes.count - 1] ^= 1
    try file.folder.write(name, bytes)
    #expect(try key() != before)
  }

  @Test func folderDoesNotChangeTheKey() throws {
    try write("FF0000", "copy/other.json")
    for name in ["seal.png", "mark.png"] {
      try file.folder.write("copy/\(name)", try #require(file.folder.bytes("headers/\(name)")))
    }
    #expect(try key(Self.line.replacing("headers/card", with: "copy/other")) == key())
  }

  @Test func matrixMixesBuiltInHeadersAndDocuments() throws {
    let manifest = try file.load([
      #"{"id": "{style}", "matrix": {"style": ["mimic", "headers/card.json", "stretch"]}}"#
    ])
    #expect(manifest.items.map(\.id) == ["mimic", "card", "stretch"])
    #expect(manifest.items.map(\.pixels) == [320 * 568 * 4, 40 * 60, 375 * 667 * 4])
  }

  @Test func watchNoticesDocumentAndPictures() throws {
    for name in ["headers/card.json", "headers/mark.png"] {
      let watch = InputWatch(try file.load([Self.line]))
      #expect(!watch.hasChanged)
      try file.folder.write(name, try #require(file.folder.bytes(name)) + [0x20])
      #expect(watch.hasChanged)
    }
  }

  /// Editors save by renaming, possibly within the clock's resolution, so the new file may have the
  /// same time and length.
  @Test func watchNoticesReplacedFileWithEqualTimeAndLength() throws {
    let files = FileManager.default
    let path = file.folder.path + "/headers/card.json"
    try write("00FF00", "headers/new.json")
    let time = Date(timeIntervalSince1970: 1_000_000)
    for name in [path, file.folder.path + "/headers/new.json"] {
      try files.setAttributes([.modificationDate: time], ofItemAtPath: name)
    }
    let watch = InputWatch(try file.load([Self.line]))
    #expect(!watch.hasChanged)
    try #require(rename(file.folder.path + "/headers/new.json", path) == 0)
    #expect(watch.hasChanged)
    #expect(!watch.adding([]).hasChanged)
  }

  @Test func rejectsDocumentAndPicturesAsOutputs() throws {
    let problems = try file.problems(
      [#"{"id": "a", "style": "card.json", "offset": 0, "outputs": ["seal.png", "card.json.png"]}"#]
        .map { $0.replacing("\"card.json\"", with: "\"headers/card.json\"") },
      outputFolder: file.folder.path + "/headers")
    #expect(problems.count == 1)
    #expect(problems.first?.contains("seal.png is both input and output") == true)
  }

  @Test(arguments: [
    (#""style": "mimc""#, #"1:22: style: unknown style "mimc"; did you mean "mimic"?"#),
    (#""style": "none.json""#, "1:22: style: none.json: no such file; check the path"),
    (#""style": 3"#, "1:22: style: expected a string, found 3"),
    (
      #""style": "bad.json""#,
      #"1:22: style: bad.json:1:61: layrs: unknown key "layrs"; did you mean "layers"?"#
    ),
    (#""style": "lost.json""#, "1:22: style: gone.png: no such file; check the path"),
    (
      #""style": "headers/card.json", "variant": "first""#,
      "1:54: variant: first belongs to another header; remove it"
    ),
    (
      #""style": "headers/card.json", "constants": {"a": 1}"#,
      "1:56: constants: a: the document has no such constant; none exist here; remove it"
    ),
  ])
  func reportsErrorsAtTheirKeys(member: String, message: String) throws {
    let start = #"{"version": 1, "name": "a", "scroll": {"maximumOffset": 9}, "#
    try file.write("bad.json", start + #""layrs": []}"#)
    try file.write("lost.json", start + #""images": {"i": "gone.png"}, "layers": []}"#)
    #expect(try file.problems([#"{"id": "a", \#(member)}"#]) == [message])
  }

  /// A missing file named by a document is watched too.
  @Test func errorListsMissingInputs() throws {
    let error = #expect(throws: ManifestError.self) {
      try file.load([#"{"id": "a", "style": "headers/none.json"}"#])
    }
    #expect(error?.inputs == [file.folder.path + "/headers/none.json"])
  }

  @Test func rendersDocument() async throws {
    let manifest = try file.load([
      #"{"id": "a", "style": "headers/card.json", "offset": 0}"#
    ])
    let options = BatchOptions(outputFolder: file.folder.path + "/out")
    let results = try await BatchRunner(manifest, items: manifest.items, options: options).run()
    #expect(results.map(\.state) == [.rendered])
    #expect(file.folder.exists("out/a.png"))
  }

  @Test func acceptsCustomScreenSizes() throws {
    let items = try file.load([#"{"id": "{device}", "device": "100x50@2"}"#]).items
    #expect(items.map(\.id) == ["100x50@2"])
    #expect(items.map(\.pixels) == [100 * 50 * 4])
  }

  @Test func acceptsSchemaKeyInManifests() throws {
    try file.write(
      "manifest.json", #"{"$schema": "m.schema.json", "version": 1, "items": [{"id": "a"}]}"#)
    #expect(try Manifest.load(file.folder.path + "/manifest.json").items.count == 1)
    let lines = [#"{"$schema": "m.schema.json"}"#, #"{"id": "a"}"#]
    #expect(try file.load(lines).items.count == 1)
    #expect(
      try file.problems([#"{"$schema": 1, "version": 1}"#, #"{"id": "a"}"#])
        == [#"1:13: ["$schema"]: expected a string, found 1"#])
  }

  /// The contents of a document's fonts are part of the key.
  @Test func fontBytesChangeTheKey() throws {
    let font = try #require(
      try Typesetter().installedFonts.first { $0.families.contains("DejaVu Sans") })
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: font.path)))
    try file.folder.write("headers/body.ttf", bytes)
    try file.write(
      "headers/words.json",
      """
      {"version": 1, "name": "words", "screen": {"device": "40x60@1"}, "scroll": {"maximumOffset": 9},
       "fonts": {"body": "body.ttf"}, "texts": {"t": "Words"}, "layers": [
         {"id": "t", "type": "text", "text": "t", "font": "body"}]}
      """)
    let line = Self.line.replacing("card", with: "words")
    let before = try key(line)
    #expect(try key(line) == before)
    try file.folder.write("headers/body.ttf", bytes + [0])
    #expect(try key(line) != before)
  }
}
