@testable import Batch
import FileAccess
import Foundation
import Synchronization
import TestSupport
import Testing

/// A renderer that writes an item's identifier instead of pictures and fails on request.
private final class ScriptedRenderer: ItemRendering, Sendable {
  struct Script: Sendable {
    /// The errors of an item's attempts, in order.
    var failures: [String: [HeaderKitError]] = [:]
    var calls: [String] = []
    var running = 0
    var mostRunning = 0
  }

  let script = Mutex(Script())
  let onRender: @Sendable (BatchItem) async -> Void

  init(
    failures: [String: [HeaderKitError]] = [:],
    onRender: @escaping @Sendable (BatchItem) async -> Void = { _ in }
  ) {
    self.onRender = onRender
    script.withLock { $0.failures = failures }
  }

  var calls: [String] { script.withLock { $0.calls } }

  func render(
    _ item: BatchItem, to targets: [OutputTarget]
  ) async throws(HeaderKitError) -> [String] {
    let failure = script.withLock { script -> HeaderKitError? in
      script.calls.append(item.id)
      script.running += 1
      script.mostRunning = max(script.mostRunning, script.running)
      guard let failure = script.failures[item.id]?.first else { return nil }
      script.failures[item.id]?.removeFirst()
      return failure
    }
    await onRender(item)
    script.withLock { $0.running -= 1 }
    if let failure { throw failure }
    for target in targets { try TextOutput.write("output of \(item.id)", to: target.path) }
    return []
  }
}

@Suite struct BatchRuns {
  let file: BatchManifestFile

  init() throws { file = try BatchManifestFile() }

  private var out: String { file.folder.path + "/out" }

  private func manifest(_ ids: [String]) throws -> Manifest {
    try file.load(
      ids.enumerated().map { index, id in
        #"{"id": "\#(id)", "curve": "still.json", "scale": 1, "speed": \#(index + 1)}"#
      })
  }

  private func options(jobs: Int = 2, cached: Bool = false) throws -> BatchOptions {
    var options = BatchOptions(outputFolder: out)
    options.jobs = jobs
    if cached { options.cache = try RenderCache(folder: file.folder.path + "/cache") }
    return options
  }

  private func run(
    _ manifest: Manifest, _ options: BatchOptions, _ renderer: ScriptedRenderer
  ) async throws -> [ItemResult] {
    var options = options
    options.makeRenderer = { _, _ in renderer }
    return try await BatchRunner(manifest, items: manifest.items, options: options).run()
  }

  @Test func failedItemDoesNotStopOthers() async throws {
    let renderer = ScriptedRenderer(failures: ["b": [HeaderKitError(.badData, reason: "no")]])
    let results = try await run(manifest(["a", "b", "c"]), options(), renderer)
    #expect(results.map(\.state) == [.rendered, .failed, .rendered])
    #expect(results[1].error?.reason == "no" && results[1].outputs.isEmpty)
    #expect(file.folder.exists("out/a.gif") && file.folder.exists("out/c.gif"))
    #expect(results[0].outputs[0].digest == ContentDigest(of: "output of a"))
    #expect(renderer.calls.sorted() == ["a", "b", "c"])
  }

  /// Reports do not contain the path of the output folder, which depends on the machine.
  @Test func errorsNameOutputsRelativeToFolder() async throws {
    let error = HeaderKitError(.badData, subject: .file(out + "/a.gif"), reason: "no")
    let results = try await run(
      manifest(["a"]), options(), ScriptedRenderer(failures: ["a": [error]]))
    #expect(results[0].error?.subject == .file("a.gif"))
  }

  @Test(arguments: HeaderKitError.Code.allCases)
  func retriesTransientErrorsAtMostTwice(code: HeaderKitError.Code) async throws {
    let error = HeaderKitError(code, reason: "no")
    let isTransient = code == .writeFailed || code == .tryAgain
    for failures in 1...4 {
      let renderer = ScriptedRenderer(failures: ["a": Array(repeating: error, count: failures)])
      let results = try await run(manifest(["a"]), options(), renderer)
      #expect(renderer.calls.count == (isTransient ? min(failures, 2) + 1 : 1))
      #expect(results[0].state == (isTransient && failures <= 2 ? .rendered : .failed))
      #expect((results[0].error == nil) == results[0].isDone)
    }
  }

