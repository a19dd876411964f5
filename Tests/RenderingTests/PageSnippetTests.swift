import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
@testable import Rendering
import Testing

/// Snippets for MDX pages follow the rules of JSX: elements are closed, attributes have React's
/// names, and their values are strings without quotation marks or expressions.
@Suite struct PageSnippetTests {
  /// HTML attributes that have other names in JSX, or that are true if present.
  private static let foreign: Set<String> = [
    "class", "for", "srcset", "autoplay", "playsinline", "tabindex", "crossorigin", "fetchpriority",
    "datetime", "colspan", "rowspan", "maxlength", "readonly", "usemap", "contenteditable",
  ]

  private static let known: Set<String> = [
    "className", "srcSet", "src", "media", "type", "width", "height", "loading", "alt",
  ]

  private func snippet(
    themes: [SceneTheme], base: String?, words: String, name: String
  ) throws -> String {
    PageSnippet(
      pageKind: .docusaurus, baseURL: base, size: try #require(PixelSize(width: 40, height: 30)),
      appearances: themes.map { theme in
        PageSnippet.Appearance(
          theme: theme,
          animations: [.gif, .webp, .avif, .mp4].map { (name + "." + $0.rawValue, $0) },
          poster: name + ".png")
      },
      alternative: AlternativeText(try HeaderDocument.builtIn("mimic"), events: [], custom: words)
    ).text
  }

  @Test(
    arguments: [[SceneTheme.light], [.light, .dark]], [nil, "/img", "https://e.org/a?b=c&d=e"])
  func mdxIsJSX(themes: [SceneTheme], base: String?) throws {
    for words in ["A card", "{a} <b> \"c\" it's & \\ `d`\nnext"] {
      for name in ["hero", "my hero's {1} `2`", "a\\b"] {
        let text = try snippet(themes: themes, base: base, words: words, name: name)
        var elements = JSXElements(text)
        let isRead = elements.read()
        #expect(isRead, "\(elements.problem): \(text)")
        for (element, attributes) in elements.found {
          for attribute in attributes {
            #expect(!Self.foreign.contains(attribute), "\(attribute) of \(element)")
            #expect(Self.known.contains(attribute), "\(attribute) of \(element)")
          }
        }
        let kinds = Set(elements.found.map(\.0))
        #expect(kinds.isSuperset(of: ["picture", "source", "img"]))
        #expect(kinds.contains("style") == (themes.count == 2))
      }
    }
  }

  /// React escapes the text of a style in server-rendered pages, and browsers do not undo that.
  @Test func styleHasNoEscapedCharacters() throws {
    let text = try snippet(themes: [.light, .dark], base: nil, words: "a", name: "b")
    let style = try #require(text.firstMatch(of: /<style>\{`(.*)`\}<\/style>/))
    #expect(style.1.contains("[data-theme=dark] .only-light"))
    #expect(!style.1.contains { "\"'<>&\\`$".contains($0) })
  }

  @Test(arguments: [
    "<img src=\"a\">", "<picture><img src=\"a\" /></div>", "<img src=a />", "<img alt=\"a\"b\" />",
    "<!-- a -->", "<picture>", "a } b", "<img src={a />", "</p>",
  ])
  func rejectsInvalidJSX(text: String) {
    var elements = JSXElements(text)
    let isRead = elements.read()
    #expect(!isRead)
  }
}

/// A parser of JSX by its grammar (facebook.github.io/jsx), without names with dots or colons,
/// spread attributes and fragments, which snippets do not use.
private struct JSXElements {
  private var rest: Substring
  private(set) var found: [(String, [String])] = []
  private(set) var problem = ""

  init(_ text: String) { rest = text[...] }

  /// Returns true if the text consists of elements and expressions.
  mutating func read() -> Bool {
    var open: [String] = []
    while let next = rest.first {
      if next == "}" || next == ">" { return fails("stray \(next)") }
      if next == "{" {
        guard expression() else { return false }
      } else if rest.hasPrefix("</") {
        rest.removeFirst(2)
        let name = word()
        guard open.popLast() == name, take(">") else { return fails("</\(name)> closes nothing") }
      } else if take("<") {
        let name = word()
        guard let isClosed = element(name) else { return false }
        if !isClosed { open.append(name) }
      } else {
        rest.removeFirst()
      }
    }
    return open.isEmpty || fails("\(open) stay open")
  }

  private mutating func element(_ name: String) -> Bool? {
    guard !name.isEmpty else { return fails("an element has no name") ? true : nil }
    var attributes: [String] = []
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if take("/>") || take(">") {
        found.append((name, attributes))
        return rest.startIndex > rest.base.startIndex
          && rest.base[rest.base.index(rest.startIndex, offsetBy: -2)] == "/"
      }
      let attribute = word()
      guard !attribute.isEmpty else { return fails("\(name) has \(rest.prefix(9))") ? true : nil }
      attributes.append(attribute)
      guard take("=") else { continue }
      if take("\"") {
        guard let end = rest.firstIndex(of: "\"") else { return nil }
        rest = rest[end...].dropFirst()
      } else if rest.first != "{" || !expression() {
        return fails("\(attribute) has no value") ? true : nil
      }
    }
  }

  /// Parses braces around JavaScript, whose strings and templates may contain any character.
  private mutating func expression() -> Bool {
    var depth = 0
    while let next = rest.popFirst() {
      switch next {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return true }
      case "'", "\"", "`":
        while let inner = rest.popFirst(), inner != next {
          if inner == "\\" { rest = rest.dropFirst() }
          if inner.isNewline, next != "`" { return fails("a string goes over a line") }
        }
      default: break
      }
    }
    return fails("an expression has no end")
  }

  private mutating func word() -> String {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    rest = rest.dropFirst(name.count)
    return String(name)
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private mutating func fails(_ why: String) -> Bool {
    problem = why
    return false
  }
}
