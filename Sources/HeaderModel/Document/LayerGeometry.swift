import StrictJSON

/// A number of a layer's frame that other layers can use as `id.side`, in the parent's coordinates
/// before transforms.
enum LayerSide: String, CaseIterable {
  case x, y, width, height, right, bottom
  /// Text only: the first line's baseline, and the extent of letters above and below a baseline.
  case baseline, ascent, descent

  var sentence: String {
    switch self {
    case .x: "The left edge of the frame, in its parent."
    case .y: "The top edge of the frame, in its parent."
    case .width: "The width of the frame; for a text, that of its content."
    case .height: "The height of the frame; for a text, that of its lines."
    case .right: "The right edge of the frame, in its parent."
    case .bottom: "The bottom edge of the frame, in its parent."
    case .baseline:
      "Text only: the first line's baseline, from the top of the parent."
    case .ascent:
      "Text only: the ascent of the system font, with lineHeight \"font\" of its own font."
    case .descent: "Text only: the descent below the baseline."
    }
  }

  var isAcross: Bool { self == .x || self == .width || self == .right }
  var isOfLetters: Bool { self == .baseline || self == .ascent || self == .descent }
}

/// The state of a group with a layout while its children are read.
struct LayerFlow {
  let isAcross: Bool
  /// The start of the next child along the layout. `nil` means 0.
  var next: CellID?
  /// The length of the group along its layout.
  let length: CellID
  /// The visibility of each child. `nil` if it is always visible.
  var visible: [CellID?] = []
}

/// Positions that depend on other layers: named sides, layouts and fitted rows.
extension DocumentReader {
  /// Returns all words with dots in any string of the document. Only sides that are used get an
  /// expression.
  static func dottedNames(in root: JSONValue) -> Set<String> {
    var found: Set<String> = []
    var rest = [root]
    while let value = rest.popLast() {
      switch value.kind {
      case .array: rest += (try? value.array()).map { Array($0) } ?? []
      case .object: rest += (try? value.object()).map { $0.map(\.value) } ?? []
      case .string:
        guard let text = try? value.string(), text.utf8.contains(UInt8(ascii: ".")) else {
          continue
        }
        let words = text.split {
          !($0.isASCII && ($0.isLetter || $0.isNumber) || "._".contains($0))
        }
        for word in words where word.contains(".") { found.insert(String(word)) }
      default: break
      }
    }
    return found
  }

  /// Declares the names of a layer's sides that the document uses.
  mutating func declareSides(_ layer: LayerDefinition) {
    guard CellBuilder.isName(layer.id) else { return }
    for side in LayerSide.allCases {
      let name = layer.id + "." + side.rawValue
      // Expressions in a copied layer use the names without the copy's index.
      let written = layer.id.dropLast(layer.copy.map { "\($0)".count } ?? 0) + "." + side.rawValue
      guard dottedNames.contains(name) || dottedNames.contains(String(written)),
        let cell = cell(of: side, layer, layer.context),
        builder.names[name] == nil
      else { continue }
      builder.names[name] = .side(cell, layer: layer.index)
      builder.call(cell, name)
    }
  }

  /// Returns the expression for a side. `nil` if the layer is a system element whose position the
  /// device decides, or if the side exists for texts only.
  private mutating func cell(
    of side: LayerSide, _ layer: LayerDefinition, _ context: CellContext
  ) -> CellID? {
    if case .text(let text) = layer.content, side.isOfLetters {
      return builder.add(letters(side, layer, text), context, layer.json)
    }
    guard !side.isOfLetters else { return nil }
    let size = side.isAcross ? layer.width : layer.height
    if side == .width || side == .height { return size }
    let coordinate = layer[side.isAcross ? .x : .y]
    guard coordinate != nil || !layer.type.isChrome else { return nil }
    let anchor = layer[side.isAcross ? .anchorX : .anchorY]
    let isStart = side == .x || side == .y
    if let coordinate, anchor == nil, isStart { return coordinate }
    let start = start(coordinate, anchor, size)
    return builder.add(isStart ? start : start + CellCode(size), context, layer.json)
  }

  private func start(_ coordinate: CellID?, _ anchor: CellID?, _ size: CellID) -> CellCode {
    guard let anchor else { return CellCode(coordinate) }
    return CellCode(coordinate) - CellCode(anchor) * CellCode(size)
  }

