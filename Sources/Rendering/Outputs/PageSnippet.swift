import FileAccess
import HeaderScene
import PortableFoundation
import PortableMath

/// The markup that shows an animation on a page. The browser selects the best format that it
/// supports, the poster if the reader prefers reduced motion, and the appearance of the reader's
/// system.
struct PageSnippet {
  /// The files of one appearance, by their addresses relative to the page.
  struct Appearance {
    let theme: SceneTheme?
    let animations: [(link: String, format: OutputFormat)]
    let poster: String?

    /// The value of the CSS feature `prefers-color-scheme`.
    var scheme: String { theme == .light ? "light" : "dark" }
  }

  let pageKind: PageKind?
  /// The prefix of all addresses, or `nil` if the files are in the folder of the page.
  let baseURL: String?
  /// The size on the page, in points.
  let size: PixelSize
  /// The appearances. Browsers without support for a choice show the first one.
  let appearances: [Appearance]
  let alternative: AlternativeText

  var text: String { (pageKind == .docc ? video : pictures).map { $0 + "\n" }.joined() }

  private var pictures: [String] {
    guard appearances.count > 1, let style = pageKind?.switchStyle else {
      return picture(appearances)
    }
    let name = pageKind == .docusaurus ? "className" : "class"
    return [style]
      + appearances.flatMap { appearance in
        ["<div \(name)=\"only-\(appearance.scheme)\">"] + picture([appearance]) + ["</div>"]
      }
  }

  private func picture(_ appearances: [Appearance]) -> [String] {
    guard let first = appearances.first else { return [] }
    let plain = first.animations.first { [.gif, .apng, .png].contains($0.format) }
    let shown = plain ?? first.animations.first { $0.format == .webp }
    let end = pageKind == .docusaurus ? " />" : ">"
    let lazy = pageKind == nil || pageKind == .pypi ? "" : " loading=\"lazy\""
    let image = [
      "<img src=\(address(shown?.link ?? first.poster ?? "")) width=\"\(size.width)\" "
        + "height=\"\(size.height)\"\(lazy)",
      "     alt=\"\(markup(alternative.description))\"" + end,
    ]
    guard pageKind != .pypi else { return image }
    var sources: [String] = []
    func add(_ link: String, _ media: [String], type: String? = nil) {
      let media = media.isEmpty ? "" : " media=\"" + media.joined(separator: " and ") + "\""
      let name = pageKind == .docusaurus ? "srcSet" : "srcset"
      let type = type.map { " type=\"\($0)\"" } ?? ""
      sources.append("<source \(name)=\(address(link))\(media)\(type)\(end)")
    }
    // The other appearances first, for systems that prefer them. The first appearance comes last,
    // without a condition.
    let ordered =
      appearances.dropFirst().map { ($0, media: ["(prefers-color-scheme: \($0.scheme))"]) }
      + [(first, media: [])]
    for (appearance, media) in ordered {
      guard let poster = appearance.poster else { continue }
      add(poster, ["(prefers-reduced-motion: reduce)"] + media)
    }
    for (appearance, media) in ordered {
      for (format, type) in PageSnippet.types where format != .webp || plain != nil {
        for source in appearance.animations where source.format == format {
          add(source.link, media, type: type)
        }
      }
      let gif = appearance.animations.first { $0.format == .gif }
      if let gif, !media.isEmpty { add(gif.link, media) }
    }
    return ["<picture>"] + (sources + image).map { "  " + $0 } + ["</picture>"]
  }

  /// The formats that browsers accept in a `source` element, smallest first. Only Safari accepts a
  /// video.
  private static let types: [(OutputFormat, String)] = [
    (.avif, "image/avif"), (.mp4, "video/mp4"), (.webp, "image/webp"),
  ]

  private var video: [String] {
    func quoted(_ text: String) -> String {
      let text = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"" + text.replacing("\n", with: " ") + "\""
    }
    guard let first = appearances.first,
      let video = first.animations.first(where: { $0.format == .mp4 })
    else { return [] }
    let poster = first.poster.map { ", poster: " + quoted($0) } ?? ""
    return [
      "@Video(source: \(quoted(video.link))\(poster),",
      "       alt: \(quoted(alternative.description))) {",
      "  \(alternative.caption)", "}",
    ]
  }

  /// Returns an address as an attribute value. In MDX it is an import, because its bundler handles
  /// pictures as modules.
  private func address(_ link: String) -> String {
    if pageKind == .docusaurus, baseURL == nil {
      let path = link.hasPrefix("/") || link.hasPrefix("../") ? link : "./" + link
      let name = path.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "{require('\(name)').default}"
    }
    let path = percentEncoded(link, allowing: "-._~/")
    let start = baseURL.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    return "\"\(markup(start + path))\""
  }
}
