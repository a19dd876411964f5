import HeaderModel
import PortableMath
import StrictJSON
import Testing

/// The variants of a document, which replace sections of it.
@Suite struct VariantTests {
  private static let layers = #"[{ "id": "box", "type": "rectangle", "x": "left" }]"#
  private static let members = """
    "variant": "wide", "description": "the document's own",
    "constants": { "left": 1, "other": 2 },
    "variants": {
      "narrow": { "description": "less", "constants": { "left": 3 } },
      "dark": { "base": "narrow", "screen": { "theme": "dark" } },
      "far": { "base": "dark", "constants": { "left": 9 } }
    }
    """

  private func document() throws -> HeaderDocument {
    try TestDocument.parse(Self.members, layers: Self.layers)
  }

  private func left(_ document: HeaderDocument) throws -> Double? {
    var header = try HeaderInterpreter(
      document: document,
      environment: DocumentEnvironment(device: .iPhone8, measurer: FixedTextSize()))
    return try header.state().layer("box")?.frame.x
  }

  @Test func variantsListTheDocumentsOwnFirst() throws {
    let document = try document()
    #expect(document.variant == "wide")
    #expect(document.variants.map(\.name) == ["wide", "narrow", "dark", "far"])
    #expect(document.variants.map(\.description) == ["the document's own", "less", nil, nil])
    #expect(try TestDocument.parse("").variants.isEmpty)
    #expect(try TestDocument.parse("").variant == nil)
  }

  @Test func variantsReplaceWholeSections() throws {
    let document = try document()
    let narrow = try #require(try document.variant("narrow"))
    #expect(narrow.variant == "narrow" && narrow.name == "test" && narrow.description == "less")
    #expect(narrow.constants.map(\.name) == ["left"])
    #expect(document.constants.map(\.name) == ["left", "other"])
    #expect(try left(document) == 1)
    #expect(try left(narrow) == 3)
    #expect(try document.variant("wide").map(left) == 1)
    #expect(try document.variant("nobody") == nil)
  }

  @Test func variantsExtendTheirBase() throws {
    let dark = try #require(try document().variant("dark"))
    #expect(try dark.isDark && left(dark) == 3)
    let far = try #require(try dark.variant("far"))
    #expect(try far.isDark && left(far) == 9)
    #expect(try far.variant("wide").map(left) == 1)
  }

  @Test func variantIgnoresSettingsOfTheDocument() throws {
    var document = try document()
    try document.set(constant: "left", to: 7)
    #expect(try document.variant("narrow").map(left) == 3)
    #expect(try document.variant("wide").map(left) == 1)
  }

  @Test(arguments: [
    (#""variant": 3"#, "variant: expected a string, found 3"),
    (#""variant": "a b""#, #"variant: "a b" is not a name; use letters, digits, _ and -"#),
    (#""variants": []"#, "variants: expected an object, found an array"),
    (
      #""variants": { "a": { "layrs": [] } }"#,
      #"variants.a.layrs: unknown key "layrs"; did you mean "layers"?"#
    ),
    (
      #""variants": { "a": { "contsants": {} } }"#,
      #"variants.a.contsants: unknown key "contsants"; did you mean "constants"?"#
    ),
    (
      #""variant": "a", "variants": { "a": {} }"#,
      #"variants.a: "a" is also the document's own name; rename one"#
    ),
    (
      #""variants": { "a": { "base": "b" }, "b": {} }"#,
      #"variants.a.base: "b" is not a variant declared above this one"#
    ),
  ])
  func findsVariantErrorsWhenReading(members: String, message: String) throws {
    let error = #expect(throws: JSONError.self) { try TestDocument.parse(members) }
    #expect(error?.description.hasSuffix(" " + message) == true, "\(error?.description ?? "")")
  }

  @Test func variantErrorsHaveDocumentPositions() throws {
    let document = try TestDocument.parse(
      #""variants": { "a": { "layers": [{ "id": "box", "type": "rectangle", "x": "lft" }] } }"#)
    let error = #expect(throws: JSONError.self) { try document.variant("a") }
    #expect(error?.description.contains("test.json:2:") == true)
    #expect(error?.description.contains("variants.a.layers[0].x: character 1") == true)
  }

  @Test func variantTextParsesAsTheVariant() throws {
    for header in BuiltInHeader.all {
      let document = try header.document()
      for variant in document.variants {
        let text = try #require(try document.text(ofVariant: variant.name))
        let own = try HeaderDocument.parse(Array(text.utf8))
        let same = try #require(try document.variant(variant.name))
        #expect(own.variants.map(\.name) == [variant.name])
        #expect(own.name == same.name && own.description == same.description)
        #expect(own.constants == same.constants && own.layerNames == same.layerNames)
        #expect(own.memoryNames == same.memoryNames && own.device == same.device)
        #expect(own.textNames == same.textNames && own.colorNames == same.colorNames)
      }
    }
  }
}
