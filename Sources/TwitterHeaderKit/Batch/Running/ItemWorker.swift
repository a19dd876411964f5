/// Brings items to their end, one after the other: from the cache or by rendering.
struct ItemWorker {
  let options: BatchOptions
  /// Nil without a cache.
  let keys: CacheKeys?
  let budget: MemoryBudget
  let renderer: any ItemRendering
  /// Frames painted at a time.
  let frameJobs: Int

  /// The end of an item; never throws, whatever is wrong with the item.
  func finish(_ item: BatchItem) async -> ItemResult {
    let start = ContinuousClock.now
    var result = ItemResult(id: item.id, state: .failed, frames: item.size.frames)
    var retries = 0
    while true {
      do {
        try await attempt(item, &result)
        break
      } catch {
        guard !Task.isCancelled else {
          result.state = .dropped
          break
        }
        result.error = error
        guard error.code.isTransient, retries < BatchOptions.retries else { break }
        retries += 1
      }
    }
    if result.isDone { result.error = nil }
    result.seconds = (ContinuousClock.now - start) / .seconds(1)
    return result
  }

  private func attempt(
    _ item: BatchItem, _ result: inout ItemResult
  ) async throws(HeaderKitError) {
    result.warnings = []
    let keys = try keys?.keys(of: item)
    if let keys, try takeFromCache(item, keys, &result) { return }
    result.outputs = []
    guard !options.isDryRun else {
      result.state = .rendered
      return
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
    for (index, output) in item.outputs.enumerated() {
      let payload = try OutputFiles(output: output, folder: folder).read()
      result.outputs.append(ItemWorker.output(output, payload))
      guard let keys, let cache = options.cache else { continue }
      do {
        try cache.keep(payload, under: keys[index])
      } catch {
        result.warnings.append("\(output.path) is not kept in the cache: \(error)")
      }
    }
    result.state = .rendered
  }

  /// Whether every output was found whole in the cache and is now in its place.
  private func takeFromCache(
    _ item: BatchItem, _ keys: [ContentDigest], _ result: inout ItemResult
  ) throws(HeaderKitError) -> Bool {
    guard let cache = options.cache else { return false }
    var payloads: [[UInt8]] = []
    for key in keys {
      switch cache.find(key) {
      case .output(let payload): payloads.append(payload)
      case .nothing: break
      case .damaged(let path): result.warnings.append("\(path) is damaged; it is made again")
      }
    }
    guard payloads.count == keys.count else { return false }
    let folder = BatchFolder(path: options.outputFolder)
    for (output, payload) in zip(item.outputs, payloads) {
      if !options.isDryRun {
        try OutputFiles(output: output, folder: folder, touches: options.touchesOutputs)
          .write(payload)
      }
      result.outputs.append(ItemWorker.output(output, payload))
    }
    result.state = .cached
    return true
  }

  private static func output(_ output: BatchOutput, _ payload: [UInt8]) -> ItemResult.Output {
    ItemResult.Output(
      path: output.path, bytes: payload.count, digest: ContentDigest(of: payload))
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
