import PortableMath

extension LayerEvaluator {
  /// What a layer shows; lists are evaluated with the layers in them.
  mutating func content(
    of layer: CompiledLayer, _ index: Int, width: Double, height: Double,
    in around: Surroundings
  ) throws(EvaluationError) -> LayerContent {
    switch layer.definition.content {
    case .group: return .group
    case .list(let list):
      return try content(of: list, index, width: width, height: height, in: around)
    case .rectangle(let fill): return .rectangle(try self.fill(fill))
    case .image(let image):
      return .image(try self.image(image, width: width, height: height))
    case .text(let text): return .text(try self.text(text))
    case .icon(let shape, let color, let lineWidth):
      let color = try cells.color(color) ?? standardColor
      guard let lineWidth else { return .icon(IconContent(shape: shape, paint: .fill(color))) }
      let width = max(0, try cells.value(of: lineWidth))
      return .icon(IconContent(shape: shape, paint: .stroke(color, lineWidth: width)))
    case .activityIndicator(let progress, let color):
      let shown = try progress.map { cell throws(EvaluationError) in
        max(0, min(1, try cells.value(of: cell)))
      }
      return .activityIndicator(
        ActivityIndicatorContent(
          progress: shown, time: shown == nil ? cells[.time] : 0,
          color: try cells.color(color) ?? Self.systemGray))
    case .chrome(let color, let look):
      let given = try cells.color(color)
      switch layer.definition.type {
      case .statusBar: return .statusBar(given ?? standardColor, look)
      case .homeIndicator: return .homeIndicator(given ?? standardColor)
      case .touch: return .touch(given ?? Self.touchColor)
      default: return .scrollIndicator(given ?? Self.indicatorColor)
      }
    }
  }

  private static let nothing = DocumentColor(red: 0, green: 0, blue: 0, alpha: 0)
  private static let systemGray = DocumentColor(red: 0x8E, green: 0x8E, blue: 0x93)
  private static let touchColor = DocumentColor(red: 0x80, green: 0x80, blue: 0x80, alpha: 0x80)
  /// Measured on a recording of the system.
  private static let indicatorColor = DocumentColor(red: 0x82, green: 0x82, blue: 0x82)

  private mutating func fill(_ fill: FillDefinition) throws(EvaluationError) -> LayerFill {
    switch fill {
    case .color(let color): return .color(try cells.color(color) ?? Self.nothing)
    case .gradient(let stops, let angle):
      var result: [GradientStop] = []
      for stop in stops {
        let position = try cells.value(of: stop.position)
        let color = try cells.color(stop.color) ?? standardColor
        // As in CSS, no stop lies before the one before it.
        let least = result.last?.position ?? position
        result.append(GradientStop(position: max(position, least), color: color))
      }
      return .gradient(result, angle: try cells.number(angle, 180))
    }
  }

  // MARK: - Images

  private mutating func image(
    _ image: ImageDefinition, width: Double, height: Double
  ) throws(EvaluationError) -> ImageContent {
    let row = Int(cells[.index])
    let index = image.images[row % image.images.count]
    let declared = program.images[index]
    let sizes = imageSizes[index]
    let place = (row / image.images.count) % sizes.count
    let path = imagePaths[index] ?? (declared.paths.isEmpty ? nil : declared.paths[place])
    let x = try cells.number(image.positionX, 0.5)
    let y = try cells.number(image.positionY, 0.5)
    var crop: PointRect?
    if let size = sizes[place], width > 0, height > 0 {
      crop = size.shownPart(image.fit, width: width, height: height, positionX: x, positionY: y)
    }
    return ImageContent(
      name: declared.name, path: path, fit: image.fit, positionX: x, positionY: y,
      sampling: image.sampling, tint: try cells.color(image.tint), blur: try blur(image.blur),
      sourceCrop: crop)
  }

  private mutating func blur(
    _ blur: BlurDefinition?
  ) throws(EvaluationError) -> ImageBlur? {
    switch blur {
    case nil: return nil
    case .gaussian(let radius): return .gaussian(radius: max(0, try cells.value(of: radius)))
    case .crossfade(let radius, let passes, let amount):
      return .crossfade(
        radius: max(0, try cells.value(of: radius)),
        passes: try whole(passes, in: 0...100, "passes"),
        amount: max(0, min(1, try cells.value(of: amount))))
    case .ladder(let step, let steps, let radius, let saturation, let tint):
      let count = try whole(steps, in: 1...1000, "steps")
      return .ladder(
        step: try whole(step, in: 0...count, "step"), steps: count,
        radius: max(0, try cells.value(of: radius)),
        saturation: max(0, try cells.number(saturation, 1)), tint: try cells.color(tint))
    }
  }

  private mutating func whole(
    _ cell: CellID, in range: ClosedRange<Int>, _ name: String
  ) throws(EvaluationError) -> Int {
    let value = try cells.value(of: cell)
    guard value == value.rounded(), value >= Double(range.lowerBound),
      value <= Double(range.upperBound)
    else {
      throw cells.failure(
        cell,
        "\(name) is \(value.shown); whole numbers from \(range.lowerBound) to "
          + "\(range.upperBound) are possible")
    }
    return Int(value)
  }

  // MARK: - Texts

