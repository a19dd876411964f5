import PortableMath
import StrictJSON
import Testing

@testable import HeaderModel

/// The trace fields that a document defines.
@Suite struct TraceFieldTests {
  private static let layers = """
    [ { "id": "banner", "type": "image", "image": "banner", "height": "100 - offset",
        "transform": { "scale": "far ? 2 : 1", "origin": [0, 0] } },
      { "id": "title", "type": "text", "text": "title", "alignment": "right", "x": 10, "y": 20,
        "width": 200, "height": 24, "pointSize": "10 + offset / 10", "z": "far ? -1 : 1" },
      { "id": "name", "type": "text", "text": "title", "alignment": "center", "width": 200,
        "height": 24, "pointSize": 10 },
      { "id": "large", "type": "text", "text": "title", "width": 200, "height": 24,
        "pointSize": 10, "transform": { "scale": 2, "origin": [0, 0] } } ]
    """

  private func fields(_ definitions: String, after offsets: [Double]) throws -> [TraceField] {
    var header = try TestDocument.interpreter(
      """
      "texts": { "title": "four" }, "memory": { "far": false },
      "onScroll": [ { "set": { "far": "offset > 50" } } ],
      "trace": { "fields": \(definitions) }
      """, layers: Self.layers, imageSizes: ["banner": PictureSize(width: 750, height: 200)])
    let reader = try #require(try TraceReader(before: header))
    for offset in offsets { try header.receive(offset: offset) }
    let state = try header.state(rows: false)
    return try reader.fields(of: &header, state)
  }

  private func value(_ definition: String, after offsets: [Double] = []) throws -> TraceField.Value
  {
    try #require(try fields("{ \"probe\": \(definition) }", after: offsets).first).value
  }

