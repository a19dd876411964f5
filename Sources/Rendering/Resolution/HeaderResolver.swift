public import FileAccess
public import HeaderModel
import HeaderScene
import StrictJSON
import Synchronization

/// A header as a request and its scene document want it: chosen, with its constants, texts, colours
/// and images set.
package struct ResolvedHeader: Sendable {
  package var document: HeaderDocument
  /// Which of the four historical headers it is; nil: none of them.
  package let historical: (style: HeaderStyle, variant: HeaderVariant)?
  /// The file it was read from.
  package let file: String?
  /// Paths of images that the scene document set, which are not beside the header's file.
  fileprivate(set) var scenePaths: Set<String> = []
  /// Key paths of the scene document's texts and colours that the header does not draw.
  fileprivate(set) var unusedKeys: [String] = []

  /// The files of the images that the document names, by the images' names.
  package var imageFiles: [String] {
    let paths = document.imagePathsByName.sorted { $0.key < $1.key }.flatMap(\.value)
    return paths.map(place(ofImage:))
  }

  /// Where the image lies that the document knows by `path`.
  func place(ofImage path: String) -> String {
    guard !scenePaths.contains(path), let file, file != "-", !path.hasPrefix("/"),
      let slash = file.lastIndex(of: "/")
    else {
      return path
    }
    return file[...slash] + path
  }
}

/// Finds the header of a request.
struct HeaderResolver {
  let request: SceneRequest
  let settings: SceneSettings
  let shared: SharedInputs?
  /// The file that the scene document means by a path.
  let besideScene: (String) -> String

  func resolve() throws(HeaderKitError) -> ResolvedHeader {
    var header = try chosen()
    do {
      header.unusedKeys = try settings.apply(to: &header.document)
    } catch {
      throw HeaderKitError(error)
    }
    for image in settings.images {
      do {
        let path = besideScene(image.value)
        try header.document.set(image: image.key, to: path)
        header.scenePaths.insert(path)
      } catch {
        throw HeaderKitError(image.member.value.error("\(error)"))
      }
    }
    for constant in settings.constants {
      do {
        try header.document.set(constant: constant.key, to: constant.value)
      } catch {
        throw HeaderKitError(constant.member.value.error(words(error, header)))
      }
    }
    for (key, value) in request.constants {
      do {
        try header.document.set(constant: key, to: value)
      } catch {
        throw self.error(error, header)
      }
    }
    try setWords(of: &header)
    return header
  }

  /// The texts and colours of the request.
  private func setWords(of header: inout ResolvedHeader) throws(HeaderKitError) {
    for (key, text) in request.texts {
      do {
        try header.document.set(text: key, to: text)
      } catch {
        throw unset(error, .texts, key)
      }
    }
    for (key, color) in request.colors {
      do {
        try header.document.set(color: key, to: color)
      } catch {
        throw unset(error, .colors, key)
      }
    }
  }

  private func unset(
    _ error: DocumentSettingError, _ property: RequestProperty, _ key: String
  ) -> HeaderKitError {
    guard case .unknown(let kind, _, let known) = error else {
      return HeaderKitError(.usage, subject: .property(property), reason: MessageText("\(error)"))
    }
    return HeaderKitError(
      .usage, subject: .property(property), reason: "this header has no \(kind) \"\(key)\"",
      remedy: "it has \(known.joined(separator: ", ")), which a scene document sets")
  }

  private var source: HeaderSource {
    if let style = request.style { return style }
    if let style = settings.style?.name {
      let source = HeaderSource(style)
      if case .file(let path) = source, HeaderSource.isPath(path) {
        return .file(besideScene(path))
      }
      return source
    }
    return .builtIn(request.variant?.style ?? .mimic)
  }

  private func chosen() throws(HeaderKitError) -> ResolvedHeader {
    if case .builtIn(let style) = source {
      let variant = try variant(of: style)
      let document = try read { () throws(JSONError) in
        try HeaderDocument.builtIn(style, variant: variant)
      }
      return ResolvedHeader(document: document, historical: (style, variant), file: nil)
    }
    if let variant = request.variant {
      throw HeaderKitError(
        .usage, subject: .property(.variant), reason: "\(variant.rawValue) is of another header",
        remedy: "leave it out")
    }
    switch source {
    case .document(let document):
      return ResolvedHeader(document: document, historical: nil, file: nil)
    case .file(let path):
      return ResolvedHeader(document: try document(at: path), historical: nil, file: path)
    case .named(let name):
      guard let header = BuiltInHeader(name) else { throw unknown(name) }
      let document = try read { () throws(JSONError) in try header.document() }
      return ResolvedHeader(document: document, historical: nil, file: nil)
    case .builtIn(let style): throw unknown(style.rawValue)
    }
  }

