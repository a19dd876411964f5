import FileAccess
import HeaderModel
import MediaInspection
import Rendering
import StrictJSON
import Testing

/// The contents of header documents, and their problems during scrolling, taps and inputs.
@Suite struct HeaderInspectionTests {
  private func inspect(_ members: String, layers: String = "[]", version: Int = 1) throws
    -> [HeaderInspection]
  {
    let text = """
      { "version": \(version), "name": "probe", "scroll": { "maximumOffset": 200 },
        \(members.isEmpty ? "" : members + ",") "layers": \(layers) }
      """
    return try HeaderInspection.all(
      of: .document(try HeaderDocument.parse(Array(text.utf8), file: "probe.json")),
      limits: RenderLimits())
  }

  private static func rectangle(_ property: String) -> String {
    #"[{ "id": "box", "type": "rectangle", "width": 10, "height": 10, \#(property) }]"#
  }

  @Test func countsPartsOfADocument() throws {
    let inspections = try inspect(
      """
      "description": "of a test", "screen": { "device": "40x80@2" },
      "constants": { "stop": 40, "start": 10 }, "memory": { "far": false },
      "onScroll": [ { "set": { "far": "offset > stop" } } ],
      "phases": [ { "name": "near", "when": "!far" }, { "name": "far" } ]
      """, layers: Self.rectangle(#""y": "start""#))
    let inspection = try #require(inspections.first)
    #expect(inspections.count == 1)
    let document = inspection.document
    #expect(document.constants.map(\.name) == ["stop", "start"])
    #expect(document.layerNames == ["box"] && document.memoryNames == ["far"])
    #expect(document.phaseNames == ["near", "far"])
    #expect(inspection.largestOffset == 200)
    #expect(inspection.problems.isEmpty)
    #expect(
      inspection.text(subject: "probe.json")
        == "probe.json: probe, 1 layer, 2 constants, 1 remembered value, 2 phases, 40x80@2, "
        + "offsets 0 to 200")
    let json = try JSONValue.parse(Array(inspection.json.utf8)).object()
    #expect(try json.required("description").string() == "of a test")
    #expect(try json.required("largestOffset").number() == 200)
    #expect(try json.required("constants").array().map { try $0.string() } == ["stop", "start"])
    #expect(json.optional("variant") == nil)
  }

  /// The conditions in which a header cannot be evaluated: at rest, pulled down, far beyond the
  /// end, at a single offset, with times, in one appearance.
  @Test(arguments: [
    ("1 / (offset + 300)", true), ("1 / (offset - 36)", true), ("1 / (offset + 36)", true),
    ("1 / (offset - 499)", true), ("1 / (offset - 501)", false), ("1 / (offset + 301)", false),
    ("theme.dark ? 1 / (offset - 36) : 1", true), ("theme.dark ? 1 : 1 / (offset - 36)", true),
    ("dragging ? 1 / (offset - offset) : 1", true), ("time > 1 ? 1 / (offset - offset) : 1", true),
    ("offset < 20 ? 1 : 1 / offset", false), ("1 / (1 + offset * offset)", false),
  ])
  func findsEvaluationErrors(expression: String, isFound: Bool) throws {
    let inspection = try #require(
      try inspect("", layers: Self.rectangle(#""x": "\#(expression)""#)).first)
    #expect(inspection.problems.count == (isFound ? 1 : 0))
    if isFound {
      #expect(inspection.problems[0].hasPrefix("probe.json"))
      #expect(inspection.problems[0].contains("layers[0].x: "))
    }
  }

  /// A constant of the document between two tested offsets is tested too.
  @Test(arguments: [(36.25, true), (36.5, true), (-0.75, true)])
  func testsConstantsAsOffsets(stop: Double, isFound: Bool) throws {
    let members = #""constants": { "stop": \#(stop) }"#
    let layers = Self.rectangle(#""x": "1 / (offset - stop)""#)
    #expect(try inspect(members, layers: layers)[0].problems.isEmpty == !isFound)
    // Without the constant, the failing offset is between two tested ones.
    let plain = Self.rectangle(#""x": "1 / (offset - \#(stop))""#)
    #expect(try inspect("", layers: plain)[0].problems.isEmpty)
  }

  @Test func reportsEachPropertyOnce() throws {
    let layers = """
      [{ "id": "one", "type": "rectangle", "width": 9, "height": 9, "x": "1 / (offset - 20)",
         "y": "1 / (offset - 30)" },
       { "id": "two", "type": "rectangle", "width": 9, "height": 9, "opacity": "1 / (offset - 40)" }]
      """
    let problems = try inspect("", layers: layers)[0].problems
    #expect(problems.count == 3)
    #expect(Set(problems).count == 3)
  }

  /// All interactions of a header are tested: drags and settling, taps, numeric inputs and
  /// conditions. A document without interactions cannot fail there.
  @Test(arguments: [
    (#""onDragStart": [{ "set": { "m": "1 / m" } }]"#, "", "onDragStart"),
    (#""onDragEnd": [{ "when": "velocity > 500", "set": { "m": "1 / m" } }]"#, "", "onDragEnd"),
    (#""onRest": [{ "set": { "m": "1 / m" } }]"#, "", "onRest"),
    ("", #""onTap": [{ "set": { "m": "1 / m" } }]"#, "onTap"),
    (
      #""inputs": { "page": { "value": 0, "range": [0, 3] } }, "#
        + #""onInput": [{ "when": "page > 2", "set": { "m": "1 / m" } }]"#, "", "onInput"
    ),
    (
      #""inputs": { "on": false }, "onInput": [{ "when": "on", "set": { "m": "1 / m" } }]"#, "",
      "onInput"
    ),
    (
      #""inputs": { "on": true }, "onInput": [{ "when": "!on", "set": { "m": "1 / m" } }]"#, "",
      "onInput"
    ),
    ("", #""opacity": "m""#, ""),
  ])
  func testsRulesOfInteractions(members: String, property: String, place: String) throws {
    let problems = try inspect(
      #""memory": { "m": 0 }"# + (members.isEmpty ? "" : ", " + members),
      layers: Self.rectangle(property.isEmpty ? #""x": 1"# : property))[0].problems
    #expect(problems.count == (place.isEmpty ? 0 : 1))
    #expect(problems.allSatisfy { $0.contains(place) && $0.contains("division by zero") })
  }

  /// A line of offsets, followed by a line for each expression with its values.
  @Test func explanationHasOneValuePerOffset() throws {
    let text = """
      { "version": 1, "name": "probe", "scroll": { "maximumOffset": 100 },
        "layers": [{ "id": "box", "type": "rectangle", "x": "max(0, offset - 30)" }] }
      """
    let lines = try HeaderInspection.explanation(
      of: .document(try HeaderDocument.parse(Array(text.utf8), file: "probe.json")),
      limits: RenderLimits())
    #expect(
      lines == [
        "         0       -40       -80         0        20        40        80        80         0"
          + "  offset",
        "         0         0         0         0         0        10        50        50         0"
          + "  layers[0].x: max(0, offset - 30)",
      ])
  }

  /// A single header. `twheader style check` of all headers is tested with the program.
  @Test(arguments: ["contacts"]) func builtInHeadersHaveNoProblems(name: String)
    throws
  {
    let inspections = try HeaderInspection.all(of: .named(name), limits: RenderLimits())
    #expect(!inspections.isEmpty)
    for inspection in inspections {
      #expect(inspection.document.name == name)
      #expect(inspection.problems.isEmpty && inspection.warnings.isEmpty)
      #expect(inspection.largestOffset > 0 && !inspection.document.layerNames.isEmpty)
    }
    // Its own variant first, then each of the others once.
    let variants = inspections.map(\.document.variant)
    #expect(Set(variants).count == variants.count)
    let names = try HeaderDocument.builtIn(name).variants.map(\.name)
    #expect(Set(variants) == (names.isEmpty ? [nil] : Set(names)))
  }
}
