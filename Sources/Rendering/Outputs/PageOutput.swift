import FileAccess
import FrameEncoding
import HeaderModel
import PortableMath
import Raster
import Scrolling

/// The first frame as a picture of its own, for players that wait and for readers who want no motion.
final class PosterOutput: FileOutput {
  let file: AtomicFile
  private let format: OutputFormat
  private let packing: PicturePacking
  private let clock: StageClock
  private var picture: Pixmap?

  /// Throws `.usage` for a name that is no picture's.
  init(_ path: String, packing: PicturePacking, clock: StageClock) throws(HeaderKitError) {
    (self.packing, self.clock) = (packing, clock)
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

/// A snippet that shows animations on a page. It is finished after them, whose sizes it checks.
final class PageOutput: FileOutput {
  private let snippet: PageSnippet
  private let width: Int
  private let animations: [(target: OutputTarget, output: any RenderOutput)]
  let file: AtomicFile
  /// What a user should know of it.
  private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - frames: the size of frames, in pixels.
  ///   - animations: all that it may show.
  init(
    _ path: String, _ snippet: PageSnippet, frames: PixelSize,
    animations: [(target: OutputTarget, output: any RenderOutput)]
  ) throws(HeaderKitError) {
    (self.snippet, self.animations, width) = (snippet, animations, frames.width)
    file = try AtomicFile(path)
  }

  func append(_ run: PaintedRun) throws(HeaderKitError) {}

  /// Throws `.badData` for an animation that the place does not take.
  func finish() throws(HeaderKitError) {
    for (target, output) in animations {
      guard let place = snippet.place, let limits = place.byteLimits else { break }
      let bytes = output.written.bytes
      guard bytes > limits.shown else { continue }
      let narrower = Int(Double(width) * (0.8 * Double(limits.shown) / Double(bytes)).squareRoot())
      let reason =
        "has \(bytes.grouped) bytes, but \(place.rawValue) shows at most \(limits.shown.grouped)"
      guard bytes <= limits.taken else {
        throw HeaderKitError(
          .badData, subject: .file(target.path), reason: MessageText(reason),
          remedy: "give \(.maxBytes) \(limits.shown / 1_000_000)MB, or about "
            + "\(option: .width) \(narrower)")
      }
      warnings.append(
        "\(target.path): \(reason) behind its proxy; \(narrower) pixels across would fit")
    }
    try file.write(Array(snippet.text.utf8))
  }

  /// Beside the page, or as it is.
  static func link(to path: String, from page: String) -> String {
    let (folder, name) = FileIdentity.parts(of: path)
    return folder == FileIdentity.parts(of: page).folder ? name : path
  }
}

/// What an animation shows, in a sentence: whose header it is and how it is scrolled.
struct AlternativeText: CustomStringConvertible {
  let description: String
  /// How it is scrolled, as a sentence; the description where it is not.
  let caption: String

  /// - Parameters:
  ///   - events: what the header is fed.
  ///   - given: a user's own words; nil: found here.
  init(_ header: HeaderDocument, events: [ScrollEvent], given: String?) {
    let names = ["name", "title"].lazy.compactMap(header.text).first { !$0.isEmpty }
    let handle = header.text("handle").flatMap { $0.isEmpty ? nil : $0 }
    let owner = [names, handle].compactMap { $0 }.joined(separator: ", ")
    var text = owner.isEmpty ? "A profile header" : "Profile header of \(owner)"
    let moves = AlternativeText.moves(events.map(\.offset))
    let way = moves.joined(separator: ", then ")
    if !way.isEmpty { text += ", " + way }
    description = given ?? text + "."
    caption = way.isEmpty ? description : way.prefix(1).uppercased() + way.dropFirst() + "."
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
