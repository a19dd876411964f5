import FileAccess
import PortableMath
import Rendering
import StrictJSON

/// A manifest as it is written: defaults and entries, not yet items.
struct ManifestText {
  /// The members by key; `place` is the entry's place in messages.
  struct Entry {
    let place: JSONValue
    let members: [String: JSONValue]
  }

  private(set) var defaults: [String: JSONValue] = [:]
  private(set) var entries: [Entry] = []

  static let mostItems = 100_000

  /// A name that ends in `.json` is one document; anything else has one item a line.
  init(_ bytes: [UInt8], file: String, problems: inout ManifestProblems) {
    if file.lowercased().hasSuffix(".json") {
      readDocument(bytes, file: file, &problems)
    } else {
      readLines(bytes, file: file, &problems)
    }
  }

  private mutating func readDocument(
    _ bytes: [UInt8], file: String, _ problems: inout ManifestProblems
  ) {
    guard let root = problems.attempt(try JSONValue.parse(bytes, file: file)) else { return }
    readHead(root, keys: ["version", "defaults", "items"], needs: "version", &problems)
    let items = problems.attempt(
      try root.object().required("items").array(count: 1...ManifestText.mostItems, of: "items"))
    for item in items.map(Array.init) ?? [] { readEntry(item, &problems) }
  }

  private mutating func readLines(
    _ bytes: [UInt8], file: String, _ problems: inout ManifestProblems
  ) {
    var number = 0
    var isFirst = true
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { continue }
      let value = problems.attempt(try JSONValue.parse(Array(line), file: file, firstLine: number))
      defer { isFirst = false }
      guard let value else { continue }
      if isFirst, let object = try? value.object(), object.optional("id") == nil,
        ["version", "defaults", "$schema"].contains(where: { object.optional($0) != nil })
      {
        readHead(value, keys: ["version", "defaults"], needs: nil, &problems)
      } else {
        readEntry(value, &problems)
      }
    }
    if entries.isEmpty, problems.isEmpty {
      problems.add(
        JSONError(
          file: file, line: 1, column: 1, keyPath: "",
          message: "holds no item; write one JSON object a line"))
    }
  }

  private mutating func readHead(
    _ head: JSONValue, keys: [String], needs required: String?,
    _ problems: inout ManifestProblems
  ) {
    _ = problems.attempt(try head.document(keys: keys))
    guard let object = try? head.object() else { return }
    _ = problems.attempt(
      try
        (required.map { _ throws(JSONError) in try object.required("version") }
        ?? object.optional("version"))?.integer(in: 1...1))
    guard let place = object.optional("defaults") else { return }
    let known = ItemKey.all.filter { $0 != .id }.map(\.name)
    defaults = members(of: place, known: known, &problems)
  }

  private mutating func readEntry(_ place: JSONValue, _ problems: inout ManifestProblems) {
    let known = ItemKey.all.map(\.name)
    entries.append(Entry(place: place, members: members(of: place, known: known, &problems)))
  }

  /// Every key that is not known is a problem of its own.
  private func members(
    of place: JSONValue, known: [String], _ problems: inout ManifestProblems
  ) -> [String: JSONValue] {
    let object = problems.attempt(try place.object())
    var members: [String: JSONValue] = [:]
    for member in object.map(Array.init) ?? [] {
      if known.contains(member.name) {
        members[member.name] = member.value
      } else {
        let remedy = NearestName(to: member.name, among: known).remedy
        problems.add(
          member.keyError("the key \(JSONWriter.literal(member.name)) is not known; \(remedy)"))
      }
    }
    return members
  }

  /// What an item says, and the defaults for the rest: a size in pixels takes the place of a scale of
  /// the defaults, a scale that of their size.
  func completed(_ own: [String: JSONValue]) -> [String: JSONValue] {
    func gives(_ key: String) -> Bool { own[key].map { !$0.isNull } ?? false }
    let sizes = [RenderOption.width, .height].map(\.rawValue)
    let scale = RenderOption.scale.rawValue
    let replaced = sizes.contains(where: gives) ? [scale] : gives(scale) ? sizes : []
    return own.merging(defaults.filter { !replaced.contains($0.key) }) { own, _ in own }
  }
}

