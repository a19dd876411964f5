import HeaderModel
import StrictJSON
import Testing

/// All errors of a document are reported together.
@Suite struct SeveralErrorsTests {
  /// Returns the errors of a document, one line each, in their order.
  private static func errors(_ members: String, layers: String = "[]") -> [String] {
    do throws(JSONError) {
      _ = try HeaderDocument.parse(Array(TestDocument.text(members, layers: layers).utf8))
      return []
    } catch {
      return ([error] + error.others).map(\.reason)
    }
  }

  @Test func reportsErrorsOfEachDeclaration() {
    let found = Self.errors(
      #"""
      "colors": { "ink": "redd", "paper": "#FFF" },
      "constants": { "stop": { "value": 4, "range": [3, 1] }, "start": true, "9": 1 },
      "memory": { "open": { "value": false, "transition": { "duration": -1 } }, "front": 1 },
      "inputs": { "page": { "value": 9, "range": [0, 3] } },
      "values": { "a": "offset +", "b": "ofset", "c": 4 },
      "texts": { "title": 4, "row": "x" },
      "onScroll": [{ "set": { "front": true } }, { "set": { "nothing": 1 } }, { "st": {} }],
      "phases": [{ "name": "x", "when": "1" }, { "name": 4 }]
      """#)
    #expect(
      found == [
        #"colors.ink: "redd" is not a color; did you mean "red"?"#,
        "constants.stop.range: write the lower bound first",
        #"constants["9"]: "9" is not a name; use letters, digits and _, not starting with a digit"#,
        "memory.open.transition.duration: -1 is out of range (0...3600 seconds)",
        "inputs.page.value: 9 is out of range; the input goes from 0 to 3",
        "values.a: character 9 of the expression: found the end where a value is expected",
        "values.b: character 1 of the expression: unknown name \"ofset\"; did you mean \"offset\"?",
        "texts.title: expected a text, a list of runs or a list of texts, found 4",
        #"onScroll[0].set.front: "front" is a number, found a condition"#,
        #"onScroll[1].set.nothing: unknown memory "nothing"; known: front"#,
        #"onScroll[2].st: unknown key "st"; did you mean "set"?"#,
        "phases[0].when: expected a condition, found a number",
        "phases[1].name: expected a string, found 4",
      ])
  }

  /// An unknown key of the document does not hide the errors of its sections.
  @Test func reportsErrorsOfTheDocumentItself() {
    let found = Self.errors(#""colrs": {}, "values": { "b": "ofset" }"#)
    #expect(
      found == [
        #"colrs: unknown key "colrs"; did you mean "colors"?"#,
        "values.b: character 1 of the expression: unknown name \"ofset\"; did you mean \"offset\"?",
      ])
  }

  /// The misspelled key is reported instead of the missing one that it was meant to be.
  @Test func reportsTheMisspelledVersion() throws {
    let text = #"{ "versoin": 1, "name": "x", "layers": [] }"#
    let error = try #require(throws: JSONError.self) {
      try HeaderDocument.parse(Array(text.utf8))
    }
    #expect(error.reason.hasPrefix(#"versoin: unknown key "versoin"; did you mean "version"?"#))
  }

  /// An invalid layer of a group that is repeated is reported, and its name is known in the copies.
  @Test func reportsErrorsInRepeatedGroups() {
    let found = Self.errors(
      #""values": { "a": "inner.width" }"#,
      layers: #"""
        [{ "id": "dots", "type": "group", "repeat": 3,
           "layers": [{ "id": "inner", "type": "rectangl" }, { "type": "rectangle", "y": "yy" }] }]
        """#)
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.hasPrefix("layers[0].layers[0].type:") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("layers[0].layers[1].y:") }, "\(found)")
  }

  @Test func reportsErrorsOfEachProperty() {
    let found = Self.errors(
      #""texts": { "title": "x" }"#,
      layers: #"""
        [{ "id": "a", "type": "rectangle", "x": true, "y": "1 +", "opacty": 1, "fil": "red",
           "cornerRadius": [1, 2], "border": { "width": [], "color": 4 } },
         { "id": "b", "type": "txt", "layers": [{ "id": "inner", "type": "group" }] },
         { "id": "c", "type": "group", "onTap": 4, "layers": [
           { "id": "a", "type": "text", "text": "none" }, { "type": "icon", "icon": "bak" } ] },
         { "id": "d", "type": "list", "rowHeight": 4, "layers": [{ "type": "rectangle", "z": [] }] }]
        """#)
    #expect(
      found == [
        "layers[0].x: expected a number or an expression, found true",
        "layers[0].y: character 4 of the expression: found the end where a value is expected",
        #"layers[0].opacty: unknown key "opacty"; did you mean "opacity"?"#,
        #"layers[0].fil: unknown key "fil"; did you mean "fill"?"#,
        "layers[0].cornerRadius: has 2 radii; 4 are allowed",
        "layers[0].border.width: expected a number or an expression, found an array",
        ##"layers[0].border.color: expected a color, as "#FFFFFF" or a declared name, found 4"##,
        #"layers[1].type: unknown value "txt"; did you mean "text"?"#,
        "layers[2].onTap: expected an array, found 4",
        #"layers[2].layers[0].id: two layers are called "a" (the other: layers[0]); rename one"#,
        #"layers[2].layers[0].text: unknown text "none"; declare it under "texts""#,
        #"layers[2].layers[1].icon: unknown value "bak"; did you mean "back"?"#,
        #"layers[3]: "count" is missing"#,
        "layers[3].layers[0].z: expected a number or an expression, found an array",
      ])
  }

  /// Expressions that use an invalid declaration, directly or indirectly, report no error.
  @Test(arguments: [
    (
      #""constants": { "stop": [] }, "values": { "a": "stop + 1", "b": "a ? 1 : 2" }"#,
      "constants.stop"
    ),
    (
      #""memory": { "open": [] }, "onScroll": [{ "set": { "open": 1 } }], "values": { "a": "open" }"#,
      "memory.open"
    ),
    (
      #""colors": { "ink": "redd", "own": { "light": "red", "dark": "red", "follows": "ink" } }, "values": { "a": "ink" }"#,
      "colors.ink"
    ),
    (#""images": { "sky": 4 }, "values": { "a": "sky.width" }"#, "images.sky"),
    (#""values": { "a": "b + 1", "b": "true + 1", "c": "a > 1" }"#, "values.b"),
    (#""values": [], "onScroll": [{ "set": { "open": "a" } }]"#, "values"),
    (
      #""trace": { "fields": { "x": { "unit": "pt" } }, "plot": [{ "label": "l", "curves": { "c": "x" } }] }"#,
      "trace.fields.x"
    ),
  ])
  func omitsDependentErrors(members: String, keyPath: String) {
    let found = Self.errors(members)
    #expect(found.count == 1 && found.first?.hasPrefix(keyPath + ":") == true, "\(found)")
  }

  /// A missing key is not reported together with an unknown key, which is probably a misspelling.
  @Test func aMisspelledKeyIsReportedOnce() {
    let found = Self.errors(
      #""inputs": { "page": { "value": 1, "rnge": [0, 3] } }, "values": { "a": "page" }"#,
      layers: #"[{ "type": "list", "cont": 3, "rowHeight": 4, "layers": [] }]"#)
    #expect(found.count == 2, "\(found)")
    #expect(found.first?.hasPrefix(#"inputs.page.rnge: unknown key "rnge""#) == true)
    #expect(found.last?.hasPrefix(#"layers[0].cont: unknown key "cont""#) == true)
  }

  /// The names of a layer that cannot be read, and of the layers in it, are not unknown.
  @Test func namesOfInvalidLayersAreKnown() {
    let found = Self.errors(
      #""values": { "a": "title.width + inner.width" }, "trace": { "fields": { "t": "title.frame" } }"#,
      layers: #"""
        [{ "id": "title", "type": "txt", "layers": [{ "id": "inner", "type": "group" }] },
         { "id": "list", "type": "list", "count": "1 +", "rowHeight": 4, "layers": [] },
         { "type": "rectangle", "y": "list.height" }]
        """#)
    #expect(found.count == 2 && found[0].hasPrefix("layers[0].type:"), "\(found)")
    #expect(found.last?.hasPrefix("layers[1].count:") == true, "\(found)")
  }

  @Test func reportsCyclesTogetherWithOtherErrors() {
    let found = Self.errors(#""values": { "a": "b", "b": "a", "c": "a + 1", "d": "ofset" }"#)
    #expect(
      found == [
        "values.a: circular reference: a -> b -> a",
        "values.d: character 1 of the expression: unknown name \"ofset\"; did you mean \"offset\"?",
      ])
  }

  /// The copies of a layer have their errors once.
  @Test func reportsErrorsOfCopiesOnce() {
    let found = Self.errors(
      "", layers: #"[{ "id": "dot", "type": "rectangle", "repeat": 40, "x": [], "y": "yy" }]"#)
    #expect(found.count == 2, "\(found)")
  }

  @Test func reportsTheFirst20Errors() {
    func members(_ count: Int) -> String {
      #""values": { "# + (0..<count).map { #""v\#($0)": "x\#($0)""# }.joined(separator: ", ") + " }"
    }
    #expect(Self.errors(members(19)).count == 19)
    #expect(Self.errors(members(20)).count == 20)
    let many = Self.errors(members(400))
    #expect(many.count == 20)
    #expect(many.first?.hasPrefix("values.v0:") == true)
    #expect(many.last?.hasPrefix("values.v19:") == true)
  }
}
