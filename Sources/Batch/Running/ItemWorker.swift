import Comparison
import Files
import Rendering

/// Brings items to their end, one after the other: from the cache or by rendering.
struct ItemWorker {
  let options: BatchOptions
  /// Nil without a cache.
  let keys: CacheKeys?
  let budget: MemoryBudget
  let renderer: any ItemRendering
  /// Frames painted at a time.
  let frameJobs: Int

  /// The end of an item, with what of it the cache has yet to keep; never throws, whatever is wrong
  /// with the item.
  func finish(_ item: BatchItem) async -> (result: ItemResult, unkept: [CacheWriter.Object]) {
    let start = ContinuousClock.now
    var result = ItemResult(id: item.id, state: .failed, frames: item.size.frames)
    var unkept: [CacheWriter.Object] = []
    var retries = 0
    while true {
      do {
        unkept = try await attempt(item, &result)
        break
      } catch {
        guard !Task.isCancelled else {
          result.state = .dropped
          break
        }
        result.error = error.within(options.outputFolder).namingItemKeys
        guard error.code.isTransient, retries < BatchOptions.retries else { break }
        retries += 1
      }
    }
    if result.isDone { result.error = nil }
    result.seconds = (ContinuousClock.now - start) / .seconds(1)
    return (result, unkept)
  }

  private func attempt(
    _ item: BatchItem, _ result: inout ItemResult
  ) async throws(HeaderKitError) -> [CacheWriter.Object] {
    result.warnings = []
    let keys = try keys?.keys(of: item)
    if let keys, try takeFromCache(item, keys, &result) { return [] }
    result.outputs = []
    guard !options.isDryRun else {
      result.state = .rendered
      return []
    }
    let folder = BatchFolder(path: options.outputFolder)
    var targets: [OutputTarget] = []
    for output in item.outputs {
      try folder.prepare(output)
      targets.append(try output.target(in: folder.path))
    }
    let bytes = item.memory(frameJobs: frameJobs)
    await budget.take(bytes)
    do throws(HeaderKitError) {
      guard !Task.isCancelled else { throw HeaderKitError(.tryAgain, reason: "was interrupted") }
      let warnings = try await renderer.render(item, to: targets)
      result.warnings += warnings
    } catch {
      await budget.giveBack(bytes)
      throw error
    }
    await budget.giveBack(bytes)
    var unkept: [CacheWriter.Object] = []
    for (index, output) in item.outputs.enumerated() {
      let payload = try OutputFiles(output: output, folder: folder).read()
      let digest = ContentDigest(of: payload)
      result.outputs.append(
        ItemResult.Output(path: output.path, bytes: payload.count, digest: digest))
      guard let keys else { continue }
      unkept.append(
        CacheWriter.Object(
          output: output.path, key: keys[index], payload: payload, digest: digest))
    }
    result.state = .rendered
    return unkept
  }

  /// Whether every output was found whole in the cache and is now in its place.
  private func takeFromCache(
    _ item: BatchItem, _ keys: [ContentDigest], _ result: inout ItemResult
  ) throws(HeaderKitError) -> Bool {
    guard let cache = options.cache else { return false }
    var found: [(payload: [UInt8], digest: ContentDigest)] = []
    for key in keys {
      switch cache.find(key) {
      case .output(let payload, let digest): found.append((payload, digest))
      case .nothing: break
      case .damaged(let path): result.warnings.append("\(path) is damaged; it is made again")
      }
    }
    guard found.count == keys.count else { return false }
    let folder = BatchFolder(path: options.outputFolder)
    for (output, (payload, digest)) in zip(item.outputs, found) {
      if !options.isDryRun {
        try OutputFiles(output: output, folder: folder, touches: options.touchesOutputs)
          .write(payload)
      }
      result.outputs.append(
        ItemResult.Output(path: output.path, bytes: payload.count, digest: digest))
    }
    result.state = .cached
    return true
  }
}

extension HeaderKitError {
  /// The same about an output by its name in `folder`: reports do not tell machines apart.
  fileprivate func within(_ folder: String) -> HeaderKitError {
    guard case .file(let path) = subject, path.hasPrefix(folder + "/") else { return self }
    return HeaderKitError(
      code, subject: .file(String(path.dropFirst(folder.count + 1))), reason: reason,
      remedy: remedy)
  }
}

extension BatchItem {
  /// Bytes that rendering takes, estimated: frames being painted, waiting and in the encoders'
  /// windows, the banner in several forms.
  func memory(frameJobs: Int) -> Int {
    let frame = size.pixels * 4
    return frame * (3 * frameJobs + 16 * outputs.count + 8) + (32 << 20)
  }
}
