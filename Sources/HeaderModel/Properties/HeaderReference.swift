import Scrolling
import StrictJSON

/// The reference of header documents and curves: all layer types, keys with their kind, default,
/// unit and meaning, functions and names. Generated from the tables and schemas that the parser
/// uses.
package enum HeaderReference {
  /// A page of the guide.
  package enum Page: String, CaseIterable {
    case layers, words, curves

    var introduction: String {
      switch self {
      case .layers:
        """
        # Layers and their keys

        All layer types and their keys. `twheader style help` prints this table, and with `--markdown`
        this page. Numbers, conditions and colors can be expressions; see <doc:words>.
        """
      case .words:
        """
        # Functions, names and rules

        The functions and names of expressions, and the keys of a header document except its layers.
        `twheader style help clamp` or `help settle` prints a part of it, `help words --markdown` this page.
        """
      case .curves:
        """
        # Keys of curves

        The keys of a scroll curve: one of samples, keyframes and gestures, and optional inputs.
        `twheader style help curve` prints this table, `help curves --markdown` this page; <doc:commands>
        has an example.
        """
      }
    }

    var sections: [ReferenceSection] {
      switch self {
      case .layers: HeaderReference.layers
      case .words: HeaderReference.words
      case .curves: HeaderReference.curve
      }
    }

    package var markdown: String {
      introduction + "\n\n" + sections.map(\.page).joined(separator: "\n")
    }
  }

  /// All searchable terms, without duplicates: layer types, keys, key paths within groups,
  /// functions and names.
  package static let names: [String] = {
    var names = LayerType.allCases.map(\.rawValue) + PropertyGroup.allCases.map(\.rawValue)
    names += rows.flatMap { [$0.key, $0.path] + $0.otherKeys } + (words + curve).map(\.name)
    names += (words + curve).flatMap(\.entries).flatMap(\.path.calledNames)
    var known: Set<String> = []
    return names.filter { known.insert($0).inserted }
  }()

  /// Returns the lines about a layer type, key, function or name, or about all layers if `name` is
  /// `nil`. `nil` for an unknown term.
  package static func lines(on name: String?) -> [String]? {
    guard let name else {
      let others = (words + curve).map(\.name).joined(separator: ", ")
      return layers.map(\.lines).joined(separator: [""]) + ["", "Ask also for: \(others)."]
    }
    if let type = LayerType(rawValue: name) {
      let typeKeys = type.typeSpecificProperties.flatMap { property in
        [property.row.group?.rawValue ?? property.row.key] + property.row.otherKeys
      }
      let common = type.keyNames.filter { !typeKeys.contains($0) }
      return section(of: type).lines
        + ["", "Like every layer: " + common.joined(separator: ", ") + "."]
    }
    let group = PropertyGroup(rawValue: name)
    let found = rows.filter {
      $0.key == name || $0.path == name || $0.otherKeys.contains(name)
        || $0.group == group && group != nil
    }
    let others = words + curve
    var entries = found.map { row in
      let owners = row.owners.isEmpty ? "every layer" : row.owners.joined(separator: ", ")
      return entry(row, suffix: " (\(owners))")
    }
    let whole = others.filter { $0.name == name }
    if whole.isEmpty { entries += others.flatMap { $0.entries(called: name) } }
    let lines =
      (group.map { ["\(name): \($0.sentence)"] } ?? []) + ReferenceSection.table(entries)
      + whole.flatMap(\.lines)
    return lines.isEmpty ? nil : lines
  }

  private static let words: [ReferenceSection] = {
    let functions = CellCompiler.reference.map { call, sentence in
      (path: call, facts: "function", sentence: sentence)
    }
    let inputs = Input.allCases.map { (path: $0.name, facts: $0.unit, sentence: $0.sentence) }
    let sides = LayerSide.allCases.map {
      (path: "ID.\($0.rawValue)", facts: "number, pt", sentence: $0.sentence)
    }
    let others = [
      ("parent.width", "number, pt", "The width of the parent layer, else of the screen."),
      ("parent.height", "number, pt", "The height of the parent layer, else of the screen."),
      ("IMAGE.width", "number, pixels", "The width of an image, by name: banner.width."),
      ("IMAGE.height", "number, pixels", "The height of an image, by name: banner.height."),
    ]
    let schema = (try? HeaderDocumentSchema.text()).flatMap { try? SchemaReference($0) }
    let describedElsewhere = ["version", "name", "layers", "chrome", "trace"]
    return [
      ReferenceSection(
        name: "functions", sentence: "The functions that expressions can call.", entries: functions),
      ReferenceSection(
        name: "names",
        sentence:
          "The names that expressions can use, in addition to constants, values, memory, inputs and "
          + "colors. ID is the id of a sibling, an ancestor or an ancestor's sibling; its frame is that "
          + "before transforms.",
        entries: inputs + others + sides),
      ReferenceSection(
        name: "runs",
        sentence:
          "Styled parts of a text: in texts, a list of strings and objects instead of a string.",
        entries: [
          ("runs.text", "text; required", "The characters; {name} inserts the value of a name."),
          ("runs.weight", "number or word; default: the layer's", "The weight of the font."),
          ("runs.color", "color; default: the layer's", "The color, also as an expression."),
        ]),
    ] + (schema?.sections() ?? []).filter { !describedElsewhere.contains($0.name) }
      + (schema?.sections(at: "$defs", "layer") ?? []).filter { $0.name == "onTap" }
  }()

  private static let curve =
    (try? SchemaReference(CurveSchema.text)).map { [$0.section(called: "curve")] } ?? []

  private static let rows = LayerProperty.rows.filter { $0.kind != .part }

  private static var layers: [ReferenceSection] {
    let plain = [
      (
        "id", "name; default: its position in the list", "A unique name, for trace, diff and masks."
      ),
      ("type", "a type; required", "The type; one of the sections below."),
      ("description", "text; default: none", "A comment; ignored."),
      ("onTap", "rules; default: none", "Rules that run when a finger taps the layer."),
      (
        "repeat", "whole number, 1 to 1000; default: one layer without a number",
        "The number of copies. Each has its index at the end of its id; in it, index is a number."
      ),
    ]
    return [
      ReferenceSection(
        name: "every layer", sentence: "Keys of all types.",
        entries: plain + entries { $0.types.isEmpty })
    ] + LayerType.allCases.map(section)
  }

  private static func section(of type: LayerType) -> ReferenceSection {
    ReferenceSection(
      name: type.rawValue, sentence: type.sentence,
      entries: entries { $0.types.contains(type) }, example: type.example)
  }

  /// Returns an entry for each row that satisfies the predicate. The rows of a group follow an
  /// entry for the group.
  private static func entries(_ isWanted: (PropertyRow) -> Bool) -> [ReferenceSection.Entry] {
    var result: [ReferenceSection.Entry] = []
    var group: PropertyGroup?
    for row in rows where isWanted(row) {
      if let next = row.group, next != group {
        result.append((next.rawValue, "object", next.sentence))
      }
      group = row.group
      result.append(entry(row))
    }
    return result
  }

  private static func entry(_ row: PropertyRow, suffix: String = "") -> ReferenceSection.Entry {
    let unit = row.unit.isEmpty ? "" : ", \(row.unit)"
    let standard = row.isRequired ? "required" : "default: \(row.standard.text)"
    return (row.path, "\(row.kind.text)\(unit); \(standard)", row.sentence + suffix)
  }
}

