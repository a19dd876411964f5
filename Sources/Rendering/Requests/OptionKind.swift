import FileAccess
import PortableMath
import StrictJSON

/// The values of a render option: how they are typed and stand in JSON, and what they are in a cache
/// key.
struct OptionKind<Value: Sendable>: Sendable {
  /// The members of their JSON Schema.
  var schema: String
  /// Those that there are; empty: they cannot be listed.
  var choices: [String] = []
  /// Some of those that cannot all be listed, for completions.
  var suggestions: [String] = []
  /// How one is written, for messages where they cannot be listed; nil: the help says it.
  var form: String?
  /// What stands for one in a usage line; nil: the option's name.
  var placeholder: String?
  /// From a text; nil where it is none of them.
  let parse: @Sendable (String) -> Value?
  /// What is wrong with one as it was typed; nil: nothing.
  var check: @Sendable (Value) -> OptionProblem? = { _ in nil }
  /// From JSON; the errors say what would be right.
  let read: @Sendable (JSONValue) throws(JSONError) -> Value
  /// Equal for equal values alone.
  let canonical: @Sendable (Value) -> String
  /// The value where one follows another.
  var following: @Sendable (_ before: Value, _ next: Value) -> Value = { $1 }

  /// The same for a property that may be nil, where nothing is given.
  var optional: OptionKind<Value?> {
    OptionKind<Value?>(
      schema: schema, choices: choices, suggestions: suggestions, form: form,
      placeholder: placeholder, parse: { parse($0).map(Optional.some) },
      check: { $0.flatMap(check) },
      read: { value throws(JSONError) in try read(value) },
      canonical: { $0.map(canonical) ?? "null" })
  }
}

/// What is wrong with an option as it was typed: lower case, no final stop.
package struct OptionProblem: Error {
  package let reason: String
  /// May be empty.
  package let remedy: String

  /// A value that is beyond a range; `unit` ends the remedy.
  fileprivate init(_ value: String, outside range: String, _ unit: String) {
    reason = "\(value) is out of range"
    remedy = "give \(range)\(unit)"
  }

  /// A text that is none of an option's values.
  init(_ text: String, among choices: [String], form: String?) {
    reason = "'\(text)' is not valid"
    remedy =
      choices.count < 2
      ? form.map { "give \($0)" } ?? ""
      : "give \(choices.dropLast().joined(separator: ", ")) or \(choices[choices.count - 1])"
  }
}

extension OptionKind {
  /// `"type": ["number", "null"], "minimum": 1, "maximum": 9`
  static func schema(_ types: String..., range: (least: String, most: String)? = nil) -> String {
    let list = (types + ["null"]).map { "\"\($0)\"" }.joined(separator: ", ")
    let bounds = range.map { ", \"minimum\": \($0.least), \"maximum\": \($0.most)" } ?? ""
    return "\"type\": [\(list)]\(bounds)"
  }

  static func bounds(_ range: ClosedRange<Double>) -> (least: String, most: String) {
    (RequestRanges.text(range.lowerBound), RequestRanges.text(range.upperBound))
  }
}

extension OptionKind<RationalTime> {
  /// An exact number: `30`, `29.97`, `30000/1001`. `unit` is that of messages about JSON, `typed` ends
  /// those about what was typed.
  static func fraction(
    _ range: ClosedRange<Double>, _ unit: String, typed: String = ""
  ) -> OptionKind {
    OptionKind(
      schema: schema("number", "string", range: bounds(range)), parse: { RationalTime($0) },
      check: {
        range.contains($0.value)
          ? nil : OptionProblem("\($0.value)", outside: RequestRanges.text(range), typed)
      },
      read: { value throws(JSONError) in
        guard value.kind == .string else {
          let number = try value.number(in: range, unit: unit)
          guard let fraction = RationalTime(nearest: number) else {
            throw value.error("is too large")
          }
          return fraction
        }
        guard let fraction = RationalTime(try value.string()), range.contains(fraction.value) else {
          throw value.error(
            "\(value.literal) is not within \(range.lowerBound)...\(range.upperBound) \(unit); "
              + "write a number or \"30000/1001\"")
        }
        return fraction
      },
      canonical: { "\($0.numerator)/\($0.denominator)" })
  }
}

extension OptionKind<Double> {
  /// A number; `typed` ends messages about what was typed, else the unit does.
  static func number(
    _ range: ClosedRange<Double>, _ unit: String, typed: String? = nil
  ) -> OptionKind {
    OptionKind(
      schema: schema("number", range: bounds(range)), parse: { Double($0) },
      check: {
        range.contains($0)
          ? nil
          : OptionProblem(
            RequestRanges.text($0), outside: RequestRanges.text(range), typed ?? " \(unit)")
      },
      read: { value throws(JSONError) in try value.number(in: range, unit: unit) },
      canonical: { "\($0)" })
  }
}

extension OptionKind<Int> {
  static func integer(_ range: ClosedRange<Int>) -> OptionKind {
    OptionKind(
      schema: schema("integer", range: ("\(range.lowerBound)", "\(range.upperBound)")),
      parse: { Int($0) },
      check: {
        range.contains($0) ? nil : OptionProblem("\($0)", outside: RequestRanges.text(range), "")
      },
      read: { value throws(JSONError) in try value.integer(in: range) }, canonical: { "\($0)" })
  }

  /// A number of bytes: `3MB`, `800K`, `4096`.
  static var byteCount: OptionKind {
    OptionKind(
      schema: schema("integer", "string") + ", \"minimum\": 1", placeholder: "size",
      parse: { ByteCount($0)?.bytes },
      read: { value throws(JSONError) in
        guard value.kind == .string else { return try value.integer(in: 1...Int.max) }
        guard let count = ByteCount(try value.string()), count.bytes > 0 else {
          throw value.error("\(value.literal) is no size; write bytes, or \"3MB\", \"800K\"")
        }
        return count.bytes
      },
      canonical: { "\($0)" })
  }
}

extension OptionKind<Bool> {
  static var flag: OptionKind {
    OptionKind(
      schema: schema("boolean"), parse: { Bool($0) },
      read: { value throws(JSONError) in try value.boolean() }, canonical: { "\($0)" })
  }
}

extension OptionKind where Value: CaseIterable & RawRepresentable<String> {
  static var choice: OptionKind {
    let names = Value.allCases.map(\.rawValue)
    return OptionKind(
      schema: "\"enum\": [\(quoted(names)), null]", choices: names,
      parse: { Value(rawValue: $0) },
      read: { value throws(JSONError) in try value.choice(of: Value.self) },
      canonical: { $0.rawValue })
  }

  static func quoted(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