  @Test(
    arguments: [
      (#""offset * 2""#, .number(20)), ("3", .number(3)), (#""!far""#, .condition(true)),
      (#"{ "value": "offset / 4", "unit": "count" }"#, .count(3)), ("null", .null),
      (#""banner.frame""#, .rect(PointRect(x: 0, y: 0, width: 375, height: 90))),
      (#""banner.sourceCrop""#, .rect(PointRect(x: 0, y: 10, width: 750, height: 180))),
      (#""title.sourceCrop""#, .rect(nil)),
      (#""banner.frame.y + banner.frame.height""#, .number(90)),
      (#""title.visible && banner.scaleX == 1""#, .condition(true)),
      (#"{ "names": [{ "name": "far", "when": "far" }, { "name": "near" }] }"#, .word("near")),
      (#"{ "names": [{ "name": "far", "when": "far" }] }"#, .word(nil)),
      (
        #"{ "order": { "title": "words", "banner": ["picture", "ground"] } }"#,
        .keywords(["picture", "ground", "words"])
      ),
      (#"{ "value": "offset", "when": "far" }"#, .number(nil)),
      (#"{ "value": "banner.frame", "when": false }"#, .rect(nil)),
    ] as [(String, TraceField.Value)])
  func traceFieldsUseStateAtTheEvent(_ definition: String, _ expected: TraceField.Value) throws {
    #expect(try value(definition, after: [10]) == expected)
  }

  @Test func traceFieldsReadTransformedLayersInOrder() throws {
    #expect(try value(#""banner.frame.height""#, after: [60]) == .number(80))
    #expect(try value(#""banner.scaleX""#, after: [60]) == .number(2))
    #expect(
      try value(#"{ "order": { "title": "words", "banner": "picture" } }"#, after: [60])
        == .keywords(["words", "picture"]))
  }

  /// The text has four characters that are half as wide as the font size: 20 points at a size of
  /// 10.
  @Test func textFrameHasTheWidthOfItsText() throws {
    #expect(
      try value(#""name.textFrame""#) == .rect(PointRect(x: 90, y: 0, width: 20, height: 24)))
    #expect(
      try value(#""large.textFrame""#) == .rect(PointRect(x: 0, y: 0, width: 40, height: 48)))
    #expect(
      try value(#""title.textFrame""#, after: [0])
        == .rect(PointRect(x: 190, y: 20, width: 20, height: 24)))
    #expect(
      try value(#""title.textFrame""#, after: [50])
        == .rect(PointRect(x: 180, y: 20, width: 30, height: 24)))
  }

  @Test func absentFieldsKeepTheirStructure() throws {
    let group = #"{ "when": "far", "fields": { "a": "1 / (offset - 10)", "b": "banner.frame" } }"#
    let absent = [
      TraceField("a", .number(nil)), TraceField("b", .rect(nil)),
    ]
    #expect(try value(group, after: [10]) == .fields(absent, isPresent: false))
    #expect(try fields(#"{ "a": 1, "b": 2 }"#, after: []).map(\.name) == ["a", "b"])
    let header = try TestDocument.interpreter("")
    #expect(try TraceReader(before: header) == nil)
  }

  @Test(arguments: [
    (
      #"{ "offset": 1 }"#,
      #"trace.fields.offset: every trace contains "offset"; choose another name"#
    ),
    (
      #"{ "a": "bannr.frame" }"#,
      #"trace.fields.a: unknown layer "bannr"; did you mean "banner"?"#
    ),
    (
      #"{ "a": "banner.textFrame" }"#,
      #"trace.fields.a: only a text has a "textFrame"; write "banner.frame""#
    ),
    (
      #"{ "a": "banner.frame.hight" }"#,
      "trace.fields.a: character 1 of the expression: unknown name \"banner.frame.hight\"; "
        + "did you mean \"banner.frame.height\"?"
    ),
    (
      #"{ "a": { "value": 1, "fields": {} } }"#,
      #"trace.fields.a: one of "value", "fields", "names" and "order" is needed"#
    ),
    (
      #"{ "a": { "fields": {}, "unit": "count" } }"#,
      #"trace.fields.a.unit: only a "value" has a unit"#
    ),
    (
      #"{ "a": { "value": true, "unit": "count" } }"#,
      "trace.fields.a.value: expected a number or an expression, found true"
    ),
    (#"{ "a": "ink" }"#, "trace.fields.a: expected a number or a condition, found a color"),
  ])
  func rejectsInvalidTraceFieldsWhenReading(_ definitions: String, _ message: String) throws {
    let error = #expect(throws: JSONError.self) {
      try TestDocument.parse(
        """
        "texts": { "title": "four" }, "memory": { "far": false }, "colors": { "ink": "#000" },
        "trace": { "fields": \(definitions) }
        """, layers: Self.layers)
    }
    #expect(error?.description.hasSuffix(" " + message) == true, "\(error?.description ?? "")")
  }

  /// The evaluated numbers of layers are available only in traces, not in the expressions of
  /// layers.
  @Test func layersCannotReadLayerNumbers() {
    #expect(throws: JSONError.self) {
      try TestDocument.parse(
        "",
        layers:
          #"[{ "id": "a", "type": "group" }, { "id": "b", "type": "group", "x": "a.frame.x" }]"#)
    }
  }

  @Test(arguments: [
    (#""header.rect""#, #"trace.plot[0].curves.c: "header.rect" is not a number or a condition"#),
    (
      #""header.rct.x""#,
      #"trace.plot[0].curves.c: unknown field "rct"; did you mean "rect"?"#
    ),
    (
      #""header.rect.left""#,
      #"trace.plot[0].curves.c: a rectangle has x, y, width, height; found "left""#
    ),
    (#""header""#, #"trace.plot[0].curves.c: "header" is not a number or a condition"#),
  ])
  func plotRejectsValuesThatAreNotNumbers(_ curve: String, _ message: String) throws {
    let error = #expect(throws: JSONError.self) {
      try TestDocument.parse(
        """
        "trace": { "fields": { "header": { "fields": { "rect": "a.frame" } } },
          "plot": [{ "label": "l", "curves": { "c": \(curve) } }] }
        """, layers: #"[{ "id": "a", "type": "group" }]"#)
    }
    #expect(error?.description.hasSuffix(" " + message) == true, "\(error?.description ?? "")")
  }

  @Test func traceFieldsDoNotChangePreviewProgram() throws {
    func program(_ members: String) throws -> String {
      let header = try TestDocument.interpreter(
        members, layers: #"[{ "id": "a", "type": "group", "x": "offset / 2" }]"#)
      return JSONWriter.object { header.writeProgram(to: &$0) }
    }
    #expect(
      try program(#""trace": { "fields": { "x": "a.frame.x + offset", "f": "a.frame" } }"#)
        == program(""))
  }

  @Test func missingPicturesHaveExpectedSizes() throws {
    let document = try TestDocument.parse(
      #""images": { "banner": { "width": 30, "height": 20 }, "avatar": {} }"#)
    #expect(document.expectedPicture("banner")?.size == PictureSize(width: 30, height: 20))
    #expect(document.expectedPicture("avatar") == ExpectedPicture())
    #expect(try TestDocument.parse("").expectedPicture("banner") == nil)
    for wrong in [#"{ "width": 3 }"#, #"{ "width": 0, "height": 1 }"#, #""a.png""#] {
      #expect(throws: JSONError.self) {
        try TestDocument.parse("\"images\": { \"banner\": \(wrong) }")
      }
    }
  }

  @Test func sceneUsesDocumentChromeByDefault() throws {
    let document = try TestDocument.parse(
      #""chrome": { "recordingPill": true, "batteryLevel": 40, "description": "as recorded" }"#)
    var chrome = ScreenChrome(statusBar: false)
    chrome.batteryLevel = 80
    ChromeKey.fillMissing(in: &chrome, from: document.chrome)
    var expected = ScreenChrome(statusBar: false)
    expected.batteryLevel = 80
    expected.recordingPill = true
    #expect(chrome == expected)
    #expect(throws: JSONError.self) {
      try TestDocument.parse(#""chrome": { "recordngPill": true }"#)
    }
  }
}
