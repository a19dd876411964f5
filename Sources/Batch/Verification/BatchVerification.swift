public import Comparison
public import FileAccess
import PortableFoundation
import Rendering

/// Renders a manifest and compares its outputs with baselines.
public struct BatchVerification: Sendable {
  private let runner: BatchRunner
  /// Renders everything once more, without a cache and to a folder of its own; nil: not asked for.
  private let again: BatchRunner?
  private let outputs: VerifiedOutputs
  private let request: DiffRequest
  /// What reports call the judged side.
  private let name: String

  /// A verification to be run: `request` compares the baselines' folder, its first side, with the
  /// options' output folder. What it calls its second side is what reports call it; where that is
  /// another name than the folder's, the outputs are temporary and reports give no paths for them.
  ///
  /// Throws, before anything is rendered, `.usage` for outputs that cannot be compared or would be
  /// written over baselines and for pictures of differences among what is
  /// compared, `.noInput` where baselines are needed and missing.
  ///
  /// - Parameters:
  ///   - shard: which part of the manifest is verified. Baselines that no item makes are missing in the
  ///     first.
  ///   - repeatFolder: where everything is rendered a second time, to be equal; nil: not done.
  ///   - frameManifests: whether every animation is rendered with a frame manifest beside it, which an
  ///     update copies; otherwise those are whose baseline has one.
  public init(
    _ manifest: Manifest, options: BatchOptions, request: DiffRequest,
    shard: ShardNumber = .whole, repeatFolder: String? = nil, frameManifests: Bool = false
  ) throws(HeaderKitError) {
    name = request.second
    var request = request
    request.second = options.outputFolder
    self.request = request
    outputs = VerifiedOutputs(
      manifest: manifest, items: shard.items(of: manifest), isFirstShard: shard.index == 1,
      baselines: request.first, outputFolder: options.outputFolder)
    try outputs.check(needsBaselines: request.update == .none)
    if request.update != .none { try outputs.checkInputs() }
    try DiffRunner(request).checkPictureFolder()
    _ = try MaskResolver.regions(request)
    runner = try BatchRunner(
      manifest, items: outputs.itemsWithFrameManifests(ofAll: frameManifests), options: options)
    let items = outputs.items
    again = try repeatFolder.map { folder throws(HeaderKitError) in
      var options = options
      options.outputFolder = folder
      options.cache = nil
      return try BatchRunner(manifest, items: items, options: options)
    }
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
    let results = await runner.run(onRender)
    var pairing = try outputs.pairing(results)
    if let again { pairing.noteFlaky(results, await again.run { _ in }) }
    request.pairing = pairing
    var report = try await DiffRunner(request).run(onItem: onItem)
    if name != request.second {
      report.second = name
      for index in report.items.indices { report.items[index].secondPath = nil }
    }
    return report
  }
}

extension FolderPairing {
  /// Makes trouble of outputs that were not the same when they were rendered again.
  fileprivate mutating func noteFlaky(_ results: [ItemResult], _ repeated: [ItemResult]) {
    let flaky = HeaderKitError(
      .badData, reason: "was not the same when it was rendered again",
      remedy: "render it twice and compare both")
    for (one, other) in zip(results, repeated) where one.isDone {
      for output in one.outputs where !other.isDone || !other.outputs.contains(output) {
        problems[output.path] = other.error ?? flaky
      }
    }
  }
}

struct VerifiedOutputs {
  let manifest: Manifest
  let items: [BatchItem]
  /// Whether baselines that no item of the manifest makes are missing here.
  let isFirstShard: Bool
  let baselines: String
  let outputFolder: String

  /// Throws `.usage` for an output that cannot be compared and for one inside the baselines, and
  /// `.noInput` where baselines are needed and there are none.
  func check(needsBaselines: Bool) throws(HeaderKitError) {
    let exists = FileManager.default.fileExists(atPath: baselines)
    guard exists ? FileIdentity.isFolder(baselines) : !needsBaselines else {
      throw HeaderKitError(
        .noInput, subject: .file(baselines), reason: exists ? "is not a folder" : "no such folder",
        remedy: "check the path, or create baselines with \(.update) missing")
    }
    let root = FileIdentity.resolvedPath(of: baselines)
    for output in manifest.items.flatMap(\.outputs) {
      guard !output.format.hasOneRate else {
        throw HeaderKitError(
          .usage, subject: .file(output.path),
          reason: "a .\(output.format.rawValue) is not compared",
          remedy:
            "verify a .gif, a .webp, an .apng or frames, or leave the item out with \(.skippedItems)"
        )
      }
      let place = FileIdentity.resolvedPath(of: outputFolder) + "/" + output.path
      guard !FilePath.lies(place, in: root) else {
        throw HeaderKitError(
          .usage, subject: .file(outputFolder),
          reason: "\(output.path) would lie among the baselines",
          remedy: "give \(.outputFolder) another folder")
      }
    }
  }

