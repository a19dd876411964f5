import FileAccess
import Foundation
import HeaderModel
import Testing

/// The subcommands of `twheader style`.
@Suite struct StyleCommandTests {
  private struct Listed: Decodable {
    var name: String
    var description: String
    var variants: [Variant]

    struct Variant: Decodable {
      var name: String
      var description: String
    }
  }

  private func headers() async throws -> [Listed] {
    let outcome = try await TemporaryDirectory().program.run(["style", "list", "--json"])
    return try JSONDecoder().decode([Listed].self, from: outcome.output)
  }

  @Test func listDescribesBuiltInHeaders() async throws {
    let headers = try await headers()
    #expect(
      Set(headers.map(\.name)).isSuperset(of: ["mimic", "thinkandbuild", "stretch", "contacts"]))
    #expect(headers.allSatisfy { $0.description.count > 10 })
    let lines = try await TemporaryDirectory().program.run(["style", "list"]).text
      .split(separator: "\n")
    // The first variant is the header itself.
    let entries = headers.flatMap { header in
      [(header.name, header.description)]
        + header.variants.dropFirst().map { ("  --variant " + $0.name, $0.description) }
    }
    #expect(lines.count == entries.count)
    for (line, entry) in zip(lines, entries) {
      #expect(line.hasPrefix(entry.0 + "  ") && line.hasSuffix("  " + entry.1))
    }
    #expect(headers.first?.variants.map(\.name) == ["final", "first", "doc"])
  }

  @Test func showPrintsTheExactDocument() async throws {
    let folder = Fixtures.path + "/../Sources/CEmbeddedFiles/Headers/"
    for header in try await headers() {
      let outcome = try await TemporaryDirectory().program.run(["style", "show", header.name])
      #expect(
        try outcome.output == Data(contentsOf: URL(fileURLWithPath: folder + header.name + ".json"))
      )
    }
  }

  /// A case per header, because a check takes seconds on one processor.
  @Test(arguments: BuiltInHeader.all)
  func builtInHeadersPassTheCheck(header: BuiltInHeader) async throws {
    let variants = try header.document().variants
    let outcome = try await TemporaryDirectory().program.run(["style", "check", header.name])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.split(separator: "\n").count == max(1, variants.count))
  }

  /// Every command that reads a document prints all its errors, in the order of its text.
  @Test(arguments: [
    ["style", "check", "h.json"], ["render", "--style", "h.json", "-o", "a.gif"],
    ["still", "--style", "h.json", "-o", "a.png"], ["preview", "--style", "h.json"],
    ["trace", "--style", "h.json", "--offsets", "0"],
  ])
  func printsAllErrorsOfADocument(arguments: [String]) async throws {
    let place = try TemporaryDirectory()
    try place.write(
      "h.json", MessageTable.document(#""values": { "a": "b", "c": "1 +", "d": [] }"#))
    let outcome = try await place.program.run(arguments)
    #expect(outcome.status == HeaderKitError.Code.badData.rawValue)
    #expect(outcome.lines.count == 3)
    for (line, value) in zip(outcome.lines, ["a", "c", "d"]) {
      #expect(line.hasPrefix("twheader: error: h.json:1:"))
      #expect(line.contains(" values.\(value):"))
    }
  }

  @Test func printsErrorsOfAllVariants() async throws {
    let place = try TemporaryDirectory()
    try place.write(
      "h.json",
      MessageTable.document(
        #""variants": { "one": { "values": { "a": "b" } }, "two": { "values": { "a": "c" } } }"#))
    let outcome = try await place.program.run(["style", "check", "h.json"])
    #expect(outcome.status == HeaderKitError.Code.badData.rawValue)
    #expect(outcome.lines.count == 2)
    #expect(outcome.errors.contains("one.values.a") && outcome.errors.contains("two.values.a"))
  }

  @Test func showPrintsVariantsAsDocuments() async throws {
    let directory = try TemporaryDirectory()
    let shown = try await directory.program.run(["style", "show", "stretch", "--variant", "scroll"])
    try directory.write("mine.json", shown.text)
    let offsets = ["--offsets", "-20,0,60", "--format", "csv"]
    let own = try await directory.program.run(["trace", "--style", "mine.json"] + offsets)
    let variant = try await directory.program.run(
      ["trace", "--style", "stretch", "--variant", "scroll"] + offsets)
    func layers(_ csv: String) -> [String] {
      let rows = csv.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      return zip(rows[0], rows[2]).filter { $0.0.hasPrefix("layers.") }.map { "\($0): \($1)" }
    }
    #expect(
      layers(own.text).filter { !$0.contains("sourceCrop") }
        == layers(variant.text).filter { !$0.contains("sourceCrop") })
    #expect(layers(own.text).count > 30)
  }

  @Test(arguments: [
    (
      ["style", "show", "mimic-first"],
      "<name>: unknown built-in header \"mimic-first\"; write mimic --variant first"
    ),
    (
      ["style", "show", "stretch", "--variant", "first"],
      "--variant: stretch has no variant first; it has table, scroll"
    ),
    (
      ["style", "show", "x-profile", "--variant", "first"],
      "--variant: x-profile has no variant first; leave it out"
    ),
    (
      ["style", "check", "mimic-first"],
      "--style: unknown style \"mimic-first\"; write --style mimic --variant first"
    ),
  ])
  func reportsUnknownVariants(arguments: [String], message: String) async throws {
    let outcome = try await TemporaryDirectory().program.run(arguments)
    #expect(outcome.errors == "twheader: error: \(message)\n")
    #expect(outcome.status == 64)
  }

  @Test func checkTestsEveryVariant() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "card.json",
      """
      {"version": 1, "name": "card", "scroll": {"maximumOffset": 90},
       "layers": [{"id": "box", "type": "rectangle"}],
       "variants": {"bad": {"layers": [{"id": "box", "type": "rectangle", "x": "1 / (offset - 40)"}]}}}
      """)
    let outcome = try await directory.program.run(["style", "check", "card.json"])
    #expect(
      outcome.errors
        == "twheader: error: card.json: variant bad: variants.bad.layers[0].x: division by zero "
        + "at offset 40\n")
    #expect(outcome.status == 65)
  }

  @Test func newWritesAValidDocument() async throws {
    let directory = try TemporaryDirectory()
    #expect(try await directory.program.run(["style", "new", "card"]).status == 0)
    let document = try directory.data("card.json")
    let members = try JSONSerialization.jsonObject(with: document) as? [String: Any]
    #expect(members?["name"] as? String == "card")
    #expect(members?["$schema"] as? String == "header.schema.json")
    let check = try await directory.program.run(["style", "check", "card.json"])
    #expect(
      check.text == "card.json: card, 8 layers, 5 constants, 1 remembered value, 4 phases, "
        + "iphone-15-pro, offsets 0 to 1268\n")
    let json = try await directory.program.run(["style", "check", "-", "--json"], input: document)
    let report = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    #expect(
      report?["phases"] as? [String] == ["pulledDown", "expanded", "collapsing", "collapsed"])
  }

  @Test func newReplacesFilesOnlyIfForced() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("card.json", "older")
    let refused = try await directory.program.run(["style", "new", "card"])
    #expect(
      refused.errors == "twheader: error: card.json: already exists; pass --force to "
        + "overwrite it, or choose another name\n")
    #expect(refused.status == 73)
    #expect(try directory.data("card.json") == Data("older".utf8))
    let printed = try await directory.program.run(["style", "new", "card", "-o", "-"])
    _ = try await directory.program.run(["style", "new", "card", "--force"])
    #expect(try directory.data("card.json") == printed.output)
  }

  @Test(arguments: [
    ("a b", "<name>: 'a b' is not a valid name"), ("../a", "<name>: '../a' is not a valid name"),
    ("mimic", "<name>: mimic is a built-in header"),
  ])
  func newRejectsInvalidNames(name: String, message: String) async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(["style", "new", name])
    #expect(outcome.errors.hasPrefix("twheader: error: " + message))
    #expect(outcome.status == 64)
    #expect(directory.contents == ["swipe.json"])
  }

  /// Invalid documents, and the error with its position.
  @Test(arguments: [
    ("{", "bad.json:1:2: the text ends where a key in double quotes is expected"),
    (
      #"{"version": 1, "name": "a", "scroll": {"maximumOffset": 9}, "layrs": []}"#,
      #"bad.json:1:61: layrs: unknown key "layrs"; did you mean "layers"?"#
    ),
    (
      #"{"version": 1, "name": "a", "scroll": {"maximumOffset": 9}, "layers": ["#
        + #"{"id": "r", "type": "rectangle", "x": "1 + ofset"}]}"#,
      #"bad.json:1:110: layers[0].x: character 5 of the expression: unknown name "ofset"; did you mean "offset"?"#
    ),
  ])
  func checkReportsErrorPositions(document: String, message: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.write("bad.json", document)
    let outcome = try await directory.program.run(["style", "check", "bad.json"])
    #expect(outcome.errors == "twheader: error: \(message)\n")
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
  }

  /// Valid documents whose expression fails at some offset, and the reason. `nil` if the test does
  /// not compare the reason.
  @Test(arguments: [
    ("1 / (offset - 40)", "division by zero at offset 40"),
    ("100 / (offset - edge)", "division by zero at offset 33.25"),
    ("clamp(50, offset, 0)", "clamp(low, value, high) has low 50 above high 0 at offset 0"),
    ("theme.dark ? 1 / (offset + 7) : 0", "division by zero at offset -7"),
    ("time > 0 ? sqrt(0 - 1 - time) : 0", nil), ("velocity > 60 ? 1 / (delta - delta) : 0", nil),
  ])
  func checkFindsErrorsAtOtherOffsets(expression: String, reason: String?) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "late.json",
      """
      {"version": 1, "name": "late", "scroll": {"maximumOffset": 90}, "constants": {"edge": 33.25},
       "layers": [{"id": "box", "type": "rectangle", "x": "\(expression)"}]}
      """)
    let outcome = try await directory.program.run(["style", "check", "late.json"])
    #expect(outcome.lines.count == 1)
    #expect(outcome.errors.hasPrefix("twheader: error: late.json: layers[0].x: "))
    if let reason { #expect(outcome.errors.hasSuffix(": \(reason)\n"), "\(outcome.errors)") }
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
  }

  private func document(_ layers: String, _ members: String = "") -> String {
    """
    {"version": 1, "name": "much", "scroll": {"maximumOffset": 90}, \(members)
     "layers": [\(layers)]}
    """
  }

  /// Returns nested lists with the given row counts, from the outermost to the innermost.
  private func nested(_ counts: [Int], pitch: String) -> String {
    counts.reversed().reduce(#"{"type": "group"}"#) { inner, count in
      #"{"type": "list", "count": \#(count), "pitch": "\#(pitch)", "layers": [\#(inner)]}"#
    }
  }

  @Test(
    arguments: [
      ([100, 100, 100], "1", "layers[0].layers[0].layers[0].pitch: more than 20000 rows"),
      ([1_000_000], "0", "layers[0].pitch: more than 20000 rows"),
    ])
  func checkStopsAtFirstOversizedList(
    counts: [Int], pitch: String, reason: String
  ) async throws {
    let directory = try TemporaryDirectory()
    try directory.write("much.json", document(nested(counts, pitch: pitch)))
    for arguments in [
      ["style", "check", "much.json"], ["still", "--style", "much.json", "-o", "a.png"],
    ] {
      let outcome = try await directory.program.run(arguments)
      #expect(
        outcome.errors
          == "twheader: error: much.json: \(reason) are on the screen at offset 0\n")
      #expect(outcome.status == 65)
    }
  }

  /// One frame of this document is affordable, but one frame per point of scrolling would take
  /// minutes.
  @Test func checkTestsFewerOffsetsOfExpensiveDocuments() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("much.json", document(nested([100, 100], pitch: "1 + offset / 1000000")))
    let outcome = try await directory.program.run(["style", "check", "much.json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func checkFindsTextsThatCannotBeTypeset() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "wide.json",
      document(
        #"{"id": "title", "type": "text", "text": "long", "pointSize": 20}"#,
        #""texts": {"long": "\#(String(repeating: "W", count: 1000))"},"#))
    for arguments in [
      ["style", "check", "wide.json"], ["render", "--style", "wide.json", "-o", "a.gif"],
    ] {
      let outcome = try await directory.program.run(arguments)
      #expect(
        outcome.errors.hasPrefix(
          "twheader: error: wide.json: layer title: text \"WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW\": "
            + "text of "))
      #expect(outcome.errors.hasSuffix("(at most 16384 pixels a side)\n"))
      #expect(outcome.status == 65)
    }
  }

  @Test func checkReportsAMissingFile() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(["style", "check", "none.json"])
    #expect(outcome.errors == "twheader: error: none.json: no such file; check the path\n")
    #expect(outcome.status == 66)
  }

  @Test func listedIconsAreUsable() async throws {
    let directory = try TemporaryDirectory()
    let names = try await directory.program.run(["style", "icons"]).text.split(separator: "\n")
    #expect(names.contains("heart") && names.count > 20)
    let layers = names.map { #"{"id": "\#($0)", "type": "icon", "icon": "\#($0)"}"# }
    try directory.write(
      "icons.json",
      #"{"version": 1, "name": "icons", "scroll": {"maximumOffset": 0}, "layers": ["#
        + layers.joined(separator: ",") + "]}")
    #expect(try await directory.program.run(["style", "check", "icons.json"]).status == 0)
  }

  @Test(arguments: [
    ("clamp", "  clamp(low, value, high)  The value limited to the bounds, in CSS's order;"),
    ("target", "  target  The offset at which the content would stop by itself, in settle rules."),
    ("settle", "  settle.to             Points from rest. (scroll) [number; required]"),
    ("onTap", "  when                 The condition; true by default. [condition]"),
    ("inputs", "  step    The step; a released pan settles at a multiple of it. [number]"),
    ("runs", "  runs.weight  The weight of the font. [number or word; default: the layer's]"),
    ("curve", "  gestures.tap.layer"), ("drag", "  gestures.drag.by"),
    ("baseline", "  ID.baseline"),
  ])
  func styleHelpExplainsEveryWord(word: String, line: String) async throws {
    let outcome = try await TemporaryDirectory().program.run(["style", "help", word])
    #expect(outcome.text.split(separator: "\n").contains { $0.hasPrefix(line) }, "\(outcome.text)")
  }

  @Test func styleHelpRejectsUnknownWordsBriefly() async throws {
    let directory = try TemporaryDirectory()
    let near = try await directory.program.run(["style", "help", "letterspacing"])
    #expect(
      near.errors
        == "twheader: error: <name>: unknown term \"letterspacing\"; did you mean "
        + "\"letterSpacing\"?\n")
    let none = try await directory.program.run(["style", "help", "zzzz"])
    #expect(
      none.errors
        == "twheader: error: <name>: unknown term \"zzzz\"; 'twheader style help' lists the terms\n"
    )
    #expect(none.status == 64)
  }

  @Test func checkEvaluatesExpressionsAlongPullAndSwipe() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "card.json",
      """
      {"version": 1, "name": "card", "scroll": {"maximumOffset": 90},
       "values": {"shrunk": "clamp(0, offset, 60)", "isLow": "offset < 0",
                  "margin": "2 * 8"},
       "layers": [{"id": "box", "type": "rectangle", "x": "shrunk / 8"}]}
      """)
    let outcome = try await directory.program.run(["style", "check", "card.json", "--explain"])
    let rows = outcome.text.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(
      rows == [
        "0 -40 -80 0 20 40 80 80 0 offset",
        "0 0 0 0 20 40 60 60 0 values.shrunk: clamp(0, offset, 60)",
        "false true true false false false false false false values.isLow: offset < 0",
        "16 values.margin: 2 * 8", "0 0 0 0 2.5 5 7.5 7.5 0 layers[0].x: shrunk / 8",
      ])
  }

  @Test func showSuggestsNearestName() async throws {
    let outcome = try await TemporaryDirectory().program.run(["style", "show", "mimc"])
    #expect(
      outcome.errors
        == "twheader: error: <name>: unknown built-in header \"mimc\"; did you mean \"mimic\"?\n")
    #expect(outcome.status == 64)
  }
}
