import PortableMath
import StrictJSON

/// React Native's interpolation objects.
extension CellBuilder {
  mutating func interpolation(
    _ value: JSONValue, _ expected: ValueKind?
  ) throws(JSONError) -> PendingCell.Source {
    guard expected != .boolean else {
      throw value.error("expected true, false or a condition, found an object")
    }
    let object = try value.object(keys: [
      "input", "inputRange", "outputRange", "extrapolate", "extrapolateLeft", "extrapolateRight",
      "easing", "description",
    ])
    let input = try source(of: object.required("input"), .number)
    let inputRange = try object.required("inputRange")
    var inputs: [PendingCell.Source] = []
    var last = -Double.infinity
    for element in try inputRange.array(count: 2...1000, of: "inputs") {
      let input = try source(of: element, .number)
      if case .literal(let number, _) = input {
        guard number >= last else {
          throw element.error(
            "the inputs fall from \(last.shown) to \(number.shown); they may only rise")
        }
        last = number
      }
      inputs.append(input)
    }
    let outputRange = try object.required("outputRange")
    let outputKind = expected ?? (looksLikeColors(outputRange) ? .color : .number)
    let outputs = try outputRange.list { element throws(JSONError) in
      try source(of: element, outputKind)
    }
    guard outputs.count == inputs.count else {
      throw outputRange.error(
        "has \(outputs.count) outputs for \(inputs.count) inputs; write as many of each")
    }
    var table = Interpolation(count: inputs.count, isColor: outputKind == .color)
    let both = try extrapolation(object.optional("extrapolate"), table)
    table.left = try extrapolation(object.optional("extrapolateLeft"), table) ?? both ?? .extend
    table.right = try extrapolation(object.optional("extrapolateRight"), table) ?? both ?? .extend
    table.easing = try object.optional("easing")?.easing()
    return .interpolation(input: input, inputs: inputs, outputs: outputs, table)
  }

  private func looksLikeColors(_ value: JSONValue) -> Bool {
    guard let first = (try? value.array())?.first(where: { _ in true }),
      let text = try? first.string()
    else { return false }
    return text.utf8.first == UInt8(ascii: "#")
      || names[text] == nil && DocumentColor(named: text) != nil
  }

  private func extrapolation(
    _ value: JSONValue?, _ table: Interpolation
  ) throws(JSONError) -> Extrapolation? {
    guard let value else { return nil }
    let word: Extrapolation = try value.choice(of: Extrapolation.self)
    guard !(table.isColor && word == .identity) else {
      throw value.error("a colour cannot be extrapolated as the number put in; write \"clamp\"")
    }
    return word
  }
}