  /// Computes `ascent`, `descent` or `baseline` as typesetting does: letters are centered in their
  /// line, and lines are aligned in the frame.
  private func letters(
    _ side: LayerSide, _ layer: LayerDefinition, _ text: TextDefinition
  ) -> CellCode {
    func letters(_ part: LetterMetrics.Part) -> CellCode {
      let isOwn = text.values.has(.fontLineHeight)
      return CellCode(layer[.pointSize], or: text.values[.pointSize])
        * CellCode(isOwn ? .letters(font: text.font, part) : .push(LetterMetrics.system[part]))
    }
    if side == .ascent { return letters(.ascent) }
    if side == .descent { return letters(.descent) }
    var top = start(layer[.y], layer[.anchorY], layer.height)
    if let baseline = layer[.baseline] { return top + CellCode(baseline) }
    let line = layer[.lineHeight].map { CellCode($0) } ?? letters(.line)
    let share = (layer.settled(.verticalAlignment) ?? 1) / 2
    if share > 0 {
      // Counts the lines. The measured height is rounded to device pixels, so the quotient is not
      // exact.
      let lines = CellCode(text.typesetHeight).then(line, .divide, .round)
      let height = layer.isOneLine(text) ? line : line.then(lines, .multiply)
      top = top + (CellCode(layer.height) - height) * CellCode(.push(share))
    }
    let above = (line - letters(.height)).then(.push(2), .divide)
    return top + (above + letters(.ascent))
  }

  // MARK: - Layouts

  /// Starts a layout and returns the expression for the group's length. Its code is set by
  /// `endFlow` after the children are read. `nil` if the layer has no layout.
  mutating func beginFlow(_ layer: LayerDefinition) -> CellID? {
    guard let layout = layer.settled(.layout) else { return nil }
    let length = builder.add(CellCode(), layer.context, layer.json)
    let isAcross = LayerLayout.allCases[Int(layout)] == .row
    flows[layer.index] = LayerFlow(
      isAcross: isAcross, next: layer[isAcross ? .paddingLeft : .paddingTop], length: length)
    return length
  }

  /// Positions a child after the previous one. The child's own position is added.
  mutating func placeInFlow(_ layer: inout LayerDefinition) {
    guard let parent = layer.parent, var flow = flows[parent] else { return }
    let group = layers[parent]
    let (along, across): (LayerProperty, LayerProperty) = flow.isAcross ? (.x, .y) : (.y, .x)
    let aside = group[flow.isAcross ? .paddingTop : .paddingLeft]
    for (property, start) in [(along, flow.next), (across, aside)] {
      guard let start else { continue }
      layer[property] =
        layer[property].map {
          builder.add(CellCode(start) + CellCode($0), layer.context, layer.json)
        } ?? start
    }
    var length = CellCode(flow.isAcross ? layer.width : layer.height) + CellCode(group[.gap])
    if let visible = layer[.visible] { length = length * CellCode(visible) }
    flow.next = builder.add(CellCode(flow.next) + length, layer.context, layer.json)
    flow.visible.append(layer[.visible])
    flows[parent] = flow
  }

  /// Sets the group's length: the sum of its children, without the gap after the last one.
  mutating func endFlow(_ index: Int) {
    guard let flow = flows.removeValue(forKey: index) else { return }
    var length = CellCode(flow.next)
    if let gap = layers[index][.gap], let first = flow.visible.first {
      // There is no gap to subtract if no child is visible.
      let isAnyVisible = flow.visible.dropFirst().reduce(CellCode(first, or: 1)) {
        $0.then(CellCode($1, or: 1), .maximum)
      }
      length = length - CellCode(gap) * isAnyVisible
    }
    let end = layers[index][flow.isAcross ? .paddingRight : .paddingBottom]
    builder.cells[flow.length].source = .native(length + CellCode(end))
  }

  /// Sets the row length to the end of the farthest visible child. Ignores children that are as
  /// long as the row.
  mutating func fitRows(_ list: ListDefinition, _ layer: LayerDefinition) {
    var length = CellCode(.push(0))
    for child in layer.children.map({ layers[$0] }) {
      let size = list.isHorizontal ? child.width : child.height
      let isAsLong = builder.cells[size].names(list.isHorizontal ? "parent.width" : "parent.height")
      let context = builder.cells[list.rowLength].context
      guard !isAsLong, let end = cell(of: list.isHorizontal ? .right : .bottom, child, context)
      else { continue }
      let visible = child[.visible].map { CellCode($0) }
      length = length.then(visible.map { CellCode(end) * $0 } ?? CellCode(end), .maximum)
    }
    let padding = CellCode(layer[list.isHorizontal ? .paddingRight : .paddingBottom])
    builder.cells[list.rowLength].source = .native(length + padding)
  }
}

/// The direction in which a group arranges its children.
enum LayerLayout: String, CaseIterable { case column, row }
