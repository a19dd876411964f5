import FileAccess
import FrameEncoding
import HeaderModel
import HeaderScene
import PortableMath
import Rendering
import Scrolling

/// The JSON Schema (draft 2020-12) of manifests.
package enum ManifestSchema {
  /// A document holds `items`; of JSON Lines, the first line may be a `head`, every other is an
  /// `item`. The reader checks what no schema can express: unique names, existing inputs.
  package static let text = #"""
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
            "$schema": {"description": "For editors; ignored.", "type": "string"},
            "version": {"const": 1},
            "defaults": {"$ref": "#/$defs/defaults"},
            "items": {
              "type": "array",
              "minItems": 1,
              "maxItems": \#(ManifestText.mostItems),
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
            "$schema": {"description": "For editors; ignored.", "type": "string"},
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
            "curve": {
              "description": "A curve's path as other paths, or a named swipe: \#(NamedCurve.allCases.map(\.rawValue).joined(separator: ", ")).",
              "$ref": "#/$defs/path"
            },
            "banner": {"$ref": "#/$defs/path"},
            "avatar": {"$ref": "#/$defs/path"},
            "scene": {"$ref": "#/$defs/path"},
            "style": {
              "description": "A built-in header, or a header document's path as other paths.",
              "anyOf": [
                {"enum": [\#(names(BuiltInHeader.all.map(\.name))), null]},
                {"type": "string", "pattern": "[./]"}
              ]
            },
            "variant": {
              "description": "One of the header's variants.",
              "type": ["string", "null"]
            },
            "device": {
              "description": "A known screen, or one's own as 390x844@3.",
              "type": ["string", "null"]
            },
            "theme": {"enum": [\#(names(SceneTheme.self)), null]},
            "scale": {"type": ["number", "null"], \#(bounds(RequestRanges.scale))},
            "constants": {"type": ["object", "null"], "additionalProperties": {"type": "number"}},
            "inputs": {"type": ["object", "null"], "additionalProperties": {"type": ["number", "boolean"]}},
            "crop": {
              "description": "The part that is shown: header, x,y,w,h in points, or a layer's name.",
              "type": ["string", "null"]
            },
            "width": {
              "description": "Pixels across; the scale follows.",
              "type": ["integer", "null"],
              \#(bounds(RequestRanges.side))
            },
            "height": {
              "description": "Pixels down; with width: fits into both.",
              "type": ["integer", "null"],
              \#(bounds(RequestRanges.side))
            },
            "cornerRadius": {
              "description": "Points; outside is transparent.",
              "type": ["number", "null"],
              \#(bounds(RequestRanges.cornerRadius))
            },
            "frame": {
              "description": "Whether a device is drawn around the screen.",
              "type": ["boolean", "null"]
            },
            "name": {"description": "The name under the avatar.", "type": ["string", "null"]},
            "handle": {"description": "The handle under the name.", "type": ["string", "null"]},
            "title": {"description": "The title in the bar.", "type": ["string", "null"]},
            "accent": {
              "description": "The accent colour.",
              "type": ["string", "null"],
              "pattern": "^#[0-9A-Fa-f]{6}$"
            },
            "fps": {"type": ["number", "string", "null"], \#(bounds(RequestRanges.framesPerSecond))},
            "eventRate": {"type": ["number", "string", "null"], \#(bounds(RequestRanges.eventsPerSecond))},
            "speed": {"type": ["number", "string", "null"], \#(bounds(RequestRanges.speed))},
            "holdFirst": {"type": ["number", "string", "null"], \#(bounds(RequestRanges.hold))},
            "holdLast": {"type": ["number", "string", "null"], \#(bounds(RequestRanges.hold))},
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
                  "maxItems": \#(OutputReader.mostOutputs),
                  "items": {"$ref": "#/$defs/output"}
                }
              ]
            },
            "quality": {"type": ["integer", "null"], \#(bounds(RequestRanges.quality))},
            "effort": {"type": ["integer", "null"], \#(bounds(RequestRanges.effort))},
            "colors": {"type": ["integer", "null"], \#(bounds(RequestRanges.colors))},
            "dither": {"type": ["integer", "null"], \#(bounds(RequestRanges.dither))},
            "lossless": {"type": ["boolean", "null"]},
            "frameHashes": {
              "description": "Whether GIF and APNG record each frame's hash and time; default: true.",
              "type": ["boolean", "null"]
            },
            "layers": {
              "description": "Whether stills and PNG frames carry their layers' places; default: true.",
              "type": ["boolean", "null"]
            },
            "loop": {
              "description": "How often it plays; 0 is for ever.",
              "type": ["integer", "null"],
              "minimum": \#(RequestRanges.loop.lowerBound),
              "maximum": \#(RequestRanges.loop.upperBound)
            },
            "maxBytes": {
              "description": "Of a GIF: bytes, or 3MB, 800K; the highest quality that fits.",
              "type": ["integer", "string", "null"],
              "minimum": 1
            },
            "reduce": {
              "description": "What maxBytes may reduce before the quality becomes poor.",
              "anyOf": [
                {"enum": [\#(names(GIFReductionPolicy.self)), null]},
                {"type": "array", "maxItems": 2, "items": {"enum": [\#(names(GIFReductionPolicy.self))]}}
              ]
            },
            "yield": {"description": "The older name of reduce.", "$ref": "#/$defs/settings/properties/reduce"},
            "offset": {
              "description": "Makes stills: points from rest, or several fed in order.",
              "$ref": "#/$defs/offset"
            },
            "at": {
              "description": "Makes stills: seconds of the curve.",
              "$ref": "#/$defs/time"
            },
            "pngLevel": {"type": ["integer", "null"], \#(bounds(RequestRanges.pngLevel))},
            "matrix": {
              "description": "An item for every combination; the last key varies fastest.",
              "type": ["object", "null"],
              "propertyNames": {
                "not": {"enum": ["id", "outputs", "matrix", "constants", "inputs", "frames"]}
              },
              "additionalProperties": {"type": "array", "minItems": 1, "maxItems": \#(MatrixExpansion.mostValues)}
            }
          }
        },
        "path": {
          "description": "Relative to the manifest; places in braces are filled.",
          "type": ["string", "null"]
        },
        "offset": {
          "type": ["number", "array", "null"],
          "minimum": \#(RequestRanges.text(RequestRanges.offset.lowerBound)),
          "maximum": \#(RequestRanges.text(RequestRanges.offset.upperBound)),
          "items": {"type": "number", \#(bounds(RequestRanges.offset))}
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
                "format": {"enum": [\#(names(OutputFormat.self))]},
                "offset": {"$ref": "#/$defs/offset"},
                "at": {"$ref": "#/$defs/time"}
              }
            }
          ]
        }
      }
    }

    """#

  private static func bounds(_ range: ClosedRange<Int>) -> String {
    #""minimum": \#(range.lowerBound), "maximum": \#(range.upperBound)"#
  }

  private static func bounds(_ range: ClosedRange<Double>) -> String {
    #""minimum": \#(RequestRanges.text(range.lowerBound)), "#
      + #""maximum": \#(RequestRanges.text(range.upperBound))"#
  }

  /// `"light", "dark"`
  private static func names<Name: CaseIterable & RawRepresentable<String>>(
    _ type: Name.Type
  ) -> String {
    names(type.allCases.map(\.rawValue))
  }

  private static func names(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
