package import StrictJSON

/// An entry of `constants`.
struct DeclaredConstant: Sendable {
  var facts: HeaderDocument.Constant
  var cell: CellID = 0

  /// Throws if the number is outside the allowed range, or is not whole although its unit is
  /// `count`.
  func check<Failure: Error>(_ number: Double, _ error: (String) -> Failure) throws(Failure) {
    if let range = facts.allowed, !range.contains(number) {
      throw error(
        "\(number.text) is out of range; give \(range.lowerBound.text) to "
          + range.upperBound.text)
    }
    if facts.unit == "count", number != number.rounded() {
      throw error("\(number.text) is not a whole number; remove the fraction")
    }
  }
}

/// The declaration of a picture that the user provides: `banner` or `avatar`.
package struct ExpectedPicture: Hashable, Sendable {
  /// The size in pixels to assume if no picture is given, or `nil` if the document declares none.
  package var size: PictureSize?

  static let sides = 1...65_535
}

extension DocumentReader {
  private static let longestText = 10_000

  mutating func readScreen(_ value: JSONValue?) throws(JSONError) {
    guard let object = try value?.object(keys: ["device", "theme", "description"]) else { return }
    if let json = object.optional("device"), json.kind == .object {
      declared.device = try Device(custom: json)
    } else if let json = object.optional("device") {
      let text = try json.string()
      guard let device = Device(text) else {
        let nearest = NearestName(to: text, among: Device.known.map(\.name))
        throw json.error(
          "\(json.literal) is not a known device; \(nearest.remedy)"
            + "\(nearest.suggestion == nil ? "," : "") or write its size and scale, as \"390x844@3\""
        )
      }
      declared.device = device
    }
    declared.isDark = try object.optional("theme")?.choice(of: ["light", "dark"]) == "dark"
  }

  /// Reads `texts`. An entry is a string, an array of runs or, for list rows, an array of texts.
  mutating func readTexts(_ value: JSONValue?) throws(JSONError) {
    guard let value else { return }
    guard let members = try read({ _ throws(JSONError) in try value.object() }) else {
      builder.unreadable.isComplete = false
      return
    }
    // `description` is not a comment here: it may be the name of a text.
    for member in members {
      let rows = try read { reader throws(JSONError) in try reader.readText(member.value) } ?? []
      declared.texts.append(DeclaredText(name: member.name, rows: rows))
      for written in rows.joined().flatMap({ TextTemplate.expressions(in: $0.text) })
      where declared.textNumbers[written] == nil {
        try read { reader throws(JSONError) in
          reader.declared.textNumbers[written] = try reader.builder.number(
            written, in: member.value)
        }
      }
    }
    if let fault = TextTemplate.fault(in: declared.texts) { throw value.error(fault) }
  }

  private mutating func readText(_ value: JSONValue) throws(JSONError) -> [[DeclaredRun]] {
    switch value.kind {
    case .string: return [[try readRun(value)]]
    case .array:
      let elements = try value.array(count: 1...HeaderDocument.maxTexts, of: "texts")
      if elements.first(where: { _ in true })?.kind == .object { return [try readRuns(elements)] }
      return try elements.map { element throws(JSONError) in
        guard element.kind == .array else { return [try readRun(element)] }
        return try readRuns(element.array(count: 1...1000, of: "runs"))
      }
    default:
      throw value.error(
        "expected a text, a list of runs or a list of texts, found \(value.literal)")
    }
  }

  private mutating func readRuns(_ elements: JSONElements) throws(JSONError) -> [DeclaredRun] {
    try elements.map { element throws(JSONError) in try readRun(element) }
  }

  private mutating func readRun(_ value: JSONValue) throws(JSONError) -> DeclaredRun {
    if value.kind == .string { return DeclaredRun(text: try value.text(upTo: Self.longestText)) }
    let object = try object(value, keys: ["text", "weight", "color", "description"])
    var run = DeclaredRun(text: try object.required("text").text(upTo: Self.longestText))
    run.weight = try object.optional("weight")?.fontWeight()
    run.color = try builder.optional(object, "color", .value, .color)
    return run
  }

