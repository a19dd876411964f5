import PortableMath
import Raster

@testable import HeaderModel
@testable import HeaderScene

/// A layer that a test describes. It is converted to the states that an interpreter would compute.
struct TestLayer {
  var content: LayerContent
  var x: Double
  var y: Double
  var width: Double
  var height: Double
  var scale = 1.0
  var scaleY: Double?
  var rotation = 0.0
  /// The fixed point of scale and rotation, as a fraction of the frame's size.
  var origin = (x: 0.5, y: 0.5)
  var translation = (x: 0.0, y: 0.0)
  var opacity = 1.0
  var isVisible = true
  var clip = false
  var snap = false
  var corners = RoundedCorners(0)
  var border: LayerBorder?
  var shadow: LayerShadow?
  var backdrop: HeaderModel.BackdropFilter?
  var children: [TestLayer] = []
  /// The values of the layer's type. `nil` uses the values of the content.
  var typeValues: LayerValues?
  /// The rows of a list. Empty for other layers.
  var rows: [Row] = []

  /// A row of a list. `start` and `length` are in points, relative to the list's start.
  struct Row {
    var index: Int
    var start: Double
    var length: Double
    var layers: [TestLayer]
  }

  init(
    _ content: LayerContent, x: Double = 0, y: Double = 0, width: Double, height: Double,
    edit: (inout TestLayer) -> Void = { _ in }
  ) {
    self.content = content
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    edit(&self)
  }

  /// The transform from the layer's coordinates to its parent's.
  private var map: AffineTransform {
    let fixed = (x: origin.x * width, y: origin.y * height)
    return AffineTransform.translation(-fixed.x, -fixed.y)
      .then(.scale(scale, scaleY ?? scale)).then(.rotation(degrees: rotation))
      .then(.translation(fixed.x + x + translation.x, fixed.y + y + translation.y))
  }

  /// Returns the states of the layer and its children in drawing order.
  func states(in parent: AffineTransform = .identity, index: inout Int) -> [LayerState] {
    let map =
      rotation == 0 && scale == 1 && scaleY == nil
      ? AffineTransform.translation(x + translation.x, y + translation.y).then(parent)
      : map.then(parent)
    let number = index
    index += 1
    var inside: [LayerState] = []
    for child in children { inside += child.states(in: map, index: &index) }
    var content = content
    if case .list(var list) = content {
      list.rows = rows.map { row in
        let place =
          list.isHorizontal
          ? AffineTransform.translation(row.start, 0) : .translation(0, row.start)
        var layers: [LayerState] = []
        for layer in row.layers { layers += layer.states(in: place.then(map), index: &index) }
        return ListRow(index: row.index, start: row.start, length: row.length, layers: layers)
      }
      content = .list(list)
    }
    var commonValues = LayerValues.commonDefaults
    commonValues[.clip] = clip ? 1 : 0
    commonValues[.snap] = snap ? 1 : 0
    commonValues[.cornerTopLeft] = corners.topLeft
    commonValues[.cornerTopRight] = corners.topRight
    commonValues[.cornerBottomRight] = corners.bottomRight
    commonValues[.cornerBottomLeft] = corners.bottomLeft
    if let border {
      commonValues[.borderWidth] = border.width
      commonValues[.borderColor] = border.color.number
    }
    if let shadow {
      commonValues[.shadowColor] = shadow.color.number
      commonValues[.shadowRadius] = shadow.radius
      commonValues[.shadowX] = shadow.x
      commonValues[.shadowY] = shadow.y
    }
    if let backdrop {
      commonValues[.backdropRadius] = backdrop.radius
      commonValues[.backdropSaturation] = backdrop.saturation
      commonValues[.backdropTint] = backdrop.tint?.number ?? LayerValues.absent
    }
    let state = LayerState(
      id: "layer\(number)", index: number, descendantCount: inside.count,
      frame: PointRect(x: map.tx, y: map.ty, width: map.a * width, height: map.d * height),
      size: PointSize(width: width, height: height),
      transform: LayerTransform(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty),
      drawnSize: PointSize(width: width, height: height), scaleX: map.a, scaleY: map.d,
      rotation: rotation, opacity: opacity, effectiveOpacity: opacity, z: 0, visible: isVisible,
      type: .group, commonValues: commonValues, typeValues: typeValues ?? content.values,
      content: content)
    return [state] + inside
  }

  /// Returns a header state with the given layers.
  static func frame(_ layers: [TestLayer], offset: Double = 0) -> HeaderState {
    var index = 0
    var states: [LayerState] = []
    for layer in layers { states += layer.states(index: &index) }
    return HeaderState(
      time: 0, offset: offset, contentOffset: offset, phase: nil, memory: [], memoryTargets: [],
      inputs: [],
      isAnimating: false, layers: states)
  }

  /// Paints the layers on a white screen without bars.
  static func paint(
    _ layers: [TestLayer], width: Double = 16, height: Double = 16, scale: Int = 1,
    images: [String: Pixmap] = [:], survey: LayerSurvey? = nil
  ) throws -> Pixmap {
    let state = frame(layers)
    let composer = try HeaderComposer(
      survey: survey ?? LayerSurvey(launch: state, others: []),
      images: images.mapValues { SceneImage($0) },
      appearance: SceneAppearance(
        chrome: ScreenChrome(statusBar: false, homeIndicator: false)),
      scroll: (viewportHeight: height, largestOffset: 0),
      device: Device(
        name: "test", width: width, height: height, scale: Double(scale), statusBarHeight: 20,
        safeAreaBottom: 0),
      fonts: try SceneFonts())
    let commands = try composer.compose(state, isScrolling: false)
    return CommandPainter(assets: composer.assets)
      .paint(commands, size: composer.canvasSize, background: composer.background)
  }
}

extension DocumentColor {
  init(_ rgb: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255),
      alpha: alpha)
  }

  init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

extension LayerValues {
  /// Sets a property to one of its choices.
  mutating func choose<Choice: CaseIterable & Equatable>(
    _ choice: Choice, for property: LayerProperty
  ) where Choice.AllCases == [Choice] {
    self[property] = Double(Choice.allCases.firstIndex(of: choice) ?? 0)
  }
}

extension LayerContent {
  /// The values of an evaluated layer with this content.
  var values: LayerValues {
    switch self {
    case .image(let image): image.values
    case .text(let text): text.values
    case .activityIndicator(let indicator): indicator.values
    default: .typeDefaults(.group)
    }
  }

  static func solid(_ rgb: UInt32, alpha: UInt8 = 255) -> LayerContent {
    .rectangle(.color(DocumentColor(rgb, alpha: alpha)))
  }
}
