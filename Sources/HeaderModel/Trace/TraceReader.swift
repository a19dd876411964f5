import PortableMath

/// Computes the trace fields that a document defines.
package struct TraceReader: Sendable {
  private let trace: TraceDefinition
  /// The width of each text, by layer index: in points at launch or, if its size changes, per point
  /// of font size.
  private var textWidths: [Int: (width: Double, grows: Bool)] = [:]

  package var panels: [TracePanel] { trace.panels }

  /// Measures the texts whose bounding boxes are traced. `nil` if the document defines no fields.
  package init?(before header: HeaderInterpreter) throws(EvaluationError) {
    let program = header.program
    guard let trace = program.declared.trace else { return nil }
    self.trace = trace
    let texts = trace.sources.compactMap { source in
      if case .rect(.textFrame, let layer) = source { layer } else { nil }
    }
    guard !texts.isEmpty else { return }
    var header = header
    let launch = try header.state(rows: false)
    for index in texts where textWidths[index] == nil {
      guard let layer = launch.layers.first(where: { $0.index == index }),
        case .text(let content) = layer.content,
        case .text(let text) = program.layers[index].definition.content
      else { continue }
      let width = header.environment.measurer.size(of: content, maximumWidth: nil).width
      // A text whose size can change is scaled in proportion, even if its font's widths are not
      // proportional.
      let grows = !program.isFixed[text.typesetWidth] && content.pointSize > 0
      textWidths[index] = (grows ? width / content.pointSize : width, grows)
    }
  }

  /// Returns the fields for a state. `header` must have computed it last.
  package func fields(
    of header: inout HeaderInterpreter, _ state: HeaderState
  ) throws(EvaluationError) -> [TraceField] {
    let layers = Dictionary(state.layers.map { ($0.index, $0) }) { $1 }
    // The inputs of layer numbers follow those of image sizes.
    let first = Input.width(ofImage: header.program.declared.images.count)
    header.cells.inputs.replaceSubrange(
      first..., with: trace.layerNumbers.map { layers[$0.layer].map($0.property.value) ?? 0 })
    header.cells.invalidate()
    return try fields(trace.fields, &header, state, layers, isPresent: true)
  }

  private func fields(
    _ definitions: [TraceFieldDefinition], _ header: inout HeaderInterpreter,
    _ state: HeaderState, _ layers: [Int: LayerState], isPresent: Bool
  ) throws(EvaluationError) -> [TraceField] {
    try definitions.map { definition throws(EvaluationError) in
      let holds = isPresent ? try header.cells.condition(definition.when, true) : false
      return TraceField(
        definition.name, try value(definition.source, &header, state, layers, isPresent: holds))
    }
  }

  private func value(
    _ source: TraceFieldDefinition.Source, _ header: inout HeaderInterpreter,
    _ state: HeaderState, _ layers: [Int: LayerState], isPresent: Bool
  ) throws(EvaluationError) -> TraceField.Value {
    switch source {
    case .null: return .null
    case .value(let cell):
      let value: Double? = try isPresent ? header.cells.value(of: cell) + 0 : nil
      let isBoolean = header.program.cells[cell].kind == .boolean
      return isBoolean ? .condition(value.map { $0 != 0 }) : .number(value)
    case .count(let cell):
      return .count(try isPresent ? Int(exactly: header.cells.value(of: cell).rounded()) : nil)
    case .rect(let rect, let layer):
      return .rect(isPresent ? layers[layer].flatMap { self.rect(rect, $0) } : nil)
    case .names(let names): return .word(isPresent ? try header.cells.first(of: names) : nil)
    case .order(let keywords):
      return .keywords(isPresent ? state.layers.flatMap { keywords[$0.index] ?? [] } : nil)
    case .fields(let inner):
      return .fields(
        try fields(inner, &header, state, layers, isPresent: isPresent), isPresent: isPresent)
    }
  }

  private func rect(_ rect: LayerRect, _ layer: LayerState) -> PointRect? {
    switch (rect, layer.content) {
    case (.frame, _): return layer.frame
    case (.sourceCrop, .image(let image)): return image.sourceCrop
    case (.textFrame, .text(let text)):
      guard let launch = textWidths[layer.index] else { return nil }
      let width = launch.width * (launch.grows ? text.pointSize : 1) * layer.scaleX
      var frame = layer.frame
      frame.x += (frame.width - width) * text.alignment.share(rightToLeft: text.readsRightToLeft)
      frame.width = width
      return frame
    case (.sourceCrop, _), (.textFrame, _): return nil
    }
  }
}
