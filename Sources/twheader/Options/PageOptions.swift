import ArgumentParser
import FileAccess
import Rendering

/// The options for a web page: a poster, a pack of several formats and an HTML snippet.
struct PageOptions: RenderOptionGroup {
  @Option(help: ArgumentHelp("Also write the first frame: .png, .jpg or .webp", valueName: "file"))
  var poster: String?

  @Option(
    help: ArgumentHelp(
      "Write NAME.webp, NAME.gif, the poster NAME.png and a snippet",
      discussion: """
        The snippet NAME.html has a <picture> element, the poster for readers who prefer reduced \
        motion, and an alternative text. --theme light,dark writes two animations.
        """, valueName: "name"))
  var pack: String?

  @Option(.for) var `for`: PageKind?

  @Option(help: "Add avif or mp4 to a pack; needs ffmpeg; repeatable")
  var also: [Addition] = []

  @Option(.base) var base: String?
  @Option(.alt) var alt: String?

  enum Addition: String, CaseIterable, ExpressibleByArgument {
    case avif, mp4
  }

  private var kind: PageKind { `for` ?? .html }

  /// The animations of a pack. Empty without `--pack`.
  var animations: [String] {
    guard let pack else { return [] }
    let formats = kind.formats.map(\.rawValue)
    return (formats + also.map(\.rawValue).filter { !formats.contains($0) }).map { pack + "." + $0 }
  }

  var posterFile: String? { poster ?? pack.flatMap { kind.hasPoster ? $0 + ".png" : nil } }

  var snippet: String? { pack.map { $0 + "." + kind.ending } }

  var files: [String?] { [posterFile, snippet] }

  func apply(to request: inout RenderRequest) {
    if let `for` { request.pageKind = `for` }
    if let base { request.baseURL = base }
    if let alt { request.alternativeText = alt }
    request.poster = posterFile
    request.snippet = snippet
  }

  func validate() throws {
    let options = [
      ("--alt", alt), ("--for", `for`?.rawValue), ("--base", base),
      ("--also", also.first?.rawValue),
    ]
    if pack == nil, let option = options.first(where: { $0.1 != nil }) {
      throw UsageError("\(option.0): requires a page; give --pack NAME too")
    }
    guard let pack, pack.isEmpty || pack.hasSuffix("/") || pack == "-" else { return }
    throw UsageError(
      "--pack: '\(pack)' is not a file name; give one without extension, for example docs/hero")
  }
}
