import PortableMath

/// Counters and results of the evaluation of one frame.
struct FrameEvaluation: Sendable {
  /// Whether the visible rows of lists are evaluated too.
  var hasRows = true
  /// The number of rows that may still be evaluated.
  var rowsLeft = maxRows
  /// Whether a visible layer depends on the time.
  var usesTime = false

  /// The maximum number of rows on the screen. More rows would be indistinguishable.
  static let maxRows = 20_000
}

/// The values of a layer, in which constant properties are already evaluated, and the expressions
/// that can change.
struct SettledValues: Sendable {
  var drawn: (common: LayerValues, byType: LayerValues)
  var changing: [CompiledLayer.ValueCell]
}

/// Evaluates the layers of a document.
extension HeaderInterpreter {
  /// The properties that a layer inherits from its ancestors.
  struct InheritedState {
    var transform = LayerTransform.identity
    var scaleX = 1.0
    var scaleY = 1.0
    var isRotated = false
    var tilt: LayerTilt?
    var opacity = 1.0
    var visible = true
    /// The translation caused by snapping to device pixels, in points of the screen.
    var shiftX = 0.0
    var shiftY = 0.0
  }

  /// Evaluates all layers and returns them in painting order.
  mutating func layers(rows: Bool) throws(EvaluationError) -> [LayerState] {
    frame = FrameEvaluation(hasRows: rows)
    var result: [LayerState] = []
    result.reserveCapacity(program.layers.count)
    try append(program.declared.roots, in: InheritedState(), to: &result)
    return result
  }

  /// Appends siblings with their descendants, ordered by z and then by document order.
  mutating func append(
    _ siblings: [Int], in inherited: InheritedState, to result: inout [LayerState]
  ) throws(EvaluationError) {
    let program = program
    guard siblings.contains(where: { program.layers[$0].definition[.z] != nil }) else {
      for layer in siblings { try append(layer, z: 0, in: inherited, to: &result) }
      return
    }
    var order: [(z: Double, layer: Int)] = []
    for layer in siblings {
      order.append((try cells.number(program.layers[layer].definition[.z], 0), layer))
    }
    // Layer indices break ties, so the document's order decides between equal z.
    order.sort { ($0.z, $0.layer) < ($1.z, $1.layer) }
    for (z, layer) in order { try append(layer, z: z, in: inherited, to: &result) }
  }

  private mutating func append(
    _ index: Int, z: Double, in inherited: InheritedState, to result: inout [LayerState]
  ) throws(EvaluationError) {
    let layer = program.layers[index]
    let width = try side(layer.definition.width)
    let height = try side(layer.definition.height)
    var (x, y) = defaultPosition(layer.definition.type, width: width, height: height)
    x = try cells.number(layer.definition[.x], x)
    y = try cells.number(layer.definition[.y], y)
    if let anchorX = layer.definition[.anchorX] {
      x -= try cells.value(of: anchorX) * width
      y -= try cells.number(layer.definition[.anchorY], 0) * height
    }

    var inner = inherited
    var rotation = 0.0
    var frame: PointRect
    if layer.hasTransform {
      (frame, rotation) = try apply(
        layer.definition, x: x, y: y, width: width, height: height, inherited: inherited, to: &inner
      )
    } else {
      inner.transform = inherited.transform.moved(x: x, y: y)
      frame = PointRect(
        x: inner.transform.tx, y: inner.transform.ty, width: width * inherited.scaleX,
        height: height * inherited.scaleY)
      if inherited.isRotated { frame = inner.upright(width: width, height: height) }
    }
    guard frame.x.isFinite, frame.y.isFinite, frame.width.isFinite, frame.height.isFinite else {
      throw EvaluationError(
        file: program.file, property: layer.definition.id, offset: cells[.offset],
        message: "the frame is not finite")
    }
    let opacity = max(0, min(1, try cells.number(layer.definition[.opacity], 1)))
    inner.opacity = inherited.opacity * opacity
    inner.visible = try cells.condition(layer.definition[.visible], true) && inherited.visible
    let (commonValues, typeValues) = try values(of: layer, index)
    var drawnSize = PointSize(width: width, height: height)
    if commonValues.holds(.snap) { drawnSize = snapped(frame, &inner) }
    var drawn = inner.transform
    drawn.tx += inner.shiftX
    drawn.ty += inner.shiftY
    if layer.definition.usesTime, inner.visible { self.frame.usesTime = true }
    if layer.canTilt || inherited.tilt != nil {
      inner.tilt = try tilt(
        of: layer.definition, size: PointSize(width: width, height: height), flatFrame: frame,
        drawn: drawn, in: inherited)
      frame = inner.tilt?.frame(of: drawnSize, under: drawn) ?? frame
    }

    let position = result.count
    result.append(
      LayerState(
        id: layer.definition.id, index: index, descendantCount: 0, frame: frame,
        size: PointSize(width: width, height: height), transform: drawn, tilt: inner.tilt,
        drawnSize: drawnSize,
        scaleX: inner.scaleX, scaleY: inner.scaleY, rotation: rotation, opacity: opacity,
        effectiveOpacity: inner.opacity, z: z, visible: inner.visible,
        type: layer.definition.type, commonValues: commonValues, typeValues: typeValues,
        mask: try layer.definition.mask.map { stops throws(EvaluationError) in
          try gradient(stops, typeValues, from: .maskAngle)
        },
        content: try content(of: layer, index, typeValues, width: width, height: height, in: inner))
    )
    guard !layer.definition.children.isEmpty, layer.definition.type == .group else { return }
    try append(layer.definition.children, in: inner, to: &result)
    result[position].descendantCount = result.count - position - 1
  }

