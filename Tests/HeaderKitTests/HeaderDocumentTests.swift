import Foundation
import Testing
import HeaderKit

/// Headers built in code, without files.
@Suite struct HeaderDocumentTests {
  private static let card = Data(
    """
    { "version": 1, "name": "card",
      "screen": { "device": "iphone-8" },
      "scroll": { "contentHeight": 2000 },
      "constants": { "height": { "value": 100, "unit": "pt", "range": [1, 500] } },
      "layers": [
        { "id": "banner", "type": "image", "image": "banner", "height": "max(20, height - offset)" } ] }
    """.utf8)

  /// Returns the number of rows from the top whose first pixel is green.
  private func greenRows(_ picture: Pixmap) -> Int {
    (0..<picture.height).prefix { row in
      let start = row * picture.width * 4
      return Array(picture.bytes[start..<start + 4]) == [0, 255, 0, 255]
    }.count
  }

  @Test func drawsDocumentFromBytes() throws {
    var document = try HeaderDocument.parse(Array(Self.card), file: "card.json")
    try document.set(constant: "height", to: 150)

    var request = StillRequest()
    request.header.style = .document(document)
    request.header.screen = Device(
      width: 200, height: 400, scale: 2, safeArea: Device.SafeArea(top: 47, bottom: 34))
    let size = try #require(PixelSize(width: 30, height: 30))
    request.header.banner = .pixmap(Pixmap(size: size, fill: Color(rgb: 0x00FF00)))
    request.moment = .offsets([30])
    let picture = try StillRenderer(request).render().picture

    #expect(picture.size == PixelSize(width: 400, height: 800))
    #expect(greenRows(picture) == 2 * (150 - 30))
  }

  @Test func constantsHaveUnitsAndRanges() throws {
    var document = try HeaderDocument.parse(Array(Self.card))
    let height = try #require(document.constants.first)
    #expect(height.name == "height" && height.value == 100 && height.unit == "pt")
    #expect(height.allowed == 1...500)
    #expect(throws: DocumentSettingError.self) { try document.set(constant: "height", to: 501) }
    let error = #expect(throws: DocumentSettingError.self) {
      try document.set(constant: "heigth", to: 5)
    }
    #expect("\(try #require(error))".contains("did you mean \"height\"?"))
  }

  @Test func loadsDocumentFromFile() throws {
    let path = NSTemporaryDirectory() + "card-" + UUID().uuidString + ".json"
    try Self.card.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let document = try HeaderDocument.load(path)
    #expect(document.name == "card" && document.layerNames == ["banner"])
    let error = #expect(throws: HeaderKitError.self) { try HeaderDocument.load(path + "x") }
    #expect(error?.code == .noInput)
  }

  @Test func builtInHeadersAreDocuments() throws {
    #expect(try HeaderDocument.builtIn("mimic").name == "mimic")
    for header in BuiltInHeader.all { #expect(try header.document().name == header.name) }
  }

  @Test func distinguishesHeaderNamesFromPaths() {
    if case .named("stretch") = HeaderSource("stretch") {} else { Issue.record("no name") }
    if case .file("a/card.json") = HeaderSource("a/card.json") {} else { Issue.record("no file") }
  }

  @Test func errorsNameTheirPosition() {
    let text =
      #"{"version": 1, "name": "a", "scroll": {"maximumOffset": 1}, "layers": [{"tpye": 1}]}"#
    let error = #expect(throws: JSONError.self) {
      _ = try HeaderDocument.parse(Array(text.utf8), file: "a.json")
    }
    #expect(
      error?.description
        == #"a.json:1:73: layers[0].tpye: unknown key "tpye"; did you mean "type"?"#)
  }
}