  private func document(at path: String) throws(HeaderKitError) -> HeaderDocument {
    guard HeaderSource.isPath(path) else { throw unknown(path) }
    if let shared { return try shared.header(path) }
    return try HeaderDocument.load(path, limits: request.limits)
  }

  private func read<Value>(
    _ work: () throws(JSONError) -> Value
  ) throws(HeaderKitError) -> Value {
    do {
      return try work()
    } catch {
      throw HeaderKitError(error)
    }
  }

  private func unknown(_ name: String) -> HeaderKitError {
    let known = BuiltInHeader.all.map(\.name)
    let nearest = NearestName(to: name, among: known)
    let remedy =
      nearest.remedy
      + (nearest.suggestion == nil ? ", or the path of a header document" : "")
    if let place = settings.style?.place, request.style == nil {
      return HeaderKitError(place.error("\(place.literal) is not known; \(remedy)"))
    }
    return HeaderKitError(
      .usage, subject: .property(.style), reason: "\(name) is not known",
      remedy: MessageText(remedy))
  }

  /// The variant asked for. A scene document's belongs to the document's style; another style has
  /// its own default.
  private func variant(of style: HeaderStyle) throws(HeaderKitError) -> HeaderVariant {
    let ofScene =
      settings.style == nil || settings.style?.name == style.rawValue ? settings.variant : nil
    let variant = request.variant ?? ofScene ?? style.defaultVariant
    guard style.variants.contains(variant) else {
      throw HeaderKitError(
        .usage, subject: request.variant == nil ? .file(request.scene ?? "") : .property(.variant),
        reason: "\(variant.rawValue): style \(style.rawValue) has no such variant; it has "
          + "\(style.variants.map(\.rawValue).joined(separator: ", "))")
    }
    return variant
  }

  // MARK: - Constants that cannot be set

  /// Without the remedy.
  private func words(_ error: DocumentSettingError, _ header: ResolvedHeader) -> String {
    guard case .unknown(_, let name, _) = error else { return "\(error)" }
    let owner = header.historical.map { "style \($0.style.rawValue)" } ?? "the document"
    return "\(name): \(owner) has no such constant"
  }

  private func error(_ error: DocumentSettingError, _ header: ResolvedHeader) -> HeaderKitError {
    var remedy = ""
    if case .unknown(_, let name, let known) = error {
      remedy = NearestName(to: name, among: known).remedy
    }
    return HeaderKitError(
      .usage, subject: .property(.constants), reason: MessageText(words(error, header)),
      remedy: MessageText(remedy))
  }
}

extension HeaderDocument {
  /// Reads the document in a file; `-` is standard input. Its images are looked for in the current
  /// folder; `HeaderSource.file` looks for them beside the document.
  public static func load(
    _ path: String, limits: RenderLimits = RenderLimits()
  ) throws(HeaderKitError) -> HeaderDocument {
    let bytes = try InputFile.read(path, limit: limits.inputBytes)
    do {
      return try HeaderDocument.parse(bytes, file: InputFile.subject(path))
    } catch {
      throw HeaderKitError(error)
    }
  }
}

extension HeaderVariant {
  /// The style that has the variant.
  fileprivate var style: HeaderStyle? {
    HeaderStyle.allCases.first { $0.variants.contains(self) }
  }
}

/// Measures texts in the installed fonts, which are looked for when the first text is measured: a
/// header that asks for no text needs none.
package final class LazyTextMeasurer: TextMeasuring {
  private enum State {
    case unused
    case ready(SceneTextMeasurer)
    case failed(HeaderKitError)
  }

  private let font: String?
  private let fontFolder: String?
  private let state = Mutex(State.unused)

  /// - Parameters:
  ///   - font: the scene's family; nil: the look of the originals' system font.
  ///   - fontFolder: where the only fonts lie; nil: the installed ones.
  package init(font: String?, fontFolder: String?) {
    self.font = font
    self.fontFolder = fontFolder
  }

  /// Nothing where no font is installed; see `check`.
  package func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
    guard let measurer = measurer() else { return PointSize(width: 0, height: 0) }
    return measurer.size(of: text, maximumWidth: maximumWidth)
  }

  private func measurer() -> SceneTextMeasurer? {
    state.withLock { state in
      if case .unused = state {
        do throws(HeaderKitError) {
          let fonts = try SceneFonts.installed(folder: fontFolder)
          state = .ready(SceneTextMeasurer(fonts: fonts, font: font))
        } catch {
          state = .failed(error)
        }
      }
      if case .ready(let measurer) = state { return measurer }
      return nil
    }
  }

  /// Throws `.noInput` where a text was measured and no font is installed.
  package func check() throws(HeaderKitError) {
    let failure: HeaderKitError? = state.withLock { state in
      if case .failed(let error) = state { error } else { nil }
    }
    if let failure { throw failure }
  }
}
