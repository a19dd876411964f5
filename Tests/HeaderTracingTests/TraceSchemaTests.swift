import Foundation
import HeaderModel
import HeaderTracing
import Testing

@Suite struct TraceSchemaTests {
  @Test(arguments: TracedHeader.kinds) func linesMatchTheSchema(
    _ style: String, _ variant: String
  ) throws {
    let schema = try SchemaChecker(TraceSchema.text())
    let offsets = [-80, 0, 20, 36, 37, 60, 64, 97, 112.5, 130, 200, -10, 0]
    for record in try TracedHeader(style, variant).trace(offsets, launch: true) {
      #expect(try schema.complaints(about: record.jsonLine) == [])
    }
  }

  @Test(arguments: [
    (#""style":"mimic""#, #""style":7"#, "style"), (#""time":null, "#, "", "time"),
    (#""stuck":false"#, #""stuck":0.5"#, "sectionHeader.stuck"),
    (#""paintOrder":["rows""#, #""paintOrder":["row""#, "paintOrder"),
    (#""subtitle":null, "#, "", "subtitle"),
    (#""collapsed":false"#, #""collapsed":null"#, "memory.collapsed"),
    (#""layers":{"rows":{"frame":["#, #""layers":{"rows":{"frame":[0,"#, "layers.rows.frame"),
    (#""bottom":100"#, #""bottom":100, "top":1"#, "header.top"),
    (#""rect":[0,"#, #""rect":["#, "header.rect"), (#""count":25"#, #""count":-1"#, "rows.count"),
  ])
  func invalidLineDoesNotMatchTheSchema(_ part: String, _ spoilt: String, _ place: String) throws {
    var trace = try TracedHeader("mimic").trace([], launch: true)
    let line = try #require(trace.next().map(\.jsonLine))
    let range = try #require(line.range(of: part))
    let complaints = try SchemaChecker(TraceSchema.text())
      .complaints(about: line.replacingCharacters(in: range, with: spoilt))
    #expect(complaints == [place])
  }

  @Test func schemaHasEveryName() throws {
    let text = try TraceSchema.text()
    for header in BuiltInHeader.all {
      let document = try header.document()
      let names = [header.name] + document.variants.map(\.name) + document.phaseNames
      for name in names { #expect(text.contains("\"\(name)\""), "\(name)") }
    }
  }
}

/// The subset of JSON Schema that the trace's schema uses.
private struct SchemaChecker {
  private let root: [String: Any]

  init(_ text: String) throws {
    root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Returns the key paths that violate the schema.
  func complaints(about line: String) throws -> [String] {
    check(try JSONSerialization.jsonObject(with: Data(line.utf8)), root, at: "").sorted()
  }

  private func check(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
    if schema["$ref"] != nil {
      let definitions = root["$defs"] as? [String: [String: Any]]
      let name = (schema["$ref"] as? String ?? "").split(separator: "/").last.map(String.init)
      return check(value, definitions?[name ?? ""] ?? [:], at: path)
    }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      return choices.contains { check(value, $0, at: path).isEmpty } ? [] : [path]
    }
    if let names = schema["enum"] as? [String] {
      return (value as? String).map(names.contains) == true ? [] : [path]
    }
    let types = schema["type"] as? [String] ?? [schema["type"] as? String].compactMap { $0 }
    guard types.contains(where: { isType(value, $0) }) else { return [path] }
    var places: [String] = []
    if let object = value as? [String: Any] {
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      for key in schema["required"] as? [String] ?? [] where object[key] == nil {
        places.append(join(path, key))
      }
      for (key, needed) in schema["dependentRequired"] as? [String: [String]] ?? [:]
      where object[key] != nil {
        for other in needed where object[other] == nil { places.append(join(path, other)) }
      }
      let others = schema["additionalProperties"] as? [String: Any]
      for (key, inner) in object {
        let known = properties[key] ?? others
        places += known.map { check(inner, $0, at: join(path, key)) } ?? [join(path, key)]
      }
    } else if let array = value as? [Any] {
      let items = schema["items"] as? [String: Any] ?? [:]
      places += array.flatMap { check($0, items, at: path) }
      let count = (schema["minItems"] as? Int ?? 0)...(schema["maxItems"] as? Int ?? .max)
      if !count.contains(array.count) { places.append(path) }
    } else if let number = value as? NSNumber, !(value is NSNull) {
      let least = schema["minimum"] as? Double ?? -.infinity
      let most = schema["maximum"] as? Double ?? .infinity
      if number.doubleValue < least || number.doubleValue > most { places.append(path) }
    }
    return places
  }

  private func isType(_ value: Any, _ name: String) -> Bool {
    switch name {
    case "null": value is NSNull
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": (value as? NSNumber).map { $0 == 0 || $0 == 1 } ?? false
    case "integer": (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
    default: value is NSNumber
    }
  }

  private func join(_ path: String, _ key: String) -> String {
    path.isEmpty ? key : "\(path).\(key)"
  }
}
