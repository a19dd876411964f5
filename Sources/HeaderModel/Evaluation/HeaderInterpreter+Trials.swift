package import Scrolling
import StrictJSON

/// An expression of a document, with its source, for pages that show values.
package struct ExplainedExpression: Sendable {
  /// The key path of the expression in the document.
  package let keyPath: String
  /// The source of the expression.
  package let text: String
  /// Whether the value never changes.
  package let isConstant: Bool
  fileprivate let cell: CellID
}

/// Functions for searches, checks and pages that examine a header and try events on it.
extension HeaderInterpreter {
  /// The total cost of evaluation so far, in steps: expressions, rows and layers.
  package var steps: Int { cells.earlierSteps + cells.steps }

  /// Whether the header has memory. Without memory, the state depends only on the last event and
  /// the inputs.
  package var hasMemory: Bool { !program.declared.memory.isEmpty }

  /// Returns the memory and inputs: all targets, followed by all animated values at `time`.
  package func remembered(at time: Double) -> [Double] { memory.targets + memory.shown(at: time) }

  /// Returns the number of a constant, value or memory entry after the last event. `nil` if the
  /// document has none of that name.
  package mutating func number(_ name: String) throws(EvaluationError) -> Double? {
    if let index = program.declared.memory.firstIndex(where: { $0.name == name }) {
      return memory.targets[index]
    }
    guard let cell = program.cells.firstIndex(where: { $0.name == name }) else { return nil }
    cells.memory = memory.targets
    cells.invalidate()
    return try cells.value(of: cell)
  }

  /// The largest number of alternatives in any layer's choice between names.
  package var maxChoiceCount: Int {
    program.layers.map { $0.definition.content.choiceCount }.max() ?? 0
  }

  /// Returns the current state with the alternative at `index` selected in every choice
  /// between names.
  package func state(choosing index: Int) throws(EvaluationError) -> HeaderState {
    var header = self
    header.cells.forcedChoice = index
    return try header.state()
  }

  /// The events other than scrolls that could happen next: taps, drags, and changes of a single
  /// input. For searches that see the frames of a recording but not its events. An input with a
  /// range is tried at a sample of values.
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
      events += Set(values.map(numbers.clamped)).subtracting([now]).sorted().map {
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

  /// Returns `false` for a tap on a layer that is not visible at `time`.
  package mutating func isPossible(
    _ event: ScrollEvent.Kind, at time: Double
  ) throws(EvaluationError) -> Bool {
    guard case .tap(let tapped?) = event else { return true }
    if case .refused = try tap(.layer(name(of: tapped), row: tapped.row), at: time) { return false }
    return true
  }

  /// Returns the id of a layer that a tap hits.
  package func name(of tapped: TappedLayer) -> String { program.layers[tapped.layer].definition.id }

  /// The current inputs, in the order of the document.
  package var inputValues: [RememberedValue] {
    inputNumbers.indices.map { inputValue($0, value(ofInput: $0)) }
  }

  /// Returns an input with another value. Conditions are 0 or 1.
  package func inputValue(_ input: Int, _ value: Double) -> RememberedValue {
    let description = inputNumbers[input]
    return RememberedValue(
      name: description.name,
      value: description.range == nil ? .boolean(value != 0) : .number(value))
  }

  /// The expressions and interpolations of the document, except those of list rows and traces.
  package var expressions: [ExplainedExpression] {
    program.cells.indices.compactMap { index in
      let cell = program.cells[index]
      let isWritten =
        cell.json.kind == .string || (try? cell.json.object())?.optional("inputRange") != nil
      let keyPath = cell.json.keyPath
      guard isWritten, !cell.dependencies.contains(.index), !keyPath.hasPrefix("trace.") else {
        return nil
      }
      let text = (try? cell.json.string()) ?? cell.json.literal
      return ExplainedExpression(
        keyPath: keyPath, text: text, isConstant: program.isFixed[index], cell: index)
    }
  }

  /// Returns the values of expressions after the last event, as text. Numbers are rounded to
  /// thousandths. A choice between names gives the index of the selected name.
  package mutating func values(of expressions: [ExplainedExpression]) -> [String] {
    expressions.map { expression in
      guard let value = try? cells.value(of: expression.cell) else { return "error" }
      return switch program.cells[expression.cell].kind {
      case .boolean: value == 0 ? "false" : "true"
      case .color: DocumentColor(number: value).hexadecimal
      case .number, .name: ((value * 1000).rounded() / 1000 + 0).text
      }
    }
  }
}
