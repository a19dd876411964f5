import ArgumentParser
import FileAccess
import Rendering

/// A group of render options as command-line arguments: one property per option, and a method that
/// sets the given options in a request.
protocol RenderOptionGroup: ParsableArguments {
  /// Sets the given options in a request.
  func apply(to request: inout RenderRequest)
}

extension RenderOptionGroup {
  /// A request with the given options and defaults for all others.
  var givenOptions: RenderRequest {
    var request = RenderRequest()
    apply(to: &request)
    return request
  }

  func apply(to request: inout SceneRequest) {
    var whole = RenderRequest()
    whole.header = request
    apply(to: &whole)
    request = whole.header
  }
}

extension Option {
  /// Declares a render option: `@Option(.holdLast) var holdLast: RationalTime?`.
  init<Argument: OptionArgument>(_ option: RenderOption) where Value == Argument? {
    self.init(
      name: option.name, help: option.help, completion: option.completion,
      transform: { text in try option.value(text) })
  }

  /// Declares a render option that can be repeated.
  init<Argument: OptionArgument>(_ option: RenderOption) where Value == [Argument] {
    self.init(
      wrappedValue: [], name: option.name, help: option.help, completion: option.completion,
      transform: { text in try option.value(text) })
  }
}

extension Flag where Value == Bool {
  /// Declares a flag that turns a render option on, or off if it is on by default.
  init(_ option: RenderOption) {
    self.init(wrappedValue: false, name: option.name, help: option.help)
  }
}

extension RenderOption {
  fileprivate var name: NameSpecification { .customLong(word) }

  fileprivate var help: ArgumentHelp {
    let row = row
    let meaning = row.negatedHelp ?? row.help.text(naming: \.flag)
    let standard = row.negatedHelp == nil ? row.defaultText.map { " [default: \($0)]" } ?? "" : ""
    return ArgumentHelp(
      "\(meaning)\(row.helpSuffix)\(standard)", valueName: row.values.placeholder,
      visibility: RenderOption.limits.contains(self) ? .hidden : .default)
  }

  fileprivate var completion: CompletionKind? {
    let names = row.values.suggestions
    return names.isEmpty ? nil : .list(names)
  }
}

extension RequestProperty {
  var flag: String { self == .texts ? "--title, --name or --handle" : "--" + FlagName.word(option) }
}

extension RenderOption {
  /// The flag: `--scale` for `scale`, and `--no-layers` for an option that is on by default.
  var flag: String { "--" + word }
  /// The flag without its two hyphens.
  var word: String { (row.negatedHelp == nil ? "" : "no-") + FlagName.word(rawValue) }
}

private enum FlagName {
  static func word(_ option: String) -> String {
    let own = [RenderOption.constants.rawValue: "set", RenderOption.inputs.rawValue: "input"]
    return own[option]
      ?? option.reduce(into: "") { word, letter in
        word += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
      }
  }
}
