import PortableMath
import StrictJSON

/// The types of layers, as documents call them.
enum LayerType: String, CaseIterable, Hashable, Sendable {
  case group, rectangle, image, text, icon, activityIndicator, list
  case statusBar, homeIndicator, scrollIndicator, touch

  /// The system's own, drawn at the device's places.
  var isChrome: Bool {
    switch self {
    case .statusBar, .homeIndicator, .scrollIndicator, .touch: true
    default: false
    }
  }
}

/// The places of the screen chrome, in points.
package enum ChromePlace {
  /// Centred, 13 points above the bottom.
  package static let homeIndicatorWidth = 153.0
  package static let homeIndicatorHeight = 5.0
  package static let homeIndicatorBottom = 13.0
  package static let scrollIndicatorWidth = 3.0
  /// From the screen's right edge to the indicator's left: a device pixel of 3x less than 5.5, by
  /// contacts' recording.
  package static let scrollIndicatorRight = 5.5 - 1.0 / 3
}

/// A layer as the document has it: the places of its expressions. What is nil has its default.
struct LayerDefinition: Sendable {
  var id: String
  var type: LayerType
  var place: JSONValue
  /// nil: on the screen itself.
  var parent: Int?
  var children: [Int] = []

  var x: CellID?
  var y: CellID?
  /// Given, or what it defaults to.
  var width: CellID = 0
  var height: CellID = 0
  var anchorX: CellID?
  var anchorY: CellID?
  var transform: TransformDefinition?
  var z: CellID?
  var visible: CellID?
  var opacity: CellID?
  var clip: CellID?
  var snap: CellID?
  /// None, one or four.
  var cornerRadii: [CellID] = []
  var border: BorderDefinition?
  var shadow: ShadowDefinition?
  var backdropFilter: BackdropDefinition?
  var content = ContentDefinition.group
  /// Whether it follows from the time, so that frames go on while it is to be seen.
  var usesTime = false
}

/// A layer that is done with, shared: handing it over copies nothing.
final class CompiledLayer: Sendable {
  let definition: LayerDefinition

  init(_ definition: LayerDefinition) { self.definition = definition }
}

struct TransformDefinition: Sendable {
  var scaleX: CellID?
  var scaleY: CellID?
  var rotate: CellID?
  var originX: CellID?
  var originY: CellID?
  var translateX: CellID?
  var translateY: CellID?
}

struct BorderDefinition: Sendable {
  var width: CellID
  var color: CellID?
}

struct ShadowDefinition: Sendable {
  var color: CellID?
  var radius: CellID?
  var x: CellID?
  var y: CellID?
}

struct BackdropDefinition: Sendable {
  var radius: CellID
  var saturation: CellID?
  var tint: CellID?
}

/// What is a layer's own by its type.
enum ContentDefinition: Sendable {
  case group
  case rectangle(FillDefinition)
  case image(ImageDefinition)
  case text(TextDefinition)
  case icon(IconShape, color: CellID?, lineWidth: CellID?)
  case activityIndicator(progress: CellID?, color: CellID?)
  case list(ListDefinition)
  case chrome(color: CellID?, look: StatusBarLook?)
}

enum FillDefinition: Sendable {
  case color(CellID?)
  case gradient([(position: CellID, color: CellID)], angle: CellID?)
}

struct ImageDefinition: Sendable {
  /// Places in the document's images; more than one: row by row.
  var images: [Int]
  var fit = ImageFit.cover
  var positionX: CellID?
  var positionY: CellID?
  var sampling = ImageSampling.area
  var tint: CellID?
  var blur: BlurDefinition?
}

enum BlurDefinition: Sendable {
  case gaussian(radius: CellID)
  case crossfade(radius: CellID, passes: CellID, amount: CellID)
  case ladder(step: CellID, steps: CellID, radius: CellID, saturation: CellID?, tint: CellID?)
}

struct TextDefinition: Sendable {
  /// Places in the document's texts; more than one: row by row.
  var texts: [Int]
  var pointSize: CellID?
  var weight = 400.0
  var color: CellID?
  var letterSpacing: CellID?
  var alignment = TextAlignment.left
  var verticalAlignment = TextVerticalAlignment.center
  /// Instead of `verticalAlignment`.
  var baseline: CellID?
  var lines = 1
  var lineHeight: CellID?
  /// The typeset size, from its names `width` and `height`.
  var typesetWidth: CellID = 0
  var typesetHeight: CellID = 0

  static let standardPointSize = 17.0
}

struct ListDefinition: Sendable {
  var count: CellID
  /// Length of a row, or the distance from row to row.
  var rowLength: CellID
  /// The sum of all rows.
  var length: CellID
  var isHorizontal: Bool
  var separator: SeparatorDefinition?
  /// The expressions that are evaluated anew for each row.
  var rowCells: Range<CellID>
  /// Whether all rows are alike.
  var isUniform = true
}

struct SeparatorDefinition: Sendable {
  var color: CellID?
  var inset: CellID?
  var width: CellID?
}

/// An entry of `texts`: what each row shows, over and over; one for a text alone.
struct DeclaredText: Sendable {
  var name: String
  var rows: [[DeclaredRun]]
}

struct DeclaredRun: Sendable {
  var text: String
  var weight: Double?
  var color: CellID?
}

/// An entry of `colors`: what each row shows, over and over; one for a colour alone.
struct DeclaredColor: Sendable {
  var name: String
  var light: [DocumentColor]
  var dark: [DocumentColor]
  /// In true black where that is not the dark one, row by row.
  var black: [DocumentColor?] = []
  /// The places of the colours whose settings are taken over where this one is not set, row by row.
  var follows: [Int?] = []
}

/// `banner`, `avatar` or an entry of `images`.
struct DeclaredImage: Sendable {
  var name: String
  /// What each row shows, over and over; empty for banner and avatar.
  var paths: [String]
}

/// An entry of `memory`.
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

  /// Seconds.
  var duration: CellID
  var easing: Easing
}

/// `when` (nil: always) and what is assigned then.
struct Rule: Sendable {
  var when: CellID?
  /// Places in the memory, and behind it in the inputs.
  var assignments: [(memory: Int, value: CellID)]
  var transition: Transition?
}

/// The numbers of `scroll`.
struct ScrollDefinition: Sendable {
  var contentHeight: CellID?
  var maximumOffset: CellID?
  var viewportHeight: CellID?
  var restOffset: CellID?
  var snapOffsets: [CellID] = []
}
