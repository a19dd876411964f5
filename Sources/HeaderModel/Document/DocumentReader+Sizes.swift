import StrictJSON

/// The widths and heights of layers.
extension DocumentReader {
  /// Sets the width and height of a layer to the given expressions or their defaults, and declares
  /// the names for the size of texts and lists.
  mutating func readSize(_ layer: inout LayerDefinition) throws(JSONError) {
    var contentSize: (width: CellID?, height: CellID?)
    switch layer.content {
    case .text(var text):
      addMeasuredSize(&text, layer)
      layer.content = .text(text)
      contentSize = (text.typesetWidth, text.typesetHeight)
      try declareSize(layer, contentSize.width, contentSize.height)
    case .list(let list): contentSize = list.isHorizontal ? (list.length, nil) : (nil, list.length)
    default:
      let length = beginFlow(layer)
      contentSize = flows[layer.index]?.isAcross == true ? (length, nil) : (nil, length)
    }
    layer[.width] =
      layer[.width] ?? contentSize.width ?? addStandardLength(of: layer, isAcross: true)
    layer[.height] =
      layer[.height] ?? contentSize.height ?? addStandardLength(of: layer, isAcross: false)
    if case .list = layer.content {
      try declareSize(layer, contentSize.width ?? layer.width, contentSize.height ?? layer.height)
    }
  }

  private mutating func addStandardLength(of layer: LayerDefinition, isAcross: Bool) -> CellID {
    func named(_ name: String) -> Cell.Source {
      .expression([.name(name), .end].map { .init(kind: $0, character: 1) }, layer.json)
    }
    let source: Cell.Source =
      switch layer.type {
      case .statusBar where !isAcross: named("statusBar.height")
      case .homeIndicator where isAcross: .literal(ChromeMetrics.homeIndicatorWidth, .number)
      case .homeIndicator: .literal(ChromeMetrics.homeIndicatorHeight, .number)
      case .scrollIndicator where isAcross: .literal(ChromeMetrics.scrollIndicatorWidth, .number)
      case .touch: .literal(0, .number)
      default: named(isAcross ? "parent.width" : "parent.height")
      }
    return builder.add(source, layer.context, .number, layer.json)
  }

  private mutating func declareSize(
    _ layer: LayerDefinition, _ width: CellID?, _ height: CellID?
  ) throws(JSONError) {
    guard let width, let height, CellBuilder.isName(layer.id) else { return }
    func target(_ cell: CellID) -> NameTarget {
      layer.lists.last.map { .rowSize(cell, list: $0) } ?? .cell(cell)
    }
    guard builder.declareSize(layer.id, width: target(width), height: target(height)) else {
      throw layer.json.error(
        "\"\(layer.id).width\" is already a built-in name; give the layer another id")
    }
    builder.call(width, layer.id + ".width")
    builder.call(height, layer.id + ".height")
  }

  /// Adds the expressions for the typeset size of a text. If lines can wrap, the size also depends
  /// on the layer's width.
  private mutating func addMeasuredSize(_ text: inout TextDefinition, _ layer: LayerDefinition) {
    text.values = layer.values(isDark: false, scale: 1).byType
    let maximumWidth = layer.isOneLine(text) ? nil : layer[.width]
    let values =
      LayerProperty.typesettingProperties.map { CellCode(layer[$0], or: text.values[$0]) }
      + [CellCode(maximumWidth, or: LayerValues.absent)]
    let code = values.reduce(CellCode()) { $0.then($1) }
    let needs = text.names.chosen.map { [$0] } ?? []
    let cells = [false, true].map { vertical in
      builder.add(
        .native(
          code.then(.measure(layer: layer.index, vertical: vertical)), needs: needs,
          layer.lists.isEmpty ? [] : .index),
        layer.context, .number, layer.json)
    }
    text.typesetWidth = cells[0]
    text.typesetHeight = cells[1]
  }
}
