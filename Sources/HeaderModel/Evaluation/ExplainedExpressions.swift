import StrictJSON

/// An expression as the document has it.
package struct ExplainedExpression: Sendable {
  package let keyPath: String
  package let text: String
  /// Whether it is the same whatever happens.
  package let isConstant: Bool
  fileprivate let cell: CellID
}

extension HeaderInterpreter {
  /// What is written as an expression or an interpolation, but for rows of lists and traces.
  package var expressions: [ExplainedExpression] {
    program.cells.indices.compactMap { index in
      let cell = program.cells[index]
      let isWritten =
        cell.place.kind == .string
        || (try? cell.place.object())?.optional("inputRange") != nil
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
