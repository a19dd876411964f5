import PortableMath

/// Evaluates the layers of a document for one frame.
struct LayerEvaluator: Sendable {
  var cells: CellEvaluator
  /// Whether a layer that is to be seen follows from the time, as of the last evaluation.
  private(set) var usesTime = false

  let program: HeaderProgram
  let environment: DocumentEnvironment
  let imagePaths: [Int: String]
  /// By the declared images and then their paths, which rows show in turn; nil: not given.
  let imageSizes: [[PictureSize?]]
  /// Texts that the user set have no colours of their own.
  let textsSet: Set<Int>
  private(set) var evaluatesRows = true
  /// How many more rows may be evaluated for this frame.
  var rowsLeft = 0

  /// On the screen at once; more cannot be told apart.
  static let mostRows = 20_000

  init(document: HeaderDocument, environment: DocumentEnvironment) {
    let program = document.program
    self.program = program
    self.environment = environment
    imagePaths = document.imagePaths
    imageSizes = program.images.indices.map { index in
      document.imageKeys(index).map { environment.imageSizes[$0] }
    }
    textsSet = Set(document.textValues.keys)
    let device = environment.device
    var inputs = [Double](repeating: 0, count: Input.allCases.count)
    inputs[Input.screenWidth.rawValue] = device.width
    inputs[Input.screenHeight.rawValue] = device.height
    inputs[Input.screenScale.rawValue] = Double(device.scale)
    inputs[Input.safeAreaTop.rawValue] = device.statusBarHeight
    inputs[Input.safeAreaBottom.rawValue] = device.safeAreaBottom
    inputs[Input.statusBarHeight.rawValue] = device.statusBarHeight
    inputs[Input.navigationBarHeight.rawValue] = Device.navigationBarHeight
    inputs[Input.isDark.rawValue] = environment.isDark ? 1 : 0
    for size in imageSizes.map({ $0.first ?? nil }) {
      inputs.append(size.map { Double($0.width) } ?? .nan)
      inputs.append(size.map { Double($0.height) } ?? .nan)
    }
    let colors = program.colors.indices.map { index in
      document.rows(ofColor: index, isDark: environment.isDark).map(\.number)
    }
    let texts = program.texts.indices.map { index in
      document.textValues[index]
        ?? program.texts[index].rows.map { runs in
          runs.map { TextRunContent(text: $0.text, weight: $0.weight, color: nil) }
        }
    }
    cells = CellEvaluator(
      program: program, inputs: inputs, memory: [], colors: colors,
      constants: document.constantValues,
      measurer: RowTextMeasurer(
        texts: texts, names: program.texts.map(\.name), measurer: environment.measurer))
  }

  /// What layers find around them.
  struct Surroundings {
    var transform = LayerTransform.identity
    var scaleX = 1.0
    var scaleY = 1.0
    var isRotated = false
    var opacity = 1.0
    var visible = true
    /// What snapping has moved it by, in points of the screen.
    var shiftX = 0.0
    var shiftY = 0.0
  }

  /// All layers, in the order of painting.
  mutating func layers(rows: Bool) throws(EvaluationError) -> [LayerState] {
    evaluatesRows = rows
    rowsLeft = Self.mostRows
    usesTime = false
    var result: [LayerState] = []
    result.reserveCapacity(program.layers.count)
    try append(program.roots, in: Surroundings(), to: &result)
    return result
  }

  /// Siblings, by z and then as the document has them.
  mutating func append(
    _ siblings: [Int], in around: Surroundings, to result: inout [LayerState]
  ) throws(EvaluationError) {
    let program = program
    guard siblings.contains(where: { program.layers[$0].definition.z != nil }) else {
      for layer in siblings { try append(layer, z: 0, in: around, to: &result) }
      return
    }
    var order: [(z: Double, layer: Int)] = []
    for layer in siblings {
      order.append((try cells.number(program.layers[layer].definition.z, 0), layer))
    }
    // Stable: the document's order decides between equals.
    order.sort { ($0.z, $0.layer) < ($1.z, $1.layer) }
    for (z, layer) in order { try append(layer, z: z, in: around, to: &result) }
  }

