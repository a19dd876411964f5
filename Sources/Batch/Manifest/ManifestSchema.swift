import Comparison
import Files
import Numerics
import Rendering

/// The JSON Schema (draft 2020-12) of manifests.
public enum ManifestSchema {
  /// A document holds `items`; of JSON Lines, the first line may be a `head`, every other is an
  /// `item`. What no schema can say (names that are unlike, inputs that exist) is the reader's.
  public static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "batch manifest",
      "description": "Renders. A .json file is one document; of JSON Lines each line is an item.",
      "anyOf": [
        {
          "type": "object",
          "required": ["version", "items"],
          "additionalProperties": false,
          "properties": {
            "version": {"const": 1},
            "defaults": {"$ref": "#/$defs/defaults"},
            "items": {
              "type": "array",
              "minItems": 1,
              "maxItems": 100000,
              "items": {"$ref": "#/$defs/item"}
            }
          }
        },
        {
          "title": "head",
          "type": "object",
          "minProperties": 1,
          "additionalProperties": false,
          "properties": {
            "version": {"const": 1},
            "defaults": {"$ref": "#/$defs/defaults"}
          }
        },
        {"$ref": "#/$defs/item"}
      ],
      "$defs": {
        "item": {
          "type": "object",
          "required": ["id"],
          "unevaluatedProperties": false,
          "$ref": "#/$defs/settings",
          "properties": {
            "id": {
              "description": "Places in braces are filled: {style}-{theme}.",
              "type": "string"
            }
          }
        },
        "defaults": {"$ref": "#/$defs/settings", "unevaluatedProperties": false},
        "settings": {
          "properties": {
            "curve": {"$ref": "#/$defs/path"},
            "banner": {"$ref": "#/$defs/path"},
            "avatar": {"$ref": "#/$defs/path"},
            "scene": {"$ref": "#/$defs/path"},
            "style": {"enum": ["mimic", "thinkandbuild", "stretch", "contacts", null]},
            "variant": {
              "enum": [
                "final", "first", "doc", "table", "scroll", "storyboard", "recording", "article",
                null
              ]
            },
            "device": {"type": ["string", "null"]},
            "theme": {"enum": ["light", "dark", null]},
            "scale": {"type": ["integer", "null"], "minimum": 1, "maximum": 3},
            "constants": {"type": ["object", "null"], "additionalProperties": {"type": "number"}},
            "fps": {"type": ["number", "string", "null"], "minimum": 0.1, "maximum": 240},
            "eventRate": {"type": ["number", "string", "null"], "minimum": 0.1, "maximum": 1000},
            "speed": {"type": ["number", "string", "null"], "minimum": 0.01, "maximum": 100},
            "holdFirst": {"type": ["number", "string", "null"], "minimum": 0, "maximum": 600},
            "holdLast": {"type": ["number", "string", "null"], "minimum": 0, "maximum": 600},
            "boomerang": {"type": ["boolean", "null"]},
            "frames": {
              "description": "The first and the last frame that are kept, counted from 0.",
              "type": ["array", "null"],
              "items": {"type": "integer", "minimum": 0},
              "minItems": 2,
              "maxItems": 2
            },
            "outputs": {
              "description": "Paths in the output folder; without them <id>.gif.",
              "anyOf": [
                {"type": "null"},
                {"$ref": "#/$defs/output"},
                {
                  "type": "array",
                  "minItems": 1,
                  "maxItems": 100,
                  "items": {"$ref": "#/$defs/output"}
                }
              ]
            },
            "quality": {"type": ["integer", "null"], "minimum": 1, "maximum": 100},
            "effort": {"type": ["integer", "null"], "minimum": 1, "maximum": 9},
            "colors": {"type": ["integer", "null"], "minimum": 2, "maximum": 256},
            "dither": {"type": ["integer", "null"], "minimum": 0, "maximum": 100},
            "lossless": {"type": ["boolean", "null"]},
            "loop": {
              "description": "How often it plays; 0 is for ever.",
              "type": ["integer", "null"],
              "minimum": 0,
              "maximum": 65535
            },
            "maxBytes": {
              "description": "Of a GIF: bytes, or 3MB, 800K; the highest quality that fits.",
              "type": ["integer", "string", "null"],
              "minimum": 1
            },
            "yield": {
              "description": "What maxBytes may reduce before the quality becomes poor.",
              "anyOf": [
                {"enum": ["scale", "fps", null]},
                {"type": "array", "maxItems": 2, "items": {"enum": ["scale", "fps"]}}
              ]
            },
            "offset": {
              "description": "Makes stills: points from rest, or several fed in order.",
              "$ref": "#/$defs/offset"
            },
            "at": {
              "description": "Makes stills: seconds of the curve.",
              "$ref": "#/$defs/time"
            },
            "pngLevel": {"type": ["integer", "null"], "minimum": 0, "maximum": 9},
            "matrix": {
              "description": "An item for every combination; the last key varies fastest.",
              "type": ["object", "null"],
              "propertyNames": {
                "not": {"enum": ["id", "outputs", "matrix", "constants", "frames"]}
              },
              "additionalProperties": {"type": "array", "minItems": 1, "maxItems": 1000}
            }
          }
        },
        "path": {
          "description": "Relative to the manifest; places in braces are filled.",
          "type": ["string", "null"]
        },
        "offset": {
          "type": ["number", "array", "null"],
          "minimum": -1000000,
          "maximum": 1000000,
          "items": {"type": "number", "minimum": -1000000, "maximum": 1000000}
        },
        "time": {"type": ["number", "null"], "minimum": 0},
        "output": {
          "oneOf": [
            {"type": "string"},
            {
              "type": "object",
              "required": ["path"],
              "additionalProperties": false,
              "properties": {
                "path": {"type": "string"},
                "format": {"enum": ["gif", "apng", "frames", "png", "y4m"]},
                "offset": {"$ref": "#/$defs/offset"},
                "at": {"$ref": "#/$defs/time"}
              }
            }
          ]
        }
      }
    }

    """#
}
