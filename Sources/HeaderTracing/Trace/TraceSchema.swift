import HeaderModel
package import StrictJSON

/// The JSON Schema (draft 2020-12) of one line of a trace.
///
/// The fields that built-in documents define are described as those documents have them; another
/// header may have others.
package enum TraceSchema {
  /// For editors and validators.
  package static func text() throws(JSONError) -> String {
    var headers: [HeaderDocument] = []
    for header in BuiltInHeader.all {
      let own = try header.document()
      headers.append(own)
      for variant in own.variants where variant.name != own.variant {
        if let document = try own.variant(variant.name) { headers.append(document) }
      }
    }
    var fields: [TraceFieldShape] = []
    for header in headers { TraceFieldShape.merge(header.traceShape, into: &fields) }
    var writer = JSONWriter(layout: .indented)
    writer.object { root in
      root.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      root.member("title", "trace line")
      root.member(
        "description",
        "The header after one scroll event. Points, y down, before any rounding to device pixels; "
          + "what a header does not have is null.")
      root.member("type", "object")
      root.member("required", required)
      root.object("dependentRequired") { dependent in
        guard let first = fields.first else { return }
        dependent.member(first.name, fields.dropFirst().map(\.name))
      }
      root.object("properties") { properties in
        writeStart(to: &properties, headers)
        for field in fields { properties.object(field.name) { field.write(to: &$0) } }
        writeEnd(to: &properties)
      }
      root.object("additionalProperties") { other in
        other.member("description", "What else the header's document defines.")
      }
      root.object("$defs", writeDefinitions)
    }
    return writer.text + "\n"
  }

  private static let required = [
    "index", "time", "offset", "contentOffset", "style", "phase", "memory", "memoryTargets",
    "layers",
  ]

  /// What every line begins with.
  private static func writeStart(to object: inout JSONObjectWriter, _ headers: [HeaderDocument]) {
    func unique(_ names: [String]) -> [String] {
      names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.1)
    }
    describe(
      "index", "Count of the event; null for the launch state.", ["integer", "null"], minimum: 0,
      &object)
    describe(
      "time", "Seconds; null for offsets given without a curve.", ["number", "null"], minimum: 0,
      &object)
    object.object("event") { event in
      event.member(
        "description",
        "What happened, where header or curve know more than offsets; null for the launch state.")
      event.array("enum") { names in
        for name in ["scroll", "input", "tap", "dragStart", "dragEnd", "rest"] {
          names.element(.string(name))
        }
        names.element(.null)
      }
    }
    describe("offset", "From rest; negative when pulled down.", ["number"], &object)
    describe("contentOffset", "The scroll view's own.", ["number"], &object)
    describe(
      "style", "The header's name.", ["string"], examples: unique(headers.map(\.name)), &object)
    describe(
      "variant", "Which of the header's variants it is.", ["string"],
      examples: unique(headers.compactMap(\.variant)), &object)
    describe(
      "phase", "The first of the document's phases that holds.", ["string", "null"],
      examples: unique(headers.flatMap(\.phaseNames)), &object)
  }

  private static func writeEnd(to object: inout JSONObjectWriter) {
    object.object("memory") { memory in
      memory.member("description", "What the header remembers, as it is shown.")
      memory.member("$ref", "#/$defs/memory")
    }
    object.object("memoryTargets") { memory in
      memory.member("description", "The same at the ends of the transitions that are under way.")
      memory.member("$ref", "#/$defs/memory")
    }
    object.object("inputs") { inputs in
      inputs.member(
        "description",
        "What else the user or the app did, where header or curve know more than offsets.")
      inputs.member("$ref", "#/$defs/memory")
    }
    object.object("layers") { layers in
      layers.member("description", "By their names, in the order of the document.")
      layers.member("type", "object")
      layers.object("additionalProperties") { $0.member("$ref", "#/$defs/layer") }
    }
  }

  private static func describe(
    _ name: String, _ description: String, _ types: [String], minimum: Int? = nil,
    examples: [String]? = nil, _ object: inout JSONObjectWriter
  ) {
    object.object(name) { property in
      property.member("description", .string(description))
      property.types(types)
      if let minimum { property.member("minimum", minimum) }
      if let examples { property.member("examples", examples) }
    }
  }

  private static func writeDefinitions(to object: inout JSONObjectWriter) {
    object.object("memory") { memory in
      memory.member("type", "object")
      memory.object("additionalProperties") { $0.types(["number", "boolean"]) }
    }
    object.object("rect") { rect in
      rect.member("description", "x, y, width, height.")
      rect.member("type", "array")
      rect.object("items") { $0.member("type", "number") }
      rect.member("minItems", 4)
      rect.member("maxItems", 4)
    }
    object.object("layer") { layer in
      layer.member("type", "object")
      layer.member("required", ["frame", "scale", "opacity", "z", "visible"])
      layer.member("additionalProperties", false)
      layer.object("properties", writeLayer)
    }
  }

  private static func writeLayer(to object: inout JSONObjectWriter) {
    object.object("frame") { frame in
      frame.member("description", "On the screen, without the layer's own rotation.")
      frame.member("$ref", "#/$defs/rect")
    }
    object.object("scale") { scale in
      scale.member(
        "description", "With all ancestors' taken in; two numbers where they differ.")
      scale.array("anyOf") { choices in
        choices.object { $0.member("type", "number") }
        choices.object { pair in
          pair.member("type", "array")
          pair.object("items") { $0.member("type", "number") }
          pair.member("minItems", 2)
          pair.member("maxItems", 2)
        }
      }
    }
    describe("rotate", "Degrees, clockwise; absent: 0.", ["number"], &object)
    object.object("opacity") { opacity in
      opacity.member("description", "With all ancestors' taken in.")
      opacity.member("type", "number")
      opacity.member("minimum", 0)
      opacity.member("maximum", 1)
    }
    object.object("z") { $0.member("type", "number") }
    describe("visible", "Whether it and all its ancestors are.", ["boolean"], &object)
    object.object("sourceCrop") { crop in
      crop.member("description", "Of an image: what is shown, in its pixels.")
      crop.array("anyOf") { choices in
        choices.object { $0.member("$ref", "#/$defs/rect") }
        choices.object { $0.member("type", "null") }
      }
    }
    HeaderDocumentSchema.writeTraced(to: &object)
  }
}

extension JSONObjectWriter {
  /// One type as a string, several as an array.
  fileprivate mutating func types(_ types: [String]) {
    if types.count == 1 { member("type", types[0]) } else { member("type", types) }
  }
}

extension TraceFieldShape {
  /// What is allowed of the field.
  fileprivate func write(to object: inout JSONObjectWriter) {
    var types = types.sorted()
    if let description { object.member("description", description) }
    if types.contains("rect") {
      guard types != ["rect"] else { return object.member("$ref", "#/$defs/rect") }
      object.array("anyOf") { choices in
        choices.object { $0.member("$ref", "#/$defs/rect") }
        choices.object { $0.types(types.filter { $0 != "rect" }) }
      }
      return
    }
    if types.contains("integer") { types.removeAll { $0 == "number" } }
    if types == ["string"] { return object.member("enum", words) }
    object.types(types)
    if types.contains("integer") { object.member("minimum", 0) }
    if types.contains("array") {
      object.object("items") { $0.member("enum", words) }
    }
    guard !fields.isEmpty else { return }
    object.member("required", fields.map(\.name))
    object.member("additionalProperties", false)
    object.object("properties") { properties in
      for field in fields { properties.object(field.name) { field.write(to: &$0) } }
    }
  }
}
