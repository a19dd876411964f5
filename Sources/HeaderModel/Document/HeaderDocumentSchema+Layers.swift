/// What the schema says of layers and their keys.
extension HeaderDocumentSchema {
  private static let number = "{\"$ref\": \"#/$defs/number\"}"
  private static let condition = "{\"$ref\": \"#/$defs/condition\"}"
  private static let color = "{\"$ref\": \"#/$defs/color\"}"

  private static func described(_ reference: String, _ description: String) -> String {
    "{\"$ref\": \"#/$defs/\(reference)\", \"description\": \"\(description)\"}"
  }

  private static func object(
    _ description: String, _ properties: [(String, String)], required: [String] = []
  ) -> String {
    let members =
      properties.map { "\"\($0.0)\": \($0.1)" } + ["\"description\": {\"type\": \"string\"}"]
    let names = required.map { "\"\($0)\"" }.joined(separator: ", ")
    return "{\"type\": \"object\", \"description\": \"\(description)\", "
      + "\"additionalProperties\": false, \"required\": [\(names)], "
      + "\"properties\": {\(members.joined(separator: ", "))}}"
  }

  private static func choice(_ words: [String], _ description: String) -> String {
    let names = words.map { "\"\($0)\"" }.joined(separator: ", ")
    return "{\"enum\": [\(names)], \"description\": \"\(description)\"}"
  }

  static var common: [String] {
    [
      "\"id\": {\"type\": \"string\", \"pattern\": \"^[A-Za-z0-9_-]{1,100}$\", "
        + "\"description\": \"Unique name: trace, diff and masks use it.\"}",
      "\"description\": {\"type\": \"string\"}",
      "\"x\": " + described("number", "Points from the parent's left."),
      "\"y\": " + described("number", "Points from the parent's top."),
      "\"width\": " + described("number", "Points; the parent's by default, a text's as set."),
      "\"height\": " + described("number", "Points; the parent's by default, a text's as set."),
      "\"anchor\": "
        + described("pair", "The point of the frame that stands at (x, y); [0, 0] by default."),
      "\"transform\": "
        + object(
          "Scale, then rotation, both about the origin, then translation; children come along.",
          [
            ("scale", number), ("scaleX", number), ("scaleY", number),
            ("rotate", described("number", "Degrees, clockwise.")),
            ("origin", described("pair", "Fraction of the frame; the centre by default.")),
            ("translateX", number), ("translateY", number),
          ]),
      "\"z\": " + described("number", "Order of painting among siblings; 0 by default."),
      "\"visible\": " + condition, "\"opacity\": " + described("number", "0 to 1."),
      "\"clip\": " + described("condition", "Whether content and children end at the frame."),
      "\"cornerRadius\": {\"anyOf\": [{\"$ref\": \"#/$defs/number\"}, {\"type\": \"array\", "
        + "\"minItems\": 4, \"maxItems\": 4, \"items\": {\"$ref\": \"#/$defs/number\"}}], "
        + "\"description\": \"Points; four: clockwise from the top left.\"}",
      "\"border\": "
        + object(
          "A line inside the frame.", [("width", number), ("color", color)], required: ["width"]),
      "\"shadow\": "
        + object(
          "As Core Animation casts it.",
          [("color", color), ("radius", number), ("x", number), ("y", number)]),
      "\"backdropFilter\": "
        + object(
          "Blurs what lies behind a group or rectangle; radius is the Gaussian's sigma.",
          [("radius", number), ("saturation", number), ("tint", color)], required: ["radius"]),
      "\"snap\": " + described("condition", "Whether the frame is rounded to device pixels."),
      "\"onTap\": " + described("rules", "Run when a finger taps the layer."),
    ]
  }

  static func required(_ type: LayerType) -> String? {
    switch type {
    case .image: "image"
    case .text: "text"
    case .list: "count"
    default: nil
    }
  }

  static func schema(of key: String, in type: LayerType) -> String {
    switch key {
    case "fill" where type == .rectangle:
      "{\"anyOf\": [\(color), "
        + object(
          "CSS's linear gradient: 0 degrees goes upward.",
          [
            (
              "gradient",
              "{\"type\": \"array\", \"minItems\": 2, \"items\": {\"type\": \"array\", "
                + "\"prefixItems\": [\(number), \(color)], \"minItems\": 2, \"items\": false}}"
            ), ("angle", number),
          ], required: ["gradient"]) + "]}"
    case "fill", "stroke", "color", "tint": color
    case "style": described("color", "light or dark content, by condition.")
    case "look":
      choice(StatusBarLook.allCases.map(\.rawValue), "The system's time; the screen's by default.")
    case "image", "text": "{\"type\": [\"string\", \"array\"], \"items\": {\"type\": \"string\"}}"
    case "fit": choice(ImageFit.allCases.map(\.rawValue), "CSS's object-fit; cover by default.")
    case "sampling": choice(ImageSampling.allCases.map(\.rawValue), "area by default.")
    case "position": described("pair", "Where the picture stands; [0.5, 0.5] by default.")
    case "blur":
      object(
        "gaussian: radius is sigma in points; crossfade and ladder: for the built-in headers.",
        [
          ("type", choice(["gaussian", "crossfade", "ladder"], "")), ("radius", number),
          ("passes", number), ("amount", number), ("step", number), ("steps", number),
          ("saturation", number), ("tint", color),
        ], required: ["type", "radius"])
    case "weight": "{\"$ref\": \"#/$defs/weight\"}"
    case "alignment": choice(TextAlignment.allCases.map(\.rawValue), "left by default.")
    case "verticalAlignment": choice(["top", "center", "bottom"], "center by default.")
    case "lines":
      "{\"type\": \"integer\", \"minimum\": 0, \"default\": 1, \"description\": \"0: any number.\"}"
    case "icon": choice(HeaderIcon.names, "A built-in icon.")
    case "path": "{\"type\": \"string\", \"description\": \"SVG path data in a unit box.\"}"
    case "horizontal": "{\"type\": \"boolean\", \"default\": false}"
    case "separator":
      object(
        "A line at the end of each row.", [("color", color), ("inset", number), ("width", number)])
    default: number
    }
  }
}
