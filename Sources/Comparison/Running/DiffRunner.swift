public import FileAccess
import VisualDiff

/// Runs a comparison: reads and compares items concurrently, writes baselines and pictures, and
/// returns a report.
///
/// ```swift
/// var request = DiffRequest(first: folder + "/red.png", second: folder + "/green.png")
/// request.pictures = ImageComparison(metric: .exact)
/// let report = try await DiffRunner(request).run()
/// print(report.items.map { "\($0.name): \($0.status)" })
/// ```
public struct DiffRunner: Sendable {
  private let request: DiffRequest

  /// Creates a runner. Nothing is read before `run`.
  public init(_ request: DiffRequest) { self.request = request }

  /// Compares all items.
  ///
  /// Items that cannot be read are reported and do not stop the others.
  ///
  /// - Parameter onItem: Called for each item in order as soon as it is done, with its pictures if
  ///   the request keeps them. A page of any size can thus be written with little memory.
  /// - Throws: `.noInput` if there is nothing to compare; `.usage` for contradictory options; an
  ///   error if a baseline or picture cannot be written.
  public func run(
    onItem: (ComparedItem, ItemPictures?) throws(HeaderKitError) -> Void = { _, _ in }
  ) async throws(HeaderKitError) -> ComparisonReport {
    try checkPictureFolder()
    try checkNesting()
    let plans = try ItemPlan.items(of: request)
    try checkPruning(plans)
    if request.update == .all { try FinishedItem.refuseLinks(plans, request) }
    let manifests = try manifests()
    if manifests != nil, plans.count > 1 {
      throw HeaderKitError(
        .usage, subject: .file(request.second),
        reason: "frame manifests describe one animation, but \(plans.count) items are compared",
        remedy: "compare the animations one by one")
    }
    var resolved = request
    resolved.pictures.masks += try MaskResolver.regions(request)
    resolved.framesOnPage = request.framesOnPage(comparing: plans.count)
    var items: [ComparedItem] = []
    var waiting = plans[...]
    try await OrderedParallelMap(jobs: request.jobs ?? Processors.count).run(
      next: { () throws(HeaderKitError) in waiting.popFirst() },
      work: { [resolved] plan throws(HeaderKitError) in
        ItemComparison(
          request: resolved, givenManifests: manifests, isOnlyItem: plans.count == 1, plan: plan
        ).run()
      }
    ) { finished throws(HeaderKitError) in
      var finished = finished
      // An error in the use of the only item is an error of the request.
      if plans.count == 1, let problem = finished.item.problem, problem.code == .usage {
        throw problem
      }
      try finished.updateBaseline(request)
      if let folder = request.pictureFolder { try finished.writePictures(to: folder) }
      items.append(finished.item)
      try onItem(finished.item, request.keepsPictures ? finished.pictures : nil)
    }
    let metrics = Set(items.compactMap(\.metric))
    return ComparisonReport(
      first: request.first, second: request.second,
      metric: (metrics.count == 1 ? metrics.first : nil) ?? request.pictures.metric.name,
      items: items)
  }

  /// Checks that the pictures of differences are not written to a compared folder, where the next
  /// comparison would find them.
  ///
  /// - Throws: `.usage` if they are.
  package func checkPictureFolder() throws(HeaderKitError) {
    guard let folder = request.pictureFolder else { return }
    let target = FileIdentity.resolvedPath(of: folder)
    for side in [request.first, request.second] where FileIdentity.isFolder(side) {
      let root = FileIdentity.resolvedPath(of: side)
      guard target != root, !FilePath.isDescendant(target, of: root) else {
        throw HeaderKitError(
          .usage, subject: .file(folder), reason: "is inside a compared folder",
          remedy: "write the images next to \(side)")
      }
    }
  }

  /// Checks that baselines are not written into the actual folder, or vice versa.
  ///
  /// - Throws: `.usage` if one folder contains the other.
  private func checkNesting() throws(HeaderKitError) {
    guard request.update != .none, FileIdentity.isFolder(request.first),
      FileIdentity.isFolder(request.second), FileIdentity.isNested(request.first, request.second)
    else { return }
    throw HeaderKitError(
      .usage, subject: .file(request.second),
      reason: "and \(request.first): one folder contains the other",
      remedy: "compare separate folders")
  }

  /// Checks that pruning is allowed.
  ///
  /// - Throws: `.usage` if not all baselines may be written, or if every baseline would be removed.
  private func checkPruning(_ plans: [ItemPlan]) throws(HeaderKitError) {
    guard request.prunesBaselines, request.update != .none else { return }
    guard request.update == .all else {
      throw HeaderKitError(
        .usage, reason: "baselines are removed only if all are written",
        remedy: "give \(.update) all")
    }
    guard plans.contains(where: { $0.second != nil }) else {
      throw HeaderKitError(
        .usage, subject: .file(request.second),
        reason: "contains no images; every baseline would be removed", remedy: "check the path")
    }
  }

  private func manifests() throws(HeaderKitError) -> ManifestPair? {
    switch (request.firstManifest, request.secondManifest) {
    case (nil, nil): return nil
    case (let first?, let second?):
      return (
        try FrameManifest(path: first, limits: request.limits),
        try FrameManifest(path: second, limits: request.limits)
      )
    case (let only?, nil), (nil, let only?):
      throw HeaderKitError(
        .usage, subject: .file(only), reason: "only one side has a frame manifest",
        remedy: "give both sides one, or none")
    }
  }
}