extension PropertyRow {
  /// The layer types that have the property. Empty for all types.
  fileprivate var owners: [String] {
    types.isEmpty ? group?.refusal?.types.map(\.rawValue) ?? [] : types.map(\.rawValue)
  }
}

extension PropertyKind {
  fileprivate var text: String {
    switch self {
    case .number, .rowLength, .part: "number"
    case .condition: "condition"
    case .color: "color"
    case .whole: "whole number"
    case .pair: "two numbers"
    case .four: "number or four"
    case .choice(let keywords): keywords.joined(separator: " or ")
    case .flag: "true or false"
    case .integer(let range): "number, \(range.lowerBound) to \(range.upperBound)"
    case .weight: "number or word, no expression"
    case .names: "declared name"
    case .icon: "name of an icon"
    case .path: "path data"
    case .stops: "list"
    case .layers: "list of layers"
    }
  }
}

/// A section of the reference, for the terminal and the guide.
struct ReferenceSection: Sendable {
  typealias Entry = (path: String, facts: String, sentence: String)

  let name: String
  let sentence: String
  let entries: [Entry]
  /// The JSON of an example that the guide shows with a picture, or `nil`.
  var example: String?

  var lines: [String] { ["\(name): \(sentence)"] + Self.table(entries) }

  /// The section in Markdown.
  var page: String {
    var lines = ["## \(name)", "", sentence]
    if let example {
      lines += ["", "```json", example, "```", "", "![\(sentence)](layer-\(name).png)"]
    }
    if !entries.isEmpty {
      lines += ["", "| key | kind and default | meaning |", "| --- | --- | --- |"]
      lines += entries.map { "| `\($0.path)` | \($0.facts) | \($0.sentence) |" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func table(_ entries: [Entry]) -> [String] {
    let width = entries.map(\.path.count).max() ?? 0
    return entries.map { entry in
      let gap = String(repeating: " ", count: width - entry.path.count)
      return "  \(entry.path)\(gap)  \(entry.sentence) [\(entry.facts)]"
    }
  }

  /// Returns the entries that match a search term, with the section's name appended.
  func entries(called name: String) -> [Entry] {
    entries.filter { $0.path.calledNames.contains(name) }.map {
      ($0.path, $0.facts, "\($0.sentence) (\(self.name))")
    }
  }
}

extension String {
  /// The terms that find an entry: for a key path such as `gestures.drag.by` the path and its
  /// components, for a function call its name.
  var calledNames: [String] {
    let path = String(prefix { $0 != "(" })
    return [path] + path.split(separator: ".").map(String.init)
  }
}
