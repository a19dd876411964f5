import PortableMath
import StrictJSON

package enum LayerType: String, CaseIterable, Hashable, Sendable {
  case group, rectangle, image, text, icon, activityIndicator, list
  case statusBar, homeIndicator, scrollIndicator, touch

  var sentence: String {
    switch self {
    case .group: "What is in it, and no more."
    case .rectangle: "A filled rectangle."
    case .image: "A picture that the user brings or the document names."
    case .text: "A declared text."
    case .icon: "A shape of one colour."
    case .activityIndicator: "The system's spinner: turning, or as far as the content is pulled."
    case .list: "Rows one after the other; only those on the screen are evaluated."
    case .statusBar: "The system's status bar."
    case .homeIndicator: "The bar at the bottom of screens without a home button."
    case .scrollIndicator: "The bar at the right that shows where in the content the screen is."
    case .touch: "The finger of the curve."
    }
  }

  /// What the picture of the guide shows: a layer of a group of 240 x 80 points.
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

  /// The system's own, drawn at the device's places.
  var isChrome: Bool { [.statusBar, .homeIndicator, .scrollIndicator, .touch].contains(self) }
}

/// The places of the screen chrome, in points.
package enum ChromePlace {
  /// Centred, 13 points above the bottom.
  package static let homeIndicatorWidth = 153.0
  package static let homeIndicatorHeight = 5.0
  package static let homeIndicatorBottom = 13.0
  package static let scrollIndicatorWidth = 3.0
  /// From the screen's right edge: a device pixel of 3x less than 5.5, by contacts' recording.
  package static let scrollIndicatorRight = 5.5 - 1.0 / 3
}

/// A layer as the document has it: the places of its expressions. What it leaves out has its default.
struct LayerDefinition: Sendable {
  let id: String
  /// Its place among all layers.
  let index: Int
  let type: LayerType
  let place: JSONValue
  /// nil: on the screen itself.
  let parent: Int?
  /// The lists in whose rows it stands, from the outermost.
  let lists: [Int]
  var children: [Int] = []
  /// By the properties, -1 where none is given; width and height always are.
  private var cells = [Int32](repeating: -1, count: LayerProperty.allCases.count)
  /// What is known without an expression.
  var settled: [(property: LayerProperty, value: Double)] = []
  var groups: [PropertyGroup] = []
  var content = ContentDefinition.plain
  /// The stops of the gradient that shows it.
  var mask: [(position: CellID, color: CellID)]?
  /// Whether it follows from the time, so that frames go on while it is to be seen.
  var usesTime = false

  init(id: String, index: Int, type: LayerType, place: JSONValue, in around: LayerDefinition?) {
    (self.id, self.index, self.type, self.place) = (id, index, type, place)
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

  var context: CellContext { CellContext(role: .layer(parent: parent), lists: lists) }

  var given: [(property: LayerProperty, cell: CellID)] {
    LayerProperty.allCases.compactMap { property in self[property].map { (property, $0) } }
  }

  /// What the layer's expressions are then laid over.
  func values(isDark: Bool, scale: Int) -> (look: LayerValues, own: LayerValues) {
    var look = LayerValues.look
    var own = LayerValues.own(type, isDark: isDark)
    for (property, value) in settled(isDark: isDark, scale: scale) {
      look[property] = value
      own[property] = value
    }
    return (look, own)
  }

  func settled(_ property: LayerProperty) -> Double? {
    settled.first { $0.property == property }?.value
  }

  /// What is settled, and the defaults of the objects that are given.
  func settled(isDark: Bool, scale: Int) -> [(property: LayerProperty, value: Double)] {
    groups.flatMap(\.properties).filter { settled($0) == nil }.map { property in
      let row = property.row
      return (property, row.standard.value(row, of: type, isDark: isDark, scale: scale))
    } + settled
  }
}

/// A layer that is done with, shared: handing it over copies nothing.
final class CompiledLayer: Sendable {
  let definition: LayerDefinition
  /// The expressions of what is drawn, each with what its value is kept within.
  let shown: [ShownCell]
  let hasTransform: Bool

