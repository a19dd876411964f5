import HeaderModel
import PortableMath
import Testing

/// Frames that depend on other layers, and the sizes of rows and groups that depend on their
/// contents.
@Suite struct Geometry {
  static func frames(
    _ members: String = "", layers: String, offset: Double = 0
  ) throws -> [String: PointRect] {
    var header = try TestDocument.interpreter(members, layers: layers)
    try header.receive(offset: offset)
    let state = try header.state()
    return Dictionary(
      state.layers.map { ($0.id, $0.frame) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func siblingSizesCanReferToLaterLayers() throws {
    let frames = try Self.frames(
      layers: """
        [{ "id": "badge", "type": "rectangle", "x": "photo.right - 8", "y": "photo.bottom + photo.y",
           "width": "photo.width / 2", "height": "photo.height" },
         { "id": "photo", "type": "rectangle", "x": "100 + offset", "y": 40, "width": 60,
           "height": 30, "anchor": [0.5, 1], "transform": { "scale": 3 } }]
        """, offset: 10)
    // Before its transform the photo reaches from (80, 10) to (140, 40).
    #expect(frames["badge"] == PointRect(x: 132, y: 50, width: 30, height: 30))
  }

  @Test func layersSeeAncestorFramesInParentCoordinates() throws {
    let frames = try Self.frames(
      layers: """
        [{ "id": "bar", "type": "rectangle", "height": 44 },
         { "id": "card", "type": "group", "x": 20, "y": "bar.bottom", "width": 200, "height": 90,
           "layers": [{ "id": "line", "type": "rectangle", "x": "card.x", "y": "bar.bottom - card.y",
                        "width": "card.width - 40", "height": 1 }] }]
        """)
    #expect(frames["line"] == PointRect(x: 40, y: 44, width: 160, height: 1))
  }

  @Test func valuesAndScrollViewReadTopLevelLayers() throws {
    let header = try HeaderModel.HeaderInterpreter(
      document: .parse(
        Array(
          """
          { "version": 1, "name": "test", "scroll": { "contentHeight": "end + 8" },
            "values": { "end": "feed.bottom" },
            "layers": [{ "id": "feed", "type": "rectangle", "y": 300, "height": 900 }] }
          """.utf8), file: nil),
      environment: DocumentEnvironment(device: .iPhone8, measurer: FixedTextSize()))
    #expect(header.largestOffset == 1208 - 667)
  }

  static let refused: [(String, String)] = [
    (
      #"{ "id": "a", "type": "group", "x": "b.right" }, { "id": "b", "type": "group", "x": "a.x" }"#,
      "layers[0].x: circular reference: a.x -> b.right -> layers[1].x -> a.x"
    ),
    (
      #"{ "id": "a", "type": "group", "width": "a.right" }"#,
      "layers[0].width: circular reference: layers[0].width -> a.right -> layers[0].width"
    ),
    (
      """
      { "id": "box", "type": "group", "layers": [{ "id": "in", "type": "group", "x": 3 }] },
      { "id": "out", "type": "group", "x": "in.x" }
      """, #""in.x" is a position in "box"; only its contents can use it"#
    ),
    (
      #"{ "id": "a", "type": "group", "x": "c.x" }, { "id": "b", "type": "group" }"#,
      #"unknown name "c.x""#
    ),
    (
      """
      { "id": "column", "type": "group", "layout": "column",
        "layers": [{ "id": "a", "type": "rectangle" }] }
      """, "circular reference: "
    ),
    (#"{ "id": "a", "type": "group", "gap": 4 }"#, #""gap" needs a "layout""#),
    (
      #"{ "id": "a", "type": "list", "count": 1, "rowHeight": 4, "padding": 4, "layers": [] }"#,
      #""padding" needs "rowHeight": "auto""#
    ),
  ]

  @Test(arguments: refused) func rejectsInvalidDocuments(_ layers: String, _ message: String) {
    let error = #expect(throws: (any Error).self) {
      try TestDocument.parse("", layers: "[\(layers)]")
    }
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(String(describing: error))")
  }

  // MARK: - Layouts

  static let flows: [(String, String, [String: PointRect])] = [
    (
      #""layout": "column", "gap": 6, "padding": [4, 8, 10, 12], "width": 200"#,
      """
      { "id": "a", "type": "rectangle", "width": 50, "height": 20 },
      { "id": "b", "type": "rectangle", "x": 5, "y": 1, "width": 50, "height": 30 },
      { "id": "c", "type": "rectangle", "width": 50, "height": 40 }
      """,
      [
        "flow": PointRect(x: 0, y: 0, width: 200, height: 4 + 20 + 6 + 30 + 6 + 40 + 10),
        "a": PointRect(x: 12, y: 4, width: 50, height: 20),
        "b": PointRect(x: 17, y: 31, width: 50, height: 30),
        "c": PointRect(x: 12, y: 66, width: 50, height: 40),
      ]
    ),
    (
      #""layout": "row", "gap": -8, "height": 24"#,
      """
      { "id": "a", "type": "rectangle", "width": 24, "height": 24 },
      { "id": "b", "type": "rectangle", "width": 24, "height": 24, "visible": false },
      { "id": "c", "type": "rectangle", "width": 24, "height": 24, "anchor": [0.5, 0] }
      """,
      [
        "flow": PointRect(x: 0, y: 0, width: 40, height: 24),
        "c": PointRect(x: 4, y: 0, width: 24, height: 24),
      ]
    ),
    (
      #""layout": "column", "gap": 5, "padding": 2"#,
      #"{ "id": "a", "type": "rectangle", "height": 24, "visible": "offset > 0" }"#,
      ["flow": PointRect(x: 0, y: 0, width: 375, height: 4)]
    ),
    (
      #""layout": "column""#, "", ["flow": PointRect(x: 0, y: 0, width: 375, height: 0)]
    ),
  ]

  @Test(arguments: flows.indices) func layoutPlacesChildrenInSequence(_ index: Int) throws {
    let (keys, children, wanted) = Self.flows[index]
    let frames = try Self.frames(
      layers: #"[{ "id": "flow", "type": "group", \#(keys), "layers": [\#(children)] }]"#)
    for (id, frame) in wanted { #expect(frames[id] == frame, "\(id)") }
  }

  @Test func hiddenLayersLeaveLayoutImmediately() throws {
    let layers = """
      [{ "id": "flow", "type": "group", "layout": "column", "gap": 4, "layers": [
         { "id": "banner", "type": "rectangle", "height": 60, "visible": "offset < 10" },
         { "id": "title", "type": "text", "text": "t" }] },
       { "id": "below", "type": "rectangle", "y": "flow.bottom", "height": 1 }]
      """
    let text = #""texts": { "t": "abc" }"#
    let before = try Self.frames(text, layers: layers)
    #expect(before["title"]?.y == 64)
    #expect(before["below"]?.y == 64 + 20.5)
    let after = try Self.frames(text, layers: layers, offset: 10)
    #expect(after["title"]?.y == 0)
    #expect(after["below"]?.y == 20.5)
  }

  @Test func automaticRowHeightFitsVisibleChildren() throws {
    var header = try TestDocument.interpreter(
      #""texts": { "post": ["short", "a text of four lines is higher"] }"#,
      layers: """
        [{ "id": "feed", "type": "list", "count": 3, "rowHeight": "auto", "padding": 10,
           "layers": [
             { "id": "ground", "type": "rectangle", "fill": "#FFF" },
             { "id": "body", "type": "text", "text": "post", "pointSize": 10, "y": 20, "lines": 0,
               "width": 50 },
             { "id": "like", "type": "rectangle", "y": "body.bottom + 2", "height": 8, "width": 8,
               "visible": "index != 2" }] },
         { "id": "end", "type": "rectangle", "y": "feed.height", "height": 1 }]
        """)
    let state = try header.state()
    guard case .list(let list) = try #require(state.layer("feed")).content else {
      Issue.record("no list")
      return
    }
    // At 10 points a letter is 5 points wide and a line 12 points high. "short" is 25 points wide.
    // The other text is 150 points wide and has 3 lines.
    #expect(list.rows.map(\.start) == [0, 52, 128])
    #expect(list.rows.map(\.length) == [52, 76, 42])
    #expect(list.pitch == nil)
    #expect(state.layer("end")?.frame.y == 170)
    let ground = try #require(list.rows[1].layers.first { $0.id == "ground" })
    #expect(ground.frame == PointRect(x: 0, y: 52, width: 375, height: 76))
    let like = try #require(list.rows[1].layers.first { $0.id == "like" })
    #expect(like.frame.y == 52 + 20 + 36 + 2)
  }
}

/// The baselines and letter heights of texts.
@Suite struct Letters {
  static let baselines: [(String, Double)] = [
    // At 20 points a line is 23.8671875 points high, of which 19.04296875 are above the baseline.
    (#""y": 10, "height": 30, "verticalAlignment": "top""#, 10 + 19.04296875),
    (#""y": 10, "height": 30"#, 10 + (30 - 23.8671875) / 2 + 19.04296875),
    (#""y": 10, "height": 30, "verticalAlignment": "bottom""#, 40 - 4.82421875),
    (#""y": 40, "height": 30, "anchor": [0, 1], "baseline": 22"#, 32),
    (#""height": 40, "lineHeight": 40"#, (40 - 23.8671875) / 2 + 19.04296875),
    (
      #""height": 100, "width": 60, "lines": 0, "lineHeight": 30"#,
      (100 - 60) / 2 + (30 - 23.8671875) / 2 + 19.04296875
    ),
  ]

  @Test(arguments: baselines) func siblingsReadBaselines(_ keys: String, _ baseline: Double)
    throws
  {
    let layer = try TestDocument.probe(
      #""texts": { "t": "eleven char" }"#,
      layers: """
        [{ "id": "word", "type": "text", "text": "t", "pointSize": 20, \(keys) },
         { "id": "probe", "type": "rectangle", "y": "word.baseline", "height": "word.ascent",
           "width": "word.descent" }]
        """)
    #expect(layer.frame.y == baseline)
    #expect(layer.frame.height == 19.04296875 && layer.frame.width == 4.82421875)
  }

  /// At 20 points the font's line is 30 points high, with an ascent of 15 and a descent of 5 or 10.
  @Test(arguments: [("", 5.0), (#""font": "body", "#, 10)])
  func fontLineHeightUsesFontMetrics(_ font: String, _ descent: Double) throws {
    let layer = try TestDocument.probe(
      #""texts": { "t": "word" }, "fonts": { "body": "body.ttf" }"#,
      layers: """
        [{ "id": "word", "type": "text", "text": "t", "pointSize": 20, "y": 10, "height": 40, \(font)
           "verticalAlignment": "bottom", "lineHeight": "font" },
         { "id": "probe", "type": "rectangle", "y": "word.baseline", "height": "word.ascent",
           "width": "word.descent" }]
        """)
    #expect(layer.frame.y == 50 - 30 + (30 - 15 - descent) / 2 + 15)
    #expect(layer.frame.height == 15 && layer.frame.width == descent)
  }

  @Test func onlyTextLayersHaveBaselines() {
    let error = #expect(throws: (any Error).self) {
      try TestDocument.parse(
        "",
        layers: """
          [{ "id": "a", "type": "rectangle" }, { "type": "rectangle", "y": "a.baseline" }]
          """)
    }
    #expect(error.map { "\($0)" }?.contains(#"unknown name "a.baseline""#) == true)
  }
}