  private mutating func append(
    _ index: Int, z: Double, in around: Surroundings, to result: inout [LayerState]
  ) throws(EvaluationError) {
    let layer = program.layers[index]
    let width = try side(layer.definition.width)
    let height = try side(layer.definition.height)
    var (x, y) = chromePlace(layer.definition.type, width: width, height: height)
    if let cell = layer.definition.x { x = try cells.value(of: cell) }
    if let cell = layer.definition.y { y = try cells.value(of: cell) }
    if layer.definition.anchorX != nil {
      x -= try cells.number(layer.definition.anchorX, 0) * width
      y -= try cells.number(layer.definition.anchorY, 0) * height
    }

    var inner = around
    var rotation = 0.0
    var frame: PointRect
    if let transform = layer.definition.transform {
      (frame, rotation) = try apply(
        transform, x: x, y: y, width: width, height: height, around: around, to: &inner)
    } else {
      inner.transform = around.transform.moved(x: x, y: y)
      frame = PointRect(
        x: inner.transform.tx, y: inner.transform.ty, width: width * around.scaleX,
        height: height * around.scaleY)
      if around.isRotated { frame = inner.upright(width: width, height: height) }
    }
    guard frame.x.isFinite, frame.y.isFinite, frame.width.isFinite, frame.height.isFinite else {
      throw EvaluationError(
        file: program.file, property: layer.definition.id, offset: cells[.offset],
        message: "the frame is not finite")
    }
    let opacity = max(0, min(1, try cells.number(layer.definition.opacity, 1)))
    inner.opacity = around.opacity * opacity
    inner.visible = try cells.condition(layer.definition.visible, true) && around.visible
    let snap = try cells.condition(layer.definition.snap, false)
    var drawnSize = PointSize(width: width, height: height)
    if snap {
      drawnSize = snapped(frame, &inner)
    }
    var drawn = inner.transform
    drawn.tx += inner.shiftX
    drawn.ty += inner.shiftY
    if layer.definition.usesTime, inner.visible { usesTime = true }

    let place = result.count
    result.append(
      LayerState(
        id: layer.definition.id, index: index, descendantCount: 0, frame: frame,
        size: PointSize(width: width, height: height), transform: drawn, drawnSize: drawnSize,
        scaleX: inner.scaleX, scaleY: inner.scaleY, rotation: rotation, opacity: opacity,
        effectiveOpacity: inner.opacity, z: z, visible: inner.visible,
        clip: try cells.condition(layer.definition.clip, false), snap: snap,
        cornerRadii: try radii(layer.definition.cornerRadii, width: width, height: height),
        border: try border(layer.definition.border), shadow: try shadow(layer.definition.shadow),
        backdropFilter: try backdropFilter(layer.definition.backdropFilter),
        content: try content(of: layer, index, width: width, height: height, in: inner)))
    guard !layer.definition.children.isEmpty, layer.definition.type == .group else { return }
    try append(layer.definition.children, in: inner, to: &result)
    result[place].descendantCount = result.count - place - 1
  }

  // MARK: - Place

  private mutating func side(_ cell: CellID) throws(EvaluationError) -> Double {
    let length = try cells.value(of: cell)
    guard length >= 0 else { throw cells.failure(cell, "the size \(length.shown) is negative") }
    return length
  }

  /// The screen's chrome stands at the device's places, other layers at the origin.
  private func chromePlace(
    _ type: LayerType, width: Double, height: Double
  ) -> (Double, Double) {
    let device = environment.device
    switch type {
    case .homeIndicator:
      return ((device.width - width) / 2, device.height - ChromePlace.homeIndicatorBottom)
    case .scrollIndicator: return (device.width - ChromePlace.scrollIndicatorRight, 0)
    default: return (0, 0)
    }
  }

