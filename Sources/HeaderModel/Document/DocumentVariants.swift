public import StrictJSON
import Synchronization

/// The sections of a document, with the replacements of one variant.
struct DocumentSections: Sendable {
  /// The keys that a variant cannot replace.
  private static let common = ["$schema", "version", "name", "variant", "variants"]
  /// The sections that a variant can replace as a whole.
  static let replaceable =
    [
      "screen", "chrome", "scroll", "constants", "values", "memory", "onScroll", "phases", "texts",
      "colors", "images", "fonts", "layers", "trace",
    ] + DocumentReader.interactionKeys

  /// The parsed document with all its variants.
  let root: JSONObject
  let name: String
  /// The variant's description, or the document's if the variant has none.
  let description: String?
  /// The name of the selected variant. `nil` for the document's own sections if they have no name.
  let variant: String?
  /// All named variants. If the document's own sections have a name, they come first.
  private(set) var variants: [HeaderDocument.Variant] = []
  /// The objects whose sections replace the document's own, by priority: the variant, then its base
  /// variants.
  private let replaced: [JSONObject]

  /// Reads the sections.
  /// - Parameters:
  ///   - variant: One of `variants`. `nil` selects the document's own sections.
  ///   - errors: Receives the errors after which reading continues.
  init(
    _ value: JSONValue, variant: String?, errors: inout JSONErrorList
  ) throws(JSONError) {
    root = try value.object(keys: Self.common + ["description"] + Self.replaceable) {
      error throws(JSONError) in try errors.add(unknownKey: error, of: value)
    }
    _ = try root.optional("$schema")?.string()
    _ = try root.required("version").integer(in: 1...1)
    do {
      name = try root.required("name").text(upTo: 100)
    } catch {
      try errors.add(error)
      name = ""
    }
    let own = try root.optional("variant").map { json throws(JSONError) in
      try Self.variantName(json.text(upTo: 100)) { json.error($0) }
    }
    var known: [String: [JSONObject]] = [:]
    for member in try root.optional("variants")?.declarations() ?? [] {
      let name = try Self.variantName(member.name) { member.keyError($0) }
      guard name != own else {
        throw member.keyError("\"\(name)\" is also the document's own name; rename one")
      }
      let object = try member.value.object(keys: ["description", "base"] + Self.replaceable)
      let description = try object.optional("description")?.text(upTo: 10_000)
      let base = try object.optional("base").map { json throws(JSONError) in
        guard let base = known[try json.string()] else {
          throw json.error("\(json.literal) is not a variant declared above this one")
        }
        return base
      }
      known[name] = [object] + (base ?? [])
      variants.append(HeaderDocument.Variant(name: name, description: description))
    }
    let chosen = variants.first { $0.name == variant }
    self.variant = chosen?.name ?? own
    replaced = chosen.flatMap { known[$0.name] } ?? []
    let ownDescription = try root.optional("description")?.text(upTo: 10_000)
    description = chosen?.description ?? ownDescription
    if let own { variants.insert(.init(name: own, description: ownDescription), at: 0) }
  }

  private static func variantName(
    _ name: String, _ error: (String) -> JSONError
  ) throws(JSONError) -> String {
    guard CellBuilder.isPlainName(name) else {
      throw error("\"\(name)\" is not a name; use letters, digits, _ and -")
    }
    return name
  }

  /// Returns a section of the variant, or else of the document. `nil` if both lack it.
  func optional(_ key: String) -> JSONValue? {
    replaced.lazy.compactMap { $0.optional(key) }.first ?? root.optional(key)
  }

  func required(_ key: String) throws(JSONError) -> JSONValue {
    if let section = optional(key) { return section }
    return try root.required(key)
  }
}

extension HeaderDocument {
  /// The name and description of a variant.
  public struct Variant: Hashable, Sendable {
    /// The name that selects the variant.
    public let name: String
    /// The description, or `nil` if the document has none.
    public let description: String?
  }

  /// The name of the selected variant. `nil` for the document's own sections if they have no name.
  public var variant: String? { program.sections.variant }

  /// The variants that can be selected by name. The document's own sections come first if they have
  /// a name; the others follow in the order of the document.
  public var variants: [Variant] { program.sections.variants }

  /// Returns one of the document's variants, without the values set on this document. `nil` if the
  /// document has no such variant. Compiled once per document.
  /// - Throws: `JSONError` if the variant's sections are invalid.
  public func variant(_ name: String) throws(JSONError) -> HeaderDocument? {
    if name == variant { return HeaderDocument(program: program) }
    guard variants.contains(where: { $0.name == name }) else { return nil }
    return HeaderDocument(program: try program.variant(name))
  }

  /// Returns the JSON text of a variant as a document of its own, with sections as written. `nil`
  /// if the document has no such variant.
  package func text(ofVariant name: String) throws(JSONError) -> String? {
    guard variants.contains(where: { $0.name == name }) else { return nil }
    var errors = JSONErrorList()
    let sections = try DocumentSections(
      program.sections.root.value, variant: name, errors: &errors)
    var members = [("version", "1"), ("name", JSONWriter.literal(sections.name))]
    members.append(("variant", JSONWriter.literal(name)))
    if let text = sections.description { members.append(("description", JSONWriter.literal(text))) }
    members += DocumentSections.replaceable.compactMap { key in
      sections.optional(key).map { (key, $0.source(indentedBy: 2)) }
    }
    return "{\n" + members.map { "  \"\($0)\": \($1)" }.joined(separator: ",\n") + "\n}\n"
  }
}

/// A thread-safe cache. Concurrent calls for a new key may compute the value more than once.
final class ReadThroughCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let known = Mutex<[Key: Value]>([:])

  func value(_ key: Key, _ read: () throws(JSONError) -> Value) throws(JSONError) -> Value {
    if let value = known.withLock({ $0[key] }) { return value }
    let value = try read()
    known.withLock { $0[key] = value }
    return value
  }
}
