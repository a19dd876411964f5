import Foundation
import Preview
import Rendering
import TestSupport
import Testing

/// The element that shows a header on other pages, used as in the guide.
@Suite(.serialized, .enabled(if: Chromium.executable != nil)) struct EmbeddedElementTests {
  private let folder: TemporaryFolder
  private let browser: Chromium

  init() throws {
    folder = try TemporaryFolder()
    browser = try Chromium()
    try folder.write("header.js", Array(try TestPage.mimic.made().element(named: "header.js").utf8))
  }

  /// Opens a page without network access. It is `ready` when its scripts have run.
  private func open(_ body: String, head: String = "") throws -> BrowserPage {
    let policy = "default-src 'none'; script-src file: 'unsafe-inline'; style-src 'unsafe-inline'; "
    let page = """
      <!doctype html><html><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)img-src file: data:">
      \(head)</head><body>\(body)
      <script>addEventListener("load", () => document.documentElement.dataset.ready = "true")</script>
      </body></html>
      """
    let name = UUID().uuidString + ".html"
    try folder.write(name, Array(page.utf8))
    return try BrowserPage("file://\(folder.path)/\(name)", in: browser)
  }

  /// Returns the value of an expression about `header`, the first element, after waiting for a
  /// condition.
  private func value(
    _ expression: String, in page: BrowserPage, when condition: String = "header.dataset.ready"
  ) throws -> Any? {
    try page.evaluate(
      """
      (async () => {
        const header = document.querySelector("scroll-header");
        for (let n = 0; n < 600 && !(\(condition)); n += 1) await new Promise((go) => setTimeout(go, 50));
        return \(expression);
      })()
      """)
  }

  /// Returns the code blocks of a language in the guide's section about live headers.
  private static func guide(_ language: String) throws -> [String] {
    let path = TestFiles.root.appending(path: "Sources/HeaderKit/HeaderKit.docc/pages.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    let live = try #require(text.components(separatedBy: "## Live\n").last)
    return live.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  /// Returns the pages that site generators make from the guide's lines: a script in the head or at
  /// the end of the body, and MDX as HTML.
  private static func examples() throws -> [(name: String, head: String, body: String)] {
    let html = try #require(try guide("html").first)
    let config = try #require(try guide("js").first)
    let script = try #require(config.firstMatch(of: /src: "\/(.*?)", defer: true/)).1
    let mdx = try #require(try guide("jsx").first)
      .replacing("style={{ width: \"320px\" }}", with: "style=\"width: 320px\"")
    let yaml = try #require(try guide("yaml").first)
    let item = try #require(yaml.firstMatch(of: /- (.*)\n/)).1
    return [
      ("plain HTML", "", html), ("Docusaurus", "<script src=\"\(script)\" defer></script>", mdx),
      (
        "MkDocs", "",
        try #require(try guide("markdown").first) + "<script src=\"\(item)\"></script>"
      ),
    ]
  }

  @Test func guideExamplesShowALiveHeader() throws {
    for example in try Self.examples() {
      let page = try open(example.body, head: example.head)
      #expect(try value("header.player.problem", in: page) is NSNull, "\(example.name)")
      #expect(try value("header.getBoundingClientRect().width", in: page) as? Int == 320)
      // The canvas is drawn: it has many colors.
      let colors =
        try value(
          """
          new Set(new Uint32Array(header.canvas.getContext("2d")
            .getImageData(0, 0, header.canvas.width, 200).data.buffer)).size
          """, in: page) as? Int
      #expect((colors ?? 0) > 100, "\(example.name)")
      // The picture between the tags is hidden.
      #expect(
        try value("header.querySelector('img').getClientRects().length", in: page) as? Int == 0)
    }
  }

  @Test func elementScrollsByKeyAndPlaysByButton() throws {
    let page = try open("<script src=header.js></script><scroll-header paused></scroll-header>")
    #expect(try value("header.player.isPlaying", in: page) as? Bool == false)
    _ = try value("header.canvas.focus()", in: page)
    try page.press("ArrowDown", code: 40)
    let offset = try value(
      "header.player.live.offset", in: page, when: "header.player.live?.offset === 40")
    #expect(offset as? Int == 40)
    #expect(
      try value("(header.button.click(), header.button.textContent)", in: page) as? String
        == "Pause")
    #expect(try value("header.player.isPlaying", in: page) as? Bool == true)
    #expect(
      (try value("header.canvas.getAttribute('aria-label')", in: page) as? String)?.isEmpty == false
    )
  }

  @Test func elementRespectsReducedMotion() throws {
    for (value, plays) in [("reduce", false), ("no-preference", true)] {
      let page = try open("<scroll-header></scroll-header>")
      try page.call(
        "Emulation.setEmulatedMedia",
        ["features": [["name": "prefers-reduced-motion", "value": value]]])
      // The header's script is loaded only now.
      _ = try page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { src: 'header.js' }))"
      )
      #expect(try self.value("header.player.isPlaying", in: page) as? Bool == plays)
    }
  }

  @Test func elementLoadsNearViewportAndIgnoresWheel() throws {
    let page = try open(
      "<script src=header.js></script><div style='height: 5000px'></div><scroll-header></scroll-header>"
    )
    Thread.sleep(forTimeInterval: 0.3)
    #expect(try value("header.player ?? null", in: page, when: "true") is NSNull)
    _ = try page.evaluate("window.scrollTo(0, 4800)")
    #expect(try value("header.dataset.ready", in: page) as? String == "true")
    try page.wheel(x: 100, y: 500, by: -300)
    let moved = try value("window.scrollY", in: page, when: "window.scrollY < 4800") as? Double
    #expect((moved ?? 9999) < 4800)
    #expect(try value("header.player.isFree", in: page) as? Bool == false)
  }

  @Test func severalElementsAndFallbackContent() throws {
    let other = try TestPage(style: .named("stretch"), variant: nil).made()
    try folder.write("it's <other>.js", Array(other.element(named: "it's <other>.js").utf8))
    let page = try open(
      """
      <scroll-header src="x/it's%20%3Cother%3E.js"></scroll-header>
      <scroll-header src="header.js"></scroll-header>
      <scroll-header src="none.js"><b>none</b></scroll-header>
      <script src="header.js"></script><script src="it's%20%3Cother%3E.js"></script>
      """)
    #expect(try value("header.data.title", in: page) as? String == "stretch")
    #expect(
      try value("document.querySelectorAll('scroll-header')[1].data.title", in: page) as? String
        == "mimic")
    #expect(
      try value("document.querySelector('b').getClientRects().length", in: page) as? Int == 1)
  }

  /// The size of each header without its pictures.
  @Test(arguments: ["x-profile", "stories-profile", "artist"])
  func elementIsSmall(style: String) throws {
    let script = try TestPage(style: .named(style), variant: nil).made().element(named: "a.js")
      .replacing(/data:image\/[a-z]*;base64,[A-Za-z0-9+\/=]*/, with: "")
    try folder.write("a.js", Array(script.utf8))
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-9", "-c", folder.path + "/a.js"]
    process.standardOutput = output
    try process.run()
    let packed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect((1...60_000).contains(packed.count), "\(packed.count) bytes")
  }
}
