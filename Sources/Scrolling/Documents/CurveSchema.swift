import Numerics

/// The JSON Schema (draft 2020-12) of curve documents.
public enum CurveSchema {
  /// For editors and validators. Strictness that no schema can say (times that increase, no key
  /// twice) is the parser's.
  public static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "scroll curve",
      "description": "A finger on a scroll view. Offsets: points from rest. Times: seconds.",
      "type": "object",
      "required": ["version"],
      "oneOf": [
        {"required": ["samples"]},
        {"required": ["keyframes"]},
        {"required": ["gestures"]}
      ],
      "dependentRequired": {"interpolation": ["samples"], "physics": ["gestures"]},
      "additionalProperties": false,
      "properties": {
        "version": {"const": 1},
        "name": {"type": "string"},
        "fps": {"type": "number", "minimum": 0.1, "maximum": 240, "default": 30},
        "snap": {
          "description": "Whether offsets are reported in whole device pixels.",
          "type": "boolean",
          "default": true
        },
        "interpolation": {"enum": ["linear", "monotone", "hold"], "default": "linear"},
        "samples": {
          "description": "What a device recorded; times increase.",
          "type": "array",
          "minItems": 1,
          "maxItems": 1000000,
          "items": {
            "oneOf": [
              {
                "type": "array",
                "prefixItems": [{"$ref": "#/$defs/time"}, {"$ref": "#/$defs/offset"}],
                "minItems": 2,
                "items": false
              },
              {
                "type": "object",
                "required": ["time", "offset"],
                "additionalProperties": false,
                "properties": {
                  "time": {"$ref": "#/$defs/time"},
                  "offset": {"$ref": "#/$defs/offset"}
                }
              }
            ]
          }
        },
        "keyframes": {
          "description": "What a designer draws; times increase.",
          "type": "array",
          "minItems": 1,
          "maxItems": 1000000,
          "items": {
            "type": "object",
            "required": ["time", "offset"],
            "additionalProperties": false,
            "properties": {
              "time": {"$ref": "#/$defs/time"},
              "offset": {"$ref": "#/$defs/offset"},
              "easing": {"$ref": "#/$defs/easing"}
            }
          }
        },
        "gestures": {
          "description": "What a finger does; each starts where the one before ended.",
          "type": "array",
          "minItems": 1,
          "maxItems": 10000,
          "items": {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "additionalProperties": false,
            "properties": {
              "hold": {"$ref": "#/$defs/time"},
              "drag": {
                "type": "object",
                "required": ["by", "duration"],
                "additionalProperties": false,
                "properties": {
                  "by": {"$ref": "#/$defs/offset"},
                  "duration": {"$ref": "#/$defs/time", "exclusiveMinimum": 0},
                  "easing": {"$ref": "#/$defs/easing"}
                }
              },
              "release": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                  "velocity": {
                    "description": "Points a second; that of the drag's end by default.",
                    "type": "number",
                    "minimum": -1000000,
                    "maximum": 1000000
                  },
                  "until": {
                    "description": "Caught by the next touch after so many seconds.",
                    "$ref": "#/$defs/time"
                  }
                }
              },
              "scrollTo": {
                "type": "object",
                "required": ["offset"],
                "additionalProperties": false,
                "properties": {
                  "offset": {"$ref": "#/$defs/offset"},
                  "duration": {"$ref": "#/$defs/time", "default": 0.3},
                  "easing": {"$ref": "#/$defs/easing", "default": "ease-in-out"}
                }
              }
            }
          }
        },
        "physics": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "decelerationRate": {
              "description": "The factor of the speed a millisecond.",
              "default": "normal",
              "oneOf": [
                {"enum": ["normal", "fast"]},
                {"type": "number", "minimum": 0.1, "maximum": 0.9999}
              ]
            },
            "rubberBand": {
              "type": "number",
              "minimum": 0.001,
              "maximum": 1,
              "default": 0.55
            },
            "bounces": {"type": "boolean", "default": true},
            "bounceStiffness": {
              "type": "number",
              "minimum": 1,
              "maximum": 10000,
              "default": 100
            },
            "bounceDampingRatio": {
              "type": "number",
              "minimum": 0.05,
              "maximum": 10,
              "default": 1
            }
          }
        }
      },
      "$defs": {
        "time": {"description": "Seconds.", "type": "number", "minimum": 0, "maximum": 86400},
        "offset": {
          "description": "Points from rest.",
          "type": "number",
          "minimum": -1000000,
          "maximum": 1000000
        },
        "easing": {
          "description": "CSS Easing Level 2, spring or spring(mass, stiffness, damping, velocity).",
          "type": "string",
          "default": "linear",
          "examples": [
            "ease-out",
            "cubic-bezier(0.2, 0, 0, 1)",
            "steps(4, jump-end)",
            "linear(0, 0.3 20% 40%, 1)",
            "spring(1, 100, 10, 0)"
          ]
        }
      }
    }

    """#
}
