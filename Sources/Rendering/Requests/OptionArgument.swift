package import FileAccess
package import FrameEncoding
package import HeaderModel
package import HeaderScene
package import PortableMath
package import Scrolling

/// A value of a render option that can be parsed from a command line argument.
package protocol OptionArgument: Sendable {
  /// `nil` if the text is not valid.
  init?(argument text: String)

  /// The number that must be in the option's range, or `nil` if the value is not a number.
  var number: Double? { get }
}

extension OptionArgument {
  package var number: Double? { nil }
}

extension RenderOption {
  /// Parses a command line argument and checks its range.
  package func value<Value: OptionArgument>(_ text: String) throws(OptionProblem) -> Value {
    let values = row.values
    guard let value = Value(argument: text) else {
      throw OptionProblem(
        reason: "'\(text)' is not valid", remedy: values.expected.map { "give \($0)" } ?? "")
    }
    if let number = value.number, let range = values.range, !range.contains(number) {
      throw OptionProblem(
        reason: "\(RequestRanges.text(number)) is out of range",
        remedy: "give \(RequestRanges.text(range))\(values.ending)")
    }
    return value
  }
}

extension OptionValues {
  fileprivate var ending: String {
    switch self {
    case .number(_, let ending), .fraction(_, let ending): ending
    default: ""
    }
  }
}

/// An invalid argument: lower case, without a final period.
package struct OptionProblem: Error, CustomStringConvertible {
  package let reason: String
  /// The instruction to fix it. Can be empty.
  package let remedy: String

  package var description: String { remedy.isEmpty ? reason : "\(reason); \(remedy)" }
}

extension String: OptionArgument {
  package init?(argument text: String) { self = text }
}

extension Int: OptionArgument {
  package init?(argument text: String) { self.init(text) }

  package var number: Double? { Double(self) }
}

extension Double: OptionArgument {
  package init?(argument text: String) { self.init(text) }

  package var number: Double? { self }
}

extension RationalTime: OptionArgument {
  package init?(argument text: String) { self.init(text) }

  package var number: Double? { value }
}

extension ByteCount: OptionArgument {
  package init?(argument text: String) { self.init(text) }
}

extension EventRate: OptionArgument {
  package init?(argument text: String) { self.init(text) }
}

extension HeaderSource: OptionArgument {
  package init?(argument text: String) { self.init(text) }
}

extension CurveSource: OptionArgument {
  package init?(argument text: String) { self.init(text) }
}

extension SceneFraming.Crop: OptionArgument {
  package init?(argument text: String) { self.init(text) }
}

extension DocumentColor: OptionArgument {
  package init?(argument text: String) { self.init(written: text) }
}

extension PageKind: OptionArgument {
  package init?(argument text: String) { self.init(rawValue: text) }
}

extension ReductionPolicy: OptionArgument {
  package init?(argument text: String) { self.init(rawValue: text) }
}

/// A theme or, for a page with two, `light,dark`.
package struct ThemeList: OptionArgument {
  package let themes: [SceneTheme]

  package init?(argument text: String) {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    themes = names.compactMap { SceneTheme(rawValue: String($0)) }
    let isPair = themes.count == 2 && themes.count { $0 == .light } == 1
    guard themes.count == names.count, names.count == 1 || isPair else { return nil }
  }
}

/// A range of frames, such as `10-40` or `7`.
package struct FrameRange: OptionArgument {
  package let frames: ClosedRange<Int>

  package init?(argument text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(ends.count), let first = ends.first ?? nil,
      let last = ends.last ?? nil, first >= 0, first <= last
    else { return nil }
    frames = first...last
  }
}

/// A constant with a number, such as `headerHeight=120`.
package struct NamedNumber: OptionArgument {
  package let pair: (key: String, value: Double)

  package init?(argument text: String) {
    guard let (name, text) = text.namedValue, let value = Double(text), value.isFinite else {
      return nil
    }
    pair = (name, value)
  }
}

/// An input with its value, such as `page=0.5` or `following=true`.
package struct NamedInput: OptionArgument {
  package let pair: (key: String, value: InputValue)

  package init?(argument text: String) {
    guard let (name, text) = text.namedValue, let value = InputValue(text) else { return nil }
    pair = (name, value)
  }
}

extension String {
  /// The parts of `name=value`, or `nil` for other texts.
  fileprivate var namedValue: (name: String, value: String)? {
    let parts = split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}
