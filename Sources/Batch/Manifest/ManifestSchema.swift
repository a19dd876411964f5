import FileAccess
import Rendering
import StrictJSON

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
    \#(options),
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
            "offset": {
              "description": "Makes stills: points from rest, or several fed in order.",
              "$ref": "#/$defs/offset"
            },
            "at": {
              "description": "Makes stills: seconds of the curve.",
              "$ref": "#/$defs/time"
            },
            "matrix": {
              "description": "An item for every combination; the last key varies fastest.",
              "type": ["object", "null"],
              "propertyNames": {
                "not": {"enum": [\#(names(ItemKey.all.filter { !$0.isAxis }.map(\.name)))]}
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
                "format": {"enum": [\#(names(OutputFormat.allCases.map(\.rawValue)))]},
                "offset": {"$ref": "#/$defs/offset"},
                "at": {"$ref": "#/$defs/time"}
              }
            }
          ]
        }
      }
    }

    """#

  /// A member for each render option.
  private static var options: String {
    RenderOption.keys.map { option in
      let row = option.row
      let sentence = row.sentence.text(naming: \.option)
      let otherwise = row.otherwise.map { "; default: \($0)" } ?? ""
      let details = row.details.isEmpty ? "" : " " + row.details
      let description = JSONWriter.literal("\(sentence)\(otherwise).\(details)")
      return "            \"\(option.rawValue)\": {\"description\": \(description), \(row.schema)}"
    }.joined(separator: ",\n")
  }

  private static func bounds(_ range: ClosedRange<Double>) -> String {
    #""minimum": \#(RequestRanges.text(range.lowerBound)), "#
      + #""maximum": \#(RequestRanges.text(range.upperBound))"#
  }

  /// `"light", "dark"`
  private static func names(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
