/// The JSON Schema (draft 2020-12) of one line of a trace.
package enum TraceSchema {
  /// For editors and validators.
  package static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "trace line",
      "description": "The header after one scroll event. Points, y down, before any rounding to device pixels; what a style does not have is null.",
      "type": "object",
      "required": ["index", "time", "offset", "contentOffset", "style", "phase", "memory", "memoryTargets", "layers"],
      "dependentRequired": {"variant": ["header", "blur", "avatar", "title", "subtitle", "name", "handle", "follow", "sectionHeader", "rows", "paintOrder"]},
      "additionalProperties": false,
      "properties": {
        "index": {"description": "Count of the event; null for the launch state.", "type": ["integer", "null"], "minimum": 0},
        "time": {"description": "Seconds; null for offsets given without a curve.", "type": ["number", "null"], "minimum": 0},
        "event": {"description": "What happened, where header or curve know more than offsets; null for the launch state.", "enum": ["scroll", "input", "tap", "dragStart", "dragEnd", "rest", null]},
        "offset": {"description": "From rest; negative when pulled down.", "type": "number"},
        "contentOffset": {"description": "The scroll view's own.", "type": "number"},
        "style": {"description": "The header's name.", "type": "string", "examples": ["mimic", "thinkandbuild", "stretch", "contacts"]},
        "variant": {"enum": ["final", "first", "doc", "table", "scroll", "storyboard", "recording", "article"]},
        "phase": {"description": "The first of the document's phases that holds.", "type": ["string", "null"], "examples": ["pulledDown", "expanded", "collapsing", "minified", "titleArriving", "complete"]},
        "header": {
          "type": "object",
          "required": ["rect", "bottom", "sourceCrop"],
          "additionalProperties": false,
          "properties": {
            "rect": {"$ref": "#/$defs/rect"},
            "bottom": {"type": "number"},
            "sourceCrop": {"description": "Pixels of the banner picture.", "anyOf": [{"$ref": "#/$defs/rect"}, {"type": "null"}]}
          }
        },
        "blur": {
          "type": "object",
          "required": ["kind", "alpha", "step", "radius"],
          "additionalProperties": false,
          "properties": {
            "kind": {"enum": ["none", "crossfade", "ladder", "systemLight"]},
            "alpha": {"description": "Opacity of the blurred picture.", "type": ["number", "null"], "minimum": 0, "maximum": 1},
            "step": {"type": ["integer", "null"], "minimum": 1},
            "radius": {"type": ["number", "null"], "minimum": 0}
          }
        },
        "avatar": {
          "type": "object",
          "required": ["rect", "cornerRadius", "borderWidth", "aboveHeader"],
          "additionalProperties": false,
          "properties": {
            "rect": {"$ref": "#/$defs/rect"},
            "cornerRadius": {"type": "number", "minimum": 0},
            "borderWidth": {"type": "number", "minimum": 0},
            "aboveHeader": {"type": "boolean"}
          }
        },
        "title": {
          "type": ["object", "null"],
          "required": ["rect", "clip", "shift", "visible"],
          "additionalProperties": false,
          "properties": {
            "rect": {"$ref": "#/$defs/rect"},
            "clip": {"$ref": "#/$defs/rect"},
            "shift": {"description": "Adjustment (mimic) or translation (thinkandbuild).", "type": "number"},
            "visible": {"type": "boolean"}
          }
        },
        "subtitle": {
          "type": ["object", "null"],
          "required": ["rect", "visible"],
          "additionalProperties": false,
          "properties": {"rect": {"$ref": "#/$defs/rect"}, "visible": {"type": "boolean"}}
        },
        "name": {
          "type": ["object", "null"],
          "required": ["rect", "pointSize"],
          "additionalProperties": false,
          "properties": {"rect": {"$ref": "#/$defs/rect"}, "pointSize": {"type": "number", "minimum": 0}}
        },
        "handle": {
          "type": ["object", "null"],
          "required": ["rect"],
          "additionalProperties": false,
          "properties": {"rect": {"$ref": "#/$defs/rect"}}
        },
        "follow": {
          "type": ["object", "null"],
          "required": ["rect"],
          "additionalProperties": false,
          "properties": {"rect": {"$ref": "#/$defs/rect"}}
        },
        "sectionHeader": {
          "type": ["object", "null"],
          "required": ["rect", "stuck"],
          "additionalProperties": false,
          "properties": {"rect": {"$ref": "#/$defs/rect"}, "stuck": {"type": "boolean"}}
        },
        "rows": {
          "type": ["object", "null"],
          "required": ["firstTop", "pitch", "count"],
          "additionalProperties": false,
          "properties": {
            "firstTop": {"type": "number"},
            "pitch": {"type": "number", "minimum": 0},
            "count": {"type": "integer", "minimum": 0}
          }
        },
        "memory": {"description": "What the header remembers, as it is shown.", "$ref": "#/$defs/memory"},
        "memoryTargets": {"description": "The same at the ends of the transitions that are under way.", "$ref": "#/$defs/memory"},
        "inputs": {"description": "What else the user or the app did, where header or curve know more than offsets.", "$ref": "#/$defs/memory"},
        "layers": {
          "description": "By their names, in the order of the document.",
          "type": "object",
          "additionalProperties": {
            "type": "object",
            "required": ["frame", "scale", "opacity", "z", "visible"],
            "additionalProperties": false,
            "properties": {
              "frame": {"description": "On the screen, without the layer's own rotation.", "$ref": "#/$defs/rect"},
              "scale": {"description": "With all ancestors' taken in; two numbers where they differ.", "anyOf": [{"type": "number"}, {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}]},
              "rotate": {"description": "Degrees, clockwise; absent: 0.", "type": "number"},
              "opacity": {"description": "With all ancestors' taken in.", "type": "number", "minimum": 0, "maximum": 1},
              "z": {"type": "number"},
              "visible": {"description": "Whether it and all its ancestors are.", "type": "boolean"},
              "sourceCrop": {"description": "Of an image: what is shown, in its pixels.", "anyOf": [{"$ref": "#/$defs/rect"}, {"type": "null"}]},
              "blur": {"description": "Of an image: radius in points, amount 0...1 or step.", "type": "object", "additionalProperties": {"type": "number"}},
              "pointSize": {"description": "Of a text.", "type": "number", "minimum": 0},
              "progress": {"description": "Of an activity indicator; null: it turns.", "type": ["number", "null"]},
              "count": {"description": "Rows of a list.", "type": "integer", "minimum": 0}
            }
          }
        },
        "paintOrder": {
          "description": "Bottom to top.",
          "type": "array",
          "items": {"enum": ["background", "rows", "subheader", "banner", "avatar", "title", "sectionHeader", "bar", "content", "name", "tableHeader", "header"]}
        }
      },
      "$defs": {
        "memory": {"type": "object", "additionalProperties": {"type": ["number", "boolean"]}},
        "rect": {
          "description": "x, y, width, height.",
          "type": "array",
          "items": {"type": "number"},
          "minItems": 4,
          "maxItems": 4
        }
      }
    }
    """#
}
