package import FileAccess
import PortableFoundation
import PortableMath

/// The pairs of files from two folders, by their relative paths. A file on only one side is missing
/// or added.
package struct FolderPairing: Hashable, Sendable {
  /// The relative paths of the baselines, and of the actual pictures in `second`. Equal paths are a
  /// pair.
  package var first: Set<String> = []
  package var second: Set<String> = []
  /// The relative paths of the actual pictures of failed tests, by the path of their baseline.
  private(set) var actual: [String: String] = [:]
  /// Baselines that another tool has already compared and found unchanged.
  private(set) var passed: Set<String> = []
  /// Errors of files that should have been compared, by name. They fail the comparison, with or
  /// without a baseline.
  package var problems: [String: HeaderKitError] = [:]

  package init() {}

  /// Pairs the pictures of two folders.
  ///
  /// - Throws: `.noInput` if a folder cannot be listed or neither contains a picture.
  package init(listing first: String?, _ second: String) throws(HeaderKitError) {
    if let first { self.first = Set(try FolderListing.names(in: first)) }
    self.second = Set(try FolderListing.names(in: second))
    guard !self.first.isEmpty || !self.second.isEmpty else {
      throw HeaderKitError(
        .noInput, subject: .file(second), reason: "neither folder contains an image",
        remedy: "image names end in .png, .apng, .gif, .webp, .jpg or .jpeg")
    }
    pairFailedTests(
      ofOneFolder: first.map(FileIdentity.resolvedPath) == FileIdentity.resolvedPath(of: second))
    removeFailedTests()
  }

  /// The files that screenshot test tools write for a failed test, one element per tool: the actual
  /// picture, and the pictures in `differences` that visualize the difference. Each prefix and suffix
  /// is added to the baseline's name without extension. If both are empty, the actual picture has
  /// the name of the baseline.
  private static let toolConventions:
    [(prefix: String, suffix: String, differences: [(String, String)])] = [
      ("", "_actual", [("", "_compare")]), ("failed_", "", [("diff_", ""), ("reference_", "")]),
      ("", "", [("delta-", "")]),
    ]

  /// Returns the possible paths of the actual picture and the difference pictures of the baseline
  /// at `path`, one element per tool.
  private static func failureFiles(of path: String) -> [(actual: String, differences: [String])] {
    let (folder, file) = FilePath.split(path)
    let point = file.lastIndex(of: ".") ?? file.endIndex
    func variant(_ prefix: String, _ suffix: String) -> String {
      folder + prefix + file[..<point] + suffix + file[point...]
    }
    return toolConventions.map { prefix, suffix, differences in
      (variant(prefix, suffix), differences.map { variant($0.0, $0.1) })
    }
  }

  /// Pairs the actual pictures of failed tests with the baselines. If there are any, baselines
  /// without an actual picture have passed.
  ///
  /// - Parameter isOne: Whether both sides are the same folder.
  private mutating func pairFailedTests(ofOneFolder isOne: Bool) {
    var toolFiles: Set<String> = []
    for name in first {
      for (actualName, differences) in Self.failureFiles(of: name) {
        let pictures = differences.filter(second.contains)
        guard second.contains(actualName), actualName != name || !pictures.isEmpty,
          isOne || actualName == name || !first.contains(actualName)
        else { continue }
        actual[name] = actualName
        toolFiles.formUnion(pictures + (actualName == name ? [] : [actualName]))
      }
    }
    guard !actual.isEmpty else { return }
    second = second.subtracting(toolFiles).union(actual.keys)
    first.subtract(toolFiles)
    passed = first.subtracting(second)
    first.formIntersection(second)
  }

  /// Removes the files of an earlier failed test from the baselines: difference pictures and the
  /// actual pictures they belong to.
  package mutating func removeFailedTests() {
    for name in first.union(second) {
      for (actualName, differences) in Self.failureFiles(of: name)
      where !first.isDisjoint(with: differences) {
        first.subtract(Set(differences + [actualName]).subtracting(second.union([name])))
      }
    }
  }

  /// All names in natural order, for example `2.png` before `10.png`.
  package var names: [String] {
    first.union(second).union(problems.keys).sorted { $0.naturallyPrecedes($1) }
  }
}

/// Lists the pictures in folders.
package enum FolderListing {
  private static let pictureEndings: Set<String> = ["png", "apng", "gif", "webp", "jpg", "jpeg"]

  /// Returns the pictures in a folder and its subfolders as relative paths in natural order:
  /// `2.png` before `10.png`. Skips hidden files.
  package static func names(in folder: String) throws(HeaderKitError) -> [String] {
    var names: [String] = []
    try list(folder, prefix: "", into: &names)
    return names.sorted { $0.naturallyPrecedes($1) }
  }

  /// Returns the pictures in the folder itself, without those of subfolders.
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
