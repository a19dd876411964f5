public import StrictJSON
import Synchronization

/// A document's sections: its own, or those that one of its variants puts in their place.
struct DocumentSections: Sendable {
  /// What every document says once.
  private static let common = ["$schema", "version", "name", "variant", "variants"]
  /// What a variant may replace, each as a whole.
  static let replaceable =
    [
      "screen", "chrome", "scroll", "constants", "values", "memory", "onScroll", "phases", "texts",
      "colors", "images", "fonts", "layers", "trace",
    ] + DocumentReader.interactionKeys

  /// The text as it was read, all variants of it.
  let root: JSONObject
  let name: String
  /// Of the variant, else of the document.
  let description: String?
  /// Which variant these are the sections of; nil: the document's own, without a name.
  let variant: String?
  /// The document's own first, where that has a name.
  private(set) var variants: [HeaderDocument.Variant] = []
  /// In place of the document's own: the variant's first, then those of the one it is based on.
  private let replaced: [JSONObject]

  /// - Parameter variant: one of `variants`; nil: the document's own sections.
  init(_ value: JSONValue, variant: String?) throws(JSONError) {
    root = try value.object(keys: Self.common + ["description"] + Self.replaceable)
    _ = try root.optional("$schema")?.string()
    _ = try root.required("version").integer(in: 1...1)
    name = try root.required("name").text(upTo: 100)
    let own = try root.optional("variant").map { place throws(JSONError) in
      try Self.variantName(place.text(upTo: 100)) { place.error($0) }
    }
    var known: [String: [JSONObject]] = [:]
    for member in try root.optional("variants")?.declarations() ?? [] {
      let name = try Self.variantName(member.name) { member.keyError($0) }
      guard name != own else {
        throw member.keyError("\"\(name)\" is what the document itself is called; rename one")
      }
      let object = try member.value.object(keys: ["description", "base"] + Self.replaceable)
      let description = try object.optional("description")?.text(upTo: 10_000)
      let base = try object.optional("base").map { place throws(JSONError) in
        guard let base = known[try place.string()] else {
          throw place.error("\(place.literal) is no variant that stands above this one")
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
      throw error("\"\(name)\" is no name; use letters, digits, _ and -")
    }
    return name
  }

  func optional(_ key: String) -> JSONValue? {
    replaced.lazy.compactMap { $0.optional(key) }.first ?? root.optional(key)
  }

  func required(_ key: String) throws(JSONError) -> JSONValue {
    if let section = optional(key) { return section }
    return try root.required(key)
  }
}

extension HeaderDocument {
  /// One of a document's variants, as users are told of it.
  public struct Variant: Hashable, Sendable {
    /// The name it is chosen by.
    public let name: String
    /// What it is.
    public let description: String?
  }

  /// Which of its variants this is; nil: the document's own, which has no name.
  public var variant: String? { program.sections.variant }

  /// The variants that may be chosen by name: the document's own first, where that has one, then
  /// the others in the order of the document.
  public var variants: [Variant] { program.sections.variants }

  /// One of the document's variants, as it was read, with nothing set; nil: it has no such variant.
  /// Throws where the variant's sections do not hold.
  public func variant(_ name: String) throws(JSONError) -> HeaderDocument? {
    if name == variant { return HeaderDocument(program: program) }
    guard variants.contains(where: { $0.name == name }) else { return nil }
    return HeaderDocument(program: try program.variant(name))
  }

  /// The variant as a document of its own: the sections as they are written, without the others.
  package func text(ofVariant name: String) throws(JSONError) -> String? {
    guard variants.contains(where: { $0.name == name }) else { return nil }
    let sections = try DocumentSections(program.sections.root.value, variant: name)
    var members = [("version", "1"), ("name", JSONWriter.literal(sections.name))]
    members.append(("variant", JSONWriter.literal(name)))
    if let text = sections.description { members.append(("description", JSONWriter.literal(text))) }
    members += DocumentSections.replaceable.compactMap { key in
      sections.optional(key).map { (key, $0.source(indentedBy: 2)) }
    }
    return "{\n" + members.map { "  \"\($0)\": \($1)" }.joined(separator: ",\n") + "\n}\n"
  }
}

/// What was asked for of documents, each read once.
final class ReadOnce<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let known = Mutex<[Key: Value]>([:])

  func value(_ key: Key, _ read: () throws(JSONError) -> Value) throws(JSONError) -> Value {
    if let value = known.withLock({ $0[key] }) { return value }
    let value = try read()
    known.withLock { $0[key] = value }
    return value
  }
}
