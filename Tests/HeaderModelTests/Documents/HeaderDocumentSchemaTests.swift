import Foundation
import HeaderModel
import StrictJSON
import Testing

/// The schema as editors get it.
@Suite struct HeaderDocumentSchemaTests {
  private func schema() throws -> JSONObject {
    try JSONValue.parse(Array(HeaderDocumentSchema.text().utf8), deepestNesting: 64).object()
  }

  @Test func isOneJSONDocument() throws {
    #expect(try schema().required("title").string() == "header document")
  }

  @Test func knowsEveryKeyOfTheBuiltInDocuments() throws {
    let properties = try schema().required("properties").object()
    for header in BuiltInHeader.all {
      for member in try JSONValue.parse(header.text).object() {
        #expect(properties.optional(member.name) != nil, "\(header.name): \(member.name)")
      }
    }
  }

  @Test func listsTheConstantsOfEveryBuiltInHeader() throws {
    let lists = try schema().required("$defs").object().required("builtInConstants").object()
      .required("properties").object()
    for header in BuiltInHeader.all {
      let constants = try lists.required(header.name).object().required("properties").object()
      let document = try header.document()
      var names = document.constants.map(\.name)
      for variant in document.variants {
        let own = try #require(try document.variant(variant.name)).constants.map(\.name)
        names += own.filter { !names.contains($0) }
      }
      #expect(constants.map(\.name) == names)
    }
  }
}

/// The documents that are part of the program.
@Suite struct BuiltInDocuments {
  @Test func areFoundByTheirNamesWhichTheirDocumentsHave() throws {
    #expect(BuiltInHeader.all.count >= 9)
    for header in BuiltInHeader.all {
      #expect(BuiltInHeader(header.name) == header)
      #expect(try header.document().name == header.name)
    }
    #expect(BuiltInHeader("nobody") == nil)
  }

  @Test func areReadInUnderFiveMilliseconds() throws {
    let clock = ContinuousClock()
    let header = try #require(BuiltInHeader("mimic"))
    _ = try HeaderDocument.parse(header.text)
    var best = Duration.seconds(1)
    for _ in 0..<20 {
      best = min(best, try clock.measure { _ = try HeaderDocument.parse(header.text) })
    }
    // Debug builds are slower by more than ten times.
    #expect(best < .milliseconds(60))
  }
}
