public import Comparison
public import Files
import Rendering

/// Renders a manifest and compares its outputs with baselines, in one go.
public struct BatchVerification: Sendable {
  private let runner: BatchRunner
  private let outputs: VerifiedOutputs
  private let request: DiffRequest
  /// What reports call the judged side.
  private let name: String

  /// A verification to be run: `request` compares the baselines' folder, its first side, with the
  /// options' output folder. What it calls its second side is what reports call it; where that is
  /// another name than the folder's, outputs are taken for gone after the run and have no path.
  ///
  /// Throws, before anything is rendered, `.usage` for outputs that cannot be compared or would be
  /// written over baselines, for masks of layers and for pictures of differences among what is
  /// compared, `.noInput` where baselines are needed and missing.
  public init(
    _ manifest: Manifest, options: BatchOptions, request: DiffRequest
  ) throws(HeaderKitError) {
    let shared = manifest.shared
    try self.init(manifest, options: options, request: request) { ItemRenderer(shared, jobs: $0) }
  }

  /// The same with another way to render.
  init(
    _ manifest: Manifest, options: BatchOptions, request: DiffRequest,
    makeRenderer: @escaping @Sendable (_ frameJobs: Int) -> any ItemRendering
  ) throws(HeaderKitError) {
    name = request.second
    var request = request
    request.second = options.outputFolder
    self.request = request
    outputs = VerifiedOutputs(
      manifest: manifest, baselines: request.first, outputFolder: options.outputFolder)
    try outputs.check(needsBaselines: request.update == .none)
    try DiffRunner(request).checkPictureFolder()
    _ = try MaskResolver.regions(request, haveManifests: false)
    runner = try BatchRunner(
      manifest, items: manifest.items, options: options, makeRenderer: makeRenderer)
  }

  /// Renders everything, then compares. An item that cannot be rendered is reported as unreadable
  /// and does not stop the others.
  ///
  /// - Parameters:
  ///   - onRender: called with each item as it is rendered, from several threads.
  ///   - onItem: as of `DiffRunner.run`.
  /// - Throws: like `DiffRunner.run`.
  public func run(
    onRender: @escaping @Sendable (ItemResult) -> Void = { _ in },
    onItem: (ComparedItem, ItemPictures?) throws(HeaderKitError) -> Void = { _, _ in }
  ) async throws(HeaderKitError) -> ComparisonReport {
    var request = request
    request.pairing = try outputs.pairing(await runner.run(onRender))
    var report = try await DiffRunner(request).run(onItem: onItem)
    if name != request.second {
      report.second = name
      for index in report.items.indices { report.items[index].secondPath = nil }
    }
    return report
  }
}
