package import FileAccess
import PortableFoundation
import PortableMath

/// Which files of two folders are compared, by their paths within them. Those on one side only are
/// missing or added.
package struct FolderPairing: Hashable, Sendable {
  package var first: Set<String> = []
  package var second: Set<String> = []
  /// The files of the second folder that have other names there.
  private(set) var actual: [String: String] = [:]
  /// Files of the first folder that other tools have compared, and found as they were.
  private(set) var passed: Set<String> = []
  /// What should be there to be judged and is not, and why: trouble, whatever the baseline says.
  package var problems: [String: HeaderKitError] = [:]

  package init() {}

  /// The pictures that two folders hold. Throws `.noInput` when one cannot be listed and when
  /// there is none.
  package init(listing first: String?, _ second: String) throws(HeaderKitError) {
    if let first { self.first = Set(try FolderListing.names(in: first)) }
    self.second = Set(try FolderListing.names(in: second))
    guard !self.first.isEmpty || !self.second.isEmpty else {
      throw HeaderKitError(
        .noInput, subject: .file(second), reason: "neither folder holds a picture",
        remedy: "pictures end in .png, .apng, .gif, .webp, .jpg or .jpeg")
    }
    takeFailures(
      ofOneFolder: first.map(FileIdentity.resolvedPath) == FileIdentity.resolvedPath(of: second))
    leaveOutFailures()
  }

  /// What tools for screenshots leave of a failed test beside, or in place of, what they recorded: the
  /// picture that failed, and pictures of the difference.
  private static let failures: [(prefix: String, suffix: String, shown: [(String, String)])] = [
    ("", "_actual", [("", "_compare")]), ("failed_", "", [("diff_", ""), ("reference_", "")]),
    ("", "", [("delta-", "")]),
  ]

  private static func failures(of path: String) -> [(failed: String, shown: [String])] {
    let (folder, file) = FilePath.split(path)
    let point = file.lastIndex(of: ".") ?? file.endIndex
    func variant(_ prefix: String, _ suffix: String) -> String {
      folder + prefix + file[..<point] + suffix + file[point...]
    }
    return failures.map { prefix, suffix, shown in
      (variant(prefix, suffix), shown.map { variant($0.0, $0.1) })
    }
  }

  /// Pairs the pictures that failed with the first folder's. Where some did, those that are not there
  /// have passed.
  private mutating func takeFailures(ofOneFolder isOne: Bool) {
    var made: Set<String> = []
    for name in first {
      for (failed, shown) in Self.failures(of: name) {
        let pictures = shown.filter(second.contains)
        guard second.contains(failed), failed != name || !pictures.isEmpty,
          isOne || failed == name || !first.contains(failed)
        else { continue }
        actual[name] = failed
        made.formUnion(pictures + (failed == name ? [] : [failed]))
      }
    }
    guard !actual.isEmpty else { return }
    second = second.subtracting(made).union(actual.keys)
    first.subtract(made)
    passed = first.subtracting(second)
    first.formIntersection(second)
  }

  /// Takes away what an earlier failure has left among the baselines: pictures of the difference, and what
  /// they show.
  package mutating func leaveOutFailures() {
    for name in first.union(second) {
      for (failed, shown) in Self.failures(of: name) where !first.isDisjoint(with: shown) {
        first.subtract(Set(shown + [failed]).subtracting(second.union([name])))
      }
    }
  }

  /// All names in natural order.
  package var names: [String] {
    first.union(second).union(problems.keys).sorted { $0.naturallyPrecedes($1) }
  }
}

package enum FolderListing {
  private static let pictureEndings: Set<String> = ["png", "apng", "gif", "webp", "jpg", "jpeg"]

  /// The pictures in a folder and its folders, as paths within it, in natural order: `2.png`
  /// before `10.png`. Hidden files are not looked at.
  package static func names(in folder: String) throws(HeaderKitError) -> [String] {
    var names: [String] = []
    try list(folder, prefix: "", into: &names)
    return names.sorted { $0.naturallyPrecedes($1) }
  }

  /// Those in the folder itself.
  static func frames(in folder: String) throws(HeaderKitError) -> [String] {
    try names(in: folder).filter { !$0.contains("/") }
  }

  private static func list(
    _ folder: String, prefix: String, into names: inout [String]
  ) throws(HeaderKitError) {
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw HeaderKitError(
        .noInput, subject: .file(folder), reason: "cannot be listed",
        remedy: "check its permissions")
    }
    for entry in entries where !entry.hasPrefix(".") {
      let path = folder + "/" + entry
      if FileIdentity.isFolder(path) {
        try list(path, prefix: prefix + entry + "/", into: &names)
      } else if pictureEndings.contains(FilePath.fileExtension(entry).lowercased()) {
        names.append(prefix + entry)
      }
    }
  }
}
