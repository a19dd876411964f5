import FileAccess
import PortableFoundation
import PortableMath

/// A pair of files to compare: its name and the paths of both sides.
struct ItemPlan: Sendable {
  /// A file of a series: its name in the baseline folder, and its path.
  typealias Frame = (name: String, path: String)

  let name: String
  let first: String?
  let second: String?
  /// The path to which a new baseline is written.
  let baseline: String
  var problem: HeaderKitError?
  /// The files of a series of stills, in order. Empty for anything else.
  var firstFrames: [Frame] = []
  var secondFrames: [Frame] = []

  /// Returns the item's report before anything is compared.
  func item(_ status: ComparedItem.Status) -> ComparedItem {
    var item = ComparedItem(name: name, status: status)
    item.firstPath = first
    item.secondPath = second
    return item
  }

  /// Returns the items of a request, sorted by name.
  ///
  /// Two folders are paired by relative paths, unless each is one animation. Anything else is a
  /// single item.
  ///
  /// - Throws: `.noInput` if there is nothing to compare. That must not count as "same".
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

  /// Checks that a folder compared as one animation does not contain animations. Checks only its
  /// first picture; the others are checked when they are read.
  ///
  /// - Throws: `.usage` if the first picture is an animation.
  private static func refuseAnimationsAsFrames(_ request: DiffRequest) throws(HeaderKitError) {
    for (folder, other) in [(request.first, request.second), (request.second, request.first)]
    where FileIdentity.isFolder(folder) {
      let names = try FolderListing.frames(in: folder)
      guard let example = names.first,
        let frame = try? PictureFile.frame(folder + "/" + example, limits: request.limits),
        frame.isAnimation
      else { continue }
      let name = URL(fileURLWithPath: other).lastPathComponent
      let remedy: MessageText =
        FileIdentity.isFolder(other)
        ? "omit \(.foldersAsAnimations) to compare the animations by name"
        : "compare with one of them: \(folder)/\(names.contains(name) ? name : example)"
      throw HeaderKitError(
        .usage, subject: .file(folder),
        reason: "contains animations, for example \(example), not the frames of one animation",
        remedy: remedy)
    }
  }

  private static func paired(_ pairing: FolderPairing, _ request: DiffRequest) -> [ItemPlan] {
    let plans = pairing.names.map { name in
      let baseline = request.first + "/" + name
      return ItemPlan(
        name: name, first: pairing.first.contains(name) ? baseline : nil,
        second: pairing.second.contains(name)
          ? request.second + "/" + (pairing.actual[name] ?? name) : nil,
        baseline: baseline, problem: pairing.problems[name])
    }
    // Stills record their layers individually, so layer masks need the stills unjoined.
    let hasLayers = request.masks.contains { $0.layer != nil }
    return hasLayers ? plans : NumberedStills.joined(plans, passed: pairing.passed, request)
  }
}
