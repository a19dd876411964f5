import PortableMath
import Raster
import Testing
import VisualDiff

@Suite struct FrameManifestTests {
  private func manifest() throws -> FrameManifest {
    let layer = FrameManifest.Layer(
      name: "avatar", rect: DeviceRect(x: 0.5, y: -2, width: 3, height: 4), appearance: "step 3")
    let frame = FrameManifest.Frame(
      hash: PixelHash(value: 7), duration: (RationalTime(1, over: 30) ?? .zero), offset: 12.25,
      phase: "at rest", layers: [layer])
    return FrameManifest(
      size: try #require(PixelSize(width: 3, height: 2)), plays: nil, frames: [frame, frame])
  }

  @Test func textRoundTrips() throws {
    let manifest = try manifest()
    let read = try FrameManifest(
      json: Array(manifest.json.utf8), file: nil, maxFrames: 100)
    #expect(read == manifest)
  }

  @Test func acceptsSchemaKey() throws {
    let manifest = try manifest()
    let text = manifest.json.replacing(
      "\"version\":1", with: "\"$schema\":\"frames.schema.json\", \"version\":1")
    #expect(
      try FrameManifest(json: Array(text.utf8), file: nil, maxFrames: 100) == manifest)
  }

  @Test(arguments: [
    ("\"hash\":\"0000000000000007\"", "\"hash\":\"7\"", "frames[0].hash"),
    ("\"version\":1", "\"version\":2", "version"),
    ("\"size\":[3, 2]", "\"size\":[3]", "size"),
    ("\"offset\":12.25", "\"offest\":12.25", "frames[0]"),
  ])
  func errorsNameKeyPath(right: String, wrong: String, path: String) throws {
    let text = try manifest().json
    #expect(text.contains(right))
    let error = #expect(throws: (any Error).self) {
      try FrameManifest(
        json: Array(text.replacing(right, with: wrong).utf8), file: "m.json",
        maxFrames: 100)
    }
    #expect("\(try #require(error))".contains(path))
  }
}