/// A key of an item in a manifest: a render option's or one of its own.
enum ItemKey: Hashable {
  case id, outputs, offset, at, matrix
  case option(RenderOption)

  static let all: [ItemKey] =
    [.id, .outputs, .offset, .at, .matrix] + RenderOption.keys.map(ItemKey.option)
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Nil for what is no key.
  init?(_ name: String) {
    guard let key = ItemKey.byName[name] else { return nil }
    self = key
  }

  /// The key of a request's property; nil: a manifest does not set it.
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

  static let words = [RenderOption.name, .handle, .title].map(\.rawValue)

  /// Whether a matrix may list values for it, and a name may contain it.
  var isAxis: Bool {
    switch self {
    case .id, .outputs, .matrix: false
    case .offset, .at: true
    case .option(let option): !option.row.form.isStructured
    }
  }

  /// Whether its value is a path, of which names take the part between the last `/` and `.`; a
  /// built-in header's name is all of that part.
  var isPath: Bool { if case .option(let option) = self { option.row.form.isPath } else { false } }
}

extension [String: JSONValue] {
  subscript(key: ItemKey) -> JSONValue? { self[key.name] }
  subscript(option: RenderOption) -> JSONValue? { self[option.rawValue] }
}

/// The combinations of a matrix: `{"style": ["mimic", "stretch"], "theme": ["light", "dark"]}` has
/// four, the last key varying fastest.
struct MatrixExpansion {
  private(set) var combinations: [[String: JSONValue]] = [[:]]

  static let mostValues = 1000

  /// Without a matrix there is one combination, of nothing.
  init(_ matrix: JSONValue?, own members: [String: JSONValue]) throws(JSONError) {
    guard let matrix, !matrix.isNull else { return }
    let known = ItemKey.all.filter(\.isAxis).map(\.name)
    for axis in try matrix.object(keys: known) {
      guard members[axis.name] == nil else {
        throw axis.keyError("\(axis.name) is given by the item as well; keep one of the two")
      }
      let values = try axis.value.array(count: 1...MatrixExpansion.mostValues, of: "values")
      guard combinations.count * values.count <= ManifestText.mostItems else {
        throw matrix.error("makes more than \(ManifestText.mostItems.grouped) items")
      }
      combinations = combinations.flatMap { combination in
        values.map { value in
          var longer = combination
          longer[axis.name] = value
          return longer
        }
      }
    }
  }
}

/// A name with placeholders: `{style}-{device}.gif`; `{{` and `}}` are braces.
struct NameTemplate {
  private enum Part {
    case text(String)
    case place(String)
  }

  private var parts: [Part] = []

  /// Refuses a brace without its partner.
  init(_ place: JSONValue) throws(JSONError) {
    var text = ""
    var rest = try place.string()[...]
    while let next = rest.popFirst() {
      switch next {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        text.append(next)
        rest.removeFirst()
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw place.error("a { has no }; write {{ for a brace")
        }
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(.place(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      case "}": throw place.error("a } has no {; write }} for a brace")
      default: text.append(next)
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// The name with every place filled; `place` is where messages point.
  func filled(with values: [String: String], at place: JSONValue) throws(JSONError) -> String {
    var name = ""
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .place(let key):
        guard let value = values[key] else { throw unknown(key, values, at: place) }
        name += value
      }
    }
    return name
  }

  private func unknown(
    _ key: String, _ values: [String: String], at place: JSONValue
  ) -> JSONError {
    if let known = ItemKey(key), known.isAxis {
      return place.error("{\(key)} has no value here; set \"\(key)\" in the item or its matrix")
    }
    let remedy = NearestName(to: key, among: values.keys.sorted()).remedy
    return place.error("{\(key)} is not known; \(remedy)")
  }
}

extension HeaderKitError {
  /// The same with a manifest's keys for the properties that it sets.
  var namingItemKeys: HeaderKitError {
    naming { property in
      property == .texts ? ItemKey.words.joined(separator: ", ") : ItemKey(property)?.name
    }
  }
}
