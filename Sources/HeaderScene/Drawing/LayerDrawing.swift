import HeaderModel
import PortableMath
import Raster

extension FrameDrawing {
  /// Draws layers and their descendants in order. `layers` lists each layer before its descendants.
  func drawLayers(_ layers: ArraySlice<LayerState>) throws(SceneError) {
    var index = layers.startIndex
    while index < layers.endIndex {
      let layer = layers[index]
      let end = min(layers.endIndex, index + 1 + layer.descendantCount)
      if isShown(layer), layer.opacity > 0 { try drawLayer(layer, layers[(index + 1)..<end]) }
      index = end
    }
  }

  /// Whether a layer is visible. The scene can override the document for system parts.
  private func isShown(_ layer: LayerState) -> Bool {
    switch layer.content {
    case .statusBar: chrome.statusBar ?? layer.visible
    case .homeIndicator: chrome.homeIndicator ?? layer.visible
    case .scrollIndicator: chrome.scrollIndicator ?? layer.visible
    default: layer.visible
    }
  }

  private func drawLayer(_ layer: LayerState, _ children: ArraySlice<LayerState>) throws(SceneError)
  {
    guard let tilt = layer.tilt?.toParent else { return try drawFlatLayer(layer, children) }
    try projected(by: tilt) { () throws(SceneError) in try drawFlatLayer(layer, children) }
  }

  /// Draws a layer without its own tilt.
  private func drawFlatLayer(
    _ layer: LayerState, _ children: ArraySlice<LayerState>
  ) throws(SceneError) {
    var frame = LayerFrame(layer, in: self)
    let isComposite =
      !children.isEmpty || layer.border != nil || layer.shadow != nil
      || layer.backdropFilter != nil || layer.typeValues.has(.strokeOverFill)
      || layer.content.isComposite
    guard layer.mask != nil || (layer.opacity < 1 && isComposite) else {
      return try drawParts(frame, children)
    }
    frame.opacity = 1
    var shape = GroupShape.all
    if let mask = layer.mask {
      guard let gradient = gradient(mask, in: frame) else { return }
      shape = .gradient(gradient)
    } else if let filter = layer.backdropFilter {
      // The filtered backdrop and the layer's parts fade one after the other, as in CSS.
      drawBackdropFilter(filter, frame, opacity: layer.opacity)
    }
    try grouped(within: shape, bounds: bounds, opacity: UInt8(opacity: layer.opacity)) {
      () throws(SceneError) in
      try drawParts(frame, children, filtersBackdrop: layer.mask != nil)
    }
  }

  private func drawParts(
    _ frame: LayerFrame, _ children: ArraySlice<LayerState>, filtersBackdrop: Bool = true
  ) throws(SceneError) {
    if let shadow = frame.layer.shadow {
      switch frame.layer.content {
      case .text, .icon:
        var opaque = frame
        opaque.opacity = 1
        try drawContentShadow(shadow, frame) { () throws(SceneError) in try drawContent(opaque) }
      case _ where frame.layer.backdropFilter != nil:
        // As in CSS, the shadow is not visible through a layer that shows its backdrop.
        try grouped(within: .outside(frame.outline()), bounds: bounds, opacity: 255) {
          drawBoxShadow(shadow, frame)
        }
      default: drawBoxShadow(shadow, frame)
      }
    }
    if filtersBackdrop, let filter = frame.layer.backdropFilter {
      drawBackdropFilter(filter, frame, opacity: 1)
    }
    try drawContent(frame)
    if !children.isEmpty {
      try clippedToLayer(frame) { () throws(SceneError) in try drawLayers(children) }
    }
    if let border = frame.layer.border { drawBorder(border, frame) }
  }

  /// Adds the commands of `body`, clipped to the layer if it clips.
  private func clippedToLayer(
    _ frame: LayerFrame, _ body: () throws(SceneError) -> Void
  ) throws(SceneError) {
    guard frame.layer.clip else { return try body() }
    if frame.isUpright, frame.corners.uniform == 0 {
      try clipped(to: frame.rect, body)
    } else {
      try grouped(
        within: .outline(frame.outline()), bounds: frame.rect.enclosingPixels, opacity: 255, body)
    }
  }

