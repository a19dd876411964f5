import Foundation
import StrictJSON
import Testing

@testable import HeaderModel

/// The JSON schema of header documents.
@Suite struct HeaderDocumentSchemaTests {
  private func schema() throws -> JSONObject {
    try JSONValue.parse(Array(HeaderDocumentSchema.text().utf8), deepestNesting: 64).object()
  }

  @Test func schemaIsOneJSONDocument() throws {
    #expect(try schema().required("title").string() == "header document")
  }

  @Test func schemaHasEveryKeyOfBuiltInDocuments() throws {
    let properties = try schema().required("properties").object()
    for header in BuiltInHeader.all {
      for member in try JSONValue.parse(header.text).object() {
        #expect(properties.optional(member.name) != nil, "\(header.name): \(member.name)")
      }
    }
  }

  @Test func schemaListsConstantsOfBuiltInHeaders() throws {
    let lists = try schema().required("$defs").object().required("builtInConstants").object()
      .required("properties").object()
    for header in BuiltInHeader.all {
      let constants = try lists.required(header.name).object().required("properties").object()
      let document = try header.document()
      var names = document.constants.map(\.name)
      for variant in document.variants {
        let own = try #require(try document.variant(variant.name)).constants.map(\.name)
        names += own.filter { !names.contains($0) }
      }
      #expect(constants.map(\.name) == names)
    }
  }
}

/// The parts of the schema that are generated from the table of layer properties.
@Suite struct LayerProperties {
  /// Returns the key paths of all properties in a schema, and true for those with a description.
  private func described(_ value: JSONValue, _ path: String) throws -> [(String, Bool)] {
    var found: [(String, Bool)] = []
    switch value.kind {
    case .object:
      for member in try value.object() {
        let place = path + "/" + member.name
        if member.name == "properties", !path.hasSuffix("/properties"), !path.hasSuffix("/if") {
          for property in try member.value.object() {
            let text = try property.value.object().optional("description")?.string()
            // The names of built-in constants have no description.
            let isList = path.hasSuffix("/builtInConstants")
            // The objects of layer types restrict properties that are described elsewhere.
            found.append((place + "/" + property.name, isList || text?.isEmpty == false))
          }
        }
        found += try described(member.value, place)
      }
    case .array:
      for (index, element) in try value.array().enumerated() {
        found += try described(element, path + "/\(index)")
      }
    default: break
    }
    return found
  }

  @Test func schemaDescribesEveryKey() throws {
    let schema = try JSONValue.parse(Array(HeaderDocumentSchema.text().utf8), deepestNesting: 64)
    let all = try described(schema, "")
    #expect(all.count > 200)
    for (path, isDescribed) in all { #expect(isDescribed, "\(path)") }
  }

  /// Returns the types of all described properties with the given name in a schema.
  private func types(_ value: JSONValue, of name: String) throws -> Set<String> {
    var found: Set<String> = []
    if value.kind == .object {
      for member in try value.object() {
        if member.name == "properties", member.value.kind == .object,
          let property = try member.value.object().optional(name)?.object(),
          property.optional("description") != nil
        {
          found.insert(try property.optional("type")?.string() ?? "")
        }
        found.formUnion(try types(member.value, of: name))
      }
    } else if value.kind == .array {
      for element in try value.array() { found.formUnion(try types(element, of: name)) }
    }
    return found
  }

  @Test func flagPropertiesAreBooleanInSchema() throws {
    let schema = try JSONValue.parse(Array(HeaderDocumentSchema.text().utf8), deepestNesting: 64)
    var count = 0
    for property in LayerProperty.allCases {
      guard case .flag = property.row.kind else { continue }
      #expect(try types(schema, of: property.row.key) == ["boolean"], "\(property)")
      count += 1
    }
    #expect(count > 0)
  }

  @Test func defaultsAreWithinLimits() {
    for type in LayerType.allCases {
      for property in LayerProperty.valueProperties(of: type) {
        let row = property.row
        let value = row.standard.value(row, of: type, isDark: false, scale: 2)
        guard value != LayerValues.absent else { continue }
        #expect(property.clamped(value) == value, "\(property) of \(type)")
      }
    }
  }

  @Test func referenceFindsTypesKeysAndKeyPaths() throws {
    let text = try #require(HeaderReference.lines(on: "text"))
    #expect(text.first == "text: A declared text.")
    #expect(
      text.contains(
        "  letterSpacing      Extra space between letters. [number, pt; default: 0]"))
    #expect(text.last?.hasSuffix("border, shadow, backdropFilter, snap.") == true)
    #expect(
      HeaderReference.lines(on: "shadow.radius") == [
        "  shadow.radius  The blur radius as in Core Animation, a Gaussian's sigma. (every layer) "
          + "[number, pt; default: 3]"
      ])
    #expect(HeaderReference.lines(on: "radius")?.count == 5)
    #expect(HeaderReference.lines(on: "letterspacing") == nil)
  }

  @Test func referenceListsPropertiesOfEveryLayerType() throws {
    let all = try #require(HeaderReference.lines(on: nil)).joined(separator: "\n")
    for type in LayerType.allCases {
      let own = try #require(HeaderReference.lines(on: type.rawValue)).joined(separator: "\n")
      for name in type.keyNames { #expect(own.contains(name), "\(type): \(name)") }
      #expect(all.contains("\n\(type.rawValue): \(type.sentence)"))
    }
  }
}

/// The documents of the built-in headers.
@Suite struct BuiltInDocuments {
  @Test func builtInHeadersAreFoundByName() throws {
    #expect(BuiltInHeader.all.count >= 9)
    for header in BuiltInHeader.all {
      #expect(BuiltInHeader(header.name) == header)
      #expect(try header.document().name == header.name)
    }
    #expect(BuiltInHeader("nobody") == nil)
  }
}

/// The growth of parsing time with the size of a document.
@Suite struct DocumentLengthTests {
  /// Returns the shortest parsing time of four runs. The time is the thread's processor time, which
  /// excludes other processes.
  private func seconds(layers count: Int) throws -> Double {
    let layers = (0..<count).map { number in
      """
      { "id": "layer\(number)", "type": "rectangle", "width": "w + \(number)", "height": 9,
        "x": "\(number == 0 ? "offset" : "layer\(number / 2).width") / 2" }
      """
    }
    let text = Array(
      TestDocument.text(
        #""constants": { "w": 5 }"#, layers: "[\(layers.joined(separator: ","))]"
      ).utf8)
    return try (0..<4).map { _ in
      let start = threadSeconds()
      let document = try HeaderDocument.parse(text, file: "test.json")
      #expect(document.layerNames.count == count)
      return threadSeconds() - start
    }.min() ?? 0
  }

  private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The time for eight times as many layers is about eight times as long. A quadratic algorithm
  /// would take 64 times as long.
  @Test func evaluationTimeIsLinearInLayers() throws {
    #expect(try seconds(layers: 1200) < 24 * seconds(layers: 150))
  }
}
