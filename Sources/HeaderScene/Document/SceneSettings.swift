public import HeaderModel
package import Raster
public import StrictJSON

/// What a scene document says: everything is optional, what is missing is the style's own.
public struct SceneSettings: Sendable {
  /// The scroll system.
  public var style: HeaderStyle?
  /// A revision or arrangement of it.
  public var variant: HeaderVariant?
  /// A known device's name, with its place for messages.
  public var device: Named?
  /// The appearance.
  public var theme: SceneTheme?
  /// Font family of every text.
  public var font: String?
  /// Paths, relative to the document's folder.
  public var banner: String?
  /// As `banner`.
  public var avatar: String?
  /// Style constants in the order of the document.
  public var constants: [Constant] = []
  /// Changes to the style's own texts, colours and furniture.
  package var texts: [(path: any WritableKeyPath<SceneTexts, String> & Sendable, text: String)] = []
  package var segments: [String]?
  package var colors: [(path: any WritableKeyPath<ScenePalette, Color> & Sendable, color: Color)] =
    []
  package var switches: [(path: any WritableKeyPath<SceneFurniture, Bool> & Sendable, isOn: Bool)] =
    []
  package var pointer: SceneFurniture.ScreenPoint?
  package var pressedRow: Int?

  /// A name and the value that holds it.
  public struct Named: Sendable {
    /// As written.
    public let name: String
    /// Where it stands.
    public let place: JSONValue
  }

  /// A style constant that the document sets.
  public struct Constant: Sendable {
    /// The constant's name.
    public let key: String
    /// Its new value.
    public let value: Double
    /// Where it stands.
    public let place: JSONValue
  }

  /// Nothing said.
  public init() {}

  /// The document that these settings make of a style's own.
  package func document(style: HeaderStyle, theme: SceneTheme?) -> SceneDocument {
    var document = SceneDocument.standard(style, theme: theme ?? self.theme)
    document.font = font
    for (path, text) in texts { document.texts[keyPath: path] = text }
    if let segments { document.texts.segments = segments }
    for (path, color) in colors { document.palette[keyPath: path] = color }
    for (path, isOn) in switches { document.furniture[keyPath: path] = isOn }
    if let pointer { document.furniture.pointer = pointer }
    if let pressedRow { document.furniture.pressedRow = pressedRow }
    return document
  }
}
