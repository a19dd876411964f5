package import FileAccess
import FrameEncoding
import HeaderScene

/// Where the snippet of a page is pasted, which decides how it is written and what is shown of it.
public enum PagePlace: String, CaseIterable, Hashable, Sendable {
  /// A README, an issue or a comment.
  case github
  /// A project's description, in which a picture has an address of its own and no alternatives.
  case pypi
  /// A package's README.
  case npm
  /// An article of Swift's documentation compiler: a video with poster and caption.
  case docc
  /// An MDX page whose pictures the bundler finds beside it.
  case docusaurus
  /// A Markdown page.
  case mkdocs
  /// Any page.
  case html
}

extension RequestProperty {
  static let page = RequestProperty("page", option: "pack")
}

extension PagePlace {
  /// What a pack writes for it beside the snippet.
  package var formats: [OutputFormat] {
    switch self {
    case .pypi: [.gif]
    case .docc: [.mp4]
    case .github, .npm, .docusaurus, .mkdocs, .html: [.gif, .webp]
    }
  }

  package var hasPoster: Bool { self != .pypi }

  /// How the snippet's name ends.
  package var ending: String {
    switch self {
    case .html: "html"
    case .docusaurus: "mdx"
    case .github, .pypi, .npm, .docc, .mkdocs: "md"
    }
  }

  /// Between a file's name and that of its second appearance; DocC finds such files by itself.
  private var mark: String { self == .docc ? "~" : "-" }

  /// The name of a file of the second appearance.
  func name(_ path: String, in theme: SceneTheme) -> String {
    let (folder, name) = FilePath.split(path)
    let point = name.lastIndex(of: ".") ?? name.endIndex
    return folder + name[..<point] + mark + theme.rawValue + name[point...]
  }

  /// Bytes of a picture that are shown everywhere, and that are taken at all; nil: any number.
  var byteLimits: (shown: Int, taken: Int)? {
    switch self {
    case .github: (5_000_000, 10_000_000)
    case .pypi, .npm: (5_000_000, 5_000_000)
    case .docc, .docusaurus, .mkdocs, .html: nil
    }
  }

  /// What hides the picture of the other appearance where a page has a switch of its own.
  var switchStyle: String? {
    func rule(_ dark: String, _ light: String) -> String {
      "\(dark) .only-light, \(light) .only-dark { display: none; }"
    }
    return switch self {
    case .docusaurus:
      // Without quotation marks: React escapes them, and a style's text is taken as it stands.
      "<style>{`" + rule("[data-theme=dark]", "[data-theme=light]") + "`}</style>"
    case .mkdocs:
      "<style>" + rule("[data-md-color-scheme=\"slate\"]", "[data-md-color-scheme=\"default\"]")
        + " " + rule("[data-bs-theme=\"dark\"]", "[data-bs-theme=\"light\"]") + "</style>"
    case .github, .pypi, .npm, .docc, .html: nil
    }
  }

  /// Throws `.usage` where addresses are needed that are not relative to the page.
  func check(base: String?) throws(HeaderKitError) {
    let reason: MessageText
    switch self {
    case .pypi, .npm:
      guard base?.hasPrefix("https://") != true else { return }
      reason = "a page there shows pictures by whole addresses"
    case .mkdocs:
      guard base == nil else { return }
      reason = "MkDocs leaves addresses in HTML as they are, and moves the page"
    case .github, .docc, .docusaurus, .html: return
    }
    throw HeaderKitError(
      .usage, subject: .option(.base), reason: reason,
      remedy: self == .mkdocs
        ? "give the folder of the files as the site has it, as /project/img or ../img"
        : "give that of the files' folder, as https://raw.githubusercontent.com/OWNER/NAME/main/docs"
    )
  }
}
