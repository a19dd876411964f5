import PortableMath
import StrictJSON

/// The type of a layer. The raw values are the names in documents.
package enum LayerType: String, CaseIterable, Hashable, Sendable {
  case group, rectangle, image, text, icon, activityIndicator, list
  case statusBar, homeIndicator, scrollIndicator, touch

  var sentence: String {
    switch self {
    case .group: "A container for other layers."
    case .rectangle: "A filled rectangle."
    case .image: "The banner, the avatar or a declared image."
    case .text: "A declared text."
    case .icon: "A shape of one color."
    case .activityIndicator:
      "The system's spinner, rotating or growing while the content is pulled."
    case .list: "Repeated rows; only visible rows are evaluated."
    case .statusBar: "The system's status bar."
    case .homeIndicator: "The bar at the bottom of screens without a home button."
    case .scrollIndicator: "The scroll bar at the right edge."
    case .touch: "The finger of the curve."
    }
  }

  /// The JSON of an example layer for the guide, shown in a group of 240 x 80 points. `nil` for
  /// system elements.
  var example: String? {
    switch self {
    case .group:
      #"{ "type": "group", "x": 16, "y": 16, "height": 48, "layout": "row", "gap": 8, "layers": [ "#
        + #"{ "type": "rectangle", "width": 48, "fill": "tomato" }, "#
        + #"{ "type": "rectangle", "width": 96, "fill": "gold" } ] }"#
    case .rectangle:
      #"{ "type": "rectangle", "x": 16, "y": 16, "width": 208, "height": 48, "cornerRadius": 12, "#
        + #""fill": { "gradient": [[0, "tomato"], [1, "gold"]], "angle": 90 } }"#
    case .image:
      #"{ "type": "image", "image": "avatar", "x": 88, "y": 8, "width": 64, "height": 64, "#
        + #""cornerRadius": 32, "border": { "width": 3, "color": "tomato" } }"#
    case .text:
      #"{ "type": "text", "text": "title", "width": "parent.width", "height": "parent.height", "#
        + #""pointSize": 24, "weight": "semibold", "alignment": "center" }"#
    case .icon:
      #"{ "type": "icon", "icon": "heart", "x": 96, "y": 16, "width": 48, "height": 48, "#
        + #""fill": "gold", "stroke": "tomato", "lineWidth": 2 }"#
    case .activityIndicator:
      #"{ "type": "activityIndicator", "x": 104, "y": 24, "width": 32, "height": 32, "#
        + #""progress": 0.75 }"#
    case .list:
      #"{ "type": "list", "count": 3, "rowHeight": 26, "separator": { "color": "silver" }, "#
        + #""layers": [ { "type": "text", "text": "row", "x": 16, "height": "parent.height" } ] }"#
    case .statusBar, .homeIndicator, .scrollIndicator, .touch: nil
    }
  }

  /// Whether the layer is a system element, which the device places.
  var isChrome: Bool { [.statusBar, .homeIndicator, .scrollIndicator, .touch].contains(self) }
}

/// The sizes and positions of system elements, in points.
package enum ChromeMetrics {
  /// The home indicator is centered horizontally.
  package static let homeIndicatorWidth = 153.0
  package static let homeIndicatorHeight = 5.0
  /// The distance from the screen's bottom edge to the indicator's top edge.
  package static let homeIndicatorBottom = 13.0
  package static let scrollIndicatorWidth = 3.0
  /// The distance from the screen's right edge to the indicator's left edge: 5.5 points minus one
  /// device pixel at scale 3, measured in the recording of `contacts`.
  package static let scrollIndicatorRight = 5.5 - 1.0 / 3
}

/// The definition of a layer: the expressions that the document gives for its properties. Other
/// properties have their defaults.
struct LayerDefinition: Sendable {
  let id: String
  /// The index among all layers of the document.
  let index: Int
  let type: LayerType
  /// The JSON value that the layer was read from, for messages.
  let json: JSONValue
  /// The index of the parent layer. `nil` for a layer directly on the screen.
  let parent: Int?
  /// The indices of the enclosing lists, outermost first. Empty outside of list rows.
  let lists: [Int]
  /// The index of the copy, for a layer with `repeat` and all layers in it. `nil` for other layers.
  let copy: Int?
  var children: [Int] = []
  /// The expression of each property, or -1 if the document gives none. Width and height always
  /// have one.
  private var cells = [Int32](repeating: -1, count: LayerProperty.allCases.count)
  /// The properties whose values are known when the document is read.
  var settled: [(property: LayerProperty, value: Double)] = []
  var groups: [PropertyGroup] = []
  var content = ContentDefinition.plain
  /// The stops of the mask gradient, or `nil` without a mask.
  var mask: [(position: CellID, color: CellID)]?
  /// Whether the layer depends on the time, so that its frames are rendered even without events.
  var usesTime = false

  init(
    id: String, index: Int, type: LayerType, json: JSONValue, in around: LayerDefinition?,
    copy: Int? = nil
  ) {
    self.copy = copy ?? around?.copy
    self.id = id
    self.index = index
    self.type = type
    self.json = json
    parent = around?.index
    lists = around.map { $0.lists + ($0.type == .list ? [$0.index] : []) } ?? []
  }

  subscript(property: LayerProperty) -> CellID? {
    get {
      let cell = cells[property.rawValue]
      return cell < 0 ? nil : CellID(cell)
    }
    set { cells[property.rawValue] = newValue.map { Int32($0) } ?? -1 }
  }

  var width: CellID { self[.width] ?? 0 }
  var height: CellID { self[.height] ?? 0 }

  /// Whether a text always has one line.
  func isOneLine(_ text: TextDefinition) -> Bool {
    self[.lines] == nil && text.values[.lines] == 1
  }

