import HeaderModel
public import Raster
public import StrictJSON

extension SceneSettings {
  /// The longest text of a scene, in characters.
  private static let longestText = 1000

  private static let keys = [
    "version", "style", "variant", "device", "theme", "font", "banner", "avatar", "constants",
    "texts", "colors", "furniture",
  ]

  /// Reads a scene document; every error names line, column and key path.
  public init(_ root: JSONValue) throws(JSONError) {
    self.init()
    let object = try root.object(keys: SceneSettings.keys)
    _ = try object.required("version").integer(in: 1...1)
    style = try object.optional("style")?.choice(of: HeaderStyle.self)
    variant = try object.optional("variant")?.choice(of: HeaderVariant.self)
    theme = try object.optional("theme")?.choice(of: SceneTheme.self)
    if let place = object.optional("device") {
      device = Named(name: try place.choice(of: Device.known.map(\.name)), place: place)
    }
    font = try object.optional("font")?.string()
    banner = try object.optional("banner")?.string()
    avatar = try object.optional("avatar")?.string()
    if let constants = try object.optional("constants")?.object() {
      for member in constants {
        self.constants.append(
          Constant(key: member.name, value: try member.value.number(), place: member.value))
      }
    }
    try readTexts(object.optional("texts"))
    try readColors(object.optional("colors"))
    try readFurniture(object.optional("furniture"))
  }

  private mutating func readTexts(_ value: JSONValue?) throws(JSONError) {
    guard let value else { return }
    let texts = try value.object(keys: SceneTexts.keys.map(\.name) + ["segments"])
    for (name, path) in SceneTexts.keys {
      guard let place = texts.optional(name) else { continue }
      self.texts.append((path, try SceneSettings.text(place)))
    }
    if let list = texts.optional("segments") {
      var segments: [String] = []
      for place in try list.array(count: 1...5) { segments.append(try SceneSettings.text(place)) }
      self.segments = segments
    }
  }

  private static func text(_ place: JSONValue) throws(JSONError) -> String {
    let text = try place.string()
    guard text.count <= longestText else {
      throw place.error("\(text.count) characters are too many; at most \(longestText) are set")
    }
    return text
  }

  private mutating func readColors(_ value: JSONValue?) throws(JSONError) {
    guard let value else { return }
    let colors = try value.object(keys: ScenePalette.keys.map(\.name))
    for (name, path) in ScenePalette.keys {
      guard let place = colors.optional(name) else { continue }
      guard let color = Color(hexadecimal: try place.string()) else {
        throw place.error("\(place.literal) is no colour; write \"#RRGGBB\" or \"#RRGGBBAA\"")
      }
      self.colors.append((path, color))
    }
  }

  private mutating func readFurniture(_ value: JSONValue?) throws(JSONError) {
    guard let value else { return }
    let names = SceneFurniture.switches.map(\.name)
    let furniture = try value.object(keys: names + ["pointer", "pressedRow"])
    for (name, path) in SceneFurniture.switches {
      guard let place = furniture.optional(name) else { continue }
      switches.append((path, try place.boolean()))
    }
    if let place = furniture.optional("pointer") {
      let tip = try place.object(keys: ["x", "y"])
      pointer = SceneFurniture.ScreenPoint(
        x: try tip.required("x").number(in: -1000...10_000, unit: "points"),
        y: try tip.required("y").number(in: -1000...10_000, unit: "points"))
    }
    pressedRow = try furniture.optional("pressedRow")?.integer(in: 0...1_000_000)
  }
}

extension Color {
  /// `#RRGGBB` or `#RRGGBBAA`, not premultiplied; nil for anything else.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    if digits.count == 6 {
      self.init(rgb: number)
    } else {
      self.init(rgb: number >> 8, alpha: UInt8(truncatingIfNeeded: number))
    }
  }
}
