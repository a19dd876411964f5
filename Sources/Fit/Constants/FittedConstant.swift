import FileAccess
import HeaderModel
import StrictJSON

/// What a recording says about a constant of its header.
public struct FittedConstant: Hashable, Sendable {
  /// The constant's name in the document.
  public var name: String
  /// The document's own value, or the one that was asked for.
  public var given: Double
  /// The value that comes nearest to the recording; nil: the recording does not determine it.
  public var value: Double?
  /// The values that do as well within the recording's noise; nil where `value` is.
  public var interval: ClosedRange<Double>?
}

struct ConstantValue: Hashable, Sendable {
  let name: String
  var value: Double
}

extension FitScenes {
  /// The values of some constants. Throws `.usage` for names that the header does not have.
  func constants(_ chosen: FreeConstants) throws(HeaderKitError) -> [ConstantValue] {
    var header = onePixelAPoint.launch
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
          reason: "\(self.name) has no constant \"\(name)\"",
          remedy: MessageText(NearestName(to: name, among: known).remedy))
      }
      // A condition is no number; among all it is left out.
      guard let value = try? header.number(name) else { continue }
      let constant = ConstantValue(name: name, value: value)
      if setting([constant]) != nil { values.append(constant) }
    }
    return values
  }
}
