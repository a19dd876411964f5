@testable import Batch
import FileAccess
import Foundation
import HeaderScene
import Rendering
import TestSupport
import Testing

/// With the real renderer, on the smallest screen.
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

  @Test func aBatchMakesTheSameBytesAsSingleRenders() async throws {
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
      _ = try await Renderer(item.request)
        .render(to: item.outputs.map { try $0.target(in: folder.path) })
    }
    for name in ["m-light.gif", "m-dark.gif", "m-light/0001.png", "t.apng"] {
      let bytes = try #require(file.folder.bytes("batch/" + name), "\(name)")
      #expect(bytes == file.folder.bytes("single/" + name), "\(name)")
    }
  }

  @Test func pictureStoresMakeEachPictureOnce() async throws {
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

  @Test func pictureStoresKeepWhatWasUsedLast() throws {
    // Each picture has 12 x 9 x 4 = 432 bytes: two fit.
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

  @Test func aBrokenPictureFailsItsItemAlone() async throws {
    try file.folder.write("cut.png", Array(try #require(file.folder.bytes("dots.png")).prefix(60)))
    let manifest = try file.load([
      #"{"defaults": {"curve": "still.json", "scale": 1}}"#,
      #"{"id": "bad", "banner": "cut.png"}"#, #"{"id": "good"}"#,
    ])
    let results = try await run(manifest, jobs: 1, to: file.folder.path + "/out")
    #expect(results.map(\.state) == [.failed, .rendered])
    #expect(results[0].error?.code == .badData)
  }
}
