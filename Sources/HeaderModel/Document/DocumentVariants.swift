public import StrictJSON
import Synchronization

/// A named set of sections that replace the document's own.
struct DeclaredVariant: Sendable {
  var facts: HeaderDocument.Variant
  /// What it replaces: its own sections first, then those of the variant it is based on.
  var replaced: [JSONObject]
}

/// A document's sections: its own, or those that one of its variants puts in their place.
struct DocumentSections {
  /// What every document says once.
  private static let common = ["$schema", "version", "name", "variant", "variants"]
  /// What a variant may replace, each as a whole.
  static let replaceable =
    [
      "screen", "chrome", "scroll", "constants", "values", "memory", "onScroll", "phases", "texts",
      "colors", "images", "fonts", "layers", "trace",
    ] + DocumentReader.interactionKeys

  let root: JSONObject
  let name: String
  /// What the document says of its own sections.
  let ownDescription: String?
  /// Which variant these are the sections of; nil: the document's own, without a name.
  let variant: String?
  /// What the document's own sections are called; nil: nothing.
  let ownVariant: String?
  let variants: [DeclaredVariant]
  private let chosen: DeclaredVariant?

  /// - Parameter variant: one of `variants`; nil: the document's own sections.
  init(_ value: JSONValue, variant: String?) throws(JSONError) {
    root = try value.object(keys: Self.common + ["description"] + Self.replaceable)
    _ = try root.optional("$schema")?.string()
    _ = try root.required("version").integer(in: 1...1)
    name = try root.required("name").text(upTo: 100)
    if let place = root.optional("variant") {
      ownVariant = try Self.variantName(place.text(upTo: 100)) { place.error($0) }
    } else {
      ownVariant = nil
    }
    variants = try Self.variants(root.optional("variants"), beside: ownVariant)
    chosen = variants.first { $0.facts.name == variant }
    self.variant = chosen?.facts.name ?? ownVariant
    ownDescription = try root.optional("description")?.text(upTo: 10_000)
  }

  private static func variantName(
    _ name: String, _ error: (String) -> JSONError
  ) throws(JSONError) -> String {
    guard CellBuilder.isPlainName(name) else {
      throw error("\"\(name)\" is no name; use letters, digits, _ and -")
    }
    return name
  }

  private static func variants(
    _ value: JSONValue?, beside own: String?
  ) throws(JSONError) -> [DeclaredVariant] {
    var result: [DeclaredVariant] = []
    for member in try value?.declarations() ?? [] {
      let name = try variantName(member.name) { member.keyError($0) }
      guard name != own else {
        throw member.keyError("\"\(name)\" is what the document itself is called; rename one")
      }
      let object = try member.value.object(keys: ["description", "base"] + replaceable)
      let description = try object.optional("description")?.text(upTo: 10_000)
      var variant = DeclaredVariant(
        facts: HeaderDocument.Variant(name: name, description: description), replaced: [object])
      if let place = object.optional("base") {
        let text = try place.string()
        guard let base = result.first(where: { $0.facts.name == text }) else {
          throw place.error("\(place.literal) is no variant that stands above this one")
        }
        variant.replaced += base.replaced
      }
      result.append(variant)
    }
    return result
  }

  /// The variant's own, else the document's.
  var description: String? { chosen?.facts.description ?? ownDescription }

  func optional(_ key: String) -> JSONValue? {
    chosen?.replaced.lazy.compactMap { $0.optional(key) }.first ?? root.optional(key)
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
  public var variant: String? { program.variant }

  /// The variants that may be chosen by name: the document's own first, where that has one, then
  /// the others in the order of the document.
  public var variants: [Variant] { program.variants }

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
    let sections = try DocumentSections(program.source, variant: name)
    var members = ["  \"version\": 1", "  \"name\": \(JSONWriter.literal(sections.name))"]
    members.append("  \"variant\": \(JSONWriter.literal(name))")
    if let description = sections.description {
      members.append("  \"description\": \(JSONWriter.literal(description))")
    }
    for key in DocumentSections.replaceable {
      guard let section = sections.optional(key) else { continue }
      members.append("  \"\(key)\": \(section.source(indentedBy: 2))")
    }
    return "{\n" + members.joined(separator: ",\n") + "\n}\n"
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
