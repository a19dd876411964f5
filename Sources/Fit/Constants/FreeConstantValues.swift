import FileAccess
import HeaderModel
import StrictJSON

/// The constants that are looked for, with the values they have.
struct FreeConstantValues {
  let values: [ConstantValue]

  /// Throws `.usage` for names that the header does not have.
  init(_ chosen: FreeConstants, _ scenes: FitScenes) throws(HeaderKitError) {
    var header = scenes.onePixelAPoint.launch
    let known = header.document.constants.map(\.name)
    let names =
      switch chosen {
      case .none: [String]()
      case .all: known
      case .named(let names): names
      }
    var values: [ConstantValue] = []
    for name in names {
      guard known.contains(name) else {
        throw HeaderKitError(
          .usage, subject: .place("free constants"),
          reason: "\(scenes.name) has no constant \"\(name)\"",
          remedy: MessageText(NearestName(to: name, among: known).remedy))
      }
      // A condition is no number; among all it is left out.
      if let value = try? header.number(name),
        scenes.setting([ConstantValue(name: name, value: value)]) != nil
      {
        values.append(ConstantValue(name: name, value: value))
      }
    }
    self.values = values
  }
}
