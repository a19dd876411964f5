import HeaderModel
import Testing

/// What a check says of a document that can be evaluated.
@Suite struct WithoutEffect {
  static let documents: [(String, String, [String])] = [
    (
      #""constants": { "used": 4, "idle": 5, "by": "used" }"#,
      #"{ "type": "rectangle", "x": "by" }"#, ["constants.idle: is never used"]
    ),
    (
      #""texts": { "t": "abcd" }"#,
      """
      { "type": "text", "text": "t", "alignment": "center" },
      { "type": "text", "text": "t", "alignment": "center", "width": 100 },
      { "type": "text", "text": "t", "alignment": "right", "lines": 2 },
      { "type": "text", "text": "t", "alignment": "left" }
      """,
      [
        "layers[0].alignment: has no effect; the text is as wide as its words, give it a \"width\""
      ]
    ),
    (
      #""texts": { "t": "abcd" }"#,
      """
      { "type": "text", "text": "t", "pointSize": 20, "width": 30 },
      { "type": "text", "text": "t", "pointSize": 20, "width": 40 },
      { "type": "text", "text": "t", "pointSize": 20, "width": 30, "lines": 0 },
      { "type": "text", "text": "t", "pointSize": 20, "width": 30, "shrinkToFit": 0.5 },
      { "type": "text", "text": "t", "pointSize": 20, "width": 30, "visible": false }
      """, ["layers[0]: the text is cut; it is 40.0 points wide, its frame 30"]
    ),
  ]

  @Test(arguments: documents.indices) func isSaid(_ index: Int) throws {
    let (members, layers, wanted) = Self.documents[index]
    var header = try TestDocument.interpreter(members, layers: "[\(layers)]")
    #expect(header.withoutEffect() == wanted)
  }

  @Test func aLayerThatNoOffsetShowsIsNamed() throws {
    var header = try TestDocument.interpreter(
      #""constants": { "on": false }"#,
      layers: """
        [{ "type": "rectangle", "visible": "offset > 50" },
         { "type": "rectangle", "visible": "offset < -9000" },
         { "type": "rectangle", "visible": "on" }]
        """)
    var shown: Set<Int> = []
    for offset in stride(from: 0.0, through: 100, by: 10) {
      try header.receive(offset: offset)
      _ = try header.state()
      shown.formUnion(header.shownLayers())
    }
    #expect(shown == [0])
    #expect(
      header.neverShown(shown) == ["layers[1].visible: never holds; the layer is never visible"])
  }
}
