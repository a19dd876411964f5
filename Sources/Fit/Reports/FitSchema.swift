/// The JSON Schema (draft 2020-12) of a fit's report.
package enum FitSchema {
  /// For validators and people who read reports by program.
  package static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "fit report",
      "description": "What a recording of a header did, and whether the header behaves.",
      "type": "object",
      "required": [
        "version", "recording", "header", "verdict", "reason", "duration", "placement",
        "constants", "deviations", "frames"
      ],
      "additionalProperties": false,
      "properties": {
        "version": {"const": 1},
        "recording": {"description": "The recording's path.", "type": "string"},
        "header": {"description": "The header's name.", "type": "string"},
        "verdict": {"enum": ["behaves", "deviates", "noFit"]},
        "reason": {"description": "Why nothing fits.", "type": ["string", "null"]},
        "duration": {"description": "Seconds.", "type": "number", "minimum": 0},
        "placement": {
          "description": "How the recording shows the screen, in its pixels.",
          "type": "object",
          "required": ["pixelsPerPoint", "x", "y"],
          "additionalProperties": false,
          "properties": {
            "pixelsPerPoint": {"type": "number", "exclusiveMinimum": 0},
            "x": {"description": "The screen's left edge.", "type": "number"},
            "y": {"description": "The screen's top edge.", "type": "number"}
          }
        },
        "constants": {
          "description": "What --free asked for.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "given", "value", "interval"],
            "additionalProperties": false,
            "properties": {
              "name": {"type": "string"},
              "given": {"description": "The document's own value.", "type": "number"},
              "value": {
                "description": "The recording's; null: not determined.", "type": ["number", "null"]
              },
              "interval": {
                "description": "Values that do as well; null: not determined.",
                "type": ["array", "null"], "items": {"type": "number"}, "minItems": 2,
                "maxItems": 2
              }
            }
          }
        },
        "deviations": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["layer", "kind", "explanation", "offsets", "frames"],
            "additionalProperties": false,
            "properties": {
              "layer": {"type": "string"},
              "kind": {
                "enum": ["moved", "order", "scaled", "blur", "absent", "unexplained"]
              },
              "explanation": {"type": "string"},
              "offsets": {
                "description": "First and last offset that show it, in points from rest.",
                "$ref": "#/$defs/range"
              },
              "frames": {
                "description": "Indices of the frames that show it.",
                "type": "array",
                "items": {"type": "number", "minimum": 0}
              }
            }
          }
        },
        "frames": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["time", "offset", "uncertainty", "distance", "phase", "memory"],
            "additionalProperties": false,
            "properties": {
              "time": {"description": "Seconds.", "type": "number", "minimum": 0},
              "offset": {"description": "Points from rest.", "type": "number"},
              "uncertainty": {
                "description": "Points, 95 times of 100; null: not determined by the picture.",
                "type": ["number", "null"]
              },
              "distance": {
                "description": "Root of the mean squared difference, in levels.",
                "type": "number"
              },
              "phase": {"type": ["string", "null"]},
              "memory": {
                "type": "object",
                "additionalProperties": {"type": ["number", "boolean"]}
              }
            }
          }
        }
      },
      "$defs": {
        "range": {
          "type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2
        }
      }
    }
    """#
}
