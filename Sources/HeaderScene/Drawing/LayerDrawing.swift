import HeaderModel
import PortableMath
import Raster

struct LayerDrawing {
  let context: DrawingContext
  let moment: FrameMoment

  /// Draws layers and all that is in them.
  ///
  /// - Parameter shift: device pixels that everything is moved down by.
  func draw(
    _ layers: ArraySlice<LayerState>, shift: Double, to builder: inout CommandBuilder
  ) throws(SceneError) {
    var index = layers.startIndex
    while index < layers.endIndex {
      let layer = layers[index]
      let end = min(layers.endIndex, index + 1 + layer.descendantCount)
      if context.shows(layer), layer.opacity > 0 {
        try draw(layer, children: layers[(index + 1)..<end], shift: shift, to: &builder)
      }
      index = end
    }
  }

  private func draw(
    _ layer: LayerState, children: ArraySlice<LayerState>, shift: Double,
    to builder: inout CommandBuilder
  ) throws(SceneError) {
    let frame = LayerFrame(layer, shift: shift, builder: builder)
    if let mask = layer.mask {
      guard let gradient = ShapeDrawing.gradient(mask, frame) else { return }
      return try builder.grouped(
        within: .gradient(gradient), bounds: builder.bounds,
        opacity: UInt8((layer.opacity * 255).rounded())
      ) { group throws(SceneError) in
        try drawParts(layer, frame, opacity: 1, children, shift, to: &group)
      }
    }
    let isComposite =
      !children.isEmpty || layer.border != nil || layer.shadow != nil
      || layer.own.has(.strokeOverFill)
      || layer.content.isComposite
    if layer.opacity < 1, isComposite {
      let opacity = UInt8((layer.opacity * 255).rounded())
      try builder.grouped(bounds: builder.bounds, opacity: opacity) {
        group throws(SceneError) in
        try drawParts(layer, frame, opacity: 1, children, shift, to: &group)
      }
    } else {
      try drawParts(layer, frame, opacity: layer.opacity, children, shift, to: &builder)
    }
  }

  private func drawParts(
    _ layer: LayerState, _ frame: LayerFrame, opacity: Double, _ children: ArraySlice<LayerState>,
    _ shift: Double, to builder: inout CommandBuilder
  ) throws(SceneError) {
    let shapes = ShapeDrawing(store: context.store)
    if let shadow = layer.shadow {
      switch layer.content {
      case .text, .icon:
        try shapes.draw(shadow, frame, to: &builder) { inner throws(SceneError) in
          try drawContent(layer, frame, opacity: 1, shift: shift, to: &inner)
        }
      default: shapes.draw(shadow, of: layer, frame, to: &builder)
      }
    }
    if let filter = layer.backdropFilter {
      shapes.draw(filter, behind: layer, frame, to: &builder)
    }
    try drawContent(layer, frame, opacity: opacity, shift: shift, to: &builder)
    if !children.isEmpty {
      try clipped(layer, frame, to: &builder) { inner throws(SceneError) in
        try draw(children, shift: shift, to: &inner)
      }
    }
    if let border = layer.border {
      shapes.draw(border, of: layer, frame, opacity: opacity, to: &builder)
    }
  }

  /// Adds what `body` adds, cut to the layer where it clips.
  private func clipped(
    _ layer: LayerState, _ frame: LayerFrame, to builder: inout CommandBuilder,
    _ body: (inout CommandBuilder) throws(SceneError) -> Void
  ) throws(SceneError) {
    guard layer.clip else { return try body(&builder) }
    if frame.isUpright, !layer.cornerRadii.isRound {
      try builder.clipped(to: frame.rect, body)
    } else {
      try builder.grouped(
        within: .outline(frame.outline(layer.cornerRadii)), bounds: frame.rect.enclosingPixels,
        opacity: 255,
        body)
    }
  }

