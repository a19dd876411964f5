@testable import Batch
import FileAccess
import Foundation
import PortableMath
import Scrolling
import TestSupport
import Testing
import Typesetting

@Suite struct BatchKeys {
  let file: BatchManifestFile
  /// The fonts, which do not change. Reading them takes longer than the rest of the tests.
  private static let fonts = Result { try FontIdentity() }

  init() throws { file = try BatchManifestFile() }

  private func key(_ line: String) throws -> ContentDigest {
    let manifest = try file.load([line])
    return try CacheKeys(shared: manifest.shared, fonts: Self.fonts.get()).keys(
      of: manifest.items[0])[0]
  }

  @Test(arguments: [
    #""style": "stretch""#, #""variant": "doc""#, #""device": "iphone-8""#, #""theme": "dark""#,
    #""scale": 1"#, #""constants": {"rowCount": 3}"#, #""fps": 12"#, #""eventRate": "frame""#,
    #""speed": 2"#, #""holdFirst": 1"#, #""holdLast": 1"#, #""boomerang": true"#,
    #""frames": [0, 1]"#, #""quality": 5"#, #""effort": 1"#, #""colors": 16"#, #""dither": 3"#,
    #""lossless": true"#, #""maxBytes": 9999"#, #""offset": 5"#, #""at": 0.1"#, #""loop": 2"#,
    #""crop": "header""#, #""width": 200"#, #""height": 300"#, #""cornerRadius": 9"#,
    #""frame": true"#, #""name": "x""#, #""title": "x""#, ##""accent": "#123456""##,
    #""outputs": "a.apng""#, #""banner": "dots.png""#,
    #""avatar": "dots.png""#, #""scene": "scene.json""#, #""curve": "still.json""#,
  ])
  func optionsThatChangePicturesChangeTheKey(member: String) throws {
    try file.write("scene.json", #"{"version": 1, "texts": {"title": "x"}}"#)
    let rest = member.hasPrefix(#""curve""#) ? "" : #", "curve": "tiny.json""#
    let plain = try key(#"{"id": "a", "curve": "tiny.json"}"#)
    // `frames` needs its own frame rate, because it must be inside the curve.
    #expect(try key(#"{"id": "a", \#(member)\#(rest)}"#) != plain)
  }

  @Test func namedCurvesHaveDistinctKeys() throws {
    // A header with the inputs of all swipes.
    var keys = Set([try key(#"{"id": "a", "style": "x-profile"}"#)])
    for swipe in NamedCurve.allCases {
      keys.insert(
        try key(#"{"id": "a", "style": "x-profile", "curve": "\#(swipe.rawValue)"}"#))
    }
    #expect(keys.count == 1 + NamedCurve.allCases.count)
  }

  @Test func keyIgnoresIdentifiersAndPaths() throws {
    try file.folder.write("copy/dots.png", try #require(file.folder.bytes("dots.png")))
    let a = try key(#"{"id": "a", "banner": "dots.png", "outputs": "x.gif"}"#)
    let b = try key(#"{"id": "b", "banner": "copy/dots.png", "outputs": "y/z.gif", "pngLevel": 3}"#)
    #expect(a == b)
  }

  @Test(arguments: ["tiny.json", "dots.png", "scene.json", "scene-avatar.png"])
  func inputBytesChangeTheKey(name: String) throws {
    try file.write("scene.json", #"{"version": 1, "avatar": "scene-avatar.png"}"#)
    try file.folder.write("scene-avatar.png", dotted(dotX: 5))
    let line = #"{"id": "a", "curve": "tiny.json", "banner": "dots.png", "scene": "scene.json"}"#
    let before = try key(line)
    #expect(try key(line) == before)
    if name.hasSuffix(".png") {
      try file.folder.write(name, dotted(dotX: 7))
    } else {
      let text = try #require(file.folder.bytes(name)) + Array(" \n".utf8)
      try file.folder.write(name, text)
    }
    #expect(try key(line) != before)
  }

  @Test func fontFamilyChangesTheKey() throws {
    let identity = try Self.fonts.get()
    let plain = try identity.digest(family: nil)
    #expect(try FontIdentity().digest(family: nil) == plain)
    #expect(try identity.digest(family: "DejaVu Sans") != plain)
    #expect(try identity.digest(family: "no such family") == plain)
    // The case of a family's name does not matter.
    #expect(try identity.digest(family: "dejavu SANS") == identity.digest(family: "DejaVu Sans"))
    #expect(try identity.digest(family: "DejaVu Serif") != identity.digest(family: "DejaVu Sans"))
  }

  @Test func fontFolderContentsChangeTheKey() throws {
    let font = try #require(
      try Typesetter().installedFonts.first { $0.families.contains("DejaVu Sans") })
    try file.folder.write(
      "fonts/dejavu.ttf", Array(try Data(contentsOf: URL(fileURLWithPath: font.path))))
    let plain = try Self.fonts.get().digest(family: nil)
    #expect(try FontIdentity(folder: file.folder.path + "/fonts").digest(family: nil) != plain)
  }
}
