import FileAccess
import Foundation
import HeaderModel
import Rendering
import SelfTesting
import StrictJSON
import TestSupport
import Testing
import Typesetting

/// The published frames, which pin the pixels of all headers for a version of the program. After an
/// intended change, update the table with `twheader selftest --json > Fixtures/vectors.json` and
/// state the reason.
@Suite struct SelfTestTests {
  @Test func framesMatchPublishedVectors() throws {
    let test = try SelfTest()
    for scene in test.scenes {
      #expect(
        scene.isSame,
        "\(scene.header) \(scene.variant ?? "") \(scene.theme) @\(scene.scale)x \(scene.offsets)")
    }
    #expect(test.publishedVersion == Engine.version)
    // The frames of a header differ from each other, because an empty scene would be equal to
    // another one.
    for scenes in Dictionary(
      grouping: test.scenes, by: { "\($0.header) \($0.variant ?? "")" }
    ).values {
      #expect(Set(scenes.map(\.rendered)).count == scenes.count, "\(scenes[0].header)")
    }
  }

  /// Installed fonts do not affect the frames.
  @Test func vectorsAreIndependentOfFonts() throws {
    let folder = try TemporaryFolder()
    let font = try #require(
      try Typesetter().installedFonts.first { $0.families.contains("DejaVu Sans") })
    try folder.write("font.ttf", Array(try Data(contentsOf: URL(fileURLWithPath: font.path))))
    #expect(try SelfTest(fontFolder: folder.path).scenes.allSatisfy(\.isSame))
  }

  @Test func builtInHeadersHaveScenes() throws {
    let headers = try SelfTest().scenes.map(\.header)
    #expect(Set(headers) == Set(BuiltInHeader.all.map(\.name)))
    #expect(headers.count >= 3 * BuiltInHeader.all.count)
  }

  /// The printed vectors are the published ones, one scene per line.
  @Test func printedVectorsEqualPublishedOnes() throws {
    let test = try SelfTest()
    let root = try JSONValue.parse(Array(test.json.utf8)).object(keys: [
      "version", "engine", "scenes",
    ])
    let scenes = try Array(root.required("scenes").array())
    #expect(scenes.count == test.scenes.count)
    for (value, scene) in zip(scenes, test.scenes) {
      let object = try value.object()
      #expect(try object.required("sha256").string() == scene.published)
      #expect(try object.required("offsets").array().map { try $0.number() } == scene.offsets)
      #expect(ContentDigest(hexadecimal: scene.rendered) != nil)
    }
    #expect(test.json.split(separator: "\n").count == scenes.count + 2)
  }

  /// The scenes include both appearances, two scales and offsets on both sides of rest. Content of
  /// Android headers stops at its edges.
  @Test func scenesCoverHeaderFeatures() throws {
    let scenes = try SelfTest().scenes
    for header in Set(scenes.map(\.header)) {
      let own = scenes.filter { $0.header == header }
      #expect(Set(own.map(\.theme)) == ["light", "dark"], "\(header)")
      let stops = ["collapsing-toolbar", "quick-return"].contains(header)
      #expect(own.contains { ($0.offsets.last ?? 0) < 0 } != stops, "\(header) pulled down")
      #expect(own.contains { ($0.offsets.last ?? 0) > 0 }, "\(header) scrolled")
    }
    #expect(Set(scenes.map(\.scale)) == [1, 2])
  }

  @Test func describesMachineWithOneFactPerLine() throws {
    let lines = try Machine.lines()
    #expect(lines[0] == "twheader: \(Engine.version)")
    let names = lines.map { $0.prefix { $0 != ":" } }
    #expect(names.contains("system") && names.contains("pango") && names.contains("fonts"))
    #expect(lines.allSatisfy { $0.contains(": ") && !$0.contains("\n") })
    let count = try Typesetter().installedFonts.count
    #expect(lines.contains("fonts: \(count)"))
    #expect(lines.contains { $0.hasPrefix(TextStyle.defaultFamily + ": ") })
  }
}
