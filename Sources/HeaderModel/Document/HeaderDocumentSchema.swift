package import StrictJSON

/// The JSON Schema (draft 2020-12) of header documents.
package enum HeaderDocumentSchema {
  /// For editors and validators. What no schema can say (names, kinds of expressions, circles) is
  /// the reader's.
  package static func text() throws(JSONError) -> String {
    var types: [String] = []
    for type in LayerType.allCases {
      var keys: [String] = []
      for key in DocumentReader.ownKeys(type) where key != "layers" {
        keys.append("\"\(key)\": \(schema(of: key, in: type))")
      }
      if type == .group || type == .list {
        keys.append("\"layers\": {\"$ref\": \"#/$defs/layers\"}")
      }
      let required = required(type).map { ", \"required\": [\"\($0)\"]" } ?? ""
      types.append(
        "{\"if\": {\"properties\": {\"type\": {\"const\": \"\(type.rawValue)\"}}}, "
          + "\"then\": {\"properties\": {\(keys.joined(separator: ", "))}\(required)}}")
    }
    let names = LayerType.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return head
      + """
          "layers": {"type": "array", "maxItems": \(DocumentReader.mostLayers), "items": {"$ref": "#/$defs/layer"}},
          "layer": {
            "type": "object",
            "required": ["type"],
            "properties": {
              "type": {"enum": [\(names)]},
              \(common.joined(separator: ",\n        "))
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
      let constants = try header.document().constants.map { constant in
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

  // MARK: - Properties

  private static let number = "{\"$ref\": \"#/$defs/number\"}"
  private static let condition = "{\"$ref\": \"#/$defs/condition\"}"
  private static let color = "{\"$ref\": \"#/$defs/color\"}"

  private static func described(_ reference: String, _ description: String) -> String {
    "{\"$ref\": \"#/$defs/\(reference)\", \"description\": \"\(description)\"}"
  }

  private static func object(
    _ description: String, _ properties: [(String, String)], required: [String] = []
  ) -> String {
    let members =
      properties.map { "\"\($0.0)\": \($0.1)" } + ["\"description\": {\"type\": \"string\"}"]
    let names = required.map { "\"\($0)\"" }.joined(separator: ", ")
    return "{\"type\": \"object\", \"description\": \"\(description)\", "
      + "\"additionalProperties\": false, \"required\": [\(names)], "
      + "\"properties\": {\(members.joined(separator: ", "))}}"
  }

  private static func choice(_ words: [String], _ description: String) -> String {
    let names = words.map { "\"\($0)\"" }.joined(separator: ", ")
    return "{\"enum\": [\(names)], \"description\": \"\(description)\"}"
  }

  private static var common: [String] {
    [
      "\"id\": {\"type\": \"string\", \"pattern\": \"^[A-Za-z0-9_-]{1,100}$\", "
        + "\"description\": \"Unique name: trace, diff and masks use it.\"}",
      "\"description\": {\"type\": \"string\"}",
      "\"x\": " + described("number", "Points from the parent's left."),
      "\"y\": " + described("number", "Points from the parent's top."),
      "\"width\": " + described("number", "Points; the parent's by default, a text's as set."),
      "\"height\": " + described("number", "Points; the parent's by default, a text's as set."),
      "\"anchor\": "
        + described("pair", "The point of the frame that stands at (x, y); [0, 0] by default."),
      "\"transform\": "
        + object(
          "Scale, then rotation, both about the origin, then translation; children come along.",
          [
            ("scale", number), ("scaleX", number), ("scaleY", number),
            ("rotate", described("number", "Degrees, clockwise.")),
            ("origin", described("pair", "Fraction of the frame; the centre by default.")),
            ("translateX", number), ("translateY", number),
          ]),
      "\"z\": " + described("number", "Order of painting among siblings; 0 by default."),
      "\"visible\": " + condition, "\"opacity\": " + described("number", "0 to 1."),
      "\"clip\": " + described("condition", "Whether content and children end at the frame."),
      "\"cornerRadius\": {\"anyOf\": [{\"$ref\": \"#/$defs/number\"}, {\"type\": \"array\", "
        + "\"minItems\": 4, \"maxItems\": 4, \"items\": {\"$ref\": \"#/$defs/number\"}}], "
        + "\"description\": \"Points; four: clockwise from the top left.\"}",
      "\"border\": "
        + object(
          "A line inside the frame.", [("width", number), ("color", color)], required: ["width"]),
      "\"shadow\": "
        + object(
          "As Core Animation casts it.",
          [("color", color), ("radius", number), ("x", number), ("y", number)]),
      "\"backdropFilter\": "
        + object(
          "Blurs what lies behind a group or rectangle; radius is the Gaussian's sigma.",
          [("radius", number), ("saturation", number), ("tint", color)], required: ["radius"]),
      "\"snap\": " + described("condition", "Whether the frame is rounded to device pixels."),
    ]
  }

  private static func required(_ type: LayerType) -> String? {
    switch type {
    case .image: "image"
    case .text: "text"
    case .list: "count"
    default: nil
    }
  }

  private static func schema(of key: String, in type: LayerType) -> String {
    switch key {
    case "fill" where type == .rectangle:
      "{\"anyOf\": [\(color), "
        + object(
          "CSS's linear gradient: 0 degrees goes upward.",
          [
            (
              "gradient",
              "{\"type\": \"array\", \"minItems\": 2, \"items\": {\"type\": \"array\", "
                + "\"prefixItems\": [\(number), \(color)], \"minItems\": 2, \"items\": false}}"
            ), ("angle", number),
          ], required: ["gradient"]) + "]}"
    case "fill", "stroke", "color", "tint": color
    case "style": described("color", "light or dark content, by condition.")
    case "look":
      choice(StatusBarLook.allCases.map(\.rawValue), "The system's time; the screen's by default.")
    case "image", "text": "{\"type\": [\"string\", \"array\"], \"items\": {\"type\": \"string\"}}"
    case "fit": choice(ImageFit.allCases.map(\.rawValue), "CSS's object-fit; cover by default.")
    case "sampling": choice(ImageSampling.allCases.map(\.rawValue), "area by default.")
    case "position": described("pair", "Where the picture stands; [0.5, 0.5] by default.")
    case "blur":
      object(
        "gaussian: radius is sigma in points; crossfade and ladder: for the built-in headers.",
        [
          ("type", choice(["gaussian", "crossfade", "ladder"], "")), ("radius", number),
          ("passes", number), ("amount", number), ("step", number), ("steps", number),
          ("saturation", number), ("tint", color),
        ], required: ["type", "radius"])
    case "weight": "{\"$ref\": \"#/$defs/weight\"}"
    case "alignment": choice(TextAlignment.allCases.map(\.rawValue), "left by default.")
    case "verticalAlignment": choice(["top", "center", "bottom"], "center by default.")
    case "lines":
      "{\"type\": \"integer\", \"minimum\": 0, \"default\": 1, \"description\": \"0: any number.\"}"
    case "icon": choice(HeaderIcon.names, "A built-in icon.")
    case "path": "{\"type\": \"string\", \"description\": \"SVG path data in a unit box.\"}"
    case "horizontal": "{\"type\": \"boolean\", \"default\": false}"
    case "separator":
      object(
        "A line at the end of each row.", [("color", color), ("inset", number), ("width", number)])
    default: number
    }
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
        "version": {"const": 1},
        "name": {"type": "string", "description": "The header's name."},
        "description": {"type": "string"},
        "screen": {
          "description": "What the header was made for; options override it.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "device": {"type": "string", "description": "A known name, or 390x844@3."},
            "theme": {"enum": ["light", "dark"]},
            "description": {"type": "string"}
          }
        },
        "scroll": {
          "description": "The scroll view, in points, evaluated once from rest.",
          "type": "object",
          "anyOf": [{"required": ["contentHeight"]}, {"required": ["maximumOffset"]}],
          "additionalProperties": false,
          "properties": {
            "contentHeight": {"$ref": "#/$defs/number"},
            "maximumOffset": {"$ref": "#/$defs/number"},
            "viewportHeight": {"$ref": "#/$defs/number", "description": "The screen's by default."},
            "restOffset": {"$ref": "#/$defs/number", "description": "contentOffset at rest; 0."},
            "snapToOffsets": {"type": "array", "items": {"$ref": "#/$defs/number"}},
            "description": {"type": "string"}
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
                  "value": {"$ref": "#/$defs/any"},
                  "unit": {"type": "string", "description": "pt; count: a whole number."},
                  "range": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
                  "description": {"type": "string"},
                  "source": {"type": "string"}
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
                  "value": {"$ref": "#/$defs/any"},
                  "transition": {"$ref": "#/$defs/transition"},
                  "description": {"type": "string"}
                }
              }
            ]
          }
        },
        "onScroll": {
          "description": "Rules, in order; of a list of rules the first that holds runs.",
          "type": "array",
          "items": {
            "anyOf": [
              {"$ref": "#/$defs/rule"},
              {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/rule"}}
            ]
          }
        },
        "phases": {
          "description": "The first that holds names the state.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name"],
            "additionalProperties": false,
            "properties": {
              "name": {"type": "string"},
              "when": {"$ref": "#/$defs/condition"},
              "description": {"type": "string"}
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
          "description": "Paths beside the document; or a list for rows.",
          "type": "object",
          "additionalProperties": {"type": ["string", "array"]}
        },
        "layers": {"$ref": "#/$defs/layers"}
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
            "duration": {"type": ["number", "string", "object"], "minimum": 0, "maximum": 3600, "description": "Seconds, 0 to 3600; an expression of constants will do."},
            "easing": {"type": "string", "default": "linear", "description": "CSS Easing Level 2, spring or spring(...)."},
            "description": {"type": "string"}
          }
        },
        "rule": {
          "type": "object",
          "required": ["set"],
          "additionalProperties": false,
          "properties": {
            "when": {"$ref": "#/$defs/condition", "description": "Always, by default."},
            "set": {"type": "object", "additionalProperties": {"$ref": "#/$defs/any"}},
            "transition": {"$ref": "#/$defs/transition"},
            "description": {"type": "string"}
          }
        },

    """#
}
