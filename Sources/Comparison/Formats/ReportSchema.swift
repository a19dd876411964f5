import Files
import Rendering

/// The JSON Schema (draft 2020-12) of `JSONReport`.
public enum ReportSchema {
  /// For validators and people who read reports by program.
  public static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "comparison report",
      "description": "What differs between two pictures, animations or folders of them.",
      "type": "object",
      "required": ["version", "first", "second", "metric", "counts", "notes", "items"],
      "additionalProperties": false,
      "properties": {
        "version": {"const": 1},
        "first": {"description": "The baseline's path.", "type": "string"},
        "second": {"description": "The judged path.", "type": "string"},
        "metric": {"enum": ["exact", "pixelmatch-7.2", "ssim-cie94", "ciede2000"]},
        "counts": {
          "type": "object",
          "required": [
            "same", "different", "missing", "added", "unreadable", "baselinesWritten"
          ],
          "additionalProperties": {"$ref": "#/$defs/count"}
        },
        "notes": {"type": "array", "items": {"type": "string"}},
        "items": {"type": "array", "items": {"$ref": "#/$defs/item"}}
      },
      "$defs": {
        "count": {"type": "integer", "minimum": 0},
        "size": {
          "description": "Width and height in pixels.",
          "type": ["array", "null"],
          "items": {"type": "integer", "minimum": 1},
          "minItems": 2,
          "maxItems": 2
        },
        "range": {
          "description": "First and last index, from 0.",
          "type": ["array", "null"],
          "items": {"$ref": "#/$defs/count"},
          "minItems": 2,
          "maxItems": 2
        },
        "item": {
          "type": "object",
          "required": ["name", "kind", "status", "differentPixels", "details", "frames"],
          "additionalProperties": false,
          "properties": {
            "name": {"type": "string"},
            "kind": {"enum": ["picture", "animation", null]},
            "status": {"enum": ["same", "different", "missing", "added", "unreadable"]},
            "first": {"type": ["string", "null"]},
            "second": {"type": ["string", "null"]},
            "firstSize": {"$ref": "#/$defs/size"},
            "secondSize": {"$ref": "#/$defs/size"},
            "differentPixels": {
              "description": "Of the frame where most pixels differ.",
              "$ref": "#/$defs/count"
            },
            "comparedPixels": {"$ref": "#/$defs/count"},
            "differentRatio": {"type": "number", "minimum": 0, "maximum": 1},
            "antialiasedPixels": {"$ref": "#/$defs/count"},
            "ignoredPixels": {"$ref": "#/$defs/count"},
            "bounds": {
              "description": "x, y, width, height around the different pixels.",
              "type": ["array", "null"],
              "items": {"type": "integer"},
              "minItems": 4,
              "maxItems": 4
            },
            "strongest": {"description": "In the metric's unit.", "type": "number"},
            "details": {"type": "array", "items": {"type": "string"}},
            "problem": {"type": ["string", "null"]},
            "baseline": {"enum": ["created", "replaced", null]},
            "pictures": {"type": "array", "items": {"type": "string"}},
            "frames": {"type": "array", "items": {"$ref": "#/$defs/frame"}}
          }
        },
        "frame": {
          "type": "object",
          "required": ["state", "first", "second"],
          "additionalProperties": false,
          "properties": {
            "state": {
              "enum": [
                "same", "tolerated", "changed", "inserted", "dropped", "shifted", "retimed"
              ]
            },
            "first": {"$ref": "#/$defs/range"},
            "second": {"$ref": "#/$defs/range"},
            "firstTime": {"description": "Seconds.", "type": ["number", "null"]},
            "secondTime": {"description": "Seconds.", "type": ["number", "null"]},
            "differentPixels": {"$ref": "#/$defs/count"},
            "offset": {"description": "Points from rest.", "type": ["number", "null"]},
            "phase": {"type": ["string", "null"]}
          }
        }
      }
    }
    """#
}
