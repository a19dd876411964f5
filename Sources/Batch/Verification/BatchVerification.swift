public import Comparison
public import FileAccess
import PortableFoundation
import Rendering

/// Renders a manifest and compares the outputs with baselines.
public struct BatchVerification: Sendable {
  private let runner: BatchRunner
  /// A runner that renders everything a second time, without a cache and into another folder. `nil`
  /// if not requested.
  private let again: BatchRunner?
  private let outputs: VerifiedOutputs
  private let request: DiffRequest
  /// The name of the actual side in reports.
  private let name: String

  /// Creates a verification. `request.first` is the folder of baselines, and `request.second` is
  /// the name of the outputs in reports. If it differs from the path of the output folder, the
  /// outputs are temporary, and reports contain no paths for them.
  ///
  /// - Parameters:
  ///   - shard: The part of the manifest to verify. The first shard also reports baselines that no
  ///     item renders.
  ///   - repeatFolder: A folder in which to render everything a second time, which must yield the
  ///     same bytes. `nil` renders once.
  ///   - frameManifests: Whether to write a frame manifest for every animation, which an update
  ///     copies. Otherwise only animations whose baseline has one get one.
  /// - Throws: `.usage` if an output cannot be compared, would overwrite a baseline, or pictures of
  ///   differences would be among the compared files; `.noInput` if baselines are required but
  ///   missing. Nothing is rendered before these checks.
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
  ///   - onRender: Called on several threads with each rendered item.
  ///   - onItem: As in `DiffRunner.run`.
  /// - Throws: As `DiffRunner.run`.
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
  /// Adds a problem for each output that differed when it was rendered again.
  fileprivate mutating func noteFlaky(_ results: [ItemResult], _ repeated: [ItemResult]) {
    let flaky = HeaderKitError(
      .badData, reason: "differed when it was rendered again",
      remedy: "render it twice and compare both")
    for (one, other) in zip(results, repeated) where one.isDone {
      for output in one.outputs where !other.isDone || !other.outputs.contains(output) {
        problems[output.path] = other.error ?? flaky
      }
    }
  }
}

/// The outputs of a verification and their baselines.
struct VerifiedOutputs {
  let manifest: Manifest
  let items: [BatchItem]
  /// Whether to report baselines that no item of the manifest renders.
  let isFirstShard: Bool
  let baselines: String
  let outputFolder: String

  /// Checks outputs and baselines.
  ///
  /// - Throws: `.usage` for an output that cannot be compared or is inside of the baselines;
  ///   `.noInput` if baselines are required but missing.
  func check(needsBaselines: Bool) throws(HeaderKitError) {
    let exists = FileManager.default.fileExists(atPath: baselines)
    guard exists ? FileIdentity.isFolder(baselines) : !needsBaselines else {
      throw HeaderKitError(
        .noInput, subject: .file(baselines), reason: exists ? "is not a folder" : "no such folder",
        remedy: "check the path, or create baselines with \(.update) missing")
    }
    let root = FileIdentity.resolvedPath(of: baselines)
    for output in manifest.items.flatMap(\.outputs) {
      guard !output.format.hasConstantFrameRate else {
        throw HeaderKitError(
          .usage, subject: .file(output.path),
          reason: "a .\(output.format.rawValue) cannot be compared",
          remedy:
            "verify a .gif, a .webp, an .apng or frames, or exclude the item with \(.skippedItems)"
        )
      }
      let target = FileIdentity.resolvedPath(of: outputFolder) + "/" + output.path
      guard !FilePath.isDescendant(target, of: root) else {
        throw HeaderKitError(
          .usage, subject: .file(outputFolder),
          reason: "\(output.path) would be written among the baselines",
          remedy: "give \(.outputFolder) another folder")
      }
    }
  }

  /// Checks that an update does not overwrite an input of the manifest.
  ///
  /// - Throws: `.usage` if it would.
  func checkInputs() throws(HeaderKitError) {
    let read = Set(manifest.inputPaths.map { FileIdentity($0, stream: STDIN_FILENO) })
    for output in manifest.items.flatMap(\.outputs) {
      for name in files(of: output, in: baselines)
      where read.contains(FileIdentity(baselines + "/" + name, stream: STDOUT_FILENO)) {
        throw HeaderKitError(
          .usage, subject: .file(baselines + "/" + name), reason: "is both input and baseline",
          remedy: "rename the output, or use a separate folder for the baselines")
      }
    }
  }

  /// Returns the items, of which those write a frame manifest whose baseline has one, or with
  /// `ofAll` all with an animation.
  func itemsWithFrameManifests(ofAll: Bool) -> [BatchItem] {
    items.map { item in
      let animation = item.outputs.first { output in
        output.moment == nil && output.pattern == nil
          && (ofAll
            || FileManager.default.fileExists(
              atPath: FrameSidecar.path(for: baselines + "/" + output.path)))
      }
      guard let animation else { return item }
      var item = item
      item.request.frameManifest = FrameSidecar.path(for: outputFolder + "/" + animation.path)
      return item
    }
  }

  /// Returns the files to compare after rendering. If the manifest is complete, that includes
  /// baselines that no item renders.
  func pairing(_ results: [ItemResult]) throws(HeaderKitError) -> FolderPairing {
    var pairing = FolderPairing()
    if FileIdentity.isFolder(baselines), !manifest.isPart, isFirstShard {
      pairing.first = Set(try FolderListing.names(in: baselines))
      pairing.removeFailedTests()
      for output in manifest.items.flatMap(\.outputs) {
        pairing.first.subtract(files(of: output, in: baselines))
      }
      // Inputs of the manifest are not baselines, even if they are in the same folder.
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

/// The folder to which the shards of a verification write their reports.
package struct VerificationResults: Sendable {
  package let path: String

  /// Creates a reference to a folder, which need not exist.
  package init(_ path: String) { self.path = path }

  package var files: [String] { names.map { path + "/" + $0 } }

  /// Writes the report of a shard. A later attempt overwrites an earlier one.
  package func write(_ report: ComparisonReport, shard: ShardNumber) throws(HeaderKitError) {
    let file = path + "/" + VerificationResults.name(of: shard)
    try AtomicFile.write(Array(JSONReport.text(report).utf8), to: file, durably: true)
  }

  /// Returns the merged report of all shards.
  ///
  /// - Throws: `.noInput` if the report of a shard is missing; `.badData` if one is damaged or
  ///   belongs to another verification.
  package func merged() throws(HeaderKitError) -> ComparisonReport {
    var parts: [ComparisonReport] = []
    guard let count = names.compactMap(VerificationResults.count).max() else {
      throw HeaderKitError(
        .noInput, subject: .file(path), reason: "contains no shard results",
        remedy: "pass the folder that batch verify \(.resultFolder) wrote to")
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
          .badData, subject: .file(file), reason: "belongs to another verification",
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

  /// Returns the number of shards from the name of a report, or `nil` for other files.
  private static func count(_ name: String) -> Int? {
    name.wholeMatch(of: /verify-([0-9]{1,5})-of-([0-9]{1,5})\.json/)
      .flatMap { ShardNumber("\($0.1)/\($0.2)")?.count }
  }
}
