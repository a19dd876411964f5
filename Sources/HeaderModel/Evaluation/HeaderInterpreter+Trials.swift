package import Scrolling
import StrictJSON

package struct ExplainedExpression: Sendable {
  package let keyPath: String
  package let text: String
  /// Whether it is the same whatever happens.
  package let isConstant: Bool
  fileprivate let cell: CellID
}

/// What those ask who look into a header: searches, checks and pages that try what may happen to it.
extension HeaderInterpreter {
  /// How much has been evaluated so far: expressions, rows and layers.
  package var steps: Int { cells.earlierSteps + cells.steps }

  /// Whether the state follows from more than the last offset.
  package var hasMemory: Bool { !program.declared.memory.isEmpty }

  /// What is remembered: the targets, then what a frame at `time` shows of them.
  package func remembered(at time: Double) -> [Double] { memory.targets + memory.shown(at: time) }

  /// The value of a constant, or of a value or remembered entry as of the last event; nil where the
  /// document has no number of that name.
  package mutating func number(_ name: String) throws(EvaluationError) -> Double? {
    if let index = program.declared.memory.firstIndex(where: { $0.name == name }) {
      return memory.targets[index]
    }
    guard let cell = program.cells.firstIndex(where: { $0.name == name }) else { return nil }
    cells.memory = memory.targets
    cells.invalidate()
    return try cells.value(of: cell)
  }

  /// Among how many names the layer with most of them chooses.
  package var mostChoices: Int {
    program.layers.map { $0.definition.content.choiceCount }.max() ?? 0
  }

  /// The layers now, if those that choose between names took the one at this place.
  package func state(choosing place: Int) throws(EvaluationError) -> HeaderState {
    var header = self
    header.cells.forcedChoice = place
    return try header.state()
  }

  /// What may happen next beside scrolling to a header as it stands: taps, drags, other inputs one at
  /// a time; for those who see pictures alone.
  package var possibleEvents: [ScrollEvent.Kind] {
    let interaction = program.declared.interaction
    var events: [ScrollEvent.Kind] = []
    for layer in interaction.onTap.keys.sorted() {
      let rows: [Int?] = list(around: layer) == nil ? [nil] : Array(0..<12)
      events += rows.map { .tap(TappedLayer(layer: layer, row: $0)) }
    }
    for (input, numbers) in inputNumbers.enumerated() {
      let now = value(ofInput: input)
      var values = [1 - now]
      if let range = numbers.range {
        let length = range.upperBound - range.lowerBound
        values = [1, 2, 4, 8, 16, 32, 64, 128].flatMap { [now - length / $0, now + length / $0] }
        values += [range.lowerBound, range.upperBound]
        if let step = numbers.step {
          values += [(now / step).rounded(.down) * step, (now / step).rounded(.up) * step]
        }
      }
      events += Set(values.map(numbers.limited)).subtracting([now]).sorted().map {
        .input([InputChange(input: input, value: $0)])
      }
    }
    if !interaction.rules(.onDragStart).isEmpty { events.append(.dragStart) }
    if !interaction.rules(.onDragEnd).isEmpty {
      events += [-1000, 0, 1000].map { .dragEnd(velocity: $0) }
    }
    if !interaction.rules(.onRest).isEmpty { events.append(.rest) }
    return events
  }

  /// What is written as an expression or an interpolation, but for rows of lists and traces.
  package var expressions: [ExplainedExpression] {
    program.cells.indices.compactMap { index in
      let cell = program.cells[index]
      let isWritten =
        cell.place.kind == .string || (try? cell.place.object())?.optional("inputRange") != nil
      let keyPath = cell.place.keyPath
      guard isWritten, !cell.dependencies.contains(.index), !keyPath.hasPrefix("trace.") else {
        return nil
      }
      let text = (try? cell.place.string()) ?? cell.place.literal
      return ExplainedExpression(
        keyPath: keyPath, text: text, isConstant: program.isFixed[index], cell: index)
    }
  }

  /// What they are after the last event; of names that are chosen the place, from 0.
  package mutating func values(of expressions: [ExplainedExpression]) -> [String] {
    expressions.map { expression in
      guard let value = try? cells.value(of: expression.cell) else { return "error" }
      return switch program.cells[expression.cell].kind {
      case .boolean: value == 0 ? "false" : "true"
      case .color: DocumentColor(number: value).hexadecimal
      case .number, .name: ((value * 1000).rounded() / 1000 + 0).shown
      }
    }
  }
}
