import ArgumentParser
import FileAccess
import Rendering

/// A group of render options. Each property has the name of a `RenderOption`, whose row supplies
/// its flag, help and values.
protocol RenderOptionGroup: ParsableArguments {}

extension RenderOptionGroup {
  func validate() throws { _ = try given }

  /// A request with the given options.
  var given: RenderRequest {
    get throws {
      var request = RenderRequest()
      try apply(to: &request)
      return request
    }
  }

  /// Sets the given options in a request. The properties are found by reflection, as the parser
  /// does.
  func apply(to request: inout RenderRequest) throws {
    for line in Mirror(reflecting: self).children {
      guard let name = line.label?.dropFirst(), let option = RenderOption(rawValue: String(name))
      else { continue }
      let row = option.row
      let texts: [String] =
        switch line.value {
        case let one as Option<String?>: one.wrappedValue.map { [$0] } ?? []
        case let list as Option<[String]>: list.wrappedValue
        case let flag as Flag<Bool>: flag.wrappedValue ? ["\(row.off == nil)"] : []
        default: []
        }
      for text in texts {
        do {
          try row.parse(text, &request)
        } catch {
          let remedy = error.remedy.isEmpty ? "" : "; \(error.remedy)"
          throw UsageError("\(option.flag): \(error.reason)\(remedy)")
        }
      }
    }
  }

  func apply(to request: inout SceneRequest) throws {
    var whole = RenderRequest()
    whole.header = request
    try apply(to: &whole)
    request = whole.header
  }
}

extension RenderOption {
  fileprivate var name: NameSpecification { .customLong(word) }

  fileprivate var help: ArgumentHelp {
    let row = row
    let sentence = row.off ?? row.sentence.text(naming: \.flag)
    let otherwise = row.off == nil ? row.otherwise.map { " [default: \($0)]" } ?? "" : ""
    return ArgumentHelp(
      "\(sentence)\(row.typed)\(otherwise)", valueName: row.form.placeholder,
      visibility: RenderOption.limits.contains(self) ? .hidden : .default)
  }

  fileprivate var completion: CompletionKind? {
    let names = row.form.choices + row.form.suggestions
    return names.isEmpty ? nil : .list(names)
  }
}

extension Option where Value == String? {
  init(_ option: RenderOption) {
    self.init(name: option.name, help: option.help, completion: option.completion)
  }
}

extension Option where Value == [String] {
  /// Declares a render option that can be repeated.
  init(_ option: RenderOption) {
    self.init(wrappedValue: [], name: option.name, help: option.help, completion: option.completion)
  }
}

extension Flag where Value == Bool {
  /// Declares a flag that turns a render option on, or off if it is on by default.
  init(_ option: RenderOption) {
    self.init(wrappedValue: false, name: option.name, help: option.help)
  }
}

extension RequestProperty {
  var flag: String { self == .texts ? "--title, --name or --handle" : "--" + FlagName.word(option) }
}

extension RenderOption {
  /// The flag: `--scale` for `scale`, and `--no-layers` for an option that is on by default.
  var flag: String { "--" + word }
  var word: String { (row.off == nil ? "" : "no-") + FlagName.word(rawValue) }
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
