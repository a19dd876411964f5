import HeaderModel
import Testing

/// The warnings of a check about valid documents.
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
        "layers[0].alignment: has no effect; the text is only as wide as its content; give it a \"width\""
      ]
    ),
  ]

  @Test(arguments: documents.indices) func reportsUnusedDeclarations(_ index: Int) throws {
    let (members, layers, wanted) = Self.documents[index]
    let header = try TestDocument.interpreter(members, layers: "[\(layers)]")
    #expect(header.unusedDeclarations() == wanted)
  }

  /// Texts are checked at rest, pulled, scrolled, after taps and with other inputs. A letter of 20
  /// points is 10 points wide.
  @Test func reportsTruncatedTextsOnce() throws {
    let header = try TestDocument.interpreter(
      """
      "texts": { "t": "abcd", "long": "abcdefgh", "three": "ab cd ef" },
      "inputs": { "wide": false },
      "memory": { "tapped": { "value": 0, "transition": { "duration": 3 } } }
      """,
      layers: """
        [{ "type": "text", "text": "t", "pointSize": 20, "width": 30 },
         { "type": "text", "text": "t", "pointSize": 20, "width": 40 },
         { "type": "text", "text": "t", "pointSize": 20, "width": 30, "lines": 0 },
         { "type": "text", "text": "t", "pointSize": 20, "width": 30, "shrinkToFit": 0.5 },
         { "type": "text", "text": "t", "pointSize": 20, "width": 30, "visible": false },
         { "type": "text", "text": "t", "pointSize": 20, "width": "40 + min(0, offset) / 4" },
         { "type": "text", "text": "t", "pointSize": 20, "width": "40 - offset / 8" },
         { "type": "text", "text": "three", "pointSize": 20, "width": 30, "lines": 2 },
         { "type": "text", "text": "wide ? long : t", "pointSize": 20, "width": 50 },
         { "id": "button", "type": "text", "text": "t", "pointSize": 20, "width": "40 - 20 * tapped",
           "onTap": [{ "set": { "tapped": 1 } }] },
         { "type": "text", "text": "t", "pointSize": 20, "width": 30, "opacity": 0 }]
        """)
    #expect(
      header.truncatedTexts(along: [-40, 0, 40, 80], offsetsAfterEvents: [0, 20]) == [
        "layers[0]: the text is truncated; it is 40.0 points wide, but its frame is 30",
        "layers[5]: the text is truncated at offset -40; it is 40.0 points wide, but its frame is 30",
        "layers[6]: the text is truncated at offset 40; it is 40.0 points wide, but its frame is 35",
        "layers[7]: the text is truncated; it has 3 lines, but 2 are shown",
        "layers[8]: the text is truncated with wide = true; it is 80.0 points wide, but its frame is 50",
        "layers[9]: the text is truncated after a tap on button; it is 40.0 points wide, but its frame is 20",
      ])
  }

  /// A layer that is never visible is reported, unless a tap or an input may show it.
  @Test func inputsCanRevealLayers() throws {
    var header = try TestDocument.interpreter(
      """
      "memory": { "tapped": false, "follows": false, "scrolled": false, "late": false,
                  "open": { "value": 0, "transition": { "duration": 0.3 } } },
      "inputs": { "on": false },
      "onScroll": [{ "set": { "follows": "tapped", "scrolled": "offset > 9000",
                              "late": "shown(open) > 0.5" } }]
      """,
      layers: """
        [{ "type": "rectangle", "visible": "tapped",
           "onTap": [{ "set": { "tapped": true, "open": 1 } }] },
         { "type": "rectangle", "visible": "follows" },
         { "type": "rectangle", "visible": "on" },
         { "type": "rectangle", "visible": "scrolled" },
         { "type": "rectangle", "visible": "offset < -9000" },
         { "type": "rectangle", "visible": "open > 0.5" },
         { "type": "rectangle", "visible": "late" }]
        """)
    try header.receive(offset: 0)
    _ = try header.state()
    #expect(
      header.hiddenLayers(header.shownLayers()) == [
        "layers[3].visible: is never true; the layer is never visible",
        "layers[4].visible: is never true; the layer is never visible",
      ])
  }

  static let rules: [(String, String, [String])] = [
    (
      #""onScroll": [{ "when": "offset > 200 && offset < 100", "set": { "a": 1 } }]"#, "",
      ["onScroll[0].when: never runs; its condition is never true"]
    ),
    (#""onScroll": [{ "when": "offset > 100 && offset < 200", "set": { "a": 1 } }]"#, "", []),
    (
      #""onScroll": [[{ "when": "offset < 5 || offset >= 5", "set": { "a": 1 } }, { "set": { "a": 2 } }]]"#,
      "", ["onScroll[0][1].set.a: never runs; an earlier rule always applies"]
    ),
    (
      #""onScroll": [{ "when": "a > 3", "set": { "b": 1 } }, { "set": { "a": "clamp(0, offset, 2)" } }]"#,
      "", ["onScroll[0].when: never runs; its condition is never true"]
    ),
    (
      #""onScroll": [{ "when": "a > 3", "set": { "b": 1 } }, { "set": { "a": "a + 1" } }]"#, "", []
    ),
    (
      #""inputs": { "page": { "value": 0, "range": [0, 3] } }, "onInput": [{ "when": "!(page <= 3)", "set": { "a": 1 } }]"#,
      "", ["onInput[0].when: never runs; its condition is never true"]
    ),
    (
      #""onDragStart": [{ "when": "velocity != 0", "set": { "a": 1 } }], "onDragEnd": [{ "when": "velocity != 0", "set": { "a": 1 } }]"#,
      "", ["onDragStart[0].when: never runs; its condition is never true"]
    ),
    (
      "",
      #", "settle": [{ "when": "target > end", "to": 0 }, { "when": "target >= start", "to": 0 }, { "to": 9 }]"#,
      [
        "scroll.settle[0]: never used; its condition is never true",
        "scroll.settle[2]: never used; an earlier rule always applies",
      ]
    ),
    // The first rule applies to every release, so the rule at rest is never used.
    (
      "", #", "settle": [{ "to": 0 }, { "at": "rest", "to": 5 }]"#,
      ["scroll.settle[1]: never used; an earlier rule always applies"]
    ),
    ("", #", "settle": [{ "at": "rest", "to": 5 }, { "to": 0 }]"#, []),
  ]

  @Test(arguments: rules.indices) func reportsRulesThatNeverRun(_ index: Int) throws {
    let (members, scroll, wanted) = Self.rules[index]
    let document = """
      { "version": 1, "name": "test", "scroll": { "maximumOffset": 1000\(scroll) },
        "memory": { "a": 0, "b": 0 }, \(members.isEmpty ? "" : members + ",") "layers": [] }
      """
    var header = try PlayedHeader.interpreter(HeaderDocument.parse(Array(document.utf8)))
    #expect(header.unreachable() == wanted)
  }

  @Test func reportsUnusedInputs() throws {
    let header = try TestDocument.interpreter(
      #""inputs": { "used": false, "idle": false }"#,
      layers: #"[{ "type": "rectangle", "visible": "used" }]"#)
    #expect(header.unusedDeclarations() == ["inputs.idle: has no effect"])
  }

  @Test func reportsLayersNeverVisible() throws {
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
      header.hiddenLayers(shown) == ["layers[1].visible: is never true; the layer is never visible"]
    )
  }
}
