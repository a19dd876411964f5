package import HeaderModel
public import Raster
package import StrictJSON

/// The contents of a scene document. Every key is optional; the header's own value is the default.
package struct SceneSettings: Sendable {
  /// A built-in header's name or the path of a header document, relative to the scene document's
  /// folder.
  package var style: Named?
  /// The name of one of the header's variants.
  package var variant: Named?
  /// A known device or a custom screen.
  package var device: Device?
  package var theme: SceneTheme?
  /// The font family of every text.
  package var font: String?
  /// The banner's path, relative to the document's folder.
  package var banner: String?
  package var avatar: String?
  /// The header's constants to replace, in the order of the document.
  package var constants: [Setting<Double>] = []
  package var texts: [Setting<[String]>] = []
  package var colors: [Setting<Color>] = []
  package var images: [Setting<String>] = []
  /// The initial values of the header's inputs.
  package var inputs: [Setting<InputValue>] = []
  /// The system bars and the parts around the screen.
  package var chrome = ScreenChrome()

  package struct Named: Sendable {
    package let name: String
    package let json: JSONValue
  }

  /// A value that replaces a value of the header.
  package struct Setting<Value: Sendable>: Sendable {
    package let key: String
    package let value: Value
    /// The key and value in the document, for errors.
    package let member: JSONObject.Member
  }

  package init() {}

  private static let longestText = 1000

  private static let keys = [
    "version", "style", "variant", "device", "theme", "font", "banner", "avatar", "constants",
    "texts", "colors", "images", "inputs", "chrome",
  ]
  /// The name of `chrome` in older documents.
  private static let olderChrome = "furniture"

  /// Reads a scene document. Errors contain line, column and key path.
  package init(_ root: JSONValue) throws(JSONError) {
    self.init()
    let members = try root.object()
    let isOlder =
      members.optional("chrome") == nil && members.optional(SceneSettings.olderChrome) != nil
    let object = try root.document(
      keys: SceneSettings.keys + (isOlder ? [SceneSettings.olderChrome] : []))
    _ = try object.required("version").integer(in: 1...1)
    if let json = object.optional("style") {
      let name = try json.string()
      // A name without a slash or dot is not a path, so it must be a built-in header.
      if BuiltInHeader(name) == nil, !name.contains("/"), !name.contains(".") {
        throw try json.unknownHeader()
      }
      style = Named(name: name, json: json)
    }
    if let json = object.optional("variant") {
      variant = Named(name: try json.string(), json: json)
      // The variants of other headers are checked when they are read.
      if let document = try style.flatMap({ BuiltInHeader($0.name) })?.document() {
        _ = try json.choice(of: document.variants.map(\.name))
      }
    }
    theme = try object.optional("theme")?.choice(of: SceneTheme.self)
    if let json = object.optional("device") {
      if json.kind == .object {
        device = try Device(custom: json)
      } else {
        device = Device(try json.string())
        if device == nil { _ = try json.choice(of: Device.known.map(\.name)) }
      }
    }
    font = try object.optional("font")?.string()
    banner = try object.optional("banner")?.string()
    avatar = try object.optional("avatar")?.string()
    constants = try settings(object, "constants") { value throws(JSONError) in
      try value.number()
    }
    texts = try settings(object, "texts", SceneSettings.rows)
    colors = try settings(object, "colors") { value throws(JSONError) in
      Color(try value.color())
    }
    images = try settings(object, "images") { value throws(JSONError) in try value.string() }
    inputs = try settings(object, "inputs") { value throws(JSONError) in
      value.kind == .boolean ? .condition(try value.boolean()) : .number(try value.number())
    }
    if let value = object.optional("chrome") ?? object.optional(SceneSettings.olderChrome) {
      chrome = try ChromeKey.chrome(value)
    }
  }

  private func settings<Value: Sendable>(
    _ object: JSONObject, _ key: String, _ read: (JSONValue) throws(JSONError) -> Value
  ) throws(JSONError) -> [Setting<Value>] {
    try object.optional(key)?.object().map { member throws(JSONError) in
      Setting(key: member.name, value: try read(member.value), member: member)
    } ?? []
  }

  /// Reads one text, or a list with one text per row.
  private static func rows(_ value: JSONValue) throws(JSONError) -> [String] {
    value.kind == .array
      ? try value.list(count: 1...HeaderDocument.maxTexts, text) : [try text(value)]
  }

  private static func text(_ json: JSONValue) throws(JSONError) -> String {
    let text = try json.string()
    guard text.count <= longestText else {
      throw json.error("\(text.count) characters are too many; use at most \(longestText)")
    }
    return text
  }

  /// Sets the header's texts and colors. One scene can serve several headers, so names that only
  /// another built-in header has are skipped.
  ///
  /// - Returns: The key paths that the header does not draw.
  /// - Throws: An error at the key if no built-in header has the name.
  @discardableResult
  package func apply(to document: inout HeaderDocument) throws(JSONError) -> [String] {
    let unusedTexts = try apply(texts, "texts", \.textNames, to: &document) {
      document, setting throws(DocumentSettingError) in
      try document.set(text: setting.key, rows: setting.value)
      // A list of texts also sets the number of rows, if the header counts them. One text repeats.
      let count = setting.key + "Count"
      if setting.member.value.kind == .array,
        document.constants.contains(where: { $0.name == count })
      {
        try document.set(constant: count, to: Double(setting.value.count))
      }
    }
    return unusedTexts
      + (try apply(colors, "colors", \.colorNames, to: &document) {
        document, setting throws(DocumentSettingError) in
        let color = setting.value
        try document.set(
          color: setting.key,
          to: DocumentColor(
            red: color.red, green: color.green, blue: color.blue, alpha: color.alpha))
      })
  }

  private func apply<Value>(
    _ settings: [Setting<Value>], _ section: String, _ names: KeyPath<HeaderDocument, [String]>,
    to document: inout HeaderDocument,
    _ set: (inout HeaderDocument, Setting<Value>) throws(DocumentSettingError) -> Void
  ) throws(JSONError) -> [String] {
    var unused: [String] = []
    for setting in settings {
      guard document[keyPath: names].contains(setting.key) else {
        try pass(setting, among: document[keyPath: names], of: names)
        unused.append(section + "." + setting.key)
        continue
      }
      do {
        try set(&document, setting)
      } catch {
        throw setting.member.value.error("\(error)")
      }
    }
    return unused
  }

  private func pass<Value>(
    _ setting: Setting<Value>, among known: [String], of names: KeyPath<HeaderDocument, [String]>
  ) throws(JSONError) {
    var all = known
    for header in BuiltInHeader.all { all += try header.document()[keyPath: names] }
    guard !all.contains(setting.key) else { return }
    throw setting.member.keyError(
      "unknown key \(JSONWriter.literal(setting.key)); "
        + NearestName(to: setting.key, among: known).remedy)
  }
}

extension Color {
  /// Parses `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`, not premultiplied. `nil` for anything else.
  public init?(hexadecimal text: String) {
    guard let color = DocumentColor(hexadecimal: text) else { return nil }
    self.init(color)
  }
}
