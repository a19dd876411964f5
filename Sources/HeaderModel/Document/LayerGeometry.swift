import StrictJSON

/// A number of a layer's frame, before its transform and in the coordinates of its parent, that
/// expressions of other layers know as `id.side`.
enum LayerSide: String, CaseIterable {
  case x, y, width, height, right, bottom
  /// Of a text: its first line's, and how far letters reach above and below it.
  case baseline, ascent, descent

  var sentence: String {
    switch self {
    case .x: "The left edge of its frame, in its parent."
    case .y: "The top of its frame, in its parent."
    case .width: "How wide its frame is; of a text how wide its words are, whatever its width."
    case .height: "How high its frame is; of a text how high its lines are, whatever its height."
    case .right: "The right edge of its frame, in its parent."
    case .bottom: "The bottom of its frame, in its parent."
    case .baseline:
      "Of a text: where its first line stands, from the top of its parent: y and what is above it."
    case .ascent:
      "Of a text: how far letters of the system's font, with lineHeight font its own, reach up."
    case .descent: "Of a text: how far they reach down from the baseline."
    }
  }

  var isAcross: Bool { self == .x || self == .width || self == .right }
  var isOfLetters: Bool { self == .baseline || self == .ascent || self == .descent }
}

/// Code of our own as it is put together.
struct CellCode {
  private(set) var steps: [Instruction] = []
  private(set) var needs: [CellID]
  var dependencies: Dependencies = []

  init(needs: [CellID] = []) { self.needs = needs }

  mutating func push(_ cell: CellID?, or standard: Double = 0) {
    guard let cell else { return steps.append(.push(standard)) }
    needs.append(cell)
    steps.append(.cell(cell))
  }

  mutating func apply(_ more: Instruction...) { steps += more }

  var source: PendingCell.Source { .native(steps, needs: needs, dependencies) }
}

/// A group whose children stand one after the other, while they are read.
struct LayerFlow {
  let isAcross: Bool
  let gap: CellID?
  /// Where the next child starts, and what moves all children the other way.
  var next: CellID?
  let aside: CellID?
  let end: CellID?
  let length: CellID
  /// By the children; nil: always visible.
  var visible: [CellID?] = []
}

/// Layers that stand where others are.
extension DocumentReader {
  /// The names with points in them that any string of the document holds: only sides that are asked
  /// for get an expression.
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

  /// Makes the sides known that any expression asks for.
  mutating func declareSides(_ layer: LayerDefinition, _ index: Int, _ context: CellContext) {
    guard CellBuilder.isName(layer.id) else { return }
    for side in LayerSide.allCases {
      let name = layer.id + "." + side.rawValue
      guard dottedNames.contains(name), let cell = cell(of: side, layer, context) else { continue }
      if builder.declareSide(name, .side(cell, layer: index)), builder.cells[cell].name == nil {
        builder.cells[cell].name = name
      }
    }
  }

  /// nil: the device decides where the system's own stands.
  private mutating func cell(
    of side: LayerSide, _ layer: LayerDefinition, _ context: CellContext
  ) -> CellID? {
    if case .text(let text) = layer.content, side.isOfLetters {
      return builder.add(letters(side, layer, text).source, context, .number, layer.place)
    }
    guard !side.isOfLetters else { return nil }
    let size = side.isAcross ? layer.width : layer.height
    if side == .width || side == .height { return size }
    let place = layer[side.isAcross ? .x : .y]
    guard place != nil || !layer.type.isChrome else { return nil }
    let anchor = layer[side.isAcross ? .anchorX : .anchorY]
    if let place, anchor == nil, side == .x || side == .y { return place }
    var code = CellCode()
    push(place, anchor, size, to: &code)
    if side == .right || side == .bottom {
      code.push(size)
      code.apply(.add)
    }
    return builder.add(code.source, context, .number, layer.place)
  }

  private func push(_ place: CellID?, _ anchor: CellID?, _ size: CellID, to code: inout CellCode) {
    code.push(place)
    guard let anchor else { return }
    code.push(anchor)
    code.push(size)
    code.apply(.multiply, .subtract)
  }

