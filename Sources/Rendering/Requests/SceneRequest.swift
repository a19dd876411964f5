public import FileAccess
public import HeaderModel
public import HeaderScene
public import Raster

/// A request for a header on a screen. A value that is `nil` or empty is taken from the scene
/// document, else from the style.
public struct SceneRequest: Sendable {
  /// The header. If the scene document has none either, mimic is drawn.
  public var style: HeaderSource?
  /// The name of one of the header's variants. Without a style, the first built-in header with this
  /// variant is drawn. `nil` uses the header's default variant.
  public var variant: String?
  /// The name of a known device, or a screen of your own such as `390x844@3`.
  public var device: String?
  /// A screen of your own. Replaces `device`.
  public var screen: Device?
  /// The appearance.
  public var theme: SceneTheme?
  /// Pixels per point of the output, in 0.25...4. `nil` uses the screen's own scale factor. Layouts
  /// are rounded to the screen's own pixels at every scale.
  public var scale: Double?
  /// The part of the screen that is shown, and its size. Ignored for sheets, which show the whole
  /// screen.
  public var framing = SceneFraming()
  /// Texts of the header by name. Override those of the scene document.
  public var texts: [(key: String, value: String)] = []
  /// Colors of the header by name. Override those of the scene document.
  public var colors: [(key: String, value: DocumentColor)] = []
  /// Constants of the header by name, set in this order. Override those of the scene document.
  public var constants: [(key: String, value: Double)] = []
  /// Initial inputs of the header by name. Override those of the scene document.
  public var inputs: [(key: String, value: InputValue)] = []
  /// The path of a scene document; `-` is standard input.
  public var scene: String?
  /// A scene document in memory. Replaces `scene`. Its paths are relative to the current folder.
  public var sceneData: [UInt8]?
  /// The banner picture.
  public var banner: PictureSource?
  /// The avatar picture.
  public var avatar: PictureSource?
  /// The folder whose fonts, including those of subfolders, replace the installed ones, so that
  /// texts look the same on every machine. `nil` uses the installed fonts.
  public var fontFolder: String?
  /// Whether a text with characters that no font contains is an error instead of a warning.
  public var strictText = false
  /// Whether a text drawn with an installed font is an error. Allowed are the pinned fonts, those
  /// of `fontFolder`, and the header's own font files.
  public var strictFonts = false
  /// The limits of inputs, frames and memory.
  public var limits = RenderLimits()

  /// Creates a request for the demo's header, mimic.
  public init() {}

  /// A request for x-profile on a current phone, the default of the commands for newcomers.
  package static var current: SceneRequest {
    var request = SceneRequest()
    request.applyCurrentDefaults()
    return request
  }

  /// Sets the style and device of `current`, unless the request already names a header.
  package mutating func applyCurrentDefaults() {
    guard !hasHeader, variant == nil else { return }
    style = .named("x-profile")
    if screen == nil { device = device ?? "iphone-17" }
  }

  package var hasHeader: Bool { style != nil || scene != nil || sceneData != nil }
}

/// The source of a banner or an avatar.
public enum PictureSource: Sendable {
  /// The picture of the demo.
  case builtIn
  /// The path of a PNG, JPEG, GIF or WebP, recognized by its content. Only the first frame is used.
  /// `-` is standard input.
  case file(String)
  /// A picture in memory.
  case pixmap(Pixmap)
}

/// The source of a header.
public enum HeaderSource: Sendable {
  /// The name of a built-in header.
  case named(String)
  /// The path of a header document; `-` is standard input.
  case file(String)
  /// A header in memory. Its image paths are relative to the current folder.
  case document(HeaderDocument)

  /// Creates a source from the text of an option: the name of a built-in header, else the path of a
  /// document.
  public init(_ text: String) {
    self = BuiltInHeader(text) == nil ? .file(text) : .named(text)
  }

  /// The text of the option. `nil` for a document in memory.
  package var text: String? {
    switch self {
    case .named(let name): name
    case .file(let path): path
    case .document: nil
    }
  }

  /// Returns whether a text that is not the name of a built-in header can be a path: it contains a
  /// slash or a dot, or is `-`. Any other text is a misspelled name.
  package static func isPath(_ text: String) -> Bool {
    text == "-" || text.contains("/") || text.contains(".")
  }

  package var file: String? { if case .file(let path) = self { path } else { nil } }
}
