@testable import Batch
import FileAccess
import Foundation
import HeaderScene
import Rendering
import TestSupport
import Testing

/// Batches with the real renderer on the smallest screen.
@Suite struct BatchRenders {
  let file: BatchManifestFile

  init() throws { file = try BatchManifestFile() }

  private func run(
    _ manifest: Manifest, jobs: Int, to folder: String
  ) async throws -> [ItemResult] {
    var options = BatchOptions(outputFolder: folder)
    options.jobs = jobs
    return try await BatchRunner(manifest, items: manifest.items, options: options).run()
  }

  @Test func batchBytesEqualSingleRenders() async throws {
    let manifest = try file.load([
      #"{"defaults": {"curve": "tiny.json", "fps": 5, "scale": 1, "banner": "dots.png"}}"#,
      #"{"id": "m-{theme}", "matrix": {"theme": ["light", "dark"]}, "outputs": ["{id}.gif", "{id}/"]}"#,
      #"{"id": "t", "style": "thinkandbuild", "outputs": "t.apng"}"#,
    ])
    let results = try await run(manifest, jobs: 2, to: file.folder.path + "/batch")
    #expect(results.map(\.state) == [.rendered, .rendered, .rendered])
    for item in manifest.items {
      let folder = OutputFolder(path: file.folder.path + "/single")
      for output in item.outputs { try folder.prepare(output) }
      _ = try await Renderer(item.request).render(to: item.outputs.targets(in: folder.path))
    }
    for name in ["m-light.gif", "m-dark.gif", "m-light/0001.png", "t.apng"] {
      let bytes = try #require(file.folder.bytes("batch/" + name), "\(name)")
      #expect(bytes == file.folder.bytes("single/" + name), "\(name)")
    }
  }

  @Test func pictureStoresComputeEachPictureOnce() async throws {
    let store = PictureStore(limit: 10_000)
    let made = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<50 {
        group.addTask {
          var made = 0
          _ = try store.picture("\(index % 5)") {
            made = 1
            return try dotted(dotX: index % 5)
          }
          return made
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(made == 5)
  }

  @Test func pictureStoresEvictLeastRecentlyUsedPictures() throws {
    // Each picture has 12 x 9 x 4 = 432 bytes, so two fit.
    let store = PictureStore(limit: 900)
    func isMade(_ key: String) throws -> Bool {
      var made = false
      _ = try store.picture(key) {
        made = true
        return try dotted()
      }
      return made
    }
    #expect(
      try ["a", "b", "a", "c", "a", "b"].map(isMade) == [true, true, false, true, false, true])
  }

  @Test func brokenPictureFailsOnlyItsItem() async throws {
    try file.folder.write("cut.png", Array(try #require(file.folder.bytes("dots.png")).prefix(60)))
    let manifest = try file.load([
      #"{"defaults": {"curve": "still.json", "scale": 1}}"#,
      #"{"id": "bad", "banner": "cut.png"}"#, #"{"id": "good"}"#,
    ])
    let results = try await run(manifest, jobs: 1, to: file.folder.path + "/out")
    #expect(results.map(\.state) == [.failed, .rendered])
    #expect(results[0].error?.code == .badData)
  }

  // MARK: - From the cache

  private func cached(_ manifest: Manifest, _ change: (inout BatchItem) -> Void = { _ in })
    async throws -> [ItemResult]
  {
    var options = BatchOptions(outputFolder: file.folder.path + "/out")
    options.cache = try RenderCache(folder: file.folder.path + "/cache")
    let items = manifest.items.map { item in
      var item = item
      change(&item)
      return item
    }
    return try await BatchRunner(manifest, items: items, options: options).run()
  }

  private var frames: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: file.folder.path + "/out/f").sorted()
    }
  }

  /// Frames of a longer animation are removed if the new ones are rendered or come from the cache.
  /// Other files are kept.
  @Test func cachedFramesAreComplete() async throws {
    let manifest = try file.load([
      #"{"id": "a", "curve": "tiny.json", "fps": 10, "device": "40x60@1", "outputs": "f/a%d.png"}"#
    ])
    let first = try await cached(manifest)
    #expect(first.map(\.state) == [.rendered])
    let made = try frames
    #expect(made == ["a0.png", "a1.png", "a2.png"])
    for name in ["a3.png", "a12.png", "b3.png", "a3.txt"] {
      try file.folder.write("out/f/" + name, [1])
    }
    try FileManager.default.removeItem(atPath: file.folder.path + "/out/f/a1.png")
    let second = try await cached(manifest)
    #expect(second.map(\.state) == [.cached])
    #expect(second.map(\.outputs) == first.map(\.outputs))
    #expect(try frames == (made + ["a3.txt", "b3.png"]).sorted())
  }

  /// Frame manifests are not cached, so an item with one is rendered, with the same bytes.
  @Test func rendersCachedItemsThatNeedFrameManifests() async throws {
    let manifest = try file.load([
      #"{"id": "a", "curve": "tiny.json", "fps": 10, "device": "40x60@1"}"#
    ])
    let first = try await cached(manifest)
    let path = file.folder.path + "/out/a.frames.json"
    let second = try await cached(manifest) { $0.request.frameManifest = path }
    #expect(second.map(\.state) == [.rendered])
    #expect(second.map(\.outputs) == first.map(\.outputs))
    #expect(file.folder.exists("out/a.frames.json"))
    #expect(try await cached(manifest).map(\.state) == [.cached])
  }

  /// A warning about all outputs of an item is reported once.
  @Test func reportsEachWarningOncePerItem() async throws {
    try file.write("scene.json", #"{"version": 1, "font": "No Such Family"}"#)
    let manifest = try file.load([
      #"{"id": "a", "curve": "tiny.json", "scene": "scene.json", "device": "40x60@1", "fps": 10, "#
        + #""outputs": ["a.gif", {"path": "a.png", "at": 0}, {"path": "b.png", "offset": 9}]}"#
    ])
    let results = try await run(manifest, jobs: 1, to: file.folder.path + "/out")
    #expect(
      results.map(\.warnings) == [
        ["font No Such Family is not installed; another font replaces it"]
      ])
  }
}
