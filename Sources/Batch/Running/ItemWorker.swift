import FileAccess
import FrameEncoding
import HeaderScene
import HeaderStills
import Rendering

/// Completes items one after another, from the cache or by rendering.
struct ItemWorker {
  let options: BatchOptions
  /// The cache keys, or `nil` without a cache.
  let keys: CacheKeys?
  let budget: MemoryBudget
  let renderer: any ItemRendering
  /// The maximum number of frames of an item that are rendered concurrently.
  let frameJobs: Int

  /// Completes an item. Returns its result, which may be an error, and the outputs that are not in
  /// the cache yet.
  func finish(_ item: BatchItem) async -> (result: ItemResult, uncached: [CacheWriter.Object]) {
    let start = ContinuousClock.now
    var result = ItemResult(id: item.id, state: .failed, frames: item.frames)
    var uncached: [CacheWriter.Object] = []
    for _ in 0...BatchOptions.retries {
      do {
        uncached = try await attempt(item, &result)
        result.error = nil
        break
      } catch {
        guard !Task.isCancelled else {
          result.state = .dropped
          break
        }
        result.error = error.relative(to: options.outputFolder).namingItemKeys
        // A full disk, a lack of memory or an interruption may be temporary.
        guard [.writeFailed, .tryAgain].contains(error.code) else { break }
      }
    }
    result.seconds = (ContinuousClock.now - start) / .seconds(1)
    return (result, uncached)
  }

  /// Returns the claims of the cache and the key by which to claim an item: that of its first
  /// output. `nil` if the item does not use the cache.
  func claims(of item: BatchItem) -> (RenderClaims, key: ContentDigest)? {
    guard let cache = options.cache, !options.isDryRun, item.request.frameManifest == nil,
      let key = (try? keys?.keys(of: item))?.first
    else { return nil }
    return (cache.claims, key)
  }

  private func attempt(
    _ item: BatchItem, _ result: inout ItemResult
  ) async throws(HeaderKitError) -> [CacheWriter.Object] {
    result.warnings = []
    result.outputs = []
    let keys = try keys?.keys(of: item)
    // The cache does not contain frame manifests.
    if let keys, item.request.frameManifest == nil, try takeFromCache(item, keys, &result) {
      return []
    }
    guard !options.isDryRun else {
      result.state = .rendered
      return []
    }
    let folder = OutputFolder(path: options.outputFolder)
    for output in item.outputs { try folder.prepare(output) }
    let targets = try item.outputs.targets(in: folder.path)
    let bytes = item.memory(frameJobs: frameJobs)
    await budget.acquire(bytes)
    do throws(HeaderKitError) {
      guard !Task.isCancelled else { throw HeaderKitError.interrupted }
      result.warnings += try await renderer.render(item, to: targets)
    } catch {
      await budget.release(bytes)
      throw error
    }
    await budget.release(bytes)
    var uncached: [CacheWriter.Object] = []
    for (index, output) in item.outputs.enumerated() {
      let payload = try folder.read(output)
      let digest = ContentDigest(of: payload)
      result.outputs.append(
        ItemResult.Output(path: output.path, bytes: payload.count, digest: digest))
      guard let keys else { continue }
      uncached.append(
        CacheWriter.Object(output: output.path, key: keys[index], payload: payload, digest: digest))
    }
    result.state = .rendered
    return uncached
  }

  /// Copies all outputs from the cache. Returns `false` if one of them is missing or damaged.
  private func takeFromCache(
    _ item: BatchItem, _ keys: [ContentDigest], _ result: inout ItemResult
  ) throws(HeaderKitError) -> Bool {
    guard let cache = options.cache else { return false }
    var found: [(payload: [UInt8], digest: ContentDigest)] = []
    for (output, key) in zip(item.outputs, keys) {
      switch cache.find(key) {
      case .output(let payload, let digest)
      where output.pattern == nil || FrameArchive.holdsFrames(payload):
        found.append((payload, digest))
      case .nothing: break
      case .output, .damaged:
        result.warnings.append("\(cache.path(of: key)) is damaged and is rendered again")
      }
    }
    guard found.count == keys.count else { return false }
    let folder = OutputFolder(path: options.outputFolder)
    for (output, (payload, digest)) in zip(item.outputs, found) {
      if !options.isDryRun {
        try folder.write(payload, to: output, touches: options.touchesOutputs)
      }
      result.outputs.append(
        ItemResult.Output(path: output.path, bytes: payload.count, digest: digest))
    }
    result.state = .cached
    return true
  }
}

