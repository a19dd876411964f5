import Files
import Foundation
import Rendering

/// One item to compare: its name and its two paths, as far as they exist.
struct ItemPlan: Hashable, Sendable {
  let name: String
  let first: String?
  let second: String?
  /// Where the baseline belongs when there is none.
  let baseline: String
  /// Why there is nothing to judge.
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
      !request.takesFoldersAsAnimations && FolderListing.isFolder(request.second)
      && (!firstExists || FolderListing.isFolder(request.first))
    guard isPaired else {
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

  private static func paired(_ pairing: FolderPairing, _ request: DiffRequest) -> [ItemPlan] {
    pairing.names.map { name in
      let baseline = request.first + "/" + name
      return ItemPlan(
        name: name, first: pairing.first.contains(name) ? baseline : nil,
        second: pairing.second.contains(name) ? request.second + "/" + name : nil,
        baseline: baseline, problem: pairing.problems[name])
    }
  }
}
