import FileAccess
import PortableMath
import Raster
import StrictJSON

/// A report as JSON; see `ReportSchema`.
package enum JSONReport {
  /// The report as one indented object with a line break at the end.
  package static func text(_ report: ComparisonReport) -> String {
    var writer = JSONWriter(layout: .indented)
    writer.object { object in
      object.member("version", 1)
      object.member("first", report.first)
      object.member("second", report.second)
      object.member("metric", report.metric)
      object.object("counts") { counts in
        for status in ComparedItem.Status.allCases {
          counts.member(status.rawValue, report.count(status))
        }
        counts.member("baselinesWritten", report.writtenBaselines)
      }
      object.member("notes", report.notes)
      object.array("items") { items in
        for item in report.items { items.object { write(item, to: &$0) } }
      }
    }
    return writer.text + "\n"
  }

  private static func write(_ item: ComparedItem, to object: inout JSONObjectWriter) {
    object.member("name", item.name)
    object.member("kind", item.kind?.rawValue)
    object.member("status", item.status.rawValue)
    object.member("metric", item.metric)
    object.member("first", item.firstPath)
    object.member("second", item.secondPath)
    object.member("firstSize", item.firstSize.map(numbers))
    object.member("secondSize", item.secondSize.map(numbers))
    object.member("differentPixels", item.differentPixels)
    object.member("comparedPixels", item.comparedPixels)
    object.member("differentRatio", item.differentRatio)
    object.member("antialiasedPixels", item.antialiasedPixels)
    object.member("ignoredPixels", item.ignoredPixels)
    object.member(
      "bounds",
      item.bounds.map { [Double($0.x), Double($0.y), Double($0.width), Double($0.height)] })
    object.member("strongest", item.strongest)
    object.member("details", item.details)
    object.member("problem", item.problem?.description)
    object.member("problemStatus", item.problem.map { Int($0.code.rawValue) })
    object.member("baseline", item.baseline?.rawValue)
    object.member("pictures", item.writtenPictures)
    object.array("frames") { frames in
      for frame in item.frames { frames.object { write(frame, to: &$0) } }
    }
  }

  private static func write(_ frame: ComparedFrame, to object: inout JSONObjectWriter) {
    object.member("state", frame.state.rawValue)
    object.member("first", frame.first.map(numbers))
    object.member("second", frame.second.map(numbers))
    object.member("firstTime", frame.firstTime)
    object.member("secondTime", frame.secondTime)
    object.member("differentPixels", frame.differentPixels)
    object.member("offset", frame.offset)
    object.member("phase", frame.phase)
  }

  private static func numbers(_ size: PixelSize) -> [Double] {
    [Double(size.width), Double(size.height)]
  }

  private static func numbers(_ range: ClosedRange<Int>) -> [Double] {
    [Double(range.lowerBound), Double(range.upperBound)]
  }
}

/// The JSON Schema (draft 2020-12) of `JSONReport`.
package enum ReportSchema {
  /// For validators and people who read reports by program.
  package static let text = #"""
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
        "metric": {
          "description": "Of all items, or the one asked for where items differ in theirs.",
          "$ref": "#/$defs/metric"
        },
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
        "metric": {
          "enum": ["exact", "pixelmatch-7.2", "ssim-cie94", "ciede2000", "quantized"]
        },
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
            "metric": {
              "description": "What pixels were compared by; null where none was needed.",
              "anyOf": [{"$ref": "#/$defs/metric"}, {"type": "null"}]
            },
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
            "problemStatus": {
              "description": "The exit status that the problem alone would make.",
              "type": ["integer", "null"]
            },
            "baseline": {"enum": ["created", "replaced", "removed", null]},
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
