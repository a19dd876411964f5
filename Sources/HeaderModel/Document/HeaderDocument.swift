public import StrictJSON

/// A header described by data: layers, named constants, expressions of the scroll offset, and
/// memory that scroll rules assign.
///
/// It is a value: a copy with changed constants, texts, colors or images shares the compiled
/// program.
///
/// ```swift
/// var document = try HeaderDocument.builtIn("thinkandbuild")
/// try document.set(constant: "stop", to: 46)
/// var request = StillRequest()
/// request.header.style = .document(document)
/// request.header.scale = 1
/// request.moment = .offsets([100])
/// let picture = try StillRenderer(request).render().picture
/// ```
public struct HeaderDocument: Sendable {
  let program: HeaderProgram
  private(set) var constantValues: [Int: Double] = [:]
  private(set) var colorValues: [Int: DocumentColor] = [:]
  private(set) var textValues: [Int: [[DeclaredRun]]] = [:]
  private(set) var imagePaths: [Int: String] = [:]
  /// The paths of the font files, in the order of the document. Defaults to the paths that the
  /// document contains.
  package var fontFiles: [String] {
    get { placedFonts ?? program.declared.fonts.map(\.path) }
    set { placedFonts = newValue }
  }
  private(set) var placedFonts: [String]?
  var inputValues: [Int: Double] = [:]
  /// The maximum number of row texts for one name, in documents and scenes.
  package static let maxTexts = 1000
  /// Whether the true black variant of colors is used where a color has one.
  package var isTrueBlack = false

  /// Parses and compiles a header document. Takes well under 5 ms for a few hundred lines.
  ///
  /// - Parameter file: The file name for error messages.
  /// - Throws: `JSONError` with line, column and key path and, within an expression, the position
  ///   of the character.
  public static func parse(
    _ bytes: [UInt8], file: String? = nil
  ) throws(JSONError) -> HeaderDocument {
    // Each nested layer takes two levels of JSON; a gradient stop takes a few more.
    let root = try JSONValue.parse(bytes, file: file, deepestNesting: 160)
    return HeaderDocument(program: try DocumentReader.read(root))
  }

  /// The name that the document declares.
  public var name: String { program.sections.name }
  /// The file name given to `parse`, for messages.
  package var fileName: String? { program.file }
  /// The description of the document or of the selected variant. `nil` if there is none.
  public var description: String? { program.sections.description }
  /// The screen that the header was designed for.
  public var device: Device { program.declared.device }
  /// Whether the header was designed for the dark appearance.
  public var isDark: Bool { program.declared.isDark }

  /// The ids of all layers, in the order of the document. Excludes layers in list rows.
  public var layerNames: [String] {
    program.layers.map(\.definition).filter(\.lists.isEmpty).map(\.id)
  }

  /// The names of the header's memory, in the order of the document.
  public var memoryNames: [String] { program.declared.memory.map(\.name) }
  /// The names of the header's phases, in the order of the document.
  public var phaseNames: [String] { program.declared.phases.map(\.name) }

  package var hasTransitions: Bool {
    program.declared.memory.contains { $0.transition != nil }
      || program.declared.allRules.contains { $0.transition != nil }
  }

  /// Whether an expression uses the size of a picture.
  package var usesImageSizes: Bool {
    let sizes = Input.width(ofImage: 0)..<Input.width(ofImage: program.declared.images.count)
    return program.code.contains {
      if case .input(let index) = $0 { sizes.contains(index) } else { false }
    }
  }

  /// Returns the declaration of a picture that the user provides, or `nil` if the document has
  /// none.
  package func expectedPicture(_ name: String) -> ExpectedPicture? {
    program.declared.expectedPictures[name]
  }

  package var chrome: ScreenChrome { program.declared.chrome }

  // MARK: - Constants

  /// A named constant of a document.
  public struct Constant: Hashable, Sendable {
    /// The name of the constant.
    public let name: String
    /// The unit, as written in the document. `nil` if none is given.
    public internal(set) var unit: String?
    /// The value in the document, or `nil` if it is computed by an expression.
    public internal(set) var value: Double?
    /// The allowed values. `nil` allows any finite value.
    public internal(set) var allowed: ClosedRange<Double>?
    /// The meaning of the constant, or `nil` if the document has no description.
    public internal(set) var description: String?
    /// The origin of the value, or `nil` if the document does not state it.
    public internal(set) var source: String?
  }

  /// The constants, in the order of the document.
  public var constants: [Constant] { program.declared.constants.map(\.facts) }

  /// Sets a constant. Expressions that use it change accordingly.
  /// - Throws: `DocumentSettingError.unknown` if the document has no such constant, `.notAllowed`
  ///   if the constant is a condition, or if the value is not finite or out of range.
  public mutating func set(constant name: String, to value: Double) throws(DocumentSettingError) {
    let index = try position(of: name, among: constants.map(\.name), "constant")
    let constant = program.declared.constants[index]
    guard program.cells[constant.cell].kind == .number else {
      throw .notAllowed(name, reason: "is a condition, not a number")
    }
    guard value.isFinite else { throw .notAllowed(name, reason: "\(value) is not a finite number") }
    try constant.check(value) { DocumentSettingError.notAllowed(name, reason: $0) }
    constantValues[index] = value + 0
  }

  /// Returns the index of a name.
  /// - Throws: `DocumentSettingError.unknown` if `known` does not contain it.
  func position(
    of name: String, among known: [String], _ kind: String
  ) throws(DocumentSettingError) -> Int {
    guard let index = known.firstIndex(of: name) else { throw .unknown(kind, name, known: known) }
    return index
  }

