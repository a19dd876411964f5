import StrictJSON

extension HeaderDocumentSchema {
  /// What the sections beside rules and layers are made of, as members of `$defs`.
  static var definitions: [String] {
    [trace, traceFields, expectedPicture, "\"chrome\": \(chrome)", variant]
  }

  private static var chrome: String {
    JSONWriter.object { chrome in
      chrome.member(
        "description", "What surrounds the header on the screen, where a scene does not say it.")
      chrome.member("type", "object")
      chrome.member("additionalProperties", false)
      chrome.object("properties") { properties in
        properties.object("description") { own in
          own.member("type", "string")
          own.member("description", "For readers; ignored.")
        }
        for key in ChromeKey.all { properties.object(key.name) { key.writeSchema(to: &$0) } }
      }
    }
  }

  /// One of `variants`.
  private static var variant: String {
    let sections = DocumentSections.replaceable.map {
      "\"\($0)\": {\"$ref\": \"#/properties/\($0)\", \"description\": \"In place of the document's own.\"}"
    }
    return """
      "variant": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "description": {"type": "string", "description": "For readers; ignored."},
          "base": {"type": "string", "description": "A variant above this one, whose sections this one starts from."},
          \(sections.joined(separator: ",\n    "))
        }
      }
      """
  }

  private static let trace = #"""
    "trace": {
      "description": "What a trace tells beside memory and layers.",
      "type": "object",
      "required": ["fields"],
      "additionalProperties": false,
      "properties": {
        "fields": {"$ref": "#/$defs/traceFields", "description": "What each line tells, in this order."},
        "plot": {
          "description": "What a plot of a trace shows; by default what moves of the layers.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["label", "curves"],
            "additionalProperties": false,
            "properties": {
              "label": {"type": "string", "description": "What the scale counts, with its unit."},
              "curves": {
                "description": "By their names: a field, as header.rect.height.",
                "type": "object",
                "additionalProperties": {"type": ["string", "object"]}
              },
              "description": {"type": "string", "description": "For readers; ignored."}
            }
          }
        },
        "description": {"type": "string", "description": "For readers; ignored."}
      }
    }
    """#

  private static let traceFields = #"""
    "traceFields": {
      "description": "By their names.",
      "type": "object",
      "additionalProperties": {
        "description": "An expression, a layer's frame, textFrame or sourceCrop, as banner.frame, null, or an object. Expressions know numbers of layers too, as banner.frame.height.",
        "anyOf": [
          {"type": ["number", "boolean", "string", "null"]},
          {
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "value": {"type": ["number", "boolean", "string", "object", "null"], "description": "As a field without an object."},
              "unit": {"const": "count", "description": "A whole number."},
              "fields": {"$ref": "#/$defs/traceFields", "description": "Fields of an object."},
              "names": {"$ref": "#/properties/phases", "description": "A word: the first whose condition holds."},
              "order": {
                "description": "By layers: words for them, told in the order of painting.",
                "type": "object",
                "additionalProperties": {"type": ["string", "array"]}
              },
              "when": {"$ref": "#/$defs/condition", "description": "Where it does not hold, the field is null."},
              "description": {"type": "string", "description": "For readers; ignored."}
            }
          }
        ]
      }
    }
    """#

  private static let expectedPicture = #"""
    "expectedPicture": {
      "type": "object",
      "additionalProperties": false,
      "dependentRequired": {"width": ["height"], "height": ["width"]},
      "properties": {
        "width": {"type": "integer", "minimum": 1, "description": "Pixels."},
        "height": {"type": "integer", "minimum": 1, "description": "Pixels."},
        "description": {"type": "string", "description": "For readers; ignored."}
      }
    }
    """#
}