  @Test func startsCostliestItemsFirstAndReportsInManifestOrder() async throws {
    let manifest = try file.load([
      #"{"defaults": {"curve": "tiny.json", "fps": 10, "scale": 1}}"#, #"{"id": "still", "at": 0}"#,
      #"{"id": "a"}"#, #"{"id": "large", "scale": 2}"#, #"{"id": "b"}"#,
      #"{"id": "two", "outputs": ["two.gif", "two.apng"]}"#,
    ])
    let renderer = ScriptedRenderer()
    let results = try await run(manifest, options(jobs: 1), renderer)
    #expect(renderer.calls == ["large", "two", "a", "b", "still"])
    #expect(results.map(\.id) == ["still", "a", "large", "b", "two"])
  }

  /// Items wait until three have started, and for some time for a fourth.
  @Test func runsAtMostTheGivenNumberOfJobs() async throws {
    let come = Mutex(0)
    let renderer = ScriptedRenderer { _ in
      come.withLock { $0 += 1 }
      for _ in 0..<10_000 where come.withLock({ $0 < 3 }) {
        try? await Task.sleep(for: .milliseconds(1))
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
    _ = try await run(manifest((0..<20).map { "i\($0)" }), options(jobs: 3), renderer)
    #expect(renderer.script.withLock { $0.mostRunning } == 3)
  }

  @Test func itemAboveMemoryLimitRunsAlone() async throws {
    let renderer = ScriptedRenderer { _ in try? await Task.sleep(for: .milliseconds(2)) }
    var options = try options(jobs: 4)
    options.memory = 1
    let results = try await run(manifest((0..<6).map { "i\($0)" }), options, renderer)
    #expect(results.map(\.isDone) == Array(repeating: true, count: 6))
    #expect(renderer.script.withLock { $0.mostRunning } == 1)
  }

  @Test func secondRunUsesCacheAndKeepsCurrentFiles() async throws {
    let manifest = try manifest(["a", "b"])
    let renderer = ScriptedRenderer()
    let first = try await run(manifest, options(cached: true), renderer)
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: out + "/a.gif")
    try file.write("out/b.gif", "scribbled over")
    let second = try await run(manifest, options(cached: true), renderer)
    #expect(renderer.calls.count == 2)
    #expect(second.map(\.state) == [.cached, .cached])
    #expect(second.map(\.outputs) == first.map(\.outputs))
    #expect(file.folder.bytes("out/b.gif") == Array("output of b".utf8))
    let facts = try FileManager.default.attributesOfItem(atPath: out + "/a.gif")
    #expect(facts[.modificationDate] as? Date == old)
  }

  @Test func rendersDamagedObjectsAgainWithWarning() async throws {
    let manifest = try manifest(["a"])
    let renderer = ScriptedRenderer()
    _ = try await run(manifest, options(cached: true), renderer)
    let cache = try RenderCache(folder: file.folder.path + "/cache")
    let object = try #require(cache.list().first).path
    try Data("foreign".utf8).write(to: URL(fileURLWithPath: object))
    let results = try await run(manifest, options(cached: true), renderer)
    #expect(results[0].state == .rendered && renderer.calls.count == 2)
    #expect(results[0].warnings == ["\(object) is damaged and is rendered again"])
    #expect(cache.verify() == [])
  }

  /// Each attempt finds the damage, but it is reported once.
  @Test func retryDropsWarningsOfEarlierAttempt() async throws {
    let manifest = try manifest(["a"])
    _ = try await run(manifest, options(cached: true), ScriptedRenderer())
    let cache = try RenderCache(folder: file.folder.path + "/cache")
    let object = try #require(cache.list().first).path
    try Data("foreign".utf8).write(to: URL(fileURLWithPath: object))
    let busy = HeaderKitError(.tryAgain, reason: "busy")
    let renderer = ScriptedRenderer(failures: ["a": [busy, busy]])
    let results = try await run(manifest, options(cached: true), renderer)
    #expect(renderer.calls.count == 3)
    #expect(results[0].state == .rendered)
    #expect(results[0].warnings == ["\(object) is damaged and is rendered again"])
  }

  /// The key and the digest are valid, but it has no frames. The item is rendered again without
  /// a failure.
  @Test func rendersForgedFrameArchivesAgainWithWarning() async throws {
    let manifest = try file.load([
      #"{"id": "a", "curve": "still.json", "outputs": "f/%d.png"}"#
    ])
    // A frame, which the test's renderer does not write.
    try file.folder.write("out/f/0.png", [1])
    let renderer = ScriptedRenderer()
    _ = try await run(manifest, options(cached: true), renderer)
    let cache = try RenderCache(folder: file.folder.path + "/cache")
    let object = try #require(cache.list().first).path
    let key = try #require(ContentDigest(hexadecimal: (object as NSString).lastPathComponent))
    let payload = FrameArchive.packed([[UInt8]](repeating: [], count: 1000))
    try cache.store(payload, digest: ContentDigest(of: payload), under: key)
    let results = try await run(manifest, options(cached: true), renderer)
    #expect(results[0].state == .rendered && renderer.calls.count == 2)
    #expect(results[0].warnings == ["\(object) is damaged and is rendered again"])
    #expect(!file.folder.exists("out/f/999.png"))
  }

  /// Each run has its own cache object for the same folder, like two processes. The time limit
  /// detects deadlocks; it is long because tasks may start late on a busy machine.
  @Test(.timeLimit(.minutes(60)))
  func concurrentRunsRenderEachItemOnce() async throws {
    let manifest = try manifest((0..<12).map { "item\($0)" })
    let renderer = ScriptedRenderer { _ in try? await Task.sleep(for: .milliseconds(20)) }
    let runs = try ["first", "second"].map { name in
      var options = try options(cached: true)
      options.outputFolder = out + "/" + name
      return options
    }
    async let first = run(manifest, runs[0], renderer)
    async let second = run(manifest, runs[1], renderer)
    let results = try await (first, second)
    #expect(renderer.calls.count == 12 && Set(renderer.calls).count == 12)
    #expect(results.0.map(\.outputs) == results.1.map(\.outputs))
    let isDone = (results.0 + results.1).allSatisfy { $0.isDone }
    #expect(isDone)
  }

  @Test func aDryRunWritesNothing() async throws {
    let renderer = ScriptedRenderer()
    var options = try options(cached: true)
    options.isDryRun = true
    let results = try await run(manifest(["a"]), options, renderer)
    #expect(results.map(\.state) == [.rendered] && renderer.calls.isEmpty)
    #expect(!file.folder.exists("out"))
  }

  @Test func cancellationRemovesUnfinishedOutputs() async throws {
    let manifest = try manifest(["a", "b", "c"])
    let renderer = ScriptedRenderer(failures: ["b": [HeaderKitError(.tryAgain, reason: "x")]]) {
      guard $0.id == "b" else { return }
      withUnsafeCurrentTask { $0?.cancel() }
      while !Task.isCancelled { await Task.yield() }
    }
    var options = try options(jobs: 1)
    options.makeRenderer = { _, _ in renderer }
    let runner = try BatchRunner(manifest, items: manifest.items, options: options)
    let task = Task { await runner.run() }
    let results = await task.value
    #expect(results.map(\.state) == [.rendered, .dropped, .dropped])
  }

  @Test func removesTemporaryFilesOfEndedProcessesOnly() async throws {
    // Linux's largest process identifier is below 2^22.
    try file.write("out/.a.gif.4194399-abc.tmp", "left")
    try file.write("out/.other.gif.4194399-abc.tmp", "not ours")
    try file.write("out/.a.gif.\(ProcessInfo.processInfo.processIdentifier)-abc.tmp", "busy")
    _ = try await run(manifest(["a"]), options(), ScriptedRenderer())
    let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(names.count == 3 && !names.contains(".a.gif.4194399-abc.tmp"))
  }

  @Test func summaryHasAlignedCounts() throws {
    var done = ItemResult(id: "a", state: .rendered, frames: 1)
    done.outputs = [
      ItemResult.Output(path: "a.gif", bytes: 1_234_567, digest: ContentDigest(of: ""))
    ]
    let failed = ItemResult(id: "b", state: .failed, frames: 1)
    let cached = ItemResult(id: "c", state: .cached, frames: 1)
    #expect(
      BatchSummary([done, failed, cached]).table(seconds: 12.34) == [
        "items  cached  rendered  failed  seconds      bytes",
        "    3       1         1       1     12.3  1,234,567",
      ])
  }

  /// An unreadable curve, a banner next to it and the scene of another invalid item are all
  /// watched.
  @Test func invalidManifestListsItsInputs() throws {
    try file.write("bad.json", "{")
    let error = #expect(throws: ManifestError.self) {
      try file.load([
        #"{"id": "a", "curve": "bad.json", "banner": "dots.png"}"#,
        #"{"id": "b", "curve": "still.json", "fps": 0, "scene": "none.json"}"#,
      ])
    }
    let names = error?.inputs.map { $0.replacing(file.folder.path + "/", with: "") }
    #expect(names?.sorted() == ["bad.json", "dots.png", "none.json", "still.json"])
  }

  @Test func watchNoticesSavedFiles() throws {
    let watch = InputWatch(try manifest(["a"]))
    #expect(!watch.hasChanged)
    try file.write("still.json", #"{"version": 1, "keyframes": [{"time": 0, "offset": 300}]}"#)
    #expect(watch.hasChanged)
  }
}
