/// A small header document to start one's own from.
package enum StarterDocument {
  /// The file name that the document gives as its schema's.
  package static let schemaFile = "header.schema.json"

  /// The document's text.
  ///
  /// - Parameter name: letters, digits, `-` and `_`.
  package static func text(name: String) -> String {
    #"""
    {
      "$schema": "\#(schemaFile)",
      "version": 1, "name": "\#(name)",
      "description": "A banner that shrinks to a bar, an avatar that goes behind it, a title that fades in. An editor completes the keys where the schema is beside this file: twheader schema style > \#(schemaFile)",
      "screen": { "description": "what the header is made for; --device and --theme override it",
        "device": "iphone-15-pro", "theme": "light" },
      "scroll": { "description": "the screen shows a part of so many points",
        "contentHeight": "headerHeight + rowCount * rowHeight" },
      "constants": {
        "description": "numbers with a name, in points; --set headerHeight=240 tries another",
        "headerHeight": { "value": 200, "unit": "pt", "range": [1, 2000], "description": "height of the header at rest" },
        "barHeight": { "value": "statusBar.height + navigationBar.height", "unit": "pt", "description": "height that stays when scrolled" },
        "avatarSize": { "value": 72, "unit": "pt", "range": [1, 1000], "description": "side of the avatar at rest" },
        "rowHeight": { "value": 64, "unit": "pt", "range": [1, 1000], "description": "distance from row to row" },
        "rowCount": { "value": 30, "unit": "count", "range": [0, 10000], "description": "number of rows" }
      },
      "values": {
        "description": "expressions with a name; offset is 0 at rest and negative when pulled down",
        "stop": "max(1, headerHeight - barHeight)",
        "collapsed": "clamp(0, offset / stop, 1)"
      },
      "memory": {
        "description": "what stays from event to event, and how it travels to a new value",
        "titleOpacity": { "value": 0, "transition": { "duration": 0.2, "easing": "ease-out" } }
      },
      "onScroll": [
        { "description": "runs at each scroll event", "set": { "titleOpacity": "offset >= stop ? 1 : 0" } }
      ],
      "phases": [
        { "description": "the first that holds names the state in a trace", "name": "pulledDown", "when": "offset < 0" },
        { "name": "expanded", "when": "offset == 0" },
        { "name": "collapsing", "when": "offset < stop" },
        { "name": "collapsed" }
      ],
      "texts": { "name": "\#(name)", "title": "{name}", "row": "Row {n}" },
      "colors": {
        "background": { "light": "#FFFFFF", "dark": "#000000" },
        "text": { "light": "#14171A", "dark": "#E7E9EA" },
        "separator": { "light": "#E1E8ED", "dark": "#2F3336" },
        "shade": "#00000066",
        "barText": "#FFFFFF"
      },
      "layers": [
        { "id": "background", "type": "rectangle", "fill": "background" },
        { "id": "rows", "type": "list", "description": "index counts the rows from 0",
          "y": "headerHeight - offset", "count": "rowCount", "rowHeight": "rowHeight",
          "separator": { "color": "separator", "inset": 16 },
          "layers": [
            { "id": "row", "type": "text", "text": "row", "x": "index == 0 ? 32 + avatarSize : 16",
              "width": "max(0, parent.width - 16 - (index == 0 ? 32 + avatarSize : 16))", "color": "text" } ] },
        { "id": "header", "type": "group", "z": 2, "clip": true,
          "height": "max(barHeight, headerHeight - offset)",
          "layers": [
            { "id": "banner", "type": "image", "image": "banner",
              "blur": { "type": "gaussian", "radius": "8 * collapsed" } },
            { "id": "shade", "type": "rectangle", "fill": "shade", "opacity": "collapsed" },
            { "id": "title", "type": "text", "text": "title", "y": "parent.height - navigationBar.height",
              "width": "parent.width", "height": "navigationBar.height", "weight": "semibold", "alignment": "center",
              "color": "barText", "opacity": "titleOpacity" } ] },
        { "id": "avatar", "type": "image", "image": "avatar",
          "description": "above the header until that has reached its smallest height",
          "z": "offset < stop ? 3 : 1", "x": 16, "y": "headerHeight - avatarSize / 2 - offset",
          "width": "avatarSize", "height": "avatarSize",
          "transform": { "scale": "mix(1, 0.6, collapsed)", "origin": [0, 1] },
          "cornerRadius": "avatarSize / 2", "border": { "width": 3, "color": "background" } },
        { "id": "statusBar", "type": "statusBar", "z": 4, "style": "barText" }
      ]
    }

    """#
  }
}
