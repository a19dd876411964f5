import FileAccess
import Foundation
import ImageCodecs
import Testing

/// The README shows what the tool makes today: `scripts/docs` renders its pictures again.
///
/// Their texts are drawn with the program's own fonts.
@Suite struct ReadmePictureTests {
  @Test func picturesAreTheOnesMadeToday() async throws {
    let place = try TemporaryDirectory()
    var script = place.program
    script.executable = URL(fileURLWithPath: Fixtures.path + "/../scripts/docs")
    let outcome = try await script.run(
      [place.full("pictures"), Twheader.executable.path], seconds: 600)
    #expect(outcome.status == 0, "\(outcome.errors)")

    let names = try FileManager.default.contentsOfDirectory(atPath: Fixtures.path + "/Readme")
    #expect(
      place.contents.filter { $0.hasPrefix("pictures/") && !$0.hasSuffix("/") }
        == names.map { "pictures/" + $0 }.sorted())
    for name in names {
      let kept = Array(try Fixtures.data("Readme/" + name))
      let made = Array(try place.data("pictures/" + name))
      if name.hasSuffix(".gif") {
        #expect(
          try AnimationDecoder.decode(bytes: made) == AnimationDecoder.decode(bytes: kept),
          "\(name): run scripts/docs, look at the pictures and keep them")
      } else {
        #expect(
          try ImageDecoder.decode(bytes: made).pixmap == ImageDecoder.decode(bytes: kept).pixmap,
          "\(name): run scripts/docs, look at the pictures and keep them")
      }
    }
  }
}
