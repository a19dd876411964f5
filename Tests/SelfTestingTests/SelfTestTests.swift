import Foundation
import HeaderModel
import Rendering
import SelfTesting
import TestSupport
import Testing
import Typesetting

/// The published frames: they pin every header's pixels to the version of the program. Whoever
/// changes them renews the table with `twheader selftest --json > Fixtures/vectors.json` and says
/// why.
@Suite struct SelfTestTests {
  @Test func everyFrameIsThePublishedOne() throws {
    let test = try SelfTest()
    for scene in test.scenes {
      #expect(
        scene.isSame,
        "\(scene.header) \(scene.variant ?? "") \(scene.theme) @\(scene.scale)x \(scene.offsets)")
    }
    #expect(test.publishedVersion == Engine.version)
    // Those of a header differ: a scene that shows nothing would be the same as another.
    for scenes in Dictionary(
      grouping: test.scenes, by: { "\($0.header) \($0.variant ?? "")" }
    ).values {
      #expect(Set(scenes.map(\.rendered)).count == scenes.count, "\(scenes[0].header)")
    }
  }

  /// A machine with other fonts has the same frames.
  @Test func noFontHasAPartInThem() throws {
    let folder = try TemporaryFolder()
    let font = try #require(
      try Typesetter().installedFonts.first { $0.families.contains("DejaVu Sans") })
    try folder.write("font.ttf", Array(try Data(contentsOf: URL(fileURLWithPath: font.path))))
    #expect(try SelfTest(fontFolder: folder.path).isSame)
  }

  @Test func everyBuiltInHeaderHasScenes() throws {
    let headers = try SelfTest().scenes.map(\.header)
    #expect(Set(headers) == Set(BuiltInHeader.all.map(\.name)))
    #expect(headers.count >= 3 * BuiltInHeader.all.count)
  }
}
