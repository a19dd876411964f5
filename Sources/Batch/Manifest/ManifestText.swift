import Comparison
import Files
import Rendering
import StrictJSON

/// A manifest as it is written: defaults and entries, not yet items.
struct ManifestText {
  /// The member values by key; `place` stands for the whole entry in messages.
  struct Entry {
    let place: JSONValue
    let members: [String: JSONValue]
  }

  private(set) var defaults: [String: JSONValue] = [:]
  private(set) var entries: [Entry] = []

  /// The most items a manifest may expand to.
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
    guard
      let root = problems.attempt({ () throws(JSONError) in
        try JSONValue.parse(bytes, file: file)
      })
    else { return }
    readHead(root, keys: ["version", "defaults", "items"], needs: "version", &problems)
    let items = problems.attempt { () throws(JSONError) in
      try root.object().required("items").array(count: 1...ManifestText.mostItems, of: "items")
    }
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
      let value = problems.attempt { () throws(JSONError) in
        try JSONValue.parse(Array(line), file: file, firstLine: number)
      }
      defer { isFirst = false }
      guard let value else { continue }
      if isFirst, let object = try? value.object(), object.optional("id") == nil,
        object.optional("version") != nil || object.optional("defaults") != nil
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
    _ = problems.attempt { () throws(JSONError) in try head.object(keys: keys) }
    guard let object = try? head.object() else { return }
    _ = problems.attempt { () throws(JSONError) in
      let version =
        if let required { try object.required(required) } else { object.optional("version") }
      _ = try version?.integer(in: 1...1)
    }
    guard let place = object.optional("defaults") else { return }
    let known = ItemKey.allCases.filter { $0 != .id }.map(\.rawValue)
    defaults = members(of: place, known: known, &problems)
  }

  private mutating func readEntry(_ place: JSONValue, _ problems: inout ManifestProblems) {
    let known = ItemKey.allCases.map(\.rawValue)
    entries.append(Entry(place: place, members: members(of: place, known: known, &problems)))
  }

  /// Every key that is not known is a problem of its own.
  private func members(
    of place: JSONValue, known: [String], _ problems: inout ManifestProblems
  ) -> [String: JSONValue] {
    let object = problems.attempt { () throws(JSONError) in try place.object() }
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
}