  /// The indices of the text layers whose point size depends on the time or on memory.
  package var animatedPointSizes: Set<Int> {
    Set(
      program.layers.map(\.definition).filter { layer in
        layer[.pointSize].map {
          !program.cells[$0].dependencies.isDisjoint(with: [.time, .memory])
        } ?? false
      }.map(\.index))
  }

  // MARK: - Geometry

  /// Evaluates a width or height in points.
  /// - Throws: `EvaluationError` if it is negative.
  private mutating func side(_ cell: CellID) throws(EvaluationError) -> Double {
    let length = try cells.value(of: cell)
    guard length >= 0 else { throw cells.failure(cell, "the size \(length.text) is negative") }
    return length
  }

  /// Returns the default position: the device's for system elements, the origin for other layers.
  private func defaultPosition(_ type: LayerType, width: Double, height: Double) -> (Double, Double)
  {
    let device = environment.device
    switch type {
    case .homeIndicator:
      return ((device.width - width) / 2, device.height - ChromeMetrics.homeIndicatorBottom)
    case .scrollIndicator: return (device.width - ChromeMetrics.scrollIndicatorRight, 0)
    default: return (0, 0)
    }
  }

  /// Applies scale, then rotation, both about the transform origin, then translation. Returns the
  /// frame on the screen without the layer's own rotation, and that rotation in degrees.
  private mutating func apply(
    _ layer: LayerDefinition, x: Double, y: Double, width: Double, height: Double,
    inherited: InheritedState, to inner: inout InheritedState
  ) throws(EvaluationError) -> (PointRect, Double) {
    let scaleX = try cells.number(layer[.scaleX], 1)
    let scaleY = try cells.number(layer[.scaleY], 1)
    let rotation = try cells.number(layer[.rotate], 0)
    let originX = try cells.number(layer[.originX], 0.5) * width
    let originY = try cells.number(layer[.originY], 0.5) * height
    let translateX = try cells.number(layer[.translateX], 0)
    let translateY = try cells.number(layer[.translateY], 0)
    inner.scaleX = inherited.scaleX * scaleX
    inner.scaleY = inherited.scaleY * scaleY
    // The transform origin is fixed; the distance from it to the corner is scaled.
    let pivotX = x + translateX + originX
    let pivotY = y + translateY + originY
    let upright = inherited.transform.moved(
      x: pivotX - scaleX * originX, y: pivotY - scaleY * originY
    ).scaled(x: scaleX, y: scaleY)
    inner.transform = upright
    var frame = PointRect(
      x: upright.tx, y: upright.ty, width: width * inner.scaleX, height: height * inner.scaleY)
    if inherited.isRotated || frame.width < 0 || frame.height < 0 {
      frame = inner.upright(width: width, height: height)
    }
    if rotation != 0 {
      inner.isRotated = true
      inner.transform = inherited.transform.moved(x: pivotX, y: pivotY)
        .rotated(degrees: rotation).scaled(x: scaleX, y: scaleY)
        .moved(x: 0 - originX, y: 0 - originY)
    }
    return (frame, rotation)
  }

  /// Rounds a frame to device pixels, its origin and size separately, halves up. Descendants move
  /// by the same amount. Returns the size to draw.
  private func snapped(_ frame: PointRect, _ inner: inout InheritedState) -> PointSize {
    let scale = environment.device.scale
    /// Rounds to 1/256 pixel first, so that floating-point errors do not move a frame by a pixel.
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

  // MARK: - Property values

  /// Evaluates the properties that are drawn, by the table of layer properties. Constant properties
  /// are evaluated once. A layer without other properties shares its values with all frames.
  private mutating func values(
    of layer: CompiledLayer, _ index: Int
  ) throws(EvaluationError) -> (common: LayerValues, byType: LayerValues) {
    var values =
      settled[index]
      ?? SettledValues(
        drawn: layer.definition.values(
          isDark: environment.isDark, scale: environment.device.scale), changing: layer.valueCells)
    for (property, cell, limits) in values.changing {
      let value = try cells.value(of: cell)
      let kept = max(limits.lowerBound, min(limits.upperBound, value))
      if property < .firstTypeSpecific {
        values.drawn.common[property] = kept
      } else {
        values.drawn.byType[property] = kept
      }
    }
    if settled[index] == nil {
      values.changing.removeAll { program.isFixed[$0.cell] }
      settled[index] = values
    }
    return values.drawn
  }
}
