package import FileAccess
import FrameEncoding
import HeaderScene

/// The kind of page that the snippet is made for. It decides the snippet's syntax and the limits of
/// its pictures.
public enum PageKind: String, CaseIterable, Hashable, Sendable {
  /// A README, an issue or a comment on GitHub.
  case github
  /// A project description on PyPI, where pictures need absolute addresses and have no
  /// alternatives.
  case pypi
  /// The README of an npm package.
  case npm
  /// An article of DocC: a video with a poster and a caption.
  case docc
  /// An MDX page of Docusaurus, whose bundler resolves pictures relative to the page.
  case docusaurus
  /// A Markdown page of MkDocs.
  case mkdocs
  /// Any HTML page.
  case html
}

extension RequestProperty {
  static let snippet = RequestProperty("snippet", option: "pack")
}

extension PageKind {
  /// The formats that a pack contains for this kind of page.
  package var formats: [OutputFormat] {
    switch self {
    case .pypi: [.gif]
    case .docc: [.mp4]
    case .github, .npm, .docusaurus, .mkdocs, .html: [.gif, .webp]
    }
  }

  package var hasPoster: Bool { self != .pypi }

  /// The extension of the snippet's file.
  package var ending: String {
    switch self {
    case .html: "html"
    case .docusaurus: "mdx"
    case .github, .pypi, .npm, .docc, .mkdocs: "md"
    }
  }

  /// The separator between a file's name and the theme of its second appearance. DocC finds files
  /// with "~dark" by itself.
  private var themeSeparator: String { self == .docc ? "~" : "-" }

  /// Returns the path of a file's second appearance: "hero-dark.gif" for "hero.gif".
  func name(_ path: String, in theme: SceneTheme) -> String {
    let (folder, name) = FilePath.split(path)
    let point = name.lastIndex(of: ".") ?? name.endIndex
    return folder + name[..<point] + themeSeparator + theme.rawValue + name[point...]
  }

  /// The picture sizes in bytes that are always shown, and that are accepted at all. `nil` without
  /// limits.
  var byteLimits: (shown: Int, accepted: Int)? {
    switch self {
    case .github: (5_000_000, 10_000_000)
    case .pypi, .npm: (5_000_000, 5_000_000)
    case .docc, .docusaurus, .mkdocs, .html: nil
    }
  }

  /// The style sheet that hides one of the appearances on pages with a theme switch of their own.
  /// `nil` for pages without one.
  var switchStyle: String? {
    func rule(_ dark: String, _ light: String) -> String {
      "\(dark) .only-light, \(light) .only-dark { display: none; }"
    }
    return switch self {
    case .docusaurus:
      // No quotation marks: React escapes them, but the content of a style element is not
      // unescaped.
      "<style>{`" + rule("[data-theme=dark]", "[data-theme=light]") + "`}</style>"
    case .mkdocs:
      "<style>" + rule("[data-md-color-scheme=\"slate\"]", "[data-md-color-scheme=\"default\"]")
        + " " + rule("[data-bs-theme=\"dark\"]", "[data-bs-theme=\"light\"]") + "</style>"
    case .github, .pypi, .npm, .docc, .html: nil
    }
  }

  /// Checks that `baseURL` has the form that this kind of page needs.
  ///
  /// - Throws: `.usage` if the page needs addresses that are not relative to it.
  func check(baseURL: String?) throws(HeaderKitError) {
    let reason: MessageText
    switch self {
    case .pypi, .npm:
      guard baseURL?.hasPrefix("https://") != true else { return }
      reason = "this site needs absolute URLs of images"
    case .mkdocs:
      guard baseURL == nil else { return }
      reason = "MkDocs moves the page but does not rewrite URLs in HTML"
    case .github, .docc, .docusaurus, .html: return
    }
    throw HeaderKitError(
      .usage, subject: .option(.base), reason: reason,
      remedy: self == .mkdocs
        ? "give the URL of the files' folder on the site, for example /project/img or ../img"
        : "give the URL of the folder, as https://raw.githubusercontent.com/OWNER/NAME/main/docs"
    )
  }
}
