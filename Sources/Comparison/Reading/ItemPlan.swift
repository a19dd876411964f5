import FileAccess
import PortableFoundation
import PortableMath

/// One item to compare: its name and its two paths, as far as they exist.
struct ItemPlan: Sendable {
  /// A file of a series: its name in the folder of baselines, and where it is.
  typealias Frame = (name: String, path: String)

  let name: String
  let first: String?
  let second: String?
  /// Where the baseline belongs when there is none.
  let baseline: String
  var problem: HeaderKitError?
  /// The files of a series in order; empty for anything else.
  var firstFrames: [Frame] = []
  var secondFrames: [Frame] = []

  /// What is reported of it before anything is compared.
  func item(_ status: ComparedItem.Status) -> ComparedItem {
    var item = ComparedItem(name: name, status: status)
    (item.firstPath, item.secondPath) = (first, second)
    return item
  }

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
        ? "compare the animations of both by name, without \(.foldersAsAnimations)"
        : "compare with one of them: \(folder)/\(names.contains(name) ? name : example)"
      throw HeaderKitError(
        .usage, subject: .file(folder),
        reason: "holds animations, for example \(example), not the frames of one", remedy: remedy)
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
    // What is masked by its layer has its place in each still.
    let hasLayers = request.masks.contains { $0.layer != nil }
    return hasLayers ? plans : NumberedStills.joined(plans, passed: pairing.passed, request)
  }
}