extension HeaderKitError {
  /// Returns the error with a path relative to `folder`, so that reports are the same on all
  /// machines.
  fileprivate func relative(to folder: String) -> HeaderKitError {
    guard case .file(let path) = subject, FilePath.isDescendant(path, of: folder) else {
      return self
    }
    return HeaderKitError(
      code, subject: .file(String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))),
      reason: reason, remedy: remedy)
  }
}

extension BatchItem {
  /// Returns an estimate of the memory for rendering, in bytes: frames being painted, waiting, or
  /// in the windows of encoders, and the banner in several sizes.
  ///
  /// - Parameter frameJobs: The maximum number of frames rendered concurrently.
  func memory(frameJobs: Int) -> Int {
    let frame = pixels * 4
    return frame * (3 * frameJobs + 16 * outputs.count + 8) + (32 << 20)
  }
}

/// A memory budget in bytes, shared by several renders.
actor MemoryBudget {
  private let limit: Int
  private var used = 0
  private var waiting: [(bytes: Int, turn: CheckedContinuation<Void, Never>)] = []

  init(limit: Int) { self.limit = limit }

  /// Waits until the budget has room. A request larger than the budget waits until nothing else is
  /// in use.
  func acquire(_ bytes: Int) async {
    if waiting.isEmpty, fits(bytes) {
      used += bytes
      return
    }
    await withCheckedContinuation { waiting.append((bytes, $0)) }
  }

  /// Returns bytes to the budget. Waiting requests are served in order.
  func release(_ bytes: Int) {
    used -= bytes
    while let first = waiting.first, fits(first.bytes) {
      waiting.removeFirst()
      used += first.bytes
      first.turn.resume()
    }
  }

  private func fits(_ bytes: Int) -> Bool { used == 0 || used + bytes <= limit }
}

/// A renderer of items, one after another. Must be used by a single task. Returns warnings for the
/// user.
protocol ItemRendering: AnyObject {
  func render(_ item: BatchItem, to targets: [OutputTarget]) async throws(HeaderKitError)
    -> [String]
}

/// Renders items with shared inputs. Fonts are found once, because all items have the same font
/// folder.
final class ItemRenderer: ItemRendering {
  private let shared: SharedInputs
  private let jobs: Int
  private var fonts: SceneFonts?

  init(_ shared: SharedInputs, jobs: Int) {
    self.shared = shared
    self.jobs = jobs
  }

  func render(
    _ item: BatchItem, to targets: [OutputTarget]
  ) async throws(HeaderKitError) -> [String] {
    var request = item.request
    let folder = request.header.fontFolder
    let fonts = if let fonts { fonts } else { try SceneFonts.installed(folder: folder) }
    self.fonts = fonts
    let resources = Renderer.Resources(fonts: fonts, shared: shared)
    request.jobs = jobs
    request.curve = .curve(try shared.curve(request.curve))
    var warnings: [String] = []
    let animations = zip(item.outputs, targets).filter { $0.0.moment == nil }.map(\.1)
    if !animations.isEmpty {
      warnings = try await Renderer(request).render(
        to: animations, replacesFrames: true, with: resources
      ).warnings
    }
    for (output, target) in zip(item.outputs, targets) {
      guard let moment = output.moment else { continue }
      var still = StillRequest()
      still.header = request.header
      still.moment =
        switch moment {
        case .offsets(let offsets): .offsets(offsets)
        case .time(let time): .time(time, request.curve, request.eventRate)
        }
      still.recordsLayers = request.recordsLayers
      let outcome = try StillRenderer(still)
        .write(to: target.path, packing: PicturePacking(request.encoding), with: resources)
      for warning in outcome.warnings where !warnings.contains(warning) { warnings.append(warning) }
    }
    return warnings
  }
}
