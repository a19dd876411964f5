import Foundation
import HeaderModel
import PortableMath
import Testing

/// The examples in the guide "Your own header" are valid and have the described results.
@Suite struct Guide {
  private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent(
      "../../Sources/HeaderKit/HeaderKit.docc/your-own-header.md")

  private static func text() throws -> String { try String(contentsOf: path, encoding: .utf8) }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Returns the JSON code blocks of the page in order.
  private static func blocks() throws -> [String] {
    try text().components(separatedBy: "```json\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  /// Returns the document after each step. A step adds or replaces members, and layers by their id.
  private static func files() throws -> [[String: Any]] {
    var file: [String: Any] = [:]
    return try blocks().map { block in
      for (key, value) in try object(block) {
        guard key == "layers", var layers = file[key] as? [[String: Any]],
          let added = value as? [[String: Any]]
        else {
          file[key] = value
          continue
        }
        for layer in added {
          let id = layer["id"] as? String
          if let place = layers.firstIndex(where: { $0["id"] as? String == id }) {
            layers[place] = layer
          } else {
            layers.append(layer)
          }
        }
        file[key] = layers
      }
      return file
    }
  }

  private static func header(_ file: [String: Any]) throws -> HeaderInterpreter {
    let bytes = try JSONSerialization.data(withJSONObject: file)
    let document = try HeaderDocument.parse([UInt8](bytes), file: "my-header.json")
    return try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(
        device: document.device,
        imageSizes: [
          "banner": PictureSize(width: 1500, height: 500),
          "avatar": PictureSize(width: 400, height: 400),
        ], measurer: FixedTextSize()))
  }

  @Test func documentIsValidAfterEveryStep() throws {
    let files = try Self.files()
    #expect(files.count == 9)
    for file in files {
      var header = try Self.header(file)
      for offset in [0, 48, 130, 100, 90, -40] as [Double] {
        try header.receive(offset: offset)
        _ = try header.state()
      }
    }
  }

  /// The pages are the output of `twheader style help PAGE --markdown`.
  @Test(arguments: HeaderReference.Page.allCases)
  func referencePagesMatchGeneratedMarkdown(page: HeaderReference.Page) throws {
    let file = Self.path.deletingLastPathComponent().appendingPathComponent("\(page).md")
    #expect(try String(contentsOf: file, encoding: .utf8) == page.markdown)
  }

  /// `scripts/docs/guide-pictures` creates a picture for each example on the page.
  @Test func layerExamplesAreValidAndHavePictures() throws {
    let examples = HeaderReference.Page.layers.markdown.components(separatedBy: "```json\n")
      .dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    #expect(examples.count == 7)
    for example in examples {
      let layer = try Self.object(example)
      let file: [String: Any] = [
        "version": 1, "name": "example", "scroll": ["maximumOffset": 0],
        "texts": ["title": "Title", "row": "Row {n}"], "layers": [layer],
      ]
      _ = try Self.header(file)
      let name = try "layer-\(#require(layer["type"] as? String)).png"
      let picture = Self.path.deletingLastPathComponent().appendingPathComponent(name)
      #expect(try Data(contentsOf: picture).starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(name)")
    }
  }

  /// `scripts/docs/guide-pictures` creates the pictures.
  @Test func stepPicturesExist() throws {
    let names = try Self.text().components(separatedBy: "](").dropFirst()
      .compactMap { $0.components(separatedBy: ")").first }.filter { $0.hasSuffix(".gif") }
    #expect(names.count == 4)
    for name in names {
      let picture = Self.path.deletingLastPathComponent().appendingPathComponent(name)
      #expect(try Data(contentsOf: picture).starts(with: Data("GIF89a".utf8)), "\(name)")
    }
  }

  @Test func finishedDocumentMatchesTheCallback() throws {
    let files = try Self.files()
    var header = try Self.header(#require(files.last))
    #expect(header.restOffset == -160)
    try header.receive(offset: 48)
    var state = try header.state()
    #expect(state.layer("header")?.frame == PointRect(x: 0, y: -48, width: 375, height: 160))
    #expect(state.layer("avatar")?.opacity == 0.5)
    #expect(state.layer("title")?.opacity == 0)
    try header.receive(offset: 100)
    #expect(try header.state().layer("title")?.opacity == 0)
    try header.receive(offset: 130)
    try header.receive(offset: 100)
    state = try header.state()
    #expect(state.phase == "complete")
    #expect(state.layer("title")?.opacity == 1)
    try header.receive(offset: 90)
    #expect(try header.state().layer("title")?.opacity == 0)
    try header.receive(offset: -40)
    #expect(try header.state().layer("header")?.frame.height == 200)
  }

  /// Returns the code in the last column of the table.
  private static func snippets() throws -> [String] {
    try text().split(separator: "\n").filter { $0.hasPrefix("|") }.compactMap { row in
      let cells = row.components(separatedBy: " | ")
      guard cells.count == 3, cells[2].hasPrefix("`") else { return nil }
      return cells[2].components(separatedBy: "`")[1]
    }
  }

  @Test func everyTableRowIsValid() throws {
    let snippets = try Self.snippets()
    #expect(snippets.count == 32)
    for snippet in snippets {
      let members = try Self.object("{ \(snippet) }")
      var file: [String: Any] = [
        "version": 1, "name": "row", "scroll": ["maximumOffset": 1000], "layers": [Any](),
      ]
      let isOfTheDocument = members.keys.contains { ["memory", "values", "scroll"].contains($0) }
      if isOfTheDocument {
        file.merge(members) { $1 }
      } else {
        let layer: [String: Any] = ["id": "probe", "type": "rectangle"]
        file["layers"] = [layer.merging(members) { $1 }]
      }
      var header = try Self.header(file)
      for offset in [0, 130, 40, -40] as [Double] {
        try header.receive(offset: offset)
        _ = try header.state()
      }
    }
  }
}