  private func drawContent(
    _ layer: LayerState, _ frame: LayerFrame, opacity: Double, shift: Double,
    to builder: inout CommandBuilder
  ) throws(SceneError) {
    let icons = IconDrawing(store: context.store)
    switch layer.content {
    case .group: break
    case .rectangle(let fill):
      ShapeDrawing(store: context.store)
        .draw(fill, of: layer, frame, opacity: opacity, to: &builder)
    case .image(let image):
      try ImageDrawing(context: context)
        .draw(image, of: layer, frame, opacity: opacity, to: &builder)
    case .text(let text):
      try clipped(layer, frame, to: &builder) { inner throws(SceneError) in
        try TextDrawing(
          store: context.store, place: "layer \(layer.id)",
          isFine: context.survey.changesPointSize(layer.index)
        ).draw(text, of: layer, frame, opacity: opacity, to: &inner)
      }
    case .icon(let icon):
      icons.draw(icon, of: layer, frame, opacity: opacity, to: &builder)
    case .activityIndicator(let indicator):
      icons.draw(indicator, frame, opacity: opacity, to: &builder)
    case .list(let list):
      try clipped(layer, frame, to: &builder) { inner throws(SceneError) in
        try draw(list, of: layer, frame, shift: shift, to: &inner)
      }
    case .statusBar, .homeIndicator, .scrollIndicator, .touch:
      try ChromeDrawing(context: context, moment: moment).draw(layer, to: &builder)
    }
  }

  // MARK: - Lists

  private func draw(
    _ list: ListContent, of layer: LayerState, _ frame: LayerFrame, shift: Double,
    to builder: inout CommandBuilder
  ) throws(SceneError) {
    let pressed = list.isHorizontal ? nil : context.appearance.chrome.pressedRow
    // Rows lie on whole pixels of the content, and move by fractions with it.
    let pixels = frame.isUpright ? frame.map.d : 0
    func whole(_ start: Double) -> Double {
      list.isHorizontal || pixels == 0
        ? start : DeviceGrid.nearest(DeviceGrid.fine(start * pixels)) / pixels
    }
    for row in list.rows {
      let start = whole(row.start)
      let end = whole(row.start + row.length)
      if row.index == pressed {
        let line = 1 / builder.scale
        fill(
          frame, x: 0, y: start - line, width: frame.size.width, height: end - start + line,
          context.appearance.pressedRow, to: &builder)
      }
      try draw(row.layers[...], shift: shift + (start - row.start) * pixels, to: &builder)
      let own = layer.own
      guard let color = own.color(.separatorColor).map({ Color($0) }) else { continue }
      let (inset, width) = (own[.separatorInset], own[.separatorWidth])
      let endInset = own.number(.separatorEndInset)
      if list.isHorizontal {
        // Between two rows, on whole pixels.
        guard row.index + 1 < list.count else { continue }
        drawUprightLine(
          frame, at: end, insets: (inset, endInset ?? inset), width: width, color, to: &builder)
      } else if row.index != pressed, row.index + 1 != pressed {
        fill(
          frame, x: inset, y: end - width, width: frame.size.width - inset - (endInset ?? 0),
          height: width, color, to: &builder)
      }
    }
  }

  private func fill(
    _ frame: LayerFrame, x: Double, y: Double, width: Double, height: Double, _ color: Color,
    to builder: inout CommandBuilder
  ) {
    let rect = DeviceRect(x: x, y: y, width: width, height: height)
    guard frame.isUpright else {
      let box = DeviceRect(frame.map.enclosingPixels(of: rect))
      return builder.path(Path.rect(rect).transformed(by: frame.map), within: box, color)
    }
    let fine = frame.map.uprightRect(rect).mapped(DeviceGrid.fine)
    builder.fill(RoundedRectangle(fine, cornerRadius: 0), color)
  }

  /// A line between two columns, centred on their border and on whole pixels across.
  private func drawUprightLine(
    _ frame: LayerFrame, at x: Double, insets: (top: Double, bottom: Double), width: Double,
    _ color: Color, to builder: inout CommandBuilder
  ) {
    var left = x - width / 2
    if frame.isUpright, frame.map.a > 0 {
      let pixel = DeviceGrid.nearest(DeviceGrid.fine(frame.map.a * left + frame.map.tx))
      left = (pixel - frame.map.tx) / frame.map.a
    }
    fill(
      frame, x: left, y: insets.top, width: width,
      height: frame.size.height - (insets.top + insets.bottom), color, to: &builder)
  }
}

extension LayerContent {
  /// Whether it takes several commands, so that its opacity is that of a group.
  fileprivate var isComposite: Bool {
    switch self {
    case .list, .statusBar, .activityIndicator: true
    case .image(let image):
      switch image.blur {
      case .crossfade: true
      default: image.tint != nil
      }
    default: false
    }
  }
}