  typealias ShownCell = (property: LayerProperty, cell: CellID, limits: ClosedRange<Double>)

  init(_ definition: LayerDefinition) {
    self.definition = definition
    hasTransform = definition.groups.contains(.transform)
    shown = definition.given.filter { $0.property >= .firstShown }
      .map { ($0.property, $0.cell, $0.property.row.limits) }
  }
}

/// What no row of the table can say of a layer's content.
enum ContentDefinition: Sendable {
  case plain
  case gradient([(position: CellID, color: CellID)])
  case image(DeclaredNames)
  case text(TextDefinition)
  /// The shape, unless it is chosen from `HeaderIcon.names`.
  case icon(IconShape, chosen: DeclaredNames?)
  case list(ListDefinition)

  /// Among how many names it chooses.
  var choiceCount: Int {
    switch self {
    case .image(let names), .icon(_, chosen: let names?): names.choiceCount
    case .text(let text): text.names.choiceCount
    default: 0
    }
  }
}

/// Names of texts, images or icons by their places: one, one of each row, or those of a choice.
struct DeclaredNames: Sendable {
  var places: [Int]
  var chosen: CellID?

  var choiceCount: Int { chosen == nil ? 0 : places.count }
}

struct TextDefinition: Sendable {
  var names: DeclaredNames
  /// The place of its font among the document's; nil: the scene's.
  var font: Int?
  /// The typeset size, from its names `width` and `height`.
  var typesetWidth: CellID = 0
  var typesetHeight: CellID = 0
  /// As set where nothing follows from an expression.
  var values = LayerValues.own(.text)
}

struct ListDefinition: Sendable {
  var count: CellID
  /// Length of a row, or the distance from row to row.
  var rowLength: CellID
  var length: CellID
  var isHorizontal: Bool
  /// The expressions that are evaluated anew for each row.
  var rowCells: Range<CellID>
  var fitsRows = false
  var isUniform = true
}

/// An entry of `texts`: what each row shows, over and over; one for a text alone.
struct DeclaredText: Sendable {
  var name: String
  var rows: [[DeclaredRun]]
}

struct DeclaredRun: Sendable {
  var text: String
  /// 100...900; nil: the layer's.
  var weight: Double?
  /// nil: the layer's.
  var color: CellID?
}

/// An entry of `colors`: what each row shows, over and over; one for a colour alone.
struct DeclaredColor: Sendable {
  struct Row: Sendable {
    var light: DocumentColor
    var dark: DocumentColor
    /// In true black where that is not the dark one.
    var black: DocumentColor?
    /// The place of the colour whose setting is taken over where this one is not set.
    var follows: Int?
  }

  var name: String
  var rows: [Row]
}

/// `banner`, `avatar` or an entry of `images`.
struct DeclaredImage: Sendable {
  var name: String
  /// What each row shows, over and over; empty for banner and avatar.
  var paths: [String]
}

struct DeclaredMemory: Sendable {
  var name: String
  var launch: CellID
  var isBoolean = false
  var transition: Transition?
}

/// How a remembered number travels to its target.
struct Transition: Hashable, Sendable {
  /// Seconds a transition may last.
  static let durations = 0.0...3600

  var duration: CellID
  var easing: Easing
}

/// `when` (nil: always) and what is assigned then.
struct Rule: Sendable {
  var when: CellID?
  /// Places in the memory, and behind it in the inputs.
  var assignments: [(memory: Int, value: CellID)]
  var transition: Transition?

  /// The expression that messages name it by.
  var place: CellID? { when ?? assignments.first?.value }
}

/// A name and when (nil: always) it is meant: of phases, and of words that a trace tells.
struct NamedCondition: Sendable {
  var name: String
  var when: CellID?
}