  /// Returns a copy with a constant set.
  /// - Throws: `DocumentSettingError`, as `set(constant:to:)` does.
  public func setting(
    constant name: String, to value: Double
  ) throws(DocumentSettingError) -> HeaderDocument {
    var copy = self
    try copy.set(constant: name, to: value)
    return copy
  }

  // MARK: - Texts, colors, images

  /// The names of the texts that can be set, in the order of the document.
  public var textNames: [String] { program.declared.texts.map(\.name) }
  /// The names of the colors that can be set, in the order of the document.
  public var colorNames: [String] { program.declared.colors.map(\.name) }
  /// The paths of the images that the document names, by image name. An image of a list has one
  /// path per row.
  public var imagePathsByName: [String: [String]] {
    var known: [String: [String]] = [:]
    for (index, image) in program.declared.images.enumerated() where !image.paths.isEmpty {
      known[image.name] = paths(ofImage: index)
    }
    return known
  }

  /// The path of an image for each row: the one that was set, or else those of the document.
  func paths(ofImage index: Int) -> [String] {
    imagePaths[index].map { [$0] } ?? program.declared.images[index].paths
  }

  /// Returns a text as currently set; of a text with several rows, the first. `nil` if there is no
  /// such text.
  public func text(_ name: String) -> String? {
    texts.first { $0.name == name }?.rows.first?.map(\.text).joined()
  }

  /// The declared texts as currently set. A text that was set has no weights and colors of its own.
  var texts: [DeclaredText] {
    program.declared.texts.enumerated().map { index, text in
      DeclaredText(name: text.name, rows: textValues[index] ?? text.rows)
    }
  }

  /// Returns the document's own text, one string per row. `nil` if the document has no such text,
  /// or if a row has several runs, weights or colors.
  package func plainText(_ name: String) -> [String]? {
    guard let text = program.declared.texts.first(where: { $0.name == name }) else { return nil }
    let isPlain = text.rows.allSatisfy {
      $0.count == 1 && $0[0].weight == nil && $0[0].color == nil
    }
    return isPlain ? text.rows.map { $0[0].text } : nil
  }

  /// Returns a color as currently set; of a color with several rows, the first. `nil` if there is
  /// no such color.
  public func color(_ name: String, isDark: Bool) -> DocumentColor? {
    colorNames.firstIndex(of: name).flatMap { rows(ofColor: $0, isDark: isDark).first }
  }

  /// Returns the color for each row: the one that was set, else the one that was set for the color
  /// it follows, else the document's own.
  func rows(ofColor index: Int, isDark: Bool) -> [DocumentColor] {
    if let set = colorValues[index] { return [set] }
    return program.declared.colors[index].rows.map { row in
      followedSetting(row.follows)
        ?? (isTrueBlack ? row.black : nil) ?? (isDark ? row.dark : row.light)
    }
  }

  private func followedSetting(_ index: Int?) -> DocumentColor? {
    var followed = index
    // At most one round: colors may follow each other in a cycle.
    for _ in program.declared.colors {
      guard let next = followed else { return nil }
      if let set = colorValues[next] { return set }
      followed = program.declared.colors[next].rows.first?.follows
    }
    return nil
  }

  /// Sets a text for all rows.
  /// - Throws: `DocumentSettingError.unknown` if the document has no such text, `.notAllowed` if
  ///   texts contain each other or become too long.
  public mutating func set(text name: String, to text: String) throws(DocumentSettingError) {
    try set(text: name, rows: [text])
  }

  /// Sets one text per row. They repeat if a list has more rows.
  /// - Throws: `DocumentSettingError.unknown` if the document has no such text, `.notAllowed` if
  ///   `rows` is empty, or if texts contain each other or become too long.
  public mutating func set(text name: String, rows: [String]) throws(DocumentSettingError) {
    let index = try position(of: name, among: textNames, "text")
    guard !rows.isEmpty else { throw .notAllowed(name, reason: "needs at least one text") }
    let before = textValues[index]
    textValues[index] = rows.map { [DeclaredRun(text: $0)] }
    if let fault = TextTemplate.fault(in: texts) {
      textValues[index] = before
      throw .notAllowed(name, reason: fault)
    }
  }

  /// Sets a color for both appearances.
  /// - Throws: `DocumentSettingError.unknown` if the document has no such color.
  public mutating func set(
    color name: String, to color: DocumentColor
  ) throws(DocumentSettingError) {
    colorValues[try position(of: name, among: colorNames, "color")] = color
  }

  /// Sets the path of an image, for all rows.
  /// - Throws: `DocumentSettingError.unknown` if the document names no such image.
  public mutating func set(image name: String, to path: String) throws(DocumentSettingError) {
    let own = program.declared.images.filter { !$0.paths.isEmpty }.map(\.name)
    guard own.contains(name),
      let index = program.declared.images.firstIndex(where: { $0.name == name })
    else { throw .unknown("image", name, known: own) }
    imagePaths[index] = path
  }
}

extension String {
  /// The last component of a path, after the last slash.
  package var lastComponent: String {
    String(self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...])
  }
}

/// An error of setting a value of a document.
public enum DocumentSettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document has no constant, text, color, image or input of that name. The first value is the
  /// kind, the second the name.
  case unknown(String, String, known: [String])
  /// The value is not allowed for that name.
  case notAllowed(String, reason: String)

  /// A one-line message with the problem and a remedy.
  public var description: String {
    switch self {
    case .unknown(let kind, let name, let known):
      "\(name): the document has no such \(kind); \(NearestName(to: name, among: known).remedy)"
    case .notAllowed(let name, let reason): "\(name): \(reason)"
    }
  }
}