  private mutating func text(_ text: TextDefinition) throws(EvaluationError) -> TextContent {
    let row = Int(cells[.index])
    var runs = cells.measurer.runs(of: text, row: row)
    let entry = text.texts[row % text.texts.count]
    if !textsSet.contains(entry) {
      let rows = program.texts[entry].rows
      let declared = rows[(row / text.texts.count) % rows.count]
      for index in declared.indices where declared[index].color != nil {
        runs[index].color = try cells.color(declared[index].color)
      }
    }
    var vertical = text.verticalAlignment
    if let baseline = text.baseline { vertical = .baseline(try cells.value(of: baseline)) }
    var lineHeight: Double?
    if let cell = text.lineHeight { lineHeight = max(0, try cells.value(of: cell)) }
    return TextContent(
      runs: runs,
      pointSize: max(0, try cells.number(text.pointSize, TextDefinition.standardPointSize)),
      weight: text.weight, color: try cells.color(text.color) ?? standardColor,
      letterSpacing: try cells.number(text.letterSpacing, 0), alignment: text.alignment,
      verticalAlignment: vertical, lines: text.lines, lineHeight: lineHeight)
  }

  // MARK: - Lists

  /// A list and those of its rows that are on the screen.
  mutating func content(
    of list: ListDefinition, _ index: Int, width: Double, height: Double,
    in around: Surroundings
  ) throws(EvaluationError) -> LayerContent {
    let count = try cells.rowCount(list)
    var content = ListContent(
      isHorizontal: list.isHorizontal, count: count,
      pitch: list.isUniform ? try cells.rowLength(list) : nil,
      separator: try separator(list.separator), rows: [])
    guard evaluatesRows, count > 0, around.visible else { return .list(content) }
    let outer = Int(cells[.index])
    var starts: [Double] = []
    if content.pitch == nil { starts = try cells.rowStarts(of: index, list) }
    let pitch = content.pitch ?? 0
    func start(_ row: Int) -> Double { starts.isEmpty ? pitch * Double(row) : starts[row] }
    let seen = around.seen(
      screen: environment.device, horizontally: list.isHorizontal)
    // The last row that starts at or before the part that is seen; a row more at both ends, as what
    // is drawn may stand out of its row.
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if start(middle + 1) < seen.lowerBound { low = middle + 1 } else { high = middle }
    }
    var row = max(0, low - 1)
    while row < count, start(row) <= seen.upperBound || start(max(0, row - 1)) <= seen.upperBound {
      cells.enterRow(row, of: list)
      let length = starts.isEmpty ? pitch : starts[row + 1] - starts[row]
      var inner = around
      inner.transform = around.transform.moved(
        x: list.isHorizontal ? start(row) : 0, y: list.isHorizontal ? 0 : start(row))
      var layers: [LayerState] = []
      try append(program.layers[index].definition.children, in: inner, to: &layers)
      content.rows.append(
        ListRow(index: row, start: start(row), length: length, layers: layers))
      row += 1
      rowsLeft -= 1
      guard rowsLeft > 0 else {
        throw cells.failure(list.rowLength, "more than \(Self.mostRows) rows are on the screen")
      }
    }
    cells.enterRow(outer, of: list)
    return .list(content)
  }

  private mutating func separator(
    _ separator: SeparatorDefinition?
  ) throws(EvaluationError) -> ListSeparator? {
    guard let separator else { return nil }
    return ListSeparator(
      color: try cells.color(separator.color) ?? Self.separatorColor(environment.isDark),
      inset: try cells.number(separator.inset, 0),
      width: max(0, try cells.number(separator.width, 1 / Double(environment.device.scale))))
  }

  /// The system's published colours.
  private static func separatorColor(_ isDark: Bool) -> DocumentColor {
    isDark
      ? DocumentColor(red: 0x38, green: 0x38, blue: 0x3A)
      : DocumentColor(red: 0xC6, green: 0xC6, blue: 0xC8)
  }
}

extension LayerEvaluator.Surroundings {
  /// The frame on the screen without rotation: about the place where the middle goes.
  func upright(width: Double, height: Double) -> PointRect {
    let middle = transform.applied(x: width / 2, y: height / 2)
    let shownWidth = (width * scaleX).magnitude
    let shownHeight = (height * scaleY).magnitude
    return PointRect(
      x: middle.x - shownWidth / 2, y: middle.y - shownHeight / 2, width: shownWidth,
      height: shownHeight)
  }

  /// From where to where, in the layer's own coordinates, the screen shows it.
  func seen(screen: Device, horizontally: Bool) -> ClosedRange<Double> {
    let everything = -1e12...1e12
    guard !isRotated else { return everything }
    let scale = horizontally ? transform.a : transform.d
    guard scale > 0 else { return everything }
    let start = horizontally ? transform.tx : transform.ty
    let length = horizontally ? screen.width : screen.height
    return (0 - start) / scale...(length - start) / scale
  }
}

extension PictureSize {
  /// The part of the picture, in its pixels, that a view shows; nil where margins are left.
  func shownPart(
    _ fit: ImageFit, width: Double, height: Double, positionX: Double, positionY: Double
  ) -> PointRect? {
    let pictureWidth = Double(self.width)
    let pictureHeight = Double(self.height)
    switch fit {
    case .contain: return nil
    case .fill: return PointRect(x: 0, y: 0, width: pictureWidth, height: pictureHeight)
    case .cover:
      if width * pictureHeight >= height * pictureWidth {
        let shown = height * pictureWidth / width
        return PointRect(
          x: 0, y: (pictureHeight - shown) * positionY, width: pictureWidth, height: shown)
      }
      let shown = width * pictureHeight / height
      return PointRect(
        x: (pictureWidth - shown) * positionX, y: 0, width: shown, height: pictureHeight)
    }
  }
}
