public import StrictJSON

/// A header as data: layers, named constants, expressions of the scroll offset, and what a scroll
/// callback remembers. A value: setting something gives a document of its own.
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
  /// The files of the fonts that the document names, in its order; by default as it writes them.
  package var fontFiles: [String] {
    get { placedFonts ?? program.declared.fonts.map(\.path) }
    set { placedFonts = newValue }
  }
  private(set) var placedFonts: [String]?
  var inputValues: [Int: Double] = [:]
  /// Of one name, in documents and in scenes.
  package static let mostTexts = 1000
  /// Whether the dark appearance is in true black: colours that have one for it show that.
  package var isTrueBlack = false

  /// Reads a document; `file` is the name in messages. Throws with line, column, key path and,
  /// within an expression, the character. Costs well under 5 ms for some hundred lines.
  public static func parse(
    _ bytes: [UInt8], file: String? = nil
  ) throws(JSONError) -> HeaderDocument {
    // A layer within a layer is two levels of JSON, and a gradient's stop some more.
    let root = try JSONValue.parse(bytes, file: file, deepestNesting: 160)
    return HeaderDocument(program: try DocumentReader.read(root))
  }

  /// The document's own name.
  public var name: String { program.sections.name }
  package var fileName: String? { program.file }
  /// What the document says of itself.
  public var description: String? { program.sections.description }
  /// The screen that the header was made for.
  public var device: Device { program.declared.device }
  /// Whether the header was made for the dark appearance.
  public var isDark: Bool { program.declared.isDark }

  /// The names of the layers, in the order of the document; rows of lists are not among them.
  public var layerNames: [String] {
    program.layers.map(\.definition).filter(\.lists.isEmpty).map(\.id)
  }

  /// What the header remembers from event to event, in the order of the document.
  public var memoryNames: [String] { program.declared.memory.map(\.name) }
  /// The names that its state may have, in the order of the document.
  public var phaseNames: [String] { program.declared.phases.map(\.name) }

  package var hasTransitions: Bool {
    program.declared.memory.contains { $0.transition != nil }
      || program.declared.allRules.contains { $0.transition != nil }
  }

  /// Whether an expression asks for the size of a picture that the user brings or the document names.
  package var asksForImageSizes: Bool {
    let sizes = Input.width(ofImage: 0)..<Input.width(ofImage: program.declared.images.count)
    return program.code.contains {
      if case .input(let index) = $0 { sizes.contains(index) } else { false }
    }
  }

  /// What the document says of a picture that the user brings; nil: nothing.
  package func expectedPicture(_ name: String) -> ExpectedPicture? {
    program.declared.expectedPictures[name]
  }

  package var chrome: ScreenChrome { program.declared.chrome }

  // MARK: - Constants

  /// One constant, as users are told of it.
  public struct Constant: Hashable, Sendable {
    /// The name it is set by.
    public let name: String
    /// What it is counted in, as the document says.
    public internal(set) var unit: String?
    /// The document's own value; nil where it follows from others.
    public internal(set) var value: Double?
    /// The values it may be set to; nil: any.
    public internal(set) var allowed: ClosedRange<Double>?
    /// What it means.
    public internal(set) var description: String?
    /// Where the value is from.
    public internal(set) var source: String?
  }

  /// In the order of the document.
  public var constants: [Constant] { program.declared.constants.map(\.facts) }

  /// Gives a constant another value; what follows from it does.
  public mutating func set(constant name: String, to value: Double) throws(DocumentSettingError) {
    let index = try place(of: name, among: constants.map(\.name), "constant")
    let constant = program.declared.constants[index]
    guard program.cells[constant.cell].kind == .number else {
      throw .notAllowed(name, reason: "is a condition, no number")
    }
    guard value.isFinite else { throw .notAllowed(name, reason: "\(value) is no finite number") }
    try constant.check(value) { DocumentSettingError.notAllowed(name, reason: $0) }
    constantValues[index] = value + 0
  }

  func place(
    of name: String, among known: [String], _ kind: String
  ) throws(DocumentSettingError) -> Int {
    guard let place = known.firstIndex(of: name) else { throw .unknown(kind, name, known: known) }
    return place
  }

  /// A copy with a constant set.
  public func setting(
    constant name: String, to value: Double
  ) throws(DocumentSettingError) -> HeaderDocument {
    var copy = self
    try copy.set(constant: name, to: value)
    return copy
  }

  // MARK: - Texts, colours, images

  /// The texts that may be set, in the order of the document.
  public var textNames: [String] { program.declared.texts.map(\.name) }
  /// The colours that may be set, in the order of the document.
  public var colorNames: [String] { program.declared.colors.map(\.name) }
  /// The images that the document names, with their paths beside it; a list's images each.
  public var imagePathsByName: [String: [String]] {
    var known: [String: [String]] = [:]
    for (index, image) in program.declared.images.enumerated() where !image.paths.isEmpty {
      known[image.name] = paths(ofImage: index)
    }
    return known
  }

  /// What each row shows of an image, as set, else the document's own.
  func paths(ofImage index: Int) -> [String] {
    imagePaths[index].map { [$0] } ?? program.declared.images[index].paths
  }

  /// The first row's words of a declared text, as set; nil where there is no such text.
  public func text(_ name: String) -> String? {
    texts.first { $0.name == name }?.rows.first?.map(\.text).joined()
  }

  /// The declared texts, as set; one that is set has no colours of its own.
  var texts: [DeclaredText] {
    program.declared.texts.enumerated().map { index, text in
      DeclaredText(name: text.name, rows: textValues[index] ?? text.rows)
    }
  }

  /// A string a row, as scenes set them; nil: no such text, or parts with weights or colours.
  package func plainText(_ name: String) -> [String]? {
    guard let text = program.declared.texts.first(where: { $0.name == name }) else { return nil }
    let isPlain = text.rows.allSatisfy {
      $0.count == 1 && $0[0].weight == nil && $0[0].color == nil
    }
    return isPlain ? text.rows.map { $0[0].text } : nil
  }

  /// A declared colour, as set; nil where there is no such colour.
  public func color(_ name: String, isDark: Bool) -> DocumentColor? {
    colorNames.firstIndex(of: name).flatMap { rows(ofColor: $0, isDark: isDark).first }
  }

  /// As set, else as the colour that it follows is set, else the document's own.
  func rows(ofColor index: Int, isDark: Bool) -> [DocumentColor] {
    if let set = colorValues[index] { return [set] }
    return program.declared.colors[index].rows.map { row in
      followedSetting(row.follows)
        ?? (isTrueBlack ? row.black : nil) ?? (isDark ? row.dark : row.light)
    }
  }

  private func followedSetting(_ place: Int?) -> DocumentColor? {
    var followed = place
    // Colours that follow each other in a circle end after one round.
    for _ in program.declared.colors {
      guard let next = followed else { return nil }
      if let set = colorValues[next] { return set }
      followed = program.declared.colors[next].rows.first?.follows
    }
    return nil
  }

  /// Sets a text for all rows.
  public mutating func set(text name: String, to text: String) throws(DocumentSettingError) {
    try set(text: name, rows: [text])
  }

  /// Sets a text row by row, over and over.
  public mutating func set(text name: String, rows: [String]) throws(DocumentSettingError) {
    let index = try place(of: name, among: textNames, "text")
    guard !rows.isEmpty else { throw .notAllowed(name, reason: "needs at least one text") }
    let before = textValues[index]
    textValues[index] = rows.map { [DeclaredRun(text: $0)] }
    if let fault = TextTemplate.fault(in: texts) {
      textValues[index] = before
      throw .notAllowed(name, reason: fault)
    }
  }

  /// Sets a colour for both appearances.
  public mutating func set(
    color name: String, to color: DocumentColor
  ) throws(DocumentSettingError) {
    colorValues[try place(of: name, among: colorNames, "colour")] = color
  }

  /// Sets the path of an image.
  public mutating func set(image name: String, to path: String) throws(DocumentSettingError) {
    let own = program.declared.images.filter { !$0.paths.isEmpty }.map(\.name)
    guard own.contains(name),
      let index = program.declared.images.firstIndex(where: { $0.name == name })
    else { throw .unknown("image", name, known: own) }
    imagePaths[index] = path
  }
}

extension String {
  /// Of a path, what stands behind its last slash.
  package var lastComponent: String {
    String(self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...])
  }
}

/// Why a document could not be set so.
public enum DocumentSettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document has no constant, text, colour or image of that name.
  case unknown(String, String, known: [String])
  /// It has, but not with that value.
  case notAllowed(String, reason: String)

  /// One line: what is wrong, what would be right.
  public var description: String {
    switch self {
    case .unknown(let kind, let name, let known):
      "\(name): the document has no such \(kind); \(NearestName(to: name, among: known).remedy)"
    case .notAllowed(let name, let reason): "\(name): \(reason)"
    }
  }
}