  /// As lines are set: the letters in the middle of their line, the lines in the frame.
  private func letters(
    _ side: LayerSide, _ layer: LayerDefinition, _ text: TextDefinition
  ) -> CellCode {
    var code = CellCode()
    func pushLetters(_ part: LetterMetrics.Part) {
      code.push(layer[.pointSize], or: text.values[.pointSize])
      let isOwn = text.values.has(.fontLineHeight)
      code.apply(
        isOwn ? .letters(font: text.font, part) : .push(LetterMetrics.system[part]), .multiply)
    }
    func pushLine() {
      guard let height = layer[.lineHeight] else { return pushLetters(.line) }
      code.push(height)
    }
    switch side {
    case .ascent: pushLetters(.ascent)
    case .descent: pushLetters(.descent)
    default:
      push(layer[.y], layer[.anchorY], layer.height, to: &code)
      if let baseline = layer[.baseline] {
        code.push(baseline)
        code.apply(.add)
        break
      }
      let share = (layer.settled.first { $0.property == .verticalAlignment }?.value ?? 1) / 2
      if share > 0 {
        code.push(layer.height)
        pushLine()
        if text.values[.lines] != 1 {
          // The measured height is rounded to device pixels.
          code.push(text.typesetHeight)
          pushLine()
          code.apply(.divide, .round, .multiply)
        }
        code.apply(.subtract, .push(share), .multiply, .add)
      }
      pushLine()
      pushLetters(.height)
      code.apply(.subtract, .push(2), .divide)
      pushLetters(.ascent)
      code.apply(.add, .add)
    }
    return code
  }

  // MARK: - One after the other

  /// The group's length along its layout, which follows from children that are read later.
  mutating func beginFlow(_ layer: LayerDefinition, _ index: Int, _ context: CellContext) -> CellID?
  {
    guard let layout = layer.settled.first(where: { $0.property == .layout })?.value else {
      return nil
    }
    let length = builder.add(.native([], needs: [], []), context, .number, layer.place)
    let isAcross = LayerLayout.allCases[Int(layout)] == .row
    flows[index] = LayerFlow(
      isAcross: isAcross, gap: layer[.gap], next: layer[isAcross ? .paddingLeft : .paddingTop],
      aside: layer[isAcross ? .paddingTop : .paddingLeft],
      end: layer[isAcross ? .paddingRight : .paddingBottom], length: length)
    return length
  }

  /// Places a child behind the one before it; its own place is added.
  mutating func placeInFlow(_ layer: inout LayerDefinition, _ context: CellContext) {
    guard let parent = layer.parent, var flow = flows[parent] else { return }
    func moved(_ property: LayerProperty, by start: CellID?) {
      guard let start else { return }
      guard let own = layer[property] else { return layer[property] = start }
      var code = CellCode()
      code.push(start)
      code.push(own)
      code.apply(.add)
      layer[property] = builder.add(code.source, context, .number, layer.place)
    }
    moved(flow.isAcross ? .x : .y, by: flow.next)
    moved(flow.isAcross ? .y : .x, by: flow.aside)
    // next + visible * (length + gap)
    var code = CellCode()
    code.push(flow.next)
    code.push(flow.isAcross ? layer.width : layer.height)
    code.push(flow.gap)
    code.apply(.add)
    if let visible = layer[.visible] {
      code.push(visible)
      code.apply(.multiply)
    }
    code.apply(.add)
    flow.next = builder.add(code.source, context, .number, layer.place)
    flow.visible.append(layer[.visible])
    flows[parent] = flow
  }

  /// The sum of the children, without the gap behind the last of them.
  mutating func endFlow(_ index: Int) {
    guard let flow = flows.removeValue(forKey: index) else { return }
    var code = CellCode()
    code.push(flow.next)
    if flow.gap != nil, !flow.visible.isEmpty {
      // No gap where none is visible.
      code.push(flow.gap)
      code.push(flow.visible[0], or: 1)
      for visible in flow.visible.dropFirst() {
        code.push(visible, or: 1)
        code.apply(.maximum)
      }
      code.apply(.multiply, .subtract)
    }
    code.push(flow.end)
    code.apply(.add)
    builder.cells[flow.length].source = code.source
  }

  /// The length of a row of its own height: to the end of its farthest visible child that is not
  /// itself as long as the row.
  mutating func fitRows(_ list: ListDefinition, _ layer: LayerDefinition) {
    let name = list.isHorizontal ? "parent.width" : "parent.height"
    var code = CellCode()
    code.apply(.push(0))
    for child in layer.children.map({ layers[$0] }) {
      let size = list.isHorizontal ? child.width : child.height
      if case .expression(let tokens, _) = builder.cells[size].source, tokens.count == 2,
        tokens[0].kind == .name(name)
      {
        continue
      }
      guard
        let end = cell(
          of: list.isHorizontal ? .right : .bottom, child, builder.cells[list.rowLength].context)
      else { continue }
      code.push(end)
      if let visible = child[.visible] {
        code.push(visible)
        code.apply(.multiply)
      }
      code.apply(.maximum)
    }
    code.push(layer[list.isHorizontal ? .paddingRight : .paddingBottom])
    code.apply(.add)
    builder.cells[list.rowLength].source = code.source
  }
}

enum LayerLayout: String, CaseIterable {
  case column, row
}
