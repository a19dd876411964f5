import FileAccess
import Rendering

extension RequestProperty {
  var flag: String { self == .texts ? "--title, --name or --handle" : "--" + FlagName.word(option) }
}

extension RenderOption {
  /// Of `scale` `--scale`; of what is on without it, the flag that switches it off.
  var flag: String { "--" + word }
  var word: String { (row.off == nil ? "" : "no-") + FlagName.word(rawValue) }
}

private enum FlagName {
  static func word(_ option: String) -> String {
    switch option {
    case RenderOption.constants.rawValue: return "set"
    case RenderOption.inputs.rawValue: return "input"
    default: break
    }
    return option.reduce(into: "") { word, letter in
      word += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }
}
