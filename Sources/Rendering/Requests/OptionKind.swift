import FileAccess
import PortableMath
import Scrolling
import StrictJSON

/// How the values of a render option are written.
package struct OptionForm: Sendable {
  /// The members of their JSON Schema, without the description.
  package let schema: String
  /// Those that there are; empty: they cannot be listed.
  package var choices: [String] = []
  /// Some of those that cannot all be listed, for completions.
  package var suggestions: [String] = []
  /// How one is written, for messages where they cannot be listed; nil: the help says it.
  var words: String?
  /// What stands for one in a usage line; nil: the option's name.
  package var placeholder: String?
  /// Whether one is a list or an object in JSON, of which a matrix has no values.
  package var isStructured = false
  /// Whether one is a file's path, or a name in place of one.
  package var isPath = false
}

/// The values of a render option: how they are typed and stand in JSON, and what they are in a cache
/// key.
struct OptionKind<Value: Sendable>: Sendable {
  let form: OptionForm
  /// From a text; nil where it is none of them.
  let parse: @Sendable (String) -> Value?
  /// What is wrong with one as it was typed; nil: nothing.
  var check: @Sendable (Value) -> OptionProblem? = { _ in nil }
  /// From JSON; the errors say what would be right.
  let read: @Sendable (JSONValue) throws(JSONError) -> Value
  /// Equal for equal values alone.
  var canonical: @Sendable (Value) -> String = { "\($0)" }
  /// The value where one follows another.
  var following: @Sendable (_ before: Value, _ next: Value) -> Value = { $1 }

  /// The same for a property that may be nil, where nothing is given.
  var optional: OptionKind<Value?> {
    OptionKind<Value?>(
      form: form, parse: { parse($0).map(Optional.some) }, check: { $0.flatMap(check) },
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
  fileprivate init(_ value: String, outside range: String, _ unit: String = "") {
    reason = "\(value) is out of range"
    remedy = "give \(range)\(unit)"
  }

  /// A text that is none of an option's values.
  init(_ text: String, form: OptionForm) {
    reason = "'\(text)' is not valid"
    let choices = form.choices
    remedy =
      choices.count < 2
      ? form.words.map { "give \($0)" } ?? ""
      : "give \(choices.dropLast().joined(separator: ", ")) or \(choices[choices.count - 1])"
  }
}

extension OptionKind {
  /// `"type": ["number", "null"], "minimum": 1, "maximum": 9`
  static func schema(_ types: String..., range: (least: String, most: String)? = nil) -> String {
    let bounds = range.map { ", \"minimum\": \($0.least), \"maximum\": \($0.most)" } ?? ""
    return "\"type\": [\(quoted(types + ["null"]))]\(bounds)"
  }

  static func quoted(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
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
      form: OptionForm(schema: schema("number", "string", range: bounds(range))),
      parse: { RationalTime($0) },
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
      form: OptionForm(schema: schema("number", range: bounds(range))), parse: { Double($0) },
      check: { number in
        let (text, allowed) = (RequestRanges.text(number), RequestRanges.text(range))
        return range.contains(number)
          ? nil : OptionProblem(text, outside: allowed, typed ?? " \(unit)")
      },
      read: { value throws(JSONError) in try value.number(in: range, unit: unit) })
  }
}

extension OptionKind<Int> {
  static func integer(_ range: ClosedRange<Int>) -> OptionKind {
    OptionKind(
      form: OptionForm(
        schema: schema("integer", range: ("\(range.lowerBound)", "\(range.upperBound)"))),
      parse: { Int($0) },
      check: {
        range.contains($0) ? nil : OptionProblem("\($0)", outside: RequestRanges.text(range))
      },
      read: { value throws(JSONError) in try value.integer(in: range) })
  }

  /// A number of bytes: `3MB`, `800K`, `4096`.
  static var byteCount: OptionKind {
    OptionKind(
      form: OptionForm(
        schema: schema("integer", "string") + ", \"minimum\": 1", placeholder: "size"),
      parse: { ByteCount($0)?.bytes },
      read: { value throws(JSONError) in
        guard value.kind == .string else { return try value.integer(in: 1...Int.max) }
        guard let count = ByteCount(try value.string()), count.bytes > 0 else {
          throw value.error("\(value.literal) is not a size; write bytes, or \"3MB\", \"800K\"")
        }
        return count.bytes
      })
  }
}

extension OptionKind<Bool> {
  static var flag: OptionKind {
    OptionKind(
      form: OptionForm(schema: schema("boolean")), parse: { Bool($0) },
      read: { value throws(JSONError) in try value.boolean() })
  }
}

extension OptionKind where Value: CaseIterable & RawRepresentable<String> {
  static var choice: OptionKind {
    let names = Value.allCases.map(\.rawValue)
    return OptionKind(
      form: OptionForm(schema: "\"enum\": [\(quoted(names)), null]", choices: names),
      parse: { Value(rawValue: $0) },
      read: { value throws(JSONError) in try value.choice(of: Value.self) },
      canonical: { $0.rawValue })
  }
}

/// Ranges of numbers that more than a row of a render option speaks of.
package enum RequestRanges {
  /// Scroll events, or samples of a curve, per second.
  package static let eventsPerSecond = 0.1...1000.0
  /// Extra seconds for the first or the last frame.
  package static let hold = 0.0...600.0
  /// Points from rest.
  package static let offset = -CurveLimits.farthestOffset...CurveLimits.farthestOffset
  /// Pixels per point.
  package static let scale = 0.25...4.0
  /// Pixels a side that a picture may be asked to have.
  package static let side = 1...16_384
  /// Frames, items or pictures that are worked on at a time.
  package static let jobs = 1...1024

  /// `0.1 to 240`, `1 to 1024`: numbers without needless decimals.
  package static func text(_ range: ClosedRange<Double>) -> String {
    "\(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  /// `1 to 1024`.
  package static func text(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }

  /// `0.1`, `240`: without `.0`.
  package static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
