import HeaderModel
import PortableMath
import StrictJSON
import Testing

/// Expressions that select a text, a picture, an icon or a color by name.
@Suite struct ChosenNames {
  private static let texts =
    #""texts": { "following": "Following", "follow": "Follow", "n": "No" }"#

  private static func words(
    _ text: String, _ members: String = texts, offset: Double = 0
  ) throws -> (words: String, width: Double) {
    let layer = try TestDocument.probe(
      members,
      layers: #"[{ "id": "probe", "type": "text", "text": "\#(text)", "pointSize": 20 }]"#,
      offsets: [offset])
    guard case .text(let content) = layer.content else { return ("", 0) }
    return (content.runs.map(\.text).joined(), layer.frame.width)
  }

  @Test func conditionalTextHasSizeOfChoice() throws {
    let text = "offset > 5 ? following : follow"
    #expect(try Self.words(text) == ("Follow", 60))
    #expect(try Self.words(text, offset: 6) == ("Following", 90))
  }

  @Test func choicesCanBeChained() throws {
    let text = "offset < 1 ? n : (offset < 2 ? follow : following)"
    #expect(try Self.words(text).words == "No")
    #expect(try Self.words(text, offset: 1).words == "Follow")
    #expect(try Self.words(text, offset: 3).words == "Following")
  }

  @Test func conditionsCanShareNamesWithTexts() throws {
    let members = #""memory": { "following": true }, "# + Self.texts
    #expect(try Self.words("following ? following : follow", members).words == "Following")
    #expect(try Self.words("!following ? following : follow", members).words == "Follow")
  }

  @Test func conditionsChoosePicturesAndSizes() throws {
    var header = try TestDocument.interpreter(
      #""images": { "day": "day.png", "night": ["n1.png", "n2.png"] }"#,
      layers: """
        [{ "id": "sky", "type": "image", "image": "offset > 0 ? night : day", "width": 10,
           "height": 10 }]
        """,
      imageSizes: [
        "day.png": PictureSize(width: 10, height: 10),
        "n1.png": PictureSize(width: 40, height: 20), "n2.png": PictureSize(width: 8, height: 8),
      ])
    func image() throws -> ImageContent? {
      guard case .image(let image) = try header.state().layer("sky")?.content else { return nil }
      return image
    }
    #expect(try image()?.path == "day.png")
    try header.receive(offset: 1)
    #expect(try image()?.path == "n1.png")
    #expect(try image()?.sourceCrop == PointRect(x: 10, y: 0, width: 20, height: 20))
  }

  @Test func conditionsChooseIconsAndColors() throws {
    let layers = """
      [{ "id": "probe", "type": "icon", "icon": "offset > 0 ? checkmark : plus", "width": 9,
         "height": 9, "fill": "offset > 0 ? on : white" }]
      """
    let colors = ##""colors": { "on": "#0F08" }"##
    func expect(_ offset: Double, _ name: String, _ color: DocumentColor) throws {
      let layer = try TestDocument.probe(colors, layers: layers, offsets: [offset])
      #expect(layer.content == .icon(.named(name)))
      #expect(layer.iconPaints.map(\.color) == [color])
    }
    try expect(0, "plus", DocumentColor(red: 255, green: 255, blue: 255))
    try expect(1, "checkmark", DocumentColor(red: 0, green: 255, blue: 0, alpha: 0x88))
  }

