package import StrictJSON

/// The JSON Schema (draft 2020-12) of header documents.
package enum HeaderDocumentSchema {
  /// For editors and validators. What no schema can say (names, kinds of expressions, circles) is
  /// the reader's.
  package static func text() throws(JSONError) -> String {
    var types: [String] = []
    for type in LayerType.allCases {
      let required = required(type).map { "\"\($0)\"" }.joined(separator: ", ")
      types.append(
        "{\"if\": {\"properties\": {\"type\": {\"const\": \"\(type.rawValue)\"}}}, "
          + "\"then\": {\"properties\": {\(members(of: type).joined(separator: ", "))}, "
          + "\"required\": [\(required)]}}")
    }
    let names = LayerType.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return head
      + """
          \(definitions.joined(separator: ",\n      ")),
          "layers": {"type": "array", "description": "Layers, from the back to the front.", "maxItems": \(DocumentReader.mostLayers), "items": {"$ref": "#/$defs/layer"}},
          "layer": {
            "type": "object",
            "required": ["type"],
            "properties": {
              "id": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,100}$", "description": "Unique name: trace, diff and masks use it."},
              "type": {"enum": [\(names)], "description": "What the layer shows."},
              "description": {"type": "string", "description": "For readers; ignored."},
              "onTap": {"$ref": "#/$defs/rules", "description": "Run when a finger taps the layer."},
              \(members(of: nil).joined(separator: ",\n        "))
            },
            "allOf": [
              \(types.joined(separator: ",\n        "))
            ],
            "unevaluatedProperties": false
          },
          "builtInConstants": {
            "description": "The constants of the built-in headers, for scenes and --set.",
            "properties": {
              \(try builtIns().joined(separator: ",\n        "))
            }
          }
        }
      }

      """
  }

  /// Each with the constants that its document declares.
  private static func builtIns() throws(JSONError) -> [String] {
    var result: [String] = []
    for header in BuiltInHeader.all {
      var declared = try header.document().constants
      for variant in try header.document().variants {
        let others = try header.document().variant(variant.name)?.constants ?? []
        declared += others.filter { other in !declared.contains { $0.name == other.name } }
      }
      let constants = declared.map { constant in
        let members = JSONWriter.object { object in
          object.member("type", "number")
          object.member("description", describe(constant))
          if let range = constant.allowed {
            object.member("minimum", range.lowerBound)
            object.member("maximum", range.upperBound)
          }
          if let value = constant.value { object.member("default", value) }
        }
        return "\"\(constant.name)\": \(members)"
      }
      result.append(
        "\"\(header.name)\": {\"additionalProperties\": false, \"properties\": {"
          + constants.joined(separator: ", ") + "}}")
    }
    return result
  }

  private static func describe(_ constant: HeaderDocument.Constant) -> String {
    [constant.description, constant.unit].compactMap { $0 }.joined(separator: "; ")
  }

  // MARK: - The document

  private static let head = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "header document",
      "description": "A scroll-linked header: layers, constants, expressions of the offset, memory.",
      "type": "object",
      "required": ["version", "name", "scroll", "layers"],
      "additionalProperties": false,
      "properties": {
        "$schema": {"description": "For editors; ignored.", "type": "string"},
        "version": {"const": 1, "description": "Of the format."},
        "name": {"type": "string", "description": "The header's name."},
        "description": {"type": "string", "description": "What the header is: twheader style list prints it."},
        "variant": {"description": "What the document itself is called among its variants.", "type": "string", "pattern": "^[A-Za-z0-9_-]+$"},
        "variants": {
          "description": "By their names: sections that replace the document's own, each as a whole.",
          "type": "object",
          "propertyNames": {"pattern": "^[A-Za-z0-9_-]+$"},
          "additionalProperties": {
            "anyOf": [{"type": "string"}, {"$ref": "#/$defs/variant"}]
          }
        },
        "screen": {
          "description": "What the header was made for; options override it.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "device": {"type": "string", "description": "A known name, or 390x844@3."},
            "theme": {"enum": ["light", "dark"], "description": "The appearance; light by default."},
            "description": {"type": "string", "description": "For readers; ignored."}
          }
        },
        "chrome": {"$ref": "#/$defs/chrome", "description": "What surrounds the header on the screen."},
        "scroll": {
          "description": "The scroll view, in points, evaluated once from rest; its edges again where memory and inputs move them.",
          "type": "object",
          "anyOf": [{"required": ["contentHeight"]}, {"required": ["maximumOffset"]}],
          "additionalProperties": false,
          "properties": {
            "contentHeight": {"$ref": "#/$defs/number", "description": "How high the content is; the largest offset is what the screen does not show of it."},
            "maximumOffset": {"$ref": "#/$defs/number", "description": "The largest offset, instead of contentHeight."},
            "viewportHeight": {"$ref": "#/$defs/number", "description": "The screen's by default."},
            "restOffset": {"$ref": "#/$defs/number", "description": "contentOffset at rest; 0."},
            "minimumOffset": {"$ref": "#/$defs/number", "description": "The smallest offset at rest; 0."},
            "settle": {
              "description": "Where a release settles: the first rule that holds decides.",
              "type": "array",
              "items": {
                "type": "object",
                "required": ["to"],
                "additionalProperties": false,
                "properties": {
                  "at": {"enum": ["release", "rest"], "default": "release", "description": "When the content is let go, or when its free motion is slow or has ended."},
                  "when": {"$ref": "#/$defs/condition", "description": "Always, by default; knows target, where the content would come to rest."},
                  "to": {"$ref": "#/$defs/number", "description": "Points from rest."},
                  "duration": {"type": ["number", "string", "object"], "exclusiveMinimum": 0, "maximum": 3600, "description": "Seconds; without it a spring."},
                  "easing": {"type": "string", "default": "ease-out", "description": "CSS Easing Level 2, spring or spring(...)."},
                  "description": {"type": "string", "description": "For readers; ignored."}
                }
              }
            },
            "snapToOffsets": {"type": "array", "items": {"$ref": "#/$defs/number"}, "description": "Rising offsets at which releases settle, as in React Native."},
            "snapToStart": {"type": "boolean", "default": true, "description": "Whether the first of them is held above it."},
            "snapToEnd": {"type": "boolean", "default": true, "description": "Whether the last of them is held beyond it."},
            "description": {"type": "string", "description": "For readers; ignored."}
          }
        },
        "constants": {
          "description": "Numbers and conditions evaluated once; options set them.",
          "type": "object",
          "additionalProperties": {
            "anyOf": [
              {"$ref": "#/$defs/any"},
              {
                "type": "object",
                "required": ["value"],
                "additionalProperties": false,
                "properties": {
                  "value": {"$ref": "#/$defs/any", "description": "A number, a condition or an expression of other constants."},
                  "unit": {"type": "string", "description": "pt; count: a whole number."},
                  "range": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2, "description": "The smallest and the largest value that it may be set to."},
                  "description": {"type": "string", "description": "For readers; ignored."},
                  "source": {"type": "string", "description": "Where the value is from."}
                }
              }
            ]
          }
        },
        "values": {
          "description": "Named expressions, evaluated when needed, in any order.",
          "type": "object",
          "additionalProperties": {"$ref": "#/$defs/any"}
        },
        "memory": {
          "description": "What is remembered from event to event, with its launch value.",
          "type": "object",
          "additionalProperties": {
            "anyOf": [
              {"$ref": "#/$defs/any"},
              {
                "type": "object",
                "required": ["value"],
                "additionalProperties": false,
                "properties": {
                  "value": {"$ref": "#/$defs/any", "description": "At launch."},
                  "transition": {"$ref": "#/$defs/transition", "description": "How the number travels to what it is set to; at once by default."},
                  "description": {"type": "string", "description": "For readers; ignored."}
                }
              }
            ]
          }
        },
        "inputs": {
          "description": "What else the user or the app does: conditions, and numbers with a range.",
          "type": "object",
          "additionalProperties": {
            "anyOf": [
              {"type": ["boolean", "string"]},
              {
                "type": "object",
                "required": ["value"],
                "additionalProperties": false,
                "properties": {
                  "value": {"$ref": "#/$defs/any", "description": "At launch; within the range."},
                  "range": {"type": "array", "items": {"$ref": "#/$defs/number"}, "minItems": 2, "maxItems": 2, "description": "Least and most; needed for a number."},
                  "points": {"$ref": "#/$defs/number", "description": "That a finger moves for one unit; 1."},
                  "step": {"$ref": "#/$defs/number", "description": "A released pan settles at a multiple of it."},
                  "description": {"type": "string", "description": "For readers; ignored."}
                }
              }
            ]
          }
        },
        "onScroll": {"$ref": "#/$defs/rules", "description": "Rules that run at each scroll event."},
        "onDragStart": {"$ref": "#/$defs/rules", "description": "When a finger touches to drag."},
        "onDragEnd": {"$ref": "#/$defs/rules", "description": "When it is lifted."},
        "onRest": {"$ref": "#/$defs/rules", "description": "When the content has come to rest."},
        "onInput": {"$ref": "#/$defs/rules", "description": "When inputs have changed."},
        "phases": {
          "description": "The first that holds names the state.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name"],
            "additionalProperties": false,
            "properties": {
              "name": {"type": "string", "description": "What traces and tests call the state."},
              "when": {"$ref": "#/$defs/condition", "description": "Always, by default."},
              "description": {"type": "string", "description": "For readers; ignored."}
            }
          }
        },
        "texts": {
          "description": "Words, runs of words, or a list of them for the rows of a list.",
          "type": "object",
          "additionalProperties": {"type": ["string", "array"]}
        },
        "colors": {
          "description": "Colours, for both appearances or each; or a list for rows. One that follows another takes over what that one is set to; black is for the true black appearance.",
          "type": "object",
          "additionalProperties": {"type": ["string", "object", "array"]}
        },
        "images": {
          "description": "Paths beside the document; or a list for rows. Of the pictures that the user brings, what is known of them where none is given.",
          "type": "object",
          "properties": {
            "banner": {"$ref": "#/$defs/expectedPicture", "description": "The size of the banner where none is given."},
            "avatar": {"$ref": "#/$defs/expectedPicture", "description": "The size of the avatar where none is given."}
          },
          "additionalProperties": {"type": ["string", "array"]}
        },
        "layers": {"$ref": "#/$defs/layers", "description": "What is drawn, from the back to the front."},
        "trace": {"$ref": "#/$defs/trace", "description": "What a trace tells beside memory and layers."}
      },
      "$defs": {
        "number": {"type": ["number", "string", "object"], "description": "A number, an expression or an interpolation."},
        "condition": {"type": ["boolean", "string"], "description": "true, false or a condition."},
        "any": {"type": ["number", "boolean", "string", "object"]},
        "color": {"type": ["string", "object", "array"], "description": "#RGB, #RRGGBB, #RRGGBBAA, a declared name or an expression of them."},
        "pair": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"$ref": "#/$defs/number"}},
        "weight": {"anyOf": [{"type": "number", "minimum": 100, "maximum": 900}, {"enum": ["thin", "ultralight", "light", "regular", "normal", "medium", "semibold", "bold", "heavy", "black"]}]},
        "transition": {
          "description": "How a remembered number travels to its target.",
          "type": "object",
          "required": ["duration"],
          "additionalProperties": false,
          "properties": {
            "duration": {"type": ["number", "string", "object"], "minimum": 0, "maximum": 3600, "description": "Seconds, 0 to 3600; an expression will do, evaluated before the set."},
            "easing": {"type": "string", "default": "linear", "description": "CSS Easing Level 2, spring or spring(...)."},
            "description": {"type": "string", "description": "For readers; ignored."}
          }
        },
        "rules": {
          "description": "Rules, in order; of a list of rules the first that holds runs.",
          "type": "array",
          "items": {
            "anyOf": [
              {"$ref": "#/$defs/rule"},
              {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/rule"}}
            ]
          }
        },
        "rule": {
          "type": "object",
          "required": ["set"],
          "additionalProperties": false,
          "properties": {
            "when": {"$ref": "#/$defs/condition", "description": "Always, by default."},
            "set": {"type": "object", "additionalProperties": {"$ref": "#/$defs/any"}, "description": "What is remembered from now on, by its name."},
            "transition": {"$ref": "#/$defs/transition", "description": "How the number travels to what it is set to; at once by default."},
            "description": {"type": "string", "description": "For readers; ignored."}
          }
        },

    """#
}
