import FileAccess
import FrameEncoding
import HeaderModel
import PortableMath
import Raster
import Scrolling

/// Writes the first frame as a still: players show it before they play, and readers who prefer
/// reduced motion see only it.
final class PosterOutput: FileOutput {
  let file: AtomicFile
  private let format: OutputFormat
  private let packing: PicturePacking
  private let clock: StageClock
  private var picture: Pixmap?

  /// - Throws: `.usage` if the extension of `path` is not that of a picture format.
  init(_ path: String, packing: PicturePacking, clock: StageClock) throws(HeaderKitError) {
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
    try file.write(clock.encode(.file(file.path), packing.encode(picture, as: format)))
  }
}

/// Writes the snippet that shows the animations on a page. It is finished after the animations
/// because it checks their file sizes.
final class PageOutput: FileOutput {
  private let snippet: PageSnippet
  private let width: Int
  private let animations: [(target: OutputTarget, output: any RenderOutput)]
  let file: AtomicFile
  /// Warnings about files that the page shows only in part, for example behind a proxy.
  private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - frames: The size of the frames, in pixels.
  ///   - animations: All animations that the snippet may show.
  init(
    _ path: String, _ snippet: PageSnippet, frames: PixelSize,
    animations: [(target: OutputTarget, output: any RenderOutput)]
  ) throws(HeaderKitError) {
    self.snippet = snippet
    self.animations = animations
    width = frames.width
    file = try AtomicFile(path)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {}

  /// Writes the snippet.
  ///
  /// - Throws: `.badData` if an animation is larger than the page accepts.
  func finish() throws(HeaderKitError) {
    for (target, output) in animations {
      guard let kind = snippet.pageKind, let limits = kind.byteLimits else { break }
      let bytes = output.written.bytes
      guard bytes > limits.shown else { continue }
      let narrower = Int(Double(width) * (0.8 * Double(limits.shown) / Double(bytes)).squareRoot())
      let reason =
        "has \(bytes.grouped) bytes, but \(kind.rawValue) shows at most \(limits.shown.grouped)"
      guard bytes <= limits.accepted else {
        throw HeaderKitError(
          .badData, subject: .file(target.path), reason: MessageText(reason),
          remedy: "give \(.maxBytes) \(limits.shown / 1_000_000)MB, or about "
            + "\(option: .width) \(narrower)")
      }
      warnings.append(
        "\(target.path): \(reason) through its proxy; a width of \(narrower) pixels would fit")
    }
    try file.write(Array(snippet.text.utf8))
  }

  /// Returns the name of the file if it is in the same folder as the page, else its path.
  static func link(to path: String, from page: String) -> String {
    let (folder, name) = FileIdentity.parts(of: path)
    return folder == FileIdentity.parts(of: page).folder ? name : path
  }
}

/// A sentence that describes the animation: whose header it shows and how it is scrolled.
struct AlternativeText: CustomStringConvertible {
  let description: String
  /// The sentence about the scrolling alone. Equals `description` if nothing scrolls.
  let caption: String

  /// - Parameters:
  ///   - events: The events that the header receives.
  ///   - custom: The user's text, or `nil` to generate one.
  init(_ header: HeaderDocument, events: [ScrollEvent], custom: String?) {
    let names = ["name", "title"].lazy.compactMap(header.text).first { !$0.isEmpty }
    let handle = header.text("handle").flatMap { $0.isEmpty ? nil : $0 }
    let owner = [names, handle].compactMap { $0 }.joined(separator: ", ")
    var text = owner.isEmpty ? "A profile header" : "Profile header of \(owner)"
    let moves = AlternativeText.moves(events.map(\.offset))
    let motion = moves.joined(separator: ", then ")
    if !motion.isEmpty { text += ", " + motion }
    description = custom ?? text + "."
    caption =
      motion.isEmpty ? description : motion.prefix(1).uppercased() + motion.dropFirst() + "."
  }

  /// The extremes of the offset, in the order in which the content reaches them. Empty if the
  /// content moves less than a point.
  private static func moves(_ offsets: [Double]) -> [String] {
    var moves: [(index: Int, text: String)] = []
    if let lowest = offsets.min(), lowest <= -1, let index = offsets.firstIndex(of: lowest) {
      moves.append((index, "pulled down by \(Int((-lowest).rounded())) points"))
    }
    if let highest = offsets.max(), highest >= 1, let index = offsets.firstIndex(of: highest) {
      moves.append((index, "scrolled up by \(Int(highest.rounded())) points"))
    }
    guard !moves.isEmpty else { return [] }
    let texts = moves.sorted { $0.index < $1.index }.map(\.text)
    return offsets.last == 0 ? texts + ["back at rest"] : texts
  }
}