  static let refused: [(String, String)] = [
    ("offset > 0 ? folow : follow", #"unknown text "folow"; did you mean "follow"?"#),
    ("offset ? follow : following", "found a number before ?; write a condition there"),
    ("offset > 0 ? 1 : 2", "expected a name, found a number"),
    ("offset > 0 ? follow : 2", "? : chooses between a name and a number"),
    ("ofset > 0 ? follow : n", #"unknown name "ofset""#),
  ]

  @Test(arguments: refused) func rejectsInvalidDocuments(_ text: String, _ message: String) {
    let error = #expect(throws: JSONError.self) { try Self.words(text) }
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  // MARK: - Rows

  private static func rows(_ texts: String) throws -> [String] {
    var header = try TestDocument.interpreter(
      #""constants": { "step": 5 }, "texts": { \#(texts) }"#,
      layers: """
        [{ "id": "list", "type": "list", "count": 3, "rowHeight": 20,
           "layers": [{ "type": "text", "text": "t" }] }]
        """)
    guard case .list(let list) = try header.state().layer("list")?.content else { return [] }
    return list.rows.flatMap(\.layers).compactMap { layer in
      guard case .text(let text) = layer.content else { return nil }
      #expect(layer.size.width == Double(text.runs[0].text.count) * 8.5)
      return text.runs.map(\.text).joined()
    }
  }

  static let filled: [(String, [String])] = [
    (#""t": "{index}""#, ["0", "1", "2"]),
    (#""t": "{n} of {index * 10}""#, ["1 of 0", "2 of 10", "3 of 20"]),
    (#""t": "{index % 2 == 0 ? 1.5 : step * index}""#, ["1.5", "5", "1.5"]),
    (#""t": ["a{u}", "b{u}"], "u": "{index + 1}.""#, ["a1.", "b2.", "a3."]),
    (#""t": "{indexes} {index2} {}""#, Array(repeating: "{indexes} {index2} {}", count: 3)),
  ]

  @Test(arguments: filled) func fillsRowNumbersIntoTexts(_ texts: String, _ wanted: [String])
    throws
  {
    #expect(try Self.rows(texts) == wanted)
  }

  static let unfilled: [(String, String)] = [
    (
      #""t": "{index + offset}""#,
      "a number in a text must depend only on index and constants"
    ),
    (#""t": "{index * stepp}""#, #"unknown name "stepp""#),
    (#""t": "{index > 1}""#, "expected a number, found a condition"),
  ]

  @Test(arguments: unfilled) func rejectsInvalidTextPlaceholders(_ texts: String, _ message: String)
  {
    let error = #expect(throws: JSONError.self) { try Self.rows(texts) }
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  // MARK: - Colors

  static let colors: [(String, DocumentColor)] = [
    ("#123", DocumentColor(red: 0x11, green: 0x22, blue: 0x33)),
    ("#1234", DocumentColor(red: 0x11, green: 0x22, blue: 0x33, alpha: 0x44)),
    ("#1A2b3C", DocumentColor(red: 0x1A, green: 0x2B, blue: 0x3C)),
    ("#1A2b3C4d", DocumentColor(red: 0x1A, green: 0x2B, blue: 0x3C, alpha: 0x4D)),
    ("rebeccapurple", DocumentColor(red: 0x66, green: 0x33, blue: 0x99)),
    ("transparent", DocumentColor(red: 0, green: 0, blue: 0, alpha: 0)),
    ("lightgoldenrodyellow", DocumentColor(red: 0xFA, green: 0xFA, blue: 0xD2)),
  ]

  @Test(arguments: colors) func formatsColorsLikeCSS(_ text: String, _ color: DocumentColor)
    throws
  {
    #expect(try TestDocument.color(#""\#(text)""#) == color)
    #expect(try TestDocument.color(#""c""#, #""colors": { "c": "\#(text)" }"#) == color)
  }

  @Test func knowsAllCSSColorNames() {
    #expect(DocumentColor(written: "DarkSlateGrey") == DocumentColor(red: 47, green: 79, blue: 79))
    #expect(DocumentColor(written: "aliceblue") == DocumentColor(red: 240, green: 248, blue: 255))
    #expect(DocumentColor(written: "yellowgreen") == DocumentColor(red: 154, green: 205, blue: 50))
    #expect(DocumentColor(written: "windowtext") == nil)
  }

  @Test func declaredColorsOverrideCSSNames() throws {
    let color = try TestDocument.color(#""red""#, ##""colors": { "red": "#0000FF" }"##)
    #expect(color == DocumentColor(red: 0, green: 0, blue: 255))
  }
}