  var context: CellContext { CellContext(role: .layer(parent: parent), lists: lists, copy: copy) }

  var assignedProperties: [(property: LayerProperty, cell: CellID)] {
    LayerProperty.allCases.compactMap { property in self[property].map { (property, $0) } }
  }

  /// Whether the document gives the layer a property that needs `LayerTilt`.
  var canTilt: Bool { LayerProperty.tilts.contains { self[$0] != nil } }

  /// Returns the values before expressions are evaluated: defaults and constant properties.
  /// - Parameter scale: Device pixels per point.
  func values(isDark: Bool, scale: Double) -> (common: LayerValues, byType: LayerValues) {
    var common = LayerValues.commonDefaults
    var byType = LayerValues.typeDefaults(type, isDark: isDark)
    for (property, value) in settled(isDark: isDark, scale: scale) {
      common[property] = value
      byType[property] = value
    }
    return (common, byType)
  }

  func settled(_ property: LayerProperty) -> Double? {
    settled.first { $0.property == property }?.value
  }

  /// Returns the constant properties, preceded by the defaults of the property groups that the
  /// document gives.
  func settled(isDark: Bool, scale: Double) -> [(property: LayerProperty, value: Double)] {
    groups.flatMap(\.properties).filter { settled($0) == nil }.map { property in
      let row = property.row
      return (property, row.standard.value(row, of: type, isDark: isDark, scale: scale))
    } + settled
  }
}

/// A compiled layer. A class, so that passing it copies nothing.
final class CompiledLayer: Sendable {
  let definition: LayerDefinition
  /// The expressions of the properties that are drawn, with the limits that their values are
  /// clamped to.
  let valueCells: [ValueCell]
  /// Whether the document gives the layer a `transform` object.
  let hasTransform: Bool
  /// `LayerDefinition.canTilt`.
  let canTilt: Bool

  typealias ValueCell = (property: LayerProperty, cell: CellID, limits: ClosedRange<Double>)

  init(_ definition: LayerDefinition) {
    self.definition = definition
    hasTransform = definition.groups.contains(.transform)
    canTilt = definition.canTilt
    valueCells = definition.assignedProperties.filter { $0.property >= .firstAfterGeometry }
      .map { ($0.property, $0.cell, $0.property.row.limits) }
  }
}

/// The content of a layer, as far as the table of layer properties does not cover it.
enum ContentDefinition: Sendable {
  /// Content that the layer's type and properties define completely.
  case plain
  /// The stops of a rectangle's gradient.
  case gradient([(position: CellID, color: CellID)])
  case image(DeclaredNames)
  case text(TextDefinition)
  /// A fixed shape, or a choice among `HeaderIcon.names`.
  case icon(IconShape, chosen: DeclaredNames?)
  case list(ListDefinition)

  /// The number of names to choose from, or 0 if the content is not a choice.
  var choiceCount: Int {
    switch self {
    case .image(let names), .icon(_, chosen: let names?): names.choiceCount
    case .text(let text): text.names.choiceCount
    default: 0
    }
  }
}

/// References to declared texts, images or icons, by index: a single one, one per row, or the
/// alternatives of a choice.
struct DeclaredNames: Sendable {
  var indices: [Int]
  /// The expression that selects an alternative. `nil` without a choice.
  var chosen: CellID?
  /// The row in a copy of a layer, which replaces that of a list. `nil` outside of copies.
  var copy: Int?

  var choiceCount: Int { chosen == nil ? 0 : indices.count }
}

/// The content of a text layer in a document.
struct TextDefinition: Sendable {
  var names: DeclaredNames
  /// The index of the font in the document. `nil` uses the scene's font.
  var font: Int?
  /// The expressions for the typeset width and height.
  var typesetWidth: CellID = 0
  var typesetHeight: CellID = 0
  /// The text's property values without those given by expressions.
  var values = LayerValues.typeDefaults(.text)
}

/// The content of a list layer in a document.
struct ListDefinition: Sendable {
  /// The number of rows.
  var count: CellID
  /// The length of a row or the distance between rows, in points.
  var rowLength: CellID
  /// The total length of all rows, in points.
  var length: CellID
  var isHorizontal: Bool
  /// The expressions that are evaluated for each row.
  var rowCells: Range<CellID>
  /// Whether the length of a row follows from its layers (`"rowHeight": "auto"`).
  var fitsRows = false
  /// Whether all rows have the same length.
  var isUniform = true
}

/// An entry of `texts`. Each row has an array of runs; the rows repeat. A text without rows has
/// one.
struct DeclaredText: Sendable {
  var name: String
  var rows: [[DeclaredRun]]
}

/// A part of a text with its own weight and color.
struct DeclaredRun: Sendable {
  var text: String
  /// The font weight in 100...900. `nil` uses the layer's.
  var weight: Double?
  /// `nil` uses the layer's color.
  var color: CellID?
}

/// An entry of `colors`. The rows repeat. A color without rows has one.
struct DeclaredColor: Sendable {
  /// The variants of a color for one row of a list.
  struct Row: Sendable {
    var light: DocumentColor
    var dark: DocumentColor
    /// The color in the true black theme. `nil` uses the dark color.
    var black: DocumentColor?
    /// The index of the color whose set value this color uses unless it is set itself. `nil` if it
    /// follows none.
    var follows: Int?
  }

  var name: String
  var rows: [Row]
}

/// A picture: `banner`, `avatar` or an entry of `images`.
struct DeclaredImage: Sendable {
  var name: String
  /// The path for each row; they repeat. Empty for `banner` and `avatar`.
  var paths: [String]
}
