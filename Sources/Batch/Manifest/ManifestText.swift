import EmbeddedFiles
import FileAccess
import PortableMath
import Rendering
import StrictJSON

/// The text of a manifest: defaults and entries, not yet converted to items.
struct ManifestText {
  /// The members of an entry by key. `json` is the entry's value, for the positions of errors.
  struct Entry {
    let json: JSONValue
    let members: [String: JSONValue]
  }

  private(set) var defaults: [String: JSONValue] = [:]
  private(set) var entries: [Entry] = []
  private let problems: ManifestProblems

  /// The maximum number of items in a manifest.
  static let maxItems = 100_000
  /// The maximum number of values per matrix key.
  static let maxValues = 1000

  /// Reads the text. If the file's extension is `.json`, it is one document, else it has one item
  /// per line.
  init(_ bytes: [UInt8], file: String, problems: ManifestProblems) {
    self.problems = problems
    if file.lowercased().hasSuffix(".json") {
      readDocument(bytes, file: file)
    } else {
      readLines(bytes, file: file)
    }
  }

  private mutating func readDocument(_ bytes: [UInt8], file: String) {
    guard let root = problems.attempt(try JSONValue.parse(bytes, file: file)) else { return }
    readHead(root, isDocument: true)
    let items = problems.attempt(
      try root.object().required("items").array(count: 1...ManifestText.maxItems, of: "items"))
    for item in items.map(Array.init) ?? [] { readEntry(item) }
  }

  private mutating func readLines(_ bytes: [UInt8], file: String) {
    var isFirst = true
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { continue }
      let value = problems.attempt(
        try JSONValue.parse(Array(line), file: file, firstLine: index + 1))
      defer { isFirst = false }
      guard let value else { continue }
      if isFirst, let object = try? value.object(), object.optional("id") == nil,
        ["version", "defaults", "$schema"].contains(where: { object.optional($0) != nil })
      {
        readHead(value, isDocument: false)
      } else {
        readEntry(value)
      }
    }
    if entries.isEmpty, problems.count == 0 {
      problems.add(
        JSONError(
          file: file, line: 1, column: 1, keyPath: "",
          message: "contains no items; write one JSON object per line"))
    }
  }

  private mutating func readHead(_ head: JSONValue, isDocument: Bool) {
    let keys = ["version", "defaults"] + (isDocument ? ["items"] : [])
    _ = problems.attempt(try head.document(keys: keys))
    guard let object = try? head.object() else { return }
    _ = problems.attempt(
      try (isDocument ? object.required("version") : object.optional("version"))?
        .integer(in: 1...1))
    guard let json = object.optional("defaults") else { return }
    defaults = members(of: json, known: ItemKey.all.filter { $0 != .id }.map(\.name))
  }

  private mutating func readEntry(_ json: JSONValue) {
    let members = members(of: json, known: ItemKey.all.map(\.name))
    entries.append(Entry(json: json, members: members))
  }

  /// Returns the members by key. Reports every unknown key.
  private func members(of json: JSONValue, known: [String]) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for member in problems.attempt(Array(try json.object())) ?? [] {
      if known.contains(member.name) {
        members[member.name] = member.value
      } else {
        let remedy = NearestName(to: member.name, among: known).remedy
        problems.add(
          member.keyError("unknown key \(JSONWriter.literal(member.name)); \(remedy)"))
      }
    }
    return members
  }

  /// Returns the combinations of an entry's matrix. The last key varies fastest. `{"style":
  /// ["mimic", "stretch"], "theme": ["light", "dark"]}` has four. Without a matrix, the result is
  /// one empty combination.
  ///
  /// - Throws: An error if the item also sets a key of the matrix, or if there are more than
  ///   `maxItems` combinations.
  func combinations(of entry: Entry) throws(JSONError) -> [[String: JSONValue]] {
    var combinations: [[String: JSONValue]] = [[:]]
    guard let matrix = entry.members[.matrix] ?? defaults[.matrix], !matrix.isNull else {
      return combinations
    }
    for axis in try matrix.object(keys: ItemKey.all.filter(\.isAxis).map(\.name)) {
      guard entry.members[axis.name] == nil else {
        throw axis.keyError("\(axis.name) is also set by the item; remove one of them")
      }
      let values = try axis.value.array(count: 1...ManifestText.maxValues, of: "values")
      guard combinations.count * values.count <= ManifestText.maxItems else {
        throw matrix.error("expands to more than \(ManifestText.maxItems.grouped) items")
      }
      combinations = combinations.flatMap { combination in
        values.map { combination.merging([axis.name: $0]) { $1 } }
      }
    }
    return combinations
  }

  /// Returns the item's values, with defaults for missing ones. A size in pixels overrides a
  /// default scale, and a scale overrides a default size. `null` removes a default.
  func completed(_ item: [String: JSONValue]) -> [String: JSONValue] {
    func gives(_ option: RenderOption) -> Bool { item[option]?.isNull == false }
    let sizes = [RenderOption.width, .height]
    let replaced = sizes.contains(where: gives) ? [.scale] : gives(.scale) ? sizes : []
    return defaults.filter { key, _ in !replaced.contains { $0.rawValue == key } }
      .merging(item) { _, item in item }.filter { !$0.value.isNull }
  }
}

