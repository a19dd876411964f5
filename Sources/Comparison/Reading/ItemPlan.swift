package import FileAccess
import PortableMath
import Foundation

/// One item to compare: its name and its two paths, as far as they exist.
struct ItemPlan: Hashable, Sendable {
  let name: String
  let first: String?
  let second: String?
  /// Where the baseline belongs when there is none.
  let baseline: String
  var problem: HeaderKitError?

  /// The items of a request, in order of their names.
  ///
  /// Two folders are paired by the paths within them, unless each is to be one animation; anything
  /// else is one item. Throws `.noInput` when there is nothing to compare, which is never "same".
  static func items(of request: DiffRequest) throws(HeaderKitError) -> [ItemPlan] {
    if let pairing = request.pairing { return paired(pairing, request) }
    let files = FileManager.default
    let firstExists = files.fileExists(atPath: request.first)
    guard files.fileExists(atPath: request.second) else {
      throw HeaderKitError(
        .noInput, subject: .file(request.second), reason: "no such file or folder",
        remedy: "check the path")
    }
    guard firstExists || request.update != .none else {
      throw HeaderKitError(
        .noInput, subject: .file(request.first), reason: "no such file or folder",
        remedy: "check the path, or create baselines with \(.update) missing")
    }
    let isPaired =
      !request.takesFoldersAsAnimations && FileIdentity.isFolder(request.second)
      && (!firstExists || FileIdentity.isFolder(request.first))
    guard isPaired else {
      try refuseAnimationsAsFrames(request)
      let name = URL(fileURLWithPath: request.second).lastPathComponent
      return [
        ItemPlan(
          name: name, first: firstExists ? request.first : nil, second: request.second,
          baseline: request.first)
      ]
    }
    return paired(
      try FolderPairing(listing: firstExists ? request.first : nil, request.second), request)
  }

  /// Throws `.usage` for a folder that is taken for one animation and holds animations. Its first
  /// picture tells; reading the frames finds others.
  private static func refuseAnimationsAsFrames(_ request: DiffRequest) throws(HeaderKitError) {
    for (folder, other) in [
      (request.first, request.second), (request.second, request.first),
    ] where FileIdentity.isFolder(folder) {
      let names = try FolderListing.names(in: folder).filter { !$0.contains("/") }
      guard let example = names.first,
        let frame = try? PictureFile.frame(folder + "/" + example, limits: request.limits),
        frame.isAnimation
      else { continue }
      let name = URL(fileURLWithPath: other).lastPathComponent
      let remedy: MessageText =
        FileIdentity.isFolder(other)
        ? "compare the animations of both by name, without \(.foldersAsAnimations)"
        : "compare with one of them: \(folder)/\(names.contains(name) ? name : example)"
      throw HeaderKitError(
        .usage, subject: .file(folder),
        reason: "holds animations, for example \(example), not the frames of one",
        remedy: remedy)
    }
  }

  private static func paired(_ pairing: FolderPairing, _ request: DiffRequest) -> [ItemPlan] {
    pairing.names.map { name in
      let baseline = request.first + "/" + name
      return ItemPlan(
        name: name, first: pairing.first.contains(name) ? baseline : nil,
        second: pairing.second.contains(name)
          ? request.second + "/" + (pairing.actual[name] ?? name) : nil,
        baseline: baseline, problem: pairing.problems[name])
    }
  }
}

/// Which files of two folders are compared, by their paths within them.
package struct FolderPairing: Hashable, Sendable {
  package var first: Set<String>
  package var second: Set<String>
  /// The files of the second folder that have other names there.
  private(set) var actual: [String: String] = [:]
  /// What should be there to be judged and is not, and why: trouble, whatever the baseline says.
  package var problems: [String: HeaderKitError]

  /// Names on one side only are missing or added.
  package init(first: Set<String>, second: Set<String>, problems: [String: HeaderKitError] = [:]) {
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
        remedy: "pictures end in .png, .apng, .gif, .webp, .jpg or .jpeg")
    }
    takeFailures(
      ofOneFolder: first.map(FileIdentity.resolvedPath) == FileIdentity.resolvedPath(of: second))
  }

  /// What tools for screenshots leave of a failed test beside, or in place of, what they recorded: the
  /// picture that failed, and pictures of the difference.
  private static let failures: [(prefix: String, suffix: String, shown: [(String, String)])] = [
    ("", "_actual", [("", "_compare")]), ("failed_", "", [("diff_", ""), ("reference_", "")]),
    ("", "", [("delta-", "")]),
  ]

  /// Pairs the pictures that failed with the first folder's. Where some did, those that are not there
  /// have passed.
  private mutating func takeFailures(ofOneFolder isOne: Bool) {
    var made: Set<String> = []
    for name in first {
      let (folder, file) = FilePath.split(name)
      let point = file.lastIndex(of: ".") ?? file.endIndex
      func variant(_ prefix: String, _ suffix: String) -> String {
        folder + prefix + file[..<point] + suffix + file[point...]
      }
      for (prefix, suffix, shown) in Self.failures {
        let failed = variant(prefix, suffix)
        let pictures = shown.map { variant($0.0, $0.1) }.filter(second.contains)
        guard second.contains(failed), failed != name || !pictures.isEmpty,
          isOne || failed == name || !first.contains(failed)
        else { continue }
        actual[name] = failed
        made.formUnion(pictures + (failed == name ? [] : [failed]))
      }
    }
    guard !actual.isEmpty else { return }
    second = second.subtracting(made).union(actual.keys)
    first = first.subtracting(made).intersection(second)
  }

  /// All names in natural order.
  package var names: [String] {
    first.union(second).union(problems.keys).sorted { $0.naturallyPrecedes($1) }
  }
}
