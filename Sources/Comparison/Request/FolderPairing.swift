public import Files
import Rendering

/// Which files of two folders are compared, by their paths within them.
public struct FolderPairing: Hashable, Sendable {
  /// What the baseline's folder has.
  public var first: Set<String>
  /// What the judged folder has.
  public var second: Set<String>
  /// What should be there to be judged and is not, and why: trouble, whatever the baseline says.
  public var problems: [String: HeaderKitError]

  /// Names on one side only are missing or added.
  public init(
    first: Set<String>, second: Set<String>, problems: [String: HeaderKitError] = [:]
  ) {
    self.first = first
    self.second = second
    self.problems = problems
  }

  /// The pictures that two folders hold. Throws `.noInput` when one cannot be listed and when
  /// there is none.
  package init(listing first: String?, _ second: String) throws(HeaderKitError) {
    let before = try first.map { path throws(HeaderKitError) in try FolderListing.names(in: path) }
    self.init(first: Set(before ?? []), second: Set(try FolderListing.names(in: second)))
    guard !self.first.isEmpty || !self.second.isEmpty else {
      throw HeaderKitError(
        .noInput, subject: .file(second), reason: "neither folder holds a picture",
        remedy: "pictures end in .png, .apng, .gif, .jpg or .jpeg")
    }
  }

  /// All names in natural order.
  package var names: [String] {
    first.union(second).union(problems.keys).sorted { FolderListing.comesBefore($0, $1) }
  }
}
