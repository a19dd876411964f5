import PortableMath

extension HeaderInterpreter {
  /// Evaluates the content of a layer. The layers in list rows are evaluated too.
  mutating func content(
    of layer: CompiledLayer, _ index: Int, _ values: LayerValues, width: Double, height: Double,
    in inherited: InheritedState
  ) throws(EvaluationError) -> LayerContent {
    switch layer.definition.content {
    case .list(let list):
      return try content(of: list, index, values, width: width, height: height, in: inherited)
    case .gradient(let stops):
      return .rectangle(.gradient(try gradient(stops, values, from: .gradientAngle)))
    case .image(let images):
      return .image(try image(images, layer.definition, values, width: width, height: height))
    case .text(let text):
      let outer = cells[.index]
      if let copy = text.names.copy { cells[.index] = Double(copy) }
      let runs = try cells.runs(of: cells.selection(of: text.names), colored: true)
      cells[.index] = outer
      return .text(cells.content(runs, text, values))
    case .icon(let shape, let chosen):
      guard let chosen else { return .icon(shape) }
      return .icon(.named(HeaderIcon.names[try cells.selection(of: chosen).index]))
    case .plain: break
    }
    switch layer.definition.type {
    case .rectangle: return .rectangle(.color(values.color(.fill) ?? .clear))
    case .activityIndicator:
      return .activityIndicator(
        ActivityIndicatorContent(time: values.has(.progress) ? 0 : cells[.time], values: values))
    case .statusBar: return .statusBar(values.color(.style) ?? .black, values.choice(.look))
    case .homeIndicator: return .homeIndicator(values.color(.style) ?? .black)
    case .touch: return .touch(values.color(.style) ?? .black)
    case .scrollIndicator: return .scrollIndicator(values.color(.style) ?? .black)
    case .group, .image, .text, .icon, .list: return .group
    }
  }

  /// Evaluates a gradient.
  /// - Parameter angle: The property of the angle. The properties of the center and radius follow
  ///   it.
  mutating func gradient(
    _ stops: [(position: CellID, color: CellID)], _ values: LayerValues, from angle: LayerProperty
  ) throws(EvaluationError) -> LayerGradient {
    var result: [GradientStop] = []
    for stop in stops {
      let position = try cells.value(of: stop.position)
      let color = DocumentColor(number: try cells.value(of: stop.color))
      // As in CSS, positions never decrease.
      let least = result.last?.position ?? position
      result.append(GradientStop(position: max(position, least), color: color))
    }
    guard let radius = values.number(angle.part(3)) else {
      return LayerGradient(stops: result, course: .line(angle: values[angle]))
    }
    return LayerGradient(
      stops: result,
      course: .circle(x: values[angle.part(1)], y: values[angle.part(2)], radius: radius))
  }

  private mutating func image(
    _ images: DeclaredNames, _ layer: LayerDefinition, _ values: LayerValues, width: Double,
    height: Double
  ) throws(EvaluationError) -> ImageContent {
    let (index, round) = try cells.selection(of: images)
    let sizes = setup.imageSizes[index]
    let imageIndex = round % sizes.count
    let paths = document.paths(ofImage: index)
    var image = ImageContent(
      name: program.declared.images[index].name, path: paths.isEmpty ? nil : paths[imageIndex],
      values: values,
      blur: try blur(values, layer))
    if let size = sizes[imageIndex], width > 0, height > 0 {
      image.sourceCrop = size.shownPart(
        image.fit, width: width, height: height, positionX: values[.positionX],
        positionY: values[.positionY])
    }
    return image
  }

  private func blur(
    _ values: LayerValues, _ layer: LayerDefinition
  ) throws(EvaluationError) -> ImageBlur? {
    guard let type = values.number(.blurType) else { return nil }
    let radius = values[.blurRadius]
    switch PropertyGroup.blurTypes[Int(type)] {
    case "crossfade":
      return .crossfade(
        radius: radius, passes: try wholeNumber(.blurPasses, values, in: 0...100, layer),
        amount: values[.blurAmount])
    case "ladder":
      let count = try wholeNumber(.blurSteps, values, in: 1...1000, layer)
      return .ladder(
        step: try wholeNumber(.blurStep, values, in: 0...count, layer), steps: count,
        radius: radius,
        saturation: values[.blurSaturation], tint: values.color(.blurTint))
    default:
      return .gaussian(
        radius: radius, saturation: values[.blurSaturation], tint: values.color(.blurTint))
    }
  }

