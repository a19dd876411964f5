import FileAccess
import FrameEncoding
import HeaderModel
import PortableMath
import Raster
import Scrolling

/// The first frame as a picture of its own, for players that wait and for readers who want no motion.
final class PosterOutput: FileOutput {
  private let path: String
  private let format: OutputFormat
  private let packing: PicturePacking
  private let clock: StageClock
  private var picture: Pixmap?
  let file: AtomicFile

  /// Throws `.usage` for a name that is no picture's.
  init(_ path: String, packing: PicturePacking, clock: StageClock) throws(HeaderKitError) {
    self.path = path
    self.packing = packing
    self.clock = clock
    format = try PictureOutput.format(of: path)
    file = try AtomicFile(path)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {
    if picture == nil { picture = run.picture }
  }

  func finish() throws(HeaderKitError) {
    guard let picture else { return }
    try file.write(clock.encode(.file(path), packing.encode(picture, as: format)))
  }
}

/// An HTML snippet that shows an animation: the best format that a browser knows, the poster where a
/// reader prefers reduced motion, and words for those who cannot see it.
final class PageOutput: FileOutput {
  private let text: String
  let file: AtomicFile

  /// - Parameters:
  ///   - size: in points of the page.
  ///   - sources: the first GIF or APNG is what every browser shows.
  init(
    _ path: String, size: PixelSize, sources: [OutputTarget], poster: String?, alternative: String
  ) throws(HeaderKitError) {
    text = PageOutput.snippet(
      size: size,
      sources: sources.map { (PageOutput.link(to: $0.path, from: path), $0.format) },
      poster: poster.map { PageOutput.link(to: $0, from: path) }, alternative: alternative)
    file = try AtomicFile(path)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {}

  func finish() throws(HeaderKitError) { try file.write(Array(text.utf8)) }

  private static func snippet(
    size: PixelSize, sources: [(link: String, format: OutputFormat)], poster: String?,
    alternative: String
  ) -> String {
    var lines = ["<picture>"]
    if let poster {
      lines.append(
        "  <source srcset=\"\(markup(poster))\" media=\"(prefers-reduced-motion: reduce)\">")
    }
    let plain = sources.first { [.gif, .apng, .png].contains($0.format) }
    for source in sources where source.format == .webp && plain != nil {
      lines.append("  <source srcset=\"\(markup(source.link))\" type=\"image/webp\">")
    }
    let shown = plain ?? sources.first { $0.format == .webp }
    lines.append(
      "  <img src=\"\(markup(shown?.link ?? poster ?? ""))\" width=\"\(size.width)\" "
        + "height=\"\(size.height)\"\n       alt=\"\(markup(alternative))\">")
    lines.append("</picture>")
    return lines.map { $0 + "\n" }.joined()
  }

  /// Beside the page, or as it is.
  private static func link(to path: String, from page: String) -> String {
    let (folder, name) = FileIdentity.parts(of: path)
    return folder == FileIdentity.parts(of: page).folder ? name : path
  }
}

/// What an animation shows, in a sentence: whose header it is and how it is scrolled.
struct AlternativeText: CustomStringConvertible {
  let description: String

  /// - Parameter events: what the header is fed.
  init(_ header: HeaderDocument, events: [ScrollEvent]) {
    let names = ["name", "title"].lazy.compactMap(header.text).first { !$0.isEmpty }
    let handle = header.text("handle").flatMap { $0.isEmpty ? nil : $0 }
    let owner = [names, handle].compactMap { $0 }.joined(separator: ", ")
    var text = owner.isEmpty ? "A profile header" : "Profile header of \(owner)"
    let moves = AlternativeText.moves(events.map(\.offset))
    if !moves.isEmpty { text += ", " + moves.joined(separator: ", then ") }
    description = text + "."
  }

  /// The furthest points that the content reaches, in their order.
  private static func moves(_ offsets: [Double]) -> [String] {
    var moves: [(index: Int, words: String)] = []
    if let lowest = offsets.min(), lowest <= -1, let index = offsets.firstIndex(of: lowest) {
      moves.append((index, "pulled down by \(Int((-lowest).rounded())) points"))
    }
    if let highest = offsets.max(), highest >= 1, let index = offsets.firstIndex(of: highest) {
      moves.append((index, "scrolled up by \(Int(highest.rounded())) points"))
    }
    guard !moves.isEmpty else { return [] }
    let words = moves.sorted { $0.index < $1.index }.map(\.words)
    return offsets.last == 0 ? words + ["back at rest"] : words
  }
}
