import HeaderModel
import PortableMath
import Raster

extension FrameDrawing {
  /// Draws layers and all that is in them.
  func draw(_ layers: ArraySlice<LayerState>) throws(SceneError) {
    var index = layers.startIndex
    while index < layers.endIndex {
      let layer = layers[index]
      let end = min(layers.endIndex, index + 1 + layer.descendantCount)
      if shows(layer), layer.opacity > 0 { try draw(layer, layers[(index + 1)..<end]) }
      index = end
    }
  }

  /// Whether a layer is to be seen: as the document says, where the scene does not overrule it.
  private func shows(_ layer: LayerState) -> Bool {
    switch layer.content {
    case .statusBar: chrome.statusBar ?? layer.visible
    case .homeIndicator: chrome.homeIndicator ?? layer.visible
    case .scrollIndicator: chrome.scrollIndicator ?? layer.visible
    default: layer.visible
    }
  }

  private func draw(_ layer: LayerState, _ children: ArraySlice<LayerState>) throws(SceneError) {
    var frame = LayerFrame(layer, in: self)
    let isComposite =
      !children.isEmpty || layer.border != nil || layer.shadow != nil
      || layer.backdropFilter != nil || layer.own.has(.strokeOverFill)
      || layer.content.isComposite
    guard layer.mask != nil || (layer.opacity < 1 && isComposite) else {
      return try drawParts(frame, children)
    }
    frame.opacity = 1
    var shape = GroupShape.all
    if let mask = layer.mask {
      guard let gradient = gradient(mask, frame) else { return }
      shape = .gradient(gradient)
    }
    try grouped(within: shape, bounds: bounds, opacity: UInt8(opacity: layer.opacity)) {
      () throws(SceneError) in try drawParts(frame, children)
    }
  }

  private func drawParts(
    _ frame: LayerFrame, _ children: ArraySlice<LayerState>
  ) throws(SceneError) {
    if let cast = frame.layer.shadow {
      switch frame.layer.content {
      case .text, .icon:
        var opaque = frame
        opaque.opacity = 1
        try draw(cast, frame) { () throws(SceneError) in try drawContent(opaque) }
      default: draw(cast, frame)
      }
    }
    if let filter = frame.layer.backdropFilter { draw(filter, frame) }
    try drawContent(frame)
    if !children.isEmpty {
      try clipped(frame) { () throws(SceneError) in try draw(children) }
    }
    if let border = frame.layer.border { draw(border, frame) }
  }

  /// Adds what `body` adds, cut to the layer where it clips.
  private func clipped(
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
    case .rectangle(let fill): draw(fill, frame)
    case .image(let image): try draw(image, frame)
    case .text(let text):
      try clipped(frame) { () throws(SceneError) in
        try TextDrawing(composer, of: frame.layer).draw(text, frame, in: self)
      }
    case .icon(let icon): draw(icon, frame)
    case .activityIndicator(let indicator): draw(indicator, frame)
    case .list(let list):
      try clipped(frame) { () throws(SceneError) in try draw(list, frame) }
    case .statusBar(let color, let look):
      try drawStatusBar(height: frame.layer.frame.height, look: look, Color(color))
    case .homeIndicator(let color): drawHomeIndicator(frame.layer.frame, Color(color))
    case .scrollIndicator(let color): drawScrollIndicator(track: frame.layer.frame, Color(color))
    case .touch(let color): drawTouch(.finger, Color(color))
    }
  }

  private func draw(_ list: ListContent, _ frame: LayerFrame) throws(SceneError) {
    let pressed = list.isHorizontal ? nil : chrome.pressedRow
    // Rows lie on whole pixels of the content, and move by fractions with it.
    let pixels = frame.isUpright ? frame.map.d : 0
    func whole(_ start: Double) -> Double {
      list.isHorizontal || pixels == 0
        ? start : DeviceGrid.nearest(DeviceGrid.fine(start * pixels)) / pixels
    }
    let own = frame.layer.own
    let (inset, width) = (own[.separatorInset], own[.separatorWidth])
    let endInset = own.number(.separatorEndInset)
    let outer = shift
    defer { shift = outer }
    for row in list.rows {
      let start = whole(row.start)
      let end = whole(row.start + row.length)
      if row.index == pressed {
        let line = 1 / scale
        fill(
          frame, x: 0, y: start - line, width: frame.size.width, height: end - start + line,
          appearance.pressedRow)
      }
      shift = outer + (start - row.start) * pixels
      try draw(row.layers[...])
      guard let color = own.color(.separatorColor).map({ Color($0) }) else { continue }
      if list.isHorizontal {
        // Between two rows, on whole pixels.
        guard row.index + 1 < list.count else { continue }
        drawUprightLine(frame, at: end, insets: (inset, endInset ?? inset), width: width, color)
      } else if row.index != pressed, row.index + 1 != pressed {
        fill(
          frame, x: inset, y: end - width, width: frame.size.width - inset - (endInset ?? 0),
          height: width, color)
      }
    }
  }

  private func fill(
    _ frame: LayerFrame, x: Double, y: Double, width: Double, height: Double, _ color: Color
  ) {
    let rect = DeviceRect(x: x, y: y, width: width, height: height)
    guard frame.isUpright else {
      let box = DeviceRect(frame.map.enclosingPixels(of: rect))
      return path(Path.rect(rect).transformed(by: frame.map), within: box, color)
    }
    let fine = frame.map.uprightRect(rect).mapped(DeviceGrid.fine)
    fill(RoundedRectangle(fine, cornerRadius: 0), color)
  }

  /// A line between two columns, centred on their border and on whole pixels across.
  private func drawUprightLine(
    _ frame: LayerFrame, at x: Double, insets: (top: Double, bottom: Double), width: Double,
    _ color: Color
  ) {
    var left = x - width / 2
    if frame.isUpright, frame.map.a > 0 {
      let pixel = DeviceGrid.nearest(DeviceGrid.fine(frame.map.a * left + frame.map.tx))
      left = (pixel - frame.map.tx) / frame.map.a
    }
    fill(
      frame, x: left, y: insets.top, width: width,
      height: frame.size.height - (insets.top + insets.bottom), color)
  }
}

extension LayerContent {
  /// Whether it takes several commands, so that its opacity is that of a group.
  fileprivate var isComposite: Bool {
    switch self {
    case .list, .statusBar, .activityIndicator: true
    case .image(let image):
      if case .crossfade = image.blur { true } else { image.tint != nil }
    default: false
    }
  }
}
