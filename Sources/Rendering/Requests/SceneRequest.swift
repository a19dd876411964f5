public import FileAccess
public import HeaderModel
public import HeaderScene
public import Raster

/// Which header is to be drawn on which screen: what a user says; what is nil or empty is taken from
/// the scene document, then from the style.
public struct SceneRequest: Sendable {
  /// The header; nil everywhere: mimic.
  public var style: HeaderSource?
  /// One of the header's variants, by its name; without a style, the first built-in header that has
  /// it. Nil: the header's own.
  public var variant: String?
  /// The name of a known device, or a screen of one's own as `390x844@3`.
  public var device: String?
  /// A screen of one's own, in the place of `device`.
  public var screen: Device?
  /// The appearance.
  public var theme: SceneTheme?
  /// Pixels per point of the output, 0.25...4; nil: the screen's own. Layouts follow the screen's own
  /// pixels at every scale.
  public var scale: Double?
  /// Which part of the screen is shown, how large, and what surrounds it; sheets show the screen.
  public var framing = SceneFraming()
  /// Texts of the header by name, set after those of the scene document.
  public var texts: [(key: String, value: String)] = []
  /// Colours of the header by name, set after those of the scene document.
  public var colors: [(key: String, value: DocumentColor)] = []
  /// Constants of the header by name, set in this order after those of the scene document.
  public var constants: [(key: String, value: Double)] = []
  /// Inputs of the header by name, set after those of the scene document.
  public var inputs: [(key: String, value: InputValue)] = []
  /// A scene document; `-` is standard input.
  public var scene: String?
  /// A scene document in memory, in the place of `scene`; its paths count from the current folder.
  public var sceneData: [UInt8]?
  /// The picture behind the header.
  public var banner: PictureSource?
  /// The profile's picture.
  public var avatar: PictureSource?
  /// The only fonts that count lie in this folder and the folders in it, so that texts look the same
  /// on every machine; nil: the installed ones.
  public var fontFolder: String?
  /// Whether a text that the fonts cannot show in full is an error; else it is a warning.
  public var strictText = false
  /// Whether a text that an installed font draws is an error: only the pinned fonts, those of
  /// `fontFolder` and the header's own font files may draw.
  public var strictFonts = false
  /// What the render may cost.
  public var limits = RenderLimits()

  /// The demo's header, mimic.
  public init() {}

  /// x-profile on a phone of today: what one sees first of this program.
  package static var current: SceneRequest {
    var request = SceneRequest()
    request.beginWithCurrent()
    return request
  }

  /// The same in a request that says nothing of its header.
  package mutating func beginWithCurrent() {
    guard !namesHeader, variant == nil else { return }
    style = .named("x-profile")
    if screen == nil { device = device ?? "iphone-17" }
  }

  package var namesHeader: Bool { style != nil || scene != nil || sceneData != nil }
}

/// Where a banner or an avatar comes from.
public enum PictureSource: Sendable {
  /// The demo's own.
  case builtIn
  /// PNG, JPEG or the first frame of a GIF or WebP, recognised by content; `-` is standard input.
  case file(String)
  case pixmap(Pixmap)
}

/// Which header is drawn.
public enum HeaderSource: Sendable {
  /// A header that is part of the program, by its name.
  case named(String)
  /// A header document; `-` is standard input.
  case file(String)
  /// A header in memory; its images are looked for in the current folder.
  case document(HeaderDocument)

  /// As a user names it: a built-in header, else the path of a document.
  public init(_ text: String) {
    self = BuiltInHeader(text) == nil ? .file(text) : .named(text)
  }

  /// As a user names it; nil for a document in memory.
  package var text: String? {
    switch self {
    case .named(let name): name
    case .file(let path): path
    case .document: nil
    }
  }

  /// Whether a name that is no built-in header's can only be a path: it has a slash or a point, or
  /// is `-`. Anything else is a name that is spelled wrongly.
  package static func isPath(_ text: String) -> Bool {
    text == "-" || text.contains("/") || text.contains(".")
  }

  package var file: String? { if case .file(let path) = self { path } else { nil } }
}
