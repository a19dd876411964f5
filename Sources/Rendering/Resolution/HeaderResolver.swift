public import FileAccess
public import HeaderModel
import HeaderScene
import StrictJSON

/// The header of a scene, with the constants, texts, colors and images of the request and the scene
/// document.
package struct ResolvedHeader: Sendable {
  package var document: HeaderDocument
  var isBuiltIn = false
  /// The path of the header's document, or `nil` if it is built in or in memory.
  package var file: String?
  /// Paths of images that the scene document set. They are not relative to the header's file.
  fileprivate(set) var scenePaths: Set<String> = []
  /// The key paths of texts and colors in the scene document that the header does not draw.
  fileprivate(set) var unusedKeys: [String] = []

  fileprivate var subject: String { isBuiltIn ? "style \(document.name)" : "the document" }

  /// The paths of the image files that the document uses, in the order of the images' names.
  package var imageFiles: [String] {
    let paths = document.imagePathsByName.sorted { $0.key < $1.key }.flatMap(\.value)
    return paths.map(path(ofImage:))
  }

  /// Returns the path of the image that the document calls `path`: relative to the document's
  /// folder, unless the scene document set it.
  func path(ofImage path: String) -> String {
    guard !scenePaths.contains(path), let file, file != "-", !FilePath.isAbsolute(path)
    else { return path }
    return FilePath.split(file).folder + path
  }
}

/// Finds the header of a request, and applies the scene document and the request to it.
struct HeaderResolver {
  let request: SceneRequest
  let settings: SceneSettings
  let shared: SharedInputs?
  /// Resolves a path in the scene document.
  let scenePath: (String) -> String

  func resolve() throws(HeaderKitError) -> ResolvedHeader {
    var header = try selectedHeader()
    header.unusedKeys = try HeaderKitError.parsing(settings.apply(to: &header.document))
    try applyScene(to: &header)
    try applyRequest(to: &header)
    header.document.fontFiles = header.document.fontFiles.map(header.path(ofImage:))
    // Read only to report missing or unreadable files early.
    for path in header.document.fontFiles {
      if try shared?.digest(of: path) == nil {
        _ = try InputFile.read(path, limit: request.limits.inputBytes)
      }
    }
    return header
  }

  /// Applies the images, constants and inputs of the scene document. Its texts and colors are
  /// already set.
  private func applyScene(to header: inout ResolvedHeader) throws(HeaderKitError) {
    for image in settings.images {
      let path = scenePath(image.value)
      try set(header.document.set(image: image.key, to: path)) {
        HeaderKitError(image.member.value.error("\($0)"))
      }
      header.scenePaths.insert(path)
    }
    let subject = header.subject
    for constant in settings.constants {
      try set(header.document.set(constant: constant.key, to: constant.value)) {
        HeaderKitError(constant.member.value.error(describe($0, subject)))
      }
    }
    for input in settings.inputs {
      try set(header.document.set(input: input.key, to: input.value)) {
        HeaderKitError(input.member.value.error("\($0)"))
      }
    }
  }

  private func applyRequest(to header: inout ResolvedHeader) throws(HeaderKitError) {
    let subject = header.subject
    for (key, value) in request.constants {
      try set(header.document.set(constant: key, to: value)) { settingError(constant: $0, subject) }
    }
    for (key, value) in request.inputs {
      try set(header.document.set(input: key, to: value)) {
        HeaderKitError(.usage, subject: .option(.inputs), reason: MessageText("\($0)"))
      }
    }
    for (key, text) in request.texts {
      try set(header.document.set(text: key, to: text)) { settingError($0, .texts) }
    }
    for (key, color) in request.colors {
      try set(header.document.set(color: key, to: color)) { settingError($0, .colors) }
    }
  }

  private func set(
    _ setting: @autoclosure () throws(DocumentSettingError) -> Void,
    _ failure: (DocumentSettingError) -> HeaderKitError
  ) throws(HeaderKitError) {
    do { try setting() } catch { throw failure(error) }
  }

  /// Returns the error for an invalid constant of the request.
  private func settingError(constant error: DocumentSettingError, _ subject: String)
    -> HeaderKitError
  {
    var remedy = ""
    if case .unknown(_, let name, let known) = error {
      remedy = NearestName(to: name, among: known).remedy
    }
    return HeaderKitError(
      .usage, subject: .option(.constants), reason: MessageText(describe(error, subject)),
      remedy: MessageText(remedy))
  }

  /// Returns the error for an invalid text or color of the request.
  private func settingError(_ error: DocumentSettingError, _ property: RequestProperty)
    -> HeaderKitError
  {
    guard case .unknown(let kind, let name, let known) = error else {
      return HeaderKitError(.usage, subject: .property(property), reason: MessageText("\(error)"))
    }
    return HeaderKitError(
      .usage, subject: .property(property), reason: "this header has no \(kind) \"\(name)\"",
      remedy: "it has \(known.joined(separator: ", ")), which a scene document sets")
  }

