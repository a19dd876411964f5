import StrictJSON

/// A reference of the keys that a JSON Schema defines.
struct SchemaReference {
  private let root: JSONValue

  init(_ text: String) throws(JSONError) {
    root = try JSONValue.parse(Array(text.utf8), deepestNesting: 64)
  }

  /// Returns a section for each key of an object in the schema, except `$schema` and `description`.
  func sections(at path: String...) -> [ReferenceSection] {
    members(path.reduce(root) { $0[$1] ?? $0 }).map { section(called: $0.name, of: $0.value) }
  }

  /// Returns one section with all keys of the schema or of a part of it.
  func section(called name: String, of part: JSONValue? = nil) -> ReferenceSection {
    let schema = part ?? root
    return ReferenceSection(
      name: name, sentence: sentence(schema), entries: entries(of: schema, "", []))
  }

  private func entries(
    of schema: JSONValue, _ path: String, _ outer: [String]
  ) -> [ReferenceSection.Entry] {
    let name = schema["$ref"]?.word ?? ""
    // Layers and top-level keys have sections of their own. Objects that contain objects of the
    // same kind are listed once.
    guard name != "#/$defs/layers", !name.hasPrefix("#/properties/"),
      name.isEmpty || !outer.contains(name)
    else { return [] }
    let outer = outer + [name]
    let target = resolved(schema)
    let required = (try? target["required"]?.strings()) ?? []
    var found: [ReferenceSection.Entry] = []
    for member in members(target) {
      let keyPath = path.isEmpty ? member.name : "\(path).\(member.name)"
      let isRequired = required.contains(member.name)
      found.append((keyPath, facts(member.value, isRequired), sentence(member.value)))
      found += entries(of: member.value, keyPath, outer)
    }
    let inner = [target["items"], target["additionalProperties"]].compactMap(\.self)
    for part in inner + choices(target) where part.kind == .object {
      found += entries(of: part, path, outer).filter { entry in
        !found.contains { $0.path == entry.path }
      }
    }
    return found
  }

  private func members(_ schema: JSONValue) -> [JSONObject.Member] {
    ((try? schema["properties"]?.object()).map(Array.init) ?? []).filter {
      !["$schema", "description"].contains($0.name)
    }
  }

  private func choices(_ schema: JSONValue) -> [JSONValue] {
    ["anyOf", "oneOf"].flatMap { (try? schema[$0]?.array()).map(Array.init) ?? [] }
  }

  /// Resolves `$ref`. Returns the schema itself if it has none.
  private func resolved(_ schema: JSONValue) -> JSONValue {
    guard let path = schema["$ref"]?.word else { return schema }
    return resolved(path.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? $0 })
  }

  private func sentence(_ schema: JSONValue) -> String {
    schema["description"]?.word ?? resolved(schema)["description"]?.word ?? ""
  }

  private func facts(_ schema: JSONValue, _ isRequired: Bool) -> String {
    func fact(_ key: String) -> String? {
      (schema[key] ?? resolved(schema)[key]).map { $0.word ?? $0.literal }
    }
    var facts = kind(resolved(schema))
    switch (fact("minimum"), fact("exclusiveMinimum"), fact("maximum")) {
    case (_, let least?, let most?): facts += ", above \(least), at most \(most)"
    case (let least?, _, let most?): facts += ", \(least) to \(most)"
    case (let least?, _, nil): facts += ", at least \(least)"
    default: break
    }
    if isRequired { return facts + "; required" }
    return facts + (fact("default").map { "; default: \($0)" } ?? "")
  }

  private func kind(_ schema: JSONValue) -> String {
    if let keywords = (try? schema["enum"]?.array())?.map({ $0.word ?? $0.literal }) {
      return keywords.joined(separator: " or ")
    }
    if let only = schema["const"] { return only.word ?? only.literal }
    guard let type = schema["type"] else {
      var kinds: [String] = []
      for kind in choices(schema).map({ kind(resolved($0)) }) where !kinds.contains(kind) {
        kinds.append(kind)
      }
      return kinds.joined(separator: " or ")
    }
    return switch (type.word ?? (try? type.array())?.first { _ in true }?.word, type.word != nil) {
    case ("boolean", true): "true or false"
    case ("boolean", false): "condition"
    case ("integer", _): "whole number"
    case ("array", _): "list"
    case ("string", _): "text"
    case (let word, _): word ?? ""
    }
  }
}

extension JSONValue {
  fileprivate subscript(key: String) -> JSONValue? { (try? object())?.optional(key) }

  fileprivate var word: String? { try? string() }
}