  /// Scale, then rotation, both about the origin, then translation; gives the frame without its
  /// own rotation, and that.
  private mutating func apply(
    _ transform: TransformDefinition, x: Double, y: Double, width: Double, height: Double,
    around: Surroundings, to inner: inout Surroundings
  ) throws(EvaluationError) -> (PointRect, Double) {
    let scaleX = try cells.number(transform.scaleX, 1)
    let scaleY = try cells.number(transform.scaleY, 1)
    let rotation = try cells.number(transform.rotate, 0)
    let originX = try cells.number(transform.originX, 0.5) * width
    let originY = try cells.number(transform.originY, 0.5) * height
    let translateX = try cells.number(transform.translateX, 0)
    let translateY = try cells.number(transform.translateY, 0)
    inner.scaleX = around.scaleX * scaleX
    inner.scaleY = around.scaleY * scaleY
    // The origin stays where it is; the corner stands off it by the scaled distance.
    let pivotX = x + translateX + originX
    let pivotY = y + translateY + originY
    let upright = around.transform.moved(
      x: pivotX - scaleX * originX, y: pivotY - scaleY * originY
    ).scaled(x: scaleX, y: scaleY)
    inner.transform = upright
    var frame = PointRect(
      x: upright.tx, y: upright.ty, width: width * inner.scaleX, height: height * inner.scaleY)
    if around.isRotated || frame.width < 0 || frame.height < 0 {
      frame = inner.upright(width: width, height: height)
    }
    if rotation != 0 {
      inner.isRotated = true
      inner.transform = around.transform.moved(x: pivotX, y: pivotY)
        .rotated(degrees: rotation).scaled(x: scaleX, y: scaleY)
        .moved(x: 0 - originX, y: 0 - originY)
    }
    return (frame, rotation)
  }

  /// Rounds a frame to device pixels, origin and size apart, halves up; what is in the layer moves
  /// along. Gives the size that is drawn.
  private func snapped(_ frame: PointRect, _ inner: inout Surroundings) -> PointSize {
    let scale = Double(environment.device.scale)
    /// On a grid of 1/256 pixel first: what is a whole pixel in theory is one in fact.
    func rounded(_ length: Double) -> Double {
      let fine = (length * scale * 256 + 0.5).rounded(.down) / 256
      return (fine + 0.5).rounded(.down) / scale
    }
    let x = rounded(frame.x + inner.shiftX)
    let y = rounded(frame.y + inner.shiftY)
    inner.shiftX = x - frame.x
    inner.shiftY = y - frame.y
    let scaleX = inner.scaleX.magnitude
    let scaleY = inner.scaleY.magnitude
    return PointSize(
      width: scaleX > 0 ? rounded(frame.width) / scaleX : 0,
      height: scaleY > 0 ? rounded(frame.height) / scaleY : 0)
  }

  // MARK: - Look

  private mutating func radii(
    _ radii: [CellID], width: Double, height: Double
  ) throws(EvaluationError) -> CornerRadii {
    guard let first = radii.first else { return CornerRadii(0) }
    let most = min(width, height) / 2
    func radius(_ cell: CellID) throws(EvaluationError) -> Double {
      min(most, max(0, try cells.value(of: cell)))
    }
    guard radii.count == 4 else { return CornerRadii(try radius(first)) }
    return CornerRadii(
      try radius(radii[0]), try radius(radii[1]), try radius(radii[2]), try radius(radii[3]))
  }

  private mutating func border(
    _ border: BorderDefinition?
  ) throws(EvaluationError) -> LayerBorder? {
    guard let border else { return nil }
    let width = max(0, try cells.value(of: border.width))
    let color = try cells.color(border.color) ?? standardColor
    return LayerBorder(width: width, color: color)
  }

  private mutating func shadow(
    _ shadow: ShadowDefinition?
  ) throws(EvaluationError) -> LayerShadow? {
    guard let shadow else { return nil }
    return LayerShadow(
      color: try cells.color(shadow.color) ?? DocumentColor(red: 0, green: 0, blue: 0, alpha: 85),
      radius: max(0, try cells.number(shadow.radius, 3)), x: try cells.number(shadow.x, 0),
      y: try cells.number(shadow.y, 0))
  }

  private mutating func backdropFilter(
    _ filter: BackdropDefinition?
  ) throws(EvaluationError) -> BackdropFilter? {
    guard let filter else { return nil }
    return BackdropFilter(
      radius: max(0, try cells.value(of: filter.radius)),
      saturation: max(0, try cells.number(filter.saturation, 1)), tint: try cells.color(filter.tint)
    )
  }

  /// Black in the light appearance, white in the dark one.
  var standardColor: DocumentColor {
    let channel: UInt8 = environment.isDark ? 255 : 0
    return DocumentColor(red: channel, green: channel, blue: channel)
  }
}