  /// Reads `colors`. An entry is a color, an object with one color per theme or, for list rows, an
  /// array of these.
  mutating func readColors(_ value: JSONValue?) throws(JSONError) {
    var followers: [(color: Int, row: Int, json: JSONValue)] = []
    try readEach(value) { reader, member throws(JSONError) in
      try reader.readColor(member, &followers)
    }
    // Resolved last: a color may follow one that is declared later.
    let names = declared.colors.map(\.name)
    for (color, row, json) in followers {
      try read { reader throws(JSONError) in
        if reader.builder.unreadable.mayDeclare(try json.string()) { throw json.dependentError }
        let name = try json.choice(of: names)
        reader.declared.colors[color].rows[row].follows = names.firstIndex(of: name)
      }
    }
  }

  private mutating func readColor(
    _ member: JSONObject.Member, _ followers: inout [(color: Int, row: Int, json: JSONValue)]
  ) throws(JSONError) {
    var color = DeclaredColor(name: member.name, rows: [])
    var follows: [(color: Int, row: Int, json: JSONValue)] = []
    // The background is black in the true black theme even if the document declares no black
    // variant.
    let ground = member.name == "background" ? DocumentColor.black : nil
    let rows =
      member.value.kind == .array
      ? Array(try member.value.array(count: 1...1000, of: "colors")) : [member.value]
    for (row, element) in rows.enumerated() {
      guard element.kind == .object else {
        let both = try element.color()
        color.rows.append(.init(light: both, dark: both, black: ground))
        continue
      }
      let object = try object(element, keys: ["light", "dark", "black", "follows", "description"])
      color.rows.append(
        .init(
          light: try object.required("light").color(), dark: try object.required("dark").color(),
          black: try object.optional("black")?.color() ?? ground))
      if let json = object.optional("follows") {
        follows.append((declared.colors.count, row, json))
      }
    }
    let target = NameTarget.color(declared.colors.count)
    try builder.declare(member.name, target, "a color", at: member)
    declared.colors.append(color)
    followers += follows
  }

  /// Reads `images`. An entry is a path or, for list rows, an array of paths.
  mutating func readImages(_ value: JSONValue?) throws(JSONError) {
    for name in ["banner", "avatar"] { _ = addImage(name, []) }
    try readEach(value) { reader, member throws(JSONError) in
      try member.requireName()
      guard !reader.declared.images.contains(where: { $0.name == member.name }) else {
        return try reader.expectPicture(member)
      }
      let paths = try member.value.texts(count: 1...1000, of: "paths", upTo: 4096)
      guard reader.addImage(member.name, paths) else {
        throw member.keyError("\"\(member.name).width\" is a built-in name; rename the image")
      }
    }
  }

  private mutating func expectPicture(_ member: JSONObject.Member) throws(JSONError) {
    guard member.value.kind == .object else {
      throw member.keyError("\"\(member.name)\" is a built-in image; choose another name")
    }
    let object = try object(member.value, keys: ["width", "height", "description"])
    var expected = ExpectedPicture()
    if object.optional("width") != nil || object.optional("height") != nil {
      expected.size = PictureSize(
        width: try object.required("width").integer(in: ExpectedPicture.sides),
        height: try object.required("height").integer(in: ExpectedPicture.sides))
    }
    declared.expectedPictures[member.name] = expected
  }

  /// Declares an image and its size. Returns `false` if the name `width` or `height` of the image
  /// already has a meaning.
  private mutating func addImage(_ name: String, _ paths: [String]) -> Bool {
    let width = Input.width(ofImage: declared.images.count)
    declared.images.append(DeclaredImage(name: name, paths: paths))
    return builder.declareSize(name, width: .input(width), height: .input(width + 1))
  }
}

extension JSONValue {
  /// Reads a color: `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA` or a CSS color name.
  package func color() throws(JSONError) -> DocumentColor {
    guard kind == .string else {
      throw error("\(literal) is not a color; write \(DocumentColor.forms)")
    }
    let text = try string()
    guard let color = DocumentColor(written: text) else {
      let near = NearestName(to: text, among: DocumentColor.names).suggestion
      throw error(
        "\(literal) is not a color; "
          + (near.map { "did you mean \"\($0)\"?" } ?? "write \(DocumentColor.forms)"))
    }
    return color
  }

  /// Reads a font weight: a number in 100...900 or a keyword such as `bold`.
  func fontWeight() throws(JSONError) -> Double {
    if kind == .number { return try number(in: 100...900) }
    let weights: KeyValuePairs = [
      "thin": 100.0, "ultralight": 200, "light": 300, "regular": 400, "normal": 400,
      "medium": 500, "semibold": 600, "bold": 700, "heavy": 800, "black": 900,
    ]
    let word = try choice(of: weights.map(\.key))
    return weights.first { $0.key == word }?.value ?? 400
  }
}