  /// Throws `.usage` where an update would write a baseline over what the manifest reads.
  func checkInputs() throws(HeaderKitError) {
    let read = Set(manifest.inputPaths.map { FileIdentity($0, stream: STDIN_FILENO) })
    for output in manifest.items.flatMap(\.outputs) {
      for name in files(of: output, in: baselines)
      where read.contains(FileIdentity(baselines + "/" + name, stream: STDOUT_FILENO)) {
        throw HeaderKitError(
          .usage, subject: .file(baselines + "/" + name), reason: "is both input and baseline",
          remedy: "give the output another name, or the baselines a folder of their own")
      }
    }
  }

  /// The items; those with a baseline that has a frame manifest beside it write one as well, or all
  /// that have an animation.
  func itemsWithFrameManifests(ofAll: Bool) -> [BatchItem] {
    items.map { item in
      let animation = item.outputs.first { output in
        output.moment == nil && output.pattern == nil
          && (ofAll
            || FileManager.default.fileExists(
              atPath: FrameSidecar.path(beside: baselines + "/" + output.path)))
      }
      guard let animation else { return item }
      var item = item
      item.request.frameManifest = FrameSidecar.path(beside: outputFolder + "/" + animation.path)
      return item
    }
  }

  /// What is compared once the items are rendered. Of a part of a manifest only its own outputs count;
  /// of a complete one also baselines that no item renders.
  func pairing(_ results: [ItemResult]) throws(HeaderKitError) -> FolderPairing {
    var pairing = FolderPairing()
    if FileIdentity.isFolder(baselines), !manifest.isPart, isFirstShard {
      pairing.first = Set(try FolderListing.names(in: baselines))
      pairing.leaveOutFailures()
      for output in manifest.items.flatMap(\.outputs) {
        pairing.first.subtract(files(of: output, in: baselines))
      }
      // What the manifest reads is no baseline, also where it lies among them.
      let read = Set(manifest.inputPaths.map { FileIdentity($0, stream: STDIN_FILENO) })
      pairing.first = pairing.first.filter {
        !read.contains(FileIdentity(baselines + "/" + $0, stream: STDIN_FILENO))
      }
    }
    for (item, result) in zip(items, results) {
      for output in item.outputs {
        let before = files(of: output, in: baselines)
        guard result.isDone else {
          pairing.first.subtract(before)
          pairing.problems[output.path] = result.error ?? HeaderKitError.interrupted
          continue
        }
        pairing.first.formUnion(before)
        pairing.second.formUnion(files(of: output, in: outputFolder))
      }
    }
    return pairing
  }

  private func files(of output: BatchOutput, in folder: String) -> [String] {
    guard let pattern = output.pattern else {
      return FileManager.default.fileExists(atPath: folder + "/" + output.path) ? [output.path] : []
    }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + pattern.folder)
    return (names ?? []).filter(pattern.matches).map { pattern.folder + $0 }
  }
}

/// The folder that the shards of a verification write their reports to.
package struct VerificationResults: Sendable {
  package let path: String

  /// The folder need not exist.
  package init(_ path: String) { self.path = path }

  package var files: [String] { names.map { path + "/" + $0 } }

  /// Writes the report of a shard; a later attempt at it replaces an earlier one.
  package func write(_ report: ComparisonReport, shard: ShardNumber) throws(HeaderKitError) {
    let file = path + "/" + VerificationResults.name(of: shard)
    try AtomicFile.write(Array(JSONReport.text(report).utf8), to: file, durably: true)
  }

  /// Throws `.noInput` where a shard's is missing, `.badData` for a damaged one or another's.
  package func merged() throws(HeaderKitError) -> ComparisonReport {
    var parts: [ComparisonReport] = []
    guard let count = names.compactMap(VerificationResults.count).max() else {
      throw HeaderKitError(
        .noInput, subject: .file(path), reason: "has no result of a shard",
        remedy: "name the folder that batch verify \(.resultFolder) wrote to")
    }
    for shard in (1...count).compactMap({ ShardNumber(index: $0, count: count) }) {
      let file = path + "/" + VerificationResults.name(of: shard)
      guard FileManager.default.fileExists(atPath: file) else {
        throw HeaderKitError(
          .noInput, subject: .file(path), reason: "has no result of shard \(shard.index)/\(count)",
          remedy: "run that shard")
      }
      let part = try ComparisonReport.read(file)
      guard parts.isEmpty || (parts[0].first, parts[0].second) == (part.first, part.second) else {
        throw HeaderKitError(
          .badData, subject: .file(file), reason: "is a result of another verification",
          remedy: "remove it from the folder")
      }
      parts.append(part)
    }
    return ComparisonReport(merging: parts)
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { VerificationResults.count($0) != nil }.sorted()
  }

  private static func name(of shard: ShardNumber) -> String {
    "verify-\(shard.index)-of-\(shard.count).json"
  }

  /// Of how many shards a file is one; nil for other files.
  private static func count(_ name: String) -> Int? {
    name.wholeMatch(of: /verify-([0-9]{1,5})-of-([0-9]{1,5})\.json/)
      .flatMap { ShardNumber("\($0.1)/\($0.2)")?.count }
  }
}