  private func drawContent(_ frame: LayerFrame) throws(SceneError) {
    switch frame.layer.content {
    case .group: break
    case .rectangle(let fill): drawFill(fill, frame)
    case .image(let image): try drawImage(image, frame)
    case .text(let text):
      try clippedToLayer(frame) { () throws(SceneError) in
        try TextDrawing(composer, of: frame.layer).draw(text, frame, in: self)
      }
    case .icon(let icon): drawIcon(icon, frame)
    case .activityIndicator(let indicator): drawActivityIndicator(indicator, frame)
    case .list(let list):
      try clippedToLayer(frame) { () throws(SceneError) in try drawList(list, frame) }
    case .statusBar(let color, let look):
      try drawStatusBar(height: frame.layer.frame.height, look: look, Color(color))
    case .homeIndicator(let color): drawHomeIndicator(frame.layer.frame, Color(color))
    case .scrollIndicator(let color): drawScrollIndicator(track: frame.layer.frame, Color(color))
    case .touch(let color): drawTouch(.finger, Color(color))
    }
  }

  private func drawList(_ list: ListContent, _ frame: LayerFrame) throws(SceneError) {
    let pressed = list.isHorizontal ? nil : chrome.pressedRow
    // Rows are aligned to whole pixels of the content and move by fractions with it.
    let pixels = frame.isUpright ? frame.map.d : 0
    func aligned(_ start: Double) -> Double {
      list.isHorizontal || pixels == 0
        ? start : DeviceGrid.nearest(DeviceGrid.withoutRoundingErrors(start * pixels)) / pixels
    }
    let outer = shift
    defer { shift = outer }
    for row in list.rows {
      let start = aligned(row.start)
      let end = aligned(row.start + row.length)
      if row.index == pressed { fillPressedRow(frame, from: start, to: end) }
      shift = outer + (start - row.start) * pixels
      try drawLayers(row.layers[...])
      if list.isHorizontal {
        if row.index + 1 < list.count { drawColumnSeparator(frame, at: end) }
      } else if row.index != pressed, row.index + 1 != pressed {
        drawRowSeparator(frame, at: end)
      }
    }
  }

  /// Fills a pressed row, including the separator above it.
  private func fillPressedRow(_ frame: LayerFrame, from start: Double, to end: Double) {
    let line = 1 / scale
    fillLayerRect(
      frame, x: 0, y: start - line, width: frame.size.width, height: end - start + line,
      appearance.pressedRow)
  }

  /// Draws the separator at the bottom of a row.
  private func drawRowSeparator(_ frame: LayerFrame, at y: Double) {
    let values = frame.layer.typeValues
    guard let color = values.color(.separatorColor) else { return }
    let inset = values[.separatorInset]
    let width = values[.separatorWidth]
    fillLayerRect(
      frame, x: inset, y: y - width,
      width: frame.size.width - inset - (values.number(.separatorEndInset) ?? 0), height: width,
      Color(color))
  }

  /// Draws a vertical line between two columns, centered on their border and aligned to whole
  /// pixels horizontally.
  private func drawColumnSeparator(_ frame: LayerFrame, at x: Double) {
    let values = frame.layer.typeValues
    guard let color = values.color(.separatorColor) else { return }
    let inset = values[.separatorInset]
    let width = values[.separatorWidth]
    var left = x - width / 2
    if frame.isUpright, frame.map.a > 0 {
      let pixel = DeviceGrid.nearest(
        DeviceGrid.withoutRoundingErrors(frame.map.a * left + frame.map.tx))
      left = (pixel - frame.map.tx) / frame.map.a
    }
    fillLayerRect(
      frame, x: left, y: inset, width: width,
      height: frame.size.height - (inset + (values.number(.separatorEndInset) ?? inset)),
      Color(color))
  }

  /// Fills a rectangle in the layer's own points.
  private func fillLayerRect(
    _ frame: LayerFrame, x: Double, y: Double, width: Double, height: Double, _ color: Color
  ) {
    let rect = DeviceRect(x: x, y: y, width: width, height: height)
    guard frame.isUpright else {
      let box = DeviceRect(frame.map.enclosingPixels(of: rect))
      return addPath(Path.rect(rect).transformed(by: frame.map), within: box, color)
    }
    let fine = frame.map.uprightRect(rect).mapped(DeviceGrid.withoutRoundingErrors)
    addFill(RoundedRectangle(fine, cornerRadius: 0), color)
  }
}

extension LayerContent {
  /// Whether drawing takes several commands, so that opacity needs a group.
  fileprivate var isComposite: Bool {
    switch self {
    case .list, .statusBar, .activityIndicator: true
    case .image(let image):
      if case .crossfade = image.blur { true } else { image.tint != nil }
    default: false
    }
  }
}
