import Foundation
import Testing

struct PagePackTests {
  @Test func packContainsAnimationsPosterAndSnippet() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      ["render", "--curve", "swipe.json", "--pack", "site/hero"] + Twheader.quick)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(
      directory.contents == [
        "site/", "site/hero.gif", "site/hero.html", "site/hero.png", "site/hero.webp", "swipe.json",
      ])
    #expect(
      String(decoding: try directory.data("site/hero.html"), as: UTF8.self) == """
        <picture>
          <source srcset="hero.png" media="(prefers-reduced-motion: reduce)">
          <source srcset="hero.webp" type="image/webp">
          <img src="hero.gif" width="320" height="568"
               alt="Profile header of My Display Name, pulled down by 60 points, then scrolled up by 30 points.">
        </picture>

        """)
  }

  /// File names in URLs are percent-encoded, because a space or a comma would end a URL in
  /// `srcset`.
  @Test func packHasRequestedWidthAndEncodedURLs() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      [
        "render", "--curve", "swipe.json", "--pack", "a, b/täglich 1%", "--alt", "x", "--width",
        "100",
      ]
        + ["--device", "iphone-se", "--effort", "1"])
    #expect(outcome.errors == "")
    #expect(
      String(decoding: try directory.data("a, b/täglich 1%.html"), as: UTF8.self) == """
        <picture>
          <source srcset="t%C3%A4glich%201%25.png" media="(prefers-reduced-motion: reduce)">
          <source srcset="t%C3%A4glich%201%25.webp" type="image/webp">
          <img src="t%C3%A4glich%201%25.gif" width="100" height="178"
               alt="x">
        </picture>

        """)
  }

  /// The value of `--for`, further options, the expected files, and the expected snippet.
  private static let sites: [(String, [String], [String], String)] = [
    (
      "github", ["--theme", "light,dark"],
      [
        "my hero-dark.gif", "my hero-dark.png", "my hero-dark.webp", "my hero.gif", "my hero.md",
        "my hero.png", "my hero.webp",
      ],
      """
      <picture>
        <source srcset="my%20hero-dark.png" media="(prefers-reduced-motion: reduce) and (prefers-color-scheme: dark)">
        <source srcset="my%20hero.png" media="(prefers-reduced-motion: reduce)">
        <source srcset="my%20hero-dark.webp" media="(prefers-color-scheme: dark)" type="image/webp">
        <source srcset="my%20hero-dark.gif" media="(prefers-color-scheme: dark)">
        <source srcset="my%20hero.webp" type="image/webp">
        <img src="my%20hero.gif" width="320" height="568" loading="lazy"
             alt="A &quot;card&quot;">
      </picture>

      """
    ),
    (
      "pypi", ["--base", "https://example.org/d"], ["my hero.gif", "my hero.md"],
      """
      <img src="https://example.org/d/my%20hero.gif" width="320" height="568"
           alt="A &quot;card&quot;">

      """
    ),
    (
      "npm", ["--base", "https://example.org/d/"],
      ["my hero.gif", "my hero.md", "my hero.png", "my hero.webp"],
      """
      <picture>
        <source srcset="https://example.org/d/my%20hero.png" media="(prefers-reduced-motion: reduce)">
        <source srcset="https://example.org/d/my%20hero.webp" type="image/webp">
        <img src="https://example.org/d/my%20hero.gif" width="320" height="568" loading="lazy"
             alt="A &quot;card&quot;">
      </picture>

      """
    ),
    (
      "docusaurus", ["--theme", "black,light"],
      [
        "my hero-light.gif", "my hero-light.png", "my hero-light.webp", "my hero.gif",
        "my hero.mdx",
        "my hero.png", "my hero.webp",
      ],
      """
      <style>{`[data-theme=dark] .only-light, [data-theme=light] .only-dark { display: none; }`}</style>
      <div className="only-dark">
      <picture>
        <source srcSet={require('./my hero.png').default} media="(prefers-reduced-motion: reduce)" />
        <source srcSet={require('./my hero.webp').default} type="image/webp" />
        <img src={require('./my hero.gif').default} width="320" height="568" loading="lazy"
             alt="A &quot;card&quot;" />
      </picture>
      </div>
      <div className="only-light">
      <picture>
        <source srcSet={require('./my hero-light.png').default} media="(prefers-reduced-motion: reduce)" />
        <source srcSet={require('./my hero-light.webp').default} type="image/webp" />
        <img src={require('./my hero-light.gif').default} width="320" height="568" loading="lazy"
             alt="A &quot;card&quot;" />
      </picture>
      </div>

      """
    ),
    (
      "mkdocs", ["--base", "../img"],
      ["my hero.gif", "my hero.md", "my hero.png", "my hero.webp"],
      """
      <picture>
        <source srcset="../img/my%20hero.png" media="(prefers-reduced-motion: reduce)">
        <source srcset="../img/my%20hero.webp" type="image/webp">
        <img src="../img/my%20hero.gif" width="320" height="568" loading="lazy"
             alt="A &quot;card&quot;">
      </picture>

      """
    ),
    (
      "docc", ["--theme", "light,dark"],
      ["my hero.md", "my hero.mp4", "my hero.png", "my hero~dark.mp4", "my hero~dark.png"],
      """
      @Video(source: "my hero.mp4", poster: "my hero.png",
             alt: "A \\"card\\"") {
        Pulled down by 60 points, then scrolled up by 30 points.
      }

      """
    ),
    (
      "html", ["--also", "avif", "--also", "mp4"],
      [
        "my hero.avif", "my hero.gif", "my hero.html", "my hero.mp4", "my hero.png", "my hero.webp",
      ],
      """
      <picture>
        <source srcset="my%20hero.png" media="(prefers-reduced-motion: reduce)">
        <source srcset="my%20hero.avif" type="image/avif">
        <source srcset="my%20hero.mp4" type="video/mp4">
        <source srcset="my%20hero.webp" type="image/webp">
        <img src="my%20hero.gif" width="320" height="568" loading="lazy"
             alt="A &quot;card&quot;">
      </picture>

      """
    ),
  ]

  @Test(arguments: sites)
  func packMeetsLimitsOfItsSite(
    name: String, options: [String], files: [String], snippet: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let program = try VideoTests.program(directory, #"cat > "$last""#)
    let outcome = try await program.run(
      [
        "render", "--curve", "swipe.json", "--pack", "p/my hero", "--alt", "A \"card\"", "--for",
        name,
      ]
        + options + Twheader.quick)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(directory.contents.filter { $0.hasPrefix("p/m") } == files.map { "p/" + $0 })
    let page = try #require(
      files.first { ["md", "mdx", "html"].contains(($0 as NSString).pathExtension) })
    #expect(String(decoding: try directory.data("p/" + page), as: UTF8.self) == snippet)
  }

  @Test func packAppearancesEqualSeparateRenders() async throws {
    let directory = try TemporaryDirectory()
    let start = ["render", "--curve", "swipe.json"] + Twheader.quick
    let outcome = try await directory.program.run(
      start + ["--pack", "a", "--theme", "light,dark", "--json"])
    #expect(outcome.text.contains("{\"path\":\"a-dark.webp\", \"format\":\"webp\""))
    for (theme, name) in [("light", "a"), ("dark", "a-dark")] {
      _ = try await directory.program.run(start + ["--pack", "b-" + theme, "--theme", theme])
      for ending in [".gif", ".webp", ".png"] {
        #expect(try directory.data(name + ending) == directory.data("b-" + theme + ending))
      }
    }
  }

  @Test func packContainsAlternativeText() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      ["render", "--curve", "swipe.json", "--pack", "hero", "--alt", "Tea & \"cake\""]
        + Twheader.quick)
    #expect(outcome.errors == "")
    let page = String(decoding: try directory.data("hero.html"), as: UTF8.self)
    #expect(page.contains("alt=\"Tea &amp; &quot;cake&quot;\">"))
  }

  @Test(arguments: [("a.jpg", [0xFF, 0xD8, 0xFF]), ("a.webp", Array("RIFF".utf8))])
  func posterIsTheFirstFrame(name: String, start: [UInt8]) async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      ["render", "--curve", "swipe.json", "--poster", name, "-o", "a.gif"] + Twheader.quick)
    #expect(outcome.status == 0)
    #expect(try directory.data(name).starts(with: Data(start)))
    #expect(directory.contents == ["a.gif", name, "swipe.json"])
  }

  @Test(arguments: [
    (["--alt", "a"], "--alt: requires a page; give --pack NAME too"),
    (["--for", "npm"], "--for: requires a page; give --pack NAME too"),
    (["--also", "mp4"], "--also: requires a page; give --pack NAME too"),
    (
      ["--pack", "a", "--for", "rust"],
      "--for: 'rust' is not valid; give github, pypi, npm, docc, docusaurus, mkdocs or html"
    ),
    (
      ["--pack", "a", "--for", "pypi", "--base", "docs"],
      "--base: this site needs absolute URLs of images; give the URL of the folder, as "
        + "https://raw.githubusercontent.com/OWNER/NAME/main/docs"
    ),
    (
      ["--pack", "a", "--for", "mkdocs"],
      "--base: MkDocs moves the page but does not rewrite URLs in HTML; give the URL of "
        + "the files' folder on the site, for example /project/img or ../img"
    ),
    (
      ["--pack", "a", "--for", "pypi", "--base", "https://e.org", "--theme", "light,dark"],
      "--theme: two themes require a page; give one; PyPI has no choice"
    ),
    (
      ["--theme", "light,dark"],
      "--theme: two themes require a page; give one, or --pack"
    ),
    (
      ["--pack", "a", "--theme", "dark,black"],
      "--theme: 'dark,black' is not valid; give light, dark, black or, with --pack, light,dark"
    ),
    (
      ["--pack", "a", "--theme", "light,dark", "-o", "a-dark.gif"],
      "a-dark.gif: is given as output twice; give each output its own name"
    ),
    (
      ["--pack", "a/"],
      "--pack: 'a/' is not a file name; give one without extension, for example docs/hero"
    ),
    (
      ["--poster", "a.gif"],
      "a.gif: a still must be PNG, JPEG or WebP; end the name in .png, .jpg or .webp"
    ),
    (
      ["--pack", "a", "--poster", "a.gif"],
      "a.gif: is given as output twice; give each output its own name"
    ),
  ])
  func rejectsInvalidOptions(arguments: [String], message: String) async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.program.run(
      ["render", "-o", "b.gif", "--scale", "0.25"] + arguments)
    #expect(outcome.errors == "twheader: error: \(message)\n")
    #expect(outcome.status == 64)
    #expect(directory.contents == ["swipe.json"])
  }
}
