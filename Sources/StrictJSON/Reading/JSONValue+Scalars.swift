/// Reading a value as what it has to be. Each throws a `JSONError` at the value's place.
extension JSONValue {
  /// A number in `range`; `unit` is put behind the bounds in the message ("seconds").
  public func number(
    in range: ClosedRange<Double>, unit: String = ""
  ) throws(JSONError) -> Double {
    let value = try number()
    guard range.contains(value) else {
      throw outside("\(shown(range.lowerBound))...\(shown(range.upperBound))", unit)
    }
    return value
  }

  /// A number above `bound` and at most `limit`.
  public func number(
    above bound: Double, upTo limit: Double, unit: String = ""
  ) throws(JSONError) -> Double {
    let value = try number()
    guard value > bound, value <= limit else {
      throw outside("above \(shown(bound)), at most \(shown(limit))", unit)
    }
    return value
  }

  /// Any number; finite, as the parser refuses what overflows.
  public func number() throws(JSONError) -> Double {
    guard node.form == .number else { throw mismatch("a number") }
    return numberValue
  }

  /// A whole number in `range`; `2.0` counts as whole.
  public func integer(
    in range: ClosedRange<Int>, unit: String = ""
  ) throws(JSONError) -> Int {
    guard node.form == .number else { throw mismatch("a whole number") }
    guard
      let value = JSONNumber.whole(
        of: document.bytes, from: Int(node.start), to: Int(node.end))
    else {
      if numberValue.magnitude > 9e15 {
        throw outside("\(range.lowerBound)...\(range.upperBound)", unit)
      }
      throw mismatch("a whole number")
    }
    guard range.contains(value) else {
      throw outside("\(range.lowerBound)...\(range.upperBound)", unit)
    }
    return value
  }

  /// A string.
  public func string() throws(JSONError) -> String {
    guard kind == .string else { throw mismatch("a string") }
    return text
  }

  /// `true` or `false`.
  public func boolean() throws(JSONError) -> Bool {
    switch node.form {
    case .true: return true
    case .false: return false
    default: throw mismatch("true or false")
    }
  }

  /// A string that is one of `choices`; the message names the nearest one, or all.
  public func choice(of choices: [String]) throws(JSONError) -> String {
    let text = try string()
    guard choices.contains(text) else {
      let remedy = NearestName(to: text, among: choices).remedy
      throw error("\(JSONText.quoted(text)) is not known; \(remedy)")
    }
    return text
  }

  /// A string that is the raw value of a case of `type`.
  public func choice<Choice>(of type: Choice.Type) throws(JSONError) -> Choice
  where Choice: RawRepresentable<String> & CaseIterable {
    let text = try choice(of: Choice.allCases.map(\.rawValue))
    guard let choice = Choice(rawValue: text) else { throw mismatch("a known name") }
    return choice
  }

  private var numberValue: Double {
    JSONNumber.value(of: document.bytes, from: Int(node.start), to: Int(node.end))
  }

  private func outside(_ range: String, _ unit: String) -> JSONError {
    error("\(literal) is out of range (\(range)\(unit.isEmpty ? "" : " \(unit)"))")
  }

  /// Bounds without a needless ".0".
  private func shown(_ bound: Double) -> String {
    Int(exactly: bound).map(String.init) ?? "\(bound)"
  }
}
