import Foundation
import HeaderModel
import StrictJSON
import Testing

/// The invalid documents in Fixtures/Headers/invalid and their messages.
@Suite struct ReadingErrors {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Headers/invalid")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test func hasManyInvalidDocuments() {
    #expect(Self.names.count > 70)
  }

  @Test(arguments: names) func invalidDocumentsReportPositionAndFix(_ name: String) throws {
    let bytes = try Data(contentsOf: Self.folder.appending(path: name))
    let expected = try String(
      contentsOf: Self.folder.appending(path: name.replacing(".json", with: ".error")),
      encoding: .utf8)
    let error = #expect(throws: JSONError.self) {
      _ = try HeaderDocument.parse(Array(bytes), file: name)
    }
    #expect((error?.description ?? "") + "\n" == expected)
  }

  @Test func limitsLayerNestingTo64() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: #"[{ "type": "group", "layers": "#, count: depth - 1)
        + #"[{ "type": "group" }]"# + String(repeating: " }]", count: depth - 1)
    }
    _ = try TestDocument.parse("", layers: nested(64))
    let error = #expect(throws: JSONError.self) {
      _ = try TestDocument.parse("", layers: nested(65))
    }
    #expect(error?.message == "layers nested deeper than 64 levels")
  }

  @Test func limitsLayersTo4096() throws {
    func many(_ count: Int) -> String {
      "[" + Array(repeating: #"{ "type": "group" }"#, count: count).joined(separator: ",") + "]"
    }
    _ = try TestDocument.parse("", layers: many(4096))
    let error = #expect(throws: JSONError.self) {
      _ = try TestDocument.parse("", layers: many(4097))
    }
    #expect(error?.message == "more than 4096 layers; use a list to repeat a layer")
  }

  @Test func limitsExpressionsTo4096() throws {
    func many(_ count: Int) -> String {
      let values = (0..<count).map { #""v\#($0)": "1""# }.joined(separator: ", ")
      return #""values": { \#(values) }"#
    }
    _ = try TestDocument.parse(many(4096))
    let error = #expect(throws: JSONError.self) { _ = try TestDocument.parse(many(4097)) }
    #expect(error?.message == "more than 4096 expressions; write fewer")
  }

  @Test func limitsExpressionLengthTo4096() throws {
    func long(_ length: Int) -> String {
      #""values": { "v": "\#(String(repeating: " ", count: length - 1))1" }"#
    }
    _ = try TestDocument.parse(long(4096))
    let error = #expect(throws: JSONError.self) { _ = try TestDocument.parse(long(4097)) }
    #expect(
      error?.message == "character 4097 of the expression: longer than 4096 characters; "
        + "split it into values")
  }

  @Test func limitsParenthesesTo256() throws {
    func deep(_ depth: Int) -> String {
      let open = String(repeating: "(", count: depth)
      let close = String(repeating: ")", count: depth)
      return #""values": { "v": "\#(open)1\#(close)" }"#
    }
    _ = try TestDocument.parse(deep(256))
    let error = #expect(throws: JSONError.self) { _ = try TestDocument.parse(deep(257)) }
    #expect(error?.message.contains("nested deeper than 256 levels") == true)
  }

  @Test func chainedChoicesDoNotNest() throws {
    let choices = (0..<250).map { "offset<\($0)?\($0):" }.joined()
    #expect(try TestDocument.number(choices + "9", offset: 7.5) == 8)
  }
}