  private func source() throws(HeaderKitError) -> HeaderSource {
    if let style = request.style { return style }
    if let style = settings.style?.name {
      let source = HeaderSource(style)
      if case .file(let path) = source, HeaderSource.isPath(path) {
        return .file(scenePath(path))
      }
      return source
    }
    return .named(try standardHeader())
  }

  /// Returns the first built-in header with the requested variant, else mimic.
  private func standardHeader() throws(HeaderKitError) -> String {
    let standard = "mimic"
    guard let variant = request.variant else { return standard }
    for header in BuiltInHeader.all {
      let document = try HeaderKitError.parsing(header.document())
      if document.variants.contains(where: { $0.name == variant }) { return header.name }
    }
    return standard
  }

  private func selectedHeader() throws(HeaderKitError) -> ResolvedHeader {
    let source = try source()
    var header: ResolvedHeader
    switch source {
    case .document(let document): header = ResolvedHeader(document: document)
    case .file(let path): header = ResolvedHeader(document: try document(at: path), file: path)
    case .named(let name):
      guard let builtIn = BuiltInHeader(name) else { throw try unknown(name) }
      header = ResolvedHeader(
        document: try HeaderKitError.parsing(builtIn.document()), isBuiltIn: true)
    }
    if let variant = request.variant ?? sceneVariant?.name {
      guard let document = try HeaderKitError.parsing(header.document.variant(variant)) else {
        throw noVariant(variant, header)
      }
      header.document = document
    }
    return header
  }

  /// The scene document's variant. `nil` if the request names another style, which has variants of
  /// its own.
  private var sceneVariant: SceneSettings.Named? {
    guard let requested = request.style, let own = settings.style else { return settings.variant }
    return requested.text == own.name ? settings.variant : nil
  }

  private func noVariant(_ variant: String, _ header: ResolvedHeader) -> HeaderKitError {
    let known = header.document.variants.map(\.name)
    let list = known.joined(separator: ", ")
    if request.variant == nil, let json = sceneVariant?.json {
      let reason =
        known.isEmpty
        ? "belongs to another header; remove it"
        : "is not a variant of \(header.subject); it has \(list)"
      return HeaderKitError(json.error("\(json.literal) \(reason)"))
    }
    let reason: MessageText =
      known.isEmpty
      ? "\(variant) belongs to another header"
      : "\(variant): \(header.subject) has no such variant; it has \(list)"
    return HeaderKitError(
      .usage, subject: .option(.variant), reason: reason,
      remedy: known.isEmpty ? "remove it" : "")
  }

  private func document(at path: String) throws(HeaderKitError) -> HeaderDocument {
    guard HeaderSource.isPath(path) else { throw try unknown(path) }
    if let shared { return try shared.header(path) }
    return try HeaderDocument.load(path, limits: request.limits)
  }

  private func unknown(_ name: String) throws(HeaderKitError) -> HeaderKitError {
    if let json = settings.style?.json, request.style == nil {
      return HeaderKitError(try HeaderKitError.parsing(json.unknownHeader()))
    }
    if let (header, variant) = try HeaderKitError.parsing(BuiltInHeader.variant(calledAs: name)) {
      return HeaderKitError(
        .usage, subject: .option(.style), reason: "\(name) is not known",
        remedy: "write \(option: .style) \(header) \(option: .variant) \(variant)")
    }
    let known = BuiltInHeader.all.map(\.name)
    let nearest = NearestName(to: name, among: known)
    let other = nearest.suggestion == nil ? ", or the path of a header document" : ""
    return HeaderKitError(
      .usage, subject: .option(.style), reason: "\(name) is not known",
      remedy: MessageText(nearest.remedy + other))
  }

  /// Describes an invalid constant for a message.
  private func describe(_ error: DocumentSettingError, _ subject: String) -> String {
    guard case .unknown(_, let name, _) = error else { return "\(error)" }
    return "\(name): \(subject) has no such constant"
  }
}

extension HeaderDocument {
  /// Reads a header document; `-` is standard input. Its image paths are relative to the current
  /// folder, unlike those of `HeaderSource.file`, which are relative to the document.
  ///
  /// - Throws: `.noInput` if the file cannot be read; `.badData` if it is invalid.
  public static func load(
    _ path: String, limits: RenderLimits = RenderLimits()
  ) throws(HeaderKitError) -> HeaderDocument {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    return try HeaderKitError.parsing(HeaderDocument.parse(bytes, file: InputFile.subject(path)))
  }
}
