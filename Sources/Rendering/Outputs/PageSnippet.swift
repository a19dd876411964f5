import FileAccess
import HeaderScene
import PortableFoundation
import PortableMath

/// The text that shows an animation on a page: the best format that a browser knows, the poster where a
/// reader prefers reduced motion, the appearance that the reader's system has, and words.
struct PageSnippet {
  /// The files of one appearance, as the page names them.
  struct Appearance {
    let theme: SceneTheme?
    let animations: [(link: String, format: OutputFormat)]
    let poster: String?

    /// As browsers call it.
    var scheme: String { theme == .light ? "light" : "dark" }
  }

  let place: PagePlace?
  /// Starts the addresses of all files; nil: they lie beside the page.
  let base: String?
  /// In points of the page.
  let size: PixelSize
  /// The first is what a browser shows that knows no choice.
  let appearances: [Appearance]
  let words: AlternativeText

  var text: String { (place == .docc ? video : pictures).map { $0 + "\n" }.joined() }

  private var pictures: [String] {
    guard appearances.count > 1, let style = place?.switchStyle else { return picture(appearances) }
    let name = place == .docusaurus ? "className" : "class"
    return [style]
      + appearances.flatMap { appearance in
        ["<div \(name)=\"only-\(appearance.scheme)\">"] + picture([appearance]) + ["</div>"]
      }
  }

  private func picture(_ appearances: [Appearance]) -> [String] {
    guard let first = appearances.first else { return [] }
    let plain = first.animations.first { [.gif, .apng, .png].contains($0.format) }
    let shown = plain ?? first.animations.first { $0.format == .webp }
    let end = place == .docusaurus ? " />" : ">"
    let lazy = place == nil || place == .pypi ? "" : " loading=\"lazy\""
    let image = [
      "<img src=\(address(shown?.link ?? first.poster ?? "")) width=\"\(size.width)\" "
        + "height=\"\(size.height)\"\(lazy)",
      "     alt=\"\(markup(words.description))\"" + end,
    ]
    guard place != .pypi else { return image }
    var sources: [String] = []
    func add(_ link: String, _ media: [String], type: String? = nil) {
      let media = media.isEmpty ? "" : " media=\"" + media.joined(separator: " and ") + "\""
      let name = place == .docusaurus ? "srcSet" : "srcset"
      let type = type.map { " type=\"\($0)\"" } ?? ""
      sources.append("<source \(name)=\(address(link))\(media)\(type)\(end)")
    }
    // The others, where the reader's system has them, then the first, whatever it has.
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

  /// What browsers show as pictures, the smallest first: Safari alone takes a video for one.
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
      "       alt: \(quoted(words.description))) {",
      "  \(words.caption)", "}",
    ]
  }

  /// An address as an attribute's value; the files of MDX pages are modules.
  private func address(_ link: String) -> String {
    if place == .docusaurus, base == nil {
      let path = link.hasPrefix("/") || link.hasPrefix("../") ? link : "./" + link
      let name = path.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "{require('\(name)').default}"
    }
    let path = percentEncoded(link, allowing: "-._~/")
    let start = base.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    return "\"\(markup(start + path))\""
  }
}
