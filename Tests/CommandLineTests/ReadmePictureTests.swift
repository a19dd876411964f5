import FileAccess
import Foundation
import ImageCodecs
import Testing

/// The commands of README.md work as pasted and make the pictures that it shows.
///
/// The pictures contain text and are recorded with the program's own fonts (`scripts/fonts`).
@Suite struct ReadmePictureTests {
  @Test func commandsMakeThePicturesShown() async throws {
    let place = try TemporaryDirectory()
    var script = place.program
    script.executable = URL(fileURLWithPath: Fixtures.path + "/../scripts/readme-pictures")
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
          "\(name): run scripts/readme-pictures, look at the pictures and keep them")
      } else {
        #expect(
          try ImageDecoder.decode(bytes: made).pixmap == ImageDecoder.decode(bytes: kept).pixmap,
          "\(name): run scripts/readme-pictures, look at the pictures and keep them")
      }
    }
  }

  /// GitHub shows a README's links by path; the guide's own page links need the same care.
  @Test func linksLeadToFilesOfTheRepository() throws {
    let root = URL(fileURLWithPath: Fixtures.path).deletingLastPathComponent()
    for document in ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
      let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
      for link in text.matches(of: /\]\(([^)#]+)[^)]*\)/) where !link.1.hasPrefix("http") {
        #expect(
          FileManager.default.fileExists(atPath: root.appending(path: String(link.1)).path),
          "\(document): \(link.1)")
      }
    }
  }
}
