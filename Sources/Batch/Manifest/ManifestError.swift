import Comparison
public import Files
import Rendering
public import StrictJSON

/// Everything that is wrong with a manifest, each with line and key path.
public struct ManifestError: Error, Hashable, Sendable {
  /// At least one, in the order of the text.
  public let problems: [Problem]

  /// One thing that is wrong.
  public struct Problem: Hashable, Sendable {
    /// Bad data, or an input that is missing.
    public let code: HeaderKitError.Code
    /// Where it stands and what is wrong.
    public let place: JSONError

    /// `file:line:column: key path: what is wrong; what would be right`
    public let message: MessageText
  }

  /// The sort of trouble that is reported for all: bad data before missing inputs.
  public var code: HeaderKitError.Code {
    problems.contains { $0.code == .badData } ? .badData : .noInput
  }
}

extension ManifestError: CustomStringConvertible {
  /// One line a problem.
  public var description: String {
    problems.map(\.place.description).joined(separator: "\n")
  }
}
