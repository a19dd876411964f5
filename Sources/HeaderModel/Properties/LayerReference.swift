/// The layers of header documents in words: every type, every key with its kind, default, unit and
/// meaning, from the table of properties.
package enum LayerReference {
  /// A part of the reference: what all layers have, or what a type adds.
  private struct Section {
    let name: String
    let sentence: String
    let entries: [(path: String, facts: String, sentence: String)]
  }

  /// What can be asked for: types, keys, and key paths within their objects.
  package static let names: [String] = {
    var names = LayerType.allCases.map(\.rawValue)
    for name in PropertyGroup.allCases.map(\.rawValue) + rows.flatMap({ [$0.key, $0.path] })
    where !names.contains(name) { names.append(name) }
    return names
  }()

  /// The lines on a type or a key; all lines without a name; nil where nothing is called so.
  package static func lines(on name: String?) -> [String]? {
    guard let name else {
      return sections.map(lines).joined(separator: [""]).map { $0 }
    }
    if let type = LayerType(rawValue: name) {
      let own = type.ownProperties.map { $0.row.group?.rawValue ?? $0.row.key }
      let common = type.keyNames.filter { !own.contains($0) }
      return lines(section(of: type))
        + ["", "Like every layer: " + common.joined(separator: ", ") + "."]
    }
    let group = PropertyGroup(rawValue: name)
    let found = rows.filter {
      $0.key == name || $0.path == name || $0.group == group && group != nil
    }
    guard !found.isEmpty else { return nil }
    let entries = found.map { row in
      let owners = row.owners.isEmpty ? "every layer" : row.owners.joined(separator: ", ")
      return entry(row, suffix: " (\(owners))")
    }
    return (group.map { ["\(name): \($0.sentence)"] } ?? []) + table(entries)
  }

  /// The same as a page of the guide.
  package static var markdown: String {
    """
    # Layers and their keys

    What a layer of a header document may say. `twheader style help` prints this table, and with
    `--markdown` this page. Numbers, conditions and colours may be expressions, see <doc:your-own-header>.


    """
      + sections.map(page).joined(separator: "\n")
  }

  private static func page(_ section: Section) -> String {
    let rows = section.entries.map { "| `\($0.path)` | \($0.facts) | \($0.sentence) |" }
    let head = ["", "| key | kind and default | meaning |", "| --- | --- | --- |"]
    let lines = ["## \(section.name)", "", section.sentence] + (rows.isEmpty ? [] : head + rows)
    return lines.joined(separator: "\n") + "\n"
  }

  private static let rows = LayerProperty.rows.filter { $0.kind != .part }

  private static var sections: [Section] {
    let plain = [
      ("id", "name; default: its place", "Unique: trace, diff and masks use it."),
      ("type", "a type; required", "What the layer shows; the sections below."),
      ("description", "text; default: none", "For readers; ignored."),
      ("onTap", "rules; default: none", "Run when a finger taps the layer."),
    ]
    return [
      Section(
        name: "every layer", sentence: "What all types have.",
        entries: plain + entries { $0.types.isEmpty })
    ] + LayerType.allCases.map(section)
  }

  private static func section(of type: LayerType) -> Section {
    Section(
      name: type.rawValue, sentence: type.sentence,
      entries: entries { $0.types.contains(type) })
  }

  /// The rows that are wanted, each object's behind a line of its own.
  private static func entries(
    _ isWanted: (PropertyRow) -> Bool
  ) -> [(path: String, facts: String, sentence: String)] {
    var result: [(path: String, facts: String, sentence: String)] = []
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

  private static func entry(
    _ row: PropertyRow, suffix: String = ""
  ) -> (path: String, facts: String, sentence: String) {
    let unit = row.unit.isEmpty ? "" : ", \(row.unit)"
    let standard = row.isRequired ? "required" : "default: \(row.standard.words)"
    return (row.path, "\(row.kind.words)\(unit); \(standard)", row.sentence + suffix)
  }

  private static func lines(_ section: Section) -> [String] {
    ["\(section.name): \(section.sentence)"] + table(section.entries)
  }

  private static func table(
    _ entries: [(path: String, facts: String, sentence: String)]
  ) -> [String] {
    let width = entries.map(\.path.count).max() ?? 0
    return entries.map { entry in
      let gap = String(repeating: " ", count: width - entry.path.count)
      return "  \(entry.path)\(gap)  \(entry.sentence) [\(entry.facts)]"
    }
  }
}

extension PropertyRow {
  /// The types that have it; none: all.
  fileprivate var owners: [String] {
    types.isEmpty ? group?.refusal?.types.map(\.rawValue) ?? [] : types.map(\.rawValue)
  }
}

extension PropertyKind {
  /// What may stand there.
  fileprivate var words: String {
    switch self {
    case .number, .rowLength, .part: "number"
    case .condition: "condition"
    case .color: "colour"
    case .whole: "whole number"
    case .pair: "two numbers"
    case .four: "number or four"
    case .choice(let words): words.joined(separator: " or ")
    case .flag: "true or false"
    case .integer(let range): "\(range.lowerBound) to \(range.upperBound), no expression"
    case .weight: "number or word, no expression"
    case .names: "declared name"
    case .icon: "name of an icon"
    case .path: "path data"
    case .stops: "list"
    case .layers: "list of layers"
    }
  }
}
