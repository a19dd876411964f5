import PortableMath

/// What a curve document may hold. Numbers beyond these are refused before anything is rendered.
public struct CurveLimits: Hashable, Sendable {
  /// Samples or keyframes in one curve.
  public var entries = 1_000_000
  /// Gestures in one curve; each may take as long as a bounce is worked out.
  public var gestures = 10_000

  /// The limits of the command line.
  public init() {}

  /// A day, in seconds.
  public static let longestTime = 86_400.0
  /// Seconds either way of a log's clock, before its first time is taken for 0.
  public static let latestLogTime = 1e12
  /// Points either way.
  public static let farthestOffset = 1_000_000.0
  /// Points a second either way.
  public static let fastestVelocity = 1_000_000.0
  /// Units of an input either way.
  static let inputs = -1_000_000.0...1_000_000
  /// Frames a second.
  public static let frameRates = 0.1...240.0
  /// Seconds: a drag cannot be shorter.
  static let shortestDrag = 0.001
  /// Of `physics`: the factor of the speed a millisecond.
  static let decelerationRates = 0.1...0.9999
  /// Of `physics`: the part of the finger's way that shows right past an edge.
  static let rubberBands = 0.001...1.0
  /// Of `physics`: 1/s² for content of mass 1.
  static let bounceStiffnesses = 1...10_000.0
  /// Of `physics`.
  static let bounceDampingRatios = 0.05...10.0
}

/// The JSON Schema (draft 2020-12) of curve documents.
package enum CurveSchema {
  /// For editors and validators. Strictness that no schema can say (times that increase, no key
  /// twice) is the parser's.
  package static let text = #"""
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
        "$schema": {"description": "For editors; ignored.", "type": "string"},
        "version": {"const": 1},
        "name": {"type": "string"},
        "fps": {
          "type": "number", \#(range(CurveLimits.frameRates)),
          "default": \#(ScrollCurve.standardFramesPerSecond.numerator)
        },
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
          "maxItems": \#(CurveLimits().entries),
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
                  "offset": {"$ref": "#/$defs/offset"},
                  "dragging": {
                    "description": "Whether a finger drags from here on; the sample before's by default.",
                    "type": "boolean"
                  }
                }
              }
            ]
          }
        },
        "keyframes": {
          "description": "What a designer draws; times increase.",
          "type": "array",
          "minItems": 1,
          "maxItems": \#(CurveLimits().entries),
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
          "maxItems": \#(CurveLimits().gestures),
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
                  "duration": {
                    "description": "Below a millisecond it counts as one.",
                    "$ref": "#/$defs/time",
                    "exclusiveMinimum": 0
                  },
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
                    \#(range(-CurveLimits.fastestVelocity...CurveLimits.fastestVelocity))
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
              },
              "tap": {
                "description": "A layer with onTap, or a point of the screen.",
                "type": "object",
                "oneOf": [{"required": ["layer"]}, {"required": ["at"]}],
                "dependentRequired": {"row": ["layer"]},
                "additionalProperties": false,
                "properties": {
                  "layer": {"type": "string"},
                  "row": {"description": "Of a list, from 0.", "type": "integer", "minimum": 0},
                  "at": {
                    "type": "array", "items": {"$ref": "#/$defs/offset"}, "minItems": 2, "maxItems": 2
                  },
                  "duration": {"$ref": "#/$defs/time", "default": \#(number(Gesture.tapDuration))}
                }
              },
              "pan": {
                "description": "A finger moves an input of the header sideways.",
                "type": "object",
                "required": ["input", "by", "duration"],
                "additionalProperties": false,
                "properties": {
                  "input": {"type": "string"},
                  "by": {"description": "Units of the input.", "$ref": "#/$defs/input"},
                  "duration": {"$ref": "#/$defs/time", "exclusiveMinimum": 0},
                  "easing": {"$ref": "#/$defs/easing"}
                }
              }
            }
          }
        },
        "inputs": {
          "description": "What the header's inputs are over time; \"optional\": those it lacks are left out.",
          "type": "object",
          "properties": {"optional": {"type": "boolean", "default": false}},
          "additionalProperties": {
            "type": "array",
            "minItems": 1,
            "maxItems": \#(CurveLimits().entries),
            "items": {
              "oneOf": [
                {
                  "type": "array",
                  "prefixItems": [{"$ref": "#/$defs/time"}, {"$ref": "#/$defs/inputValue"}],
                  "minItems": 2,
                  "items": false
                },
                {
                  "type": "object",
                  "required": ["time", "value"],
                  "additionalProperties": false,
                  "properties": {
                    "time": {"$ref": "#/$defs/time"},
                    "value": {"$ref": "#/$defs/inputValue"},
                    "easing": {"$ref": "#/$defs/easing"}
                  }
                }
              ]
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
                {"type": "number", \#(range(CurveLimits.decelerationRates))}
              ]
            },
            "rubberBand": {
              "type": "number",
              \#(range(CurveLimits.rubberBands)),
              "default": \#(number(ScrollPhysics().rubberBand))
            },
            "bounces": {"type": "boolean", "default": true},
            "bounceStiffness": {
              "type": "number",
              \#(range(CurveLimits.bounceStiffnesses)),
              "default": \#(number(ScrollPhysics().bounceStiffness))
            },
            "bounceDampingRatio": {
              "type": "number",
              \#(range(CurveLimits.bounceDampingRatios)),
              "default": \#(number(ScrollPhysics().bounceDampingRatio))
            }
          }
        }
      },
      "$defs": {
        "time": {"description": "Seconds.", "type": "number", \#(range(0...CurveLimits.longestTime))},
        "offset": {
          "description": "Points from rest.",
          "type": "number",
          \#(range(-CurveLimits.farthestOffset...CurveLimits.farthestOffset))
        },
        "input": {"type": "number", \#(range(CurveLimits.inputs))},
        "inputValue": {"oneOf": [{"$ref": "#/$defs/input"}, {"type": "boolean"}]},
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

  private static func range(_ range: ClosedRange<Double>) -> String {
    "\"minimum\": \(number(range.lowerBound)), \"maximum\": \(number(range.upperBound))"
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}
