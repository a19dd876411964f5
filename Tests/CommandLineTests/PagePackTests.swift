import Foundation
import Testing

struct PagePackTests {
  @Test func aPackIsAnimationsPosterAndSnippet() async throws {
    let place = try TemporaryDirectory()
    let outcome = try await place.program.run(
      ["render", "--curve", "swipe.json", "--pack", "site/hero"] + Twheader.quick)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(
      place.contents == [
        "site/", "site/hero.gif", "site/hero.html", "site/hero.png", "site/hero.webp", "swipe.json",
      ])
    #expect(
      String(decoding: try place.data("site/hero.html"), as: UTF8.self) == """
        <picture>
          <source srcset="hero.png" media="(prefers-reduced-motion: reduce)">
          <source srcset="hero.webp" type="image/webp">
          <img src="hero.gif" width="320" height="568"
               alt="Profile header of My Display Name, pulled down by 60 points, then scrolled up by 30 points.">
        </picture>

        """)
  }

  @Test func aPackSaysWhatItIsTold() async throws {
    let place = try TemporaryDirectory()
    let outcome = try await place.program.run(
      ["render", "--curve", "swipe.json", "--pack", "hero", "--alt", "Tea & \"cake\""]
        + Twheader.quick)
    #expect(outcome.errors == "")
    let page = String(decoding: try place.data("hero.html"), as: UTF8.self)
    #expect(page.contains("alt=\"Tea &amp; &quot;cake&quot;\">"))
  }

  @Test(arguments: [("a.jpg", [0xFF, 0xD8, 0xFF]), ("a.webp", Array("RIFF".utf8))])
  func aPosterIsTheFirstFrame(name: String, start: [UInt8]) async throws {
    let place = try TemporaryDirectory()
    let outcome = try await place.program.run(
      ["render", "--curve", "swipe.json", "--poster", name, "-o", "a.gif"] + Twheader.quick)
    #expect(outcome.status == 0)
    #expect(try place.data(name).starts(with: Data(start)))
    #expect(place.contents == ["a.gif", name, "swipe.json"])
  }

  @Test(arguments: [
    (["--alt", "a"], "--alt: has no page; give --pack as well"),
    (["--pack", "a/"], "--pack: 'a/' is no name for files; give one without ending, as docs/hero"),
    (
      ["--poster", "a.gif"],
      "a.gif: a picture is written as PNG, JPEG or WebP; end the name in .png, .jpg or .webp"
    ),
    (
      ["--pack", "a", "--poster", "a.gif"],
      "a.gif: is given as output twice; give each output its own name"
    ),
  ])
  func refusesWhatCannotBe(arguments: [String], message: String) async throws {
    let place = try TemporaryDirectory()
    let outcome = try await place.program.run(["render", "-o", "b.gif"] + arguments)
    #expect(outcome.errors == "twheader: error: \(message)\n")
    #expect(outcome.status == 64)
    #expect(place.contents == ["swipe.json"])
  }
}
