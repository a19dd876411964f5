import FileAccess
import Foundation
import TestSupport
import Testing

@Suite struct OutputTargetTests {
  @Test(
    arguments: [
      ("a.gif", .gif), ("A.GIF", .gif), ("a.b/c.apng", .apng), ("a.png", .png), ("a.y4m", .y4m),
      ("frames/%04d.png", .frames), ("frames/", .frames), ("%d.png", .frames), ("-", .gif),
      (NSTemporaryDirectory(), .frames), ("/dev/null", .gif), ("a.webp", .webp), ("a.mp4", .mp4),
    ] as [(String, OutputFormat)])
  func extensionDeterminesFormat(path: String, format: OutputFormat) throws {
    #expect(try OutputTarget(path).format == format)
  }

  @Test(arguments: ["", "a", "a.mov", "a.gif.gz", ".gif/a", "%d.jpg"])
  func rejectsUnknownFormats(path: String) {
    let error = #expect(throws: HeaderKitError.self) { try OutputTarget(path) }
    #expect(error?.code == .usage)
  }

  /// An existing folder is a target for frames, regardless of its name.
  @Test(arguments: ["frames", "a.gif"]) func foldersReceiveFrames(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(name + "/0000.png", [])
    let target = try OutputTarget(folder.path + "/" + name)
    #expect(target.format == .frames)
    #expect(target.framePattern?.folder == folder.path + "/\(name)/")
  }

  @Test func explicitFormatOverridesExtension() throws {
    #expect(try OutputTarget("a.gif", format: .y4m).format == .y4m)
    #expect(try OutputTarget("a", format: .frames).framePattern?.folder == "a/")
    #expect(throws: HeaderKitError.self) { try OutputTarget("-", format: .frames) }
    #expect(throws: HeaderKitError.self) { try OutputTarget("a/", format: .gif) }
  }
}