  private func wholeNumber(
    _ property: LayerProperty, _ values: LayerValues, in range: ClosedRange<Int>,
    _ layer: LayerDefinition
  ) throws(EvaluationError) -> Int {
    let value = values[property]
    guard value == value.rounded(), value >= Double(range.lowerBound),
      value <= Double(range.upperBound)
    else {
      throw cells.failure(
        layer[property] ?? 0,
        "\(property.row.key) is \(value.text); whole numbers from \(range.lowerBound) to "
          + "\(range.upperBound) are allowed")
    }
    return Int(value)
  }

  /// Evaluates a list and its visible rows.
  mutating func content(
    of list: ListDefinition, _ index: Int, _ values: LayerValues, width: Double, height: Double,
    in inherited: InheritedState
  ) throws(EvaluationError) -> LayerContent {
    let count = try cells.rowCount(list)
    var content = ListContent(
      isHorizontal: list.isHorizontal, count: count,
      pitch: list.isUniform ? try cells.rowLength(list) : nil, rows: [])
    guard frame.hasRows, count > 0, inherited.visible else { return .list(content) }
    let outer = Int(cells[.index])
    var starts: [Double] = []
    if content.pitch == nil { starts = try cells.rowStarts(of: index, list) }
    let pitch = content.pitch ?? 0
    func start(_ row: Int) -> Double { starts.isEmpty ? pitch * Double(row) : starts[row] }
    let seen = inherited.visibleRange(screen: environment.device, horizontally: list.isHorizontal)
    // Start at the row at the beginning of the visible part. One more row is included at both ends,
    // because a row's content can extend beyond the row.
    var row = max(0, (0..<count).partitioningIndex { start($0 + 1) >= seen.lowerBound } - 1)
    while row < count, start(row) <= seen.upperBound || start(max(0, row - 1)) <= seen.upperBound {
      cells.enterRow(row, of: list)
      let length = starts.isEmpty ? pitch : starts[row + 1] - starts[row]
      var inner = inherited
      inner.transform = inherited.transform.moved(
        x: list.isHorizontal ? start(row) : 0, y: list.isHorizontal ? 0 : start(row))
      var layers: [LayerState] = []
      try append(program.layers[index].definition.children, in: inner, to: &layers)
      content.rows.append(ListRow(index: row, start: start(row), length: length, layers: layers))
      row += 1
      try cells.countRow(of: list, layers: layers.count)
      frame.rowsLeft -= 1
      guard frame.rowsLeft > 0 else {
        throw cells.failure(
          list.rowLength, "more than \(FrameEvaluation.maxRows) rows are on the screen")
      }
    }
    cells.enterRow(outer, of: list)
    return .list(content)
  }
}

extension HeaderInterpreter.InheritedState {
  /// Returns the frame on the screen without rotation, centered at the transformed center of the
  /// layer.
  func upright(width: Double, height: Double) -> PointRect {
    let middle = transform.applied(x: width / 2, y: height / 2)
    let shownWidth = (width * scaleX).magnitude
    let shownHeight = (height * scaleY).magnitude
    return PointRect(
      x: middle.x - shownWidth / 2, y: middle.y - shownHeight / 2, width: shownWidth,
      height: shownHeight)
  }

  /// Returns the visible range of the layer along one axis, in its own coordinates. If it is
  /// rotated, tilted or mirrored, the range is practically unbounded.
  func visibleRange(screen: Device, horizontally: Bool) -> ClosedRange<Double> {
    let everything = -1e12...1e12
    guard !isRotated, tilt == nil else { return everything }
    let scale = horizontally ? transform.a : transform.d
    guard scale > 0 else { return everything }
    let start = horizontally ? transform.tx : transform.ty
    let length = horizontally ? screen.width : screen.height
    return (0 - start) / scale...(length - start) / scale
  }
}

extension PictureSize {
  /// Returns the visible part of the picture in its pixels. `nil` for `contain`, which leaves
  /// margins.
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