/// A key of an item in a manifest: a render option, or a key that only manifests have.
enum ItemKey: Hashable {
  case id, outputs, offset, at, matrix
  case option(RenderOption)

  static let all: [ItemKey] =
    [.id, .outputs, .offset, .at, .matrix] + RenderOption.keys.map(ItemKey.option)
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  init?(_ name: String) {
    guard let key = ItemKey.byName[name] else { return nil }
    self = key
  }

  /// The key of a request's property, or `nil` if manifests cannot set it.
  init?(_ property: RequestProperty) {
    guard property != .outputPath else {
      self = .outputs
      return
    }
    self.init(property.option)
  }

  var name: String {
    switch self {
    case .option(let option): option.rawValue
    default: "\(self)"
    }
  }

  /// Whether a matrix may list values for the key and names may contain its placeholder.
  var isAxis: Bool {
    switch self {
    case .id, .outputs, .matrix: false
    case .offset, .at: true
    case .option(let option): !option.row.values.isStructured
    }
  }

  /// Whether the value is a path. In output names, its placeholder is replaced by the file name
  /// without extension, or by the whole name of a built-in header.
  var isPath: Bool {
    if case .option(let option) = self { option.row.values.isPath } else { false }
  }
}

extension [String: JSONValue] {
  subscript(key: ItemKey) -> JSONValue? { self[key.name] }
  subscript(option: RenderOption) -> JSONValue? { self[option.rawValue] }
}

extension JSONValue {
  /// Returns the string with its placeholders replaced, for example `{style}-{device}.gif`. `{{`
  /// and `}}` become literal braces.
  ///
  /// - Parameter values: The values by placeholder.
  /// - Throws: An error if braces are unbalanced, otherwise if a placeholder has no value.
  func filled(with values: [String: String]) throws(JSONError) -> String {
    var text = ""
    var missing: String?
    var rest = try string()[...]
    while let next = rest.popFirst() {
      switch next {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        text.append(next)
        rest.removeFirst()
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw error("{ without }; write {{ for a literal brace")
        }
        let key = String(rest[..<end])
        text += values[key] ?? ""
        if values[key] == nil { missing = missing ?? key }
        rest = rest[rest.index(after: end)...]
      case "}": throw error("} without {; write }} for a literal brace")
      default: text.append(next)
      }
    }
    guard let missing else { return text }
    if ItemKey(missing)?.isAxis == true {
      throw error("{\(missing)} has no value here; set \"\(missing)\" in the item or its matrix")
    }
    let remedy = NearestName(to: missing, among: values.keys.sorted()).remedy
    throw error("unknown placeholder {\(missing)}; \(remedy)")
  }
}

extension HeaderKitError {
  /// Returns the error with manifest keys instead of property names.
  var namingItemKeys: HeaderKitError {
    naming { $0 == .texts ? "name, handle, title" : ItemKey($0)?.name }
  }
}

/// The JSON Schema (draft 2020-12) of manifests.
package enum ManifestSchema {
  /// The text of the schema. A document is an object with `items`. In JSON Lines, the first line
  /// may be a `head`, and all others are `item`s. The reader checks what a schema cannot express:
  /// unique names and existing inputs.
  package static var text: String {
    EmbeddedFile.manifestSchema.filled([
      "maxItems": "\(ManifestText.maxItems)", "maxOutputs": "\(OutputReader.maxOutputs)",
      "maxValues": "\(ManifestText.maxValues)", "options": options,
      "noAxes": names(ItemKey.all.filter { !$0.isAxis }.map(\.name)),
      "formats": names(OutputFormat.allCases.map(\.rawValue)),
      "lowest": RequestRanges.text(RequestRanges.offset.lowerBound),
      "highest": RequestRanges.text(RequestRanges.offset.upperBound),
    ])
  }

  private static var options: String {
    RenderOption.keys.map { option in
      let row = option.row
      let sentence = row.help.text(naming: \.option)
      let standard = row.defaultText.map { " [default: \($0)]" } ?? ""
      let details = row.details.isEmpty ? "" : " " + row.details
      let description = JSONWriter.literal("\(sentence)\(standard).\(details)")
      return
        "        \"\(option.rawValue)\": {\"description\": \(description), \(row.values.schema)}"
    }.joined(separator: ",\n")
  }

  private static func names(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
