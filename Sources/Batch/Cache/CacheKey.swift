import FileAccess
import Foundation
import FrameEncoding
import GIF
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import Rendering
import Scrolling
import StrictJSON
import Synchronization
import Typesetting

/// The keys of outputs in the cache: two outputs of the same key have the same bytes.
final class CacheKeys: Sendable {
  private let shared: SharedInputs
  private let fonts: FontIdentity

  init(_ shared: SharedInputs, fonts: FontIdentity) {
    self.shared = shared
    self.fonts = fonts
  }

  /// Of each output: SHA-256 over the engine's version, the options, the bytes of every input and
  /// the fonts.
  func keys(of item: BatchItem) throws(HeaderKitError) -> [ContentDigest] {
    let outline = try SceneResolver(item.request.header, shared: shared).outline()
    let inputs = item.inputs
    var curve = try digest(inputs.curve)
    if let swipe = inputs.namedCurve { curve = swipe.rawValue }
    var images = ""
    for path in inputs.images { images += "image \(try digest(path))\n" }
    let render = """
      twheader render 1
      \(Engine.version)
      \(CanonicalOptions.text(of: item.request))
      curve \(curve)
      scene \(try digest(inputs.scene))
      style \(try digest(inputs.style))
      banner \(try digest(inputs.banner))
      avatar \(try digest(inputs.avatar))
      \(images)fonts \(try fonts.digest(family: outline.settings.font))

      """
    return item.outputs.map { output in
      ContentDigest(of: render + CanonicalOptions.packing(output, of: item.request))
    }
  }

  /// The demo's own files belong to the engine's version.
  private func digest(_ path: String?) throws(HeaderKitError) -> String {
    guard let path else { return "built-in" }
    return try shared.digest(of: path).hexadecimal
  }
}

/// Every field of a request except its inputs and its limits, as canonical text: a part of cache keys.
enum CanonicalOptions {
  /// One line of JSON; a field that is not set is `null`.
  static func text(of request: RenderRequest) -> String {
    let header = request.header
    return JSONWriter.object { object in
      object.member("style", name(header.style))
      object.member("variant", header.variant)
      object.member("device", header.device)
      object.member(
        "screen",
        header.screen.map(numbers))
      object.member("theme", header.theme?.rawValue)
      object.member("scale", header.scale)
      object.member("framing", framing(header.framing))
      object.member("texts", header.texts.flatMap { [$0.key, $0.value] })
      object.member("colors", header.colors.flatMap { [$0.key, "\($0.value)"] })
      object.member("strictText", header.strictText)
      object.array("constants") { list in
        for constant in header.constants {
          list.array { pair in
            pair.element(.string(constant.key))
            pair.element(.number(constant.value))
          }
        }
      }
      if !header.inputs.isEmpty {
        object.member("inputs", header.inputs.flatMap { [$0.key, "\($0.value)"] })
      }
      object.member("fps", request.framesPerSecond.map(text))
      object.member("eventRate", text(request.eventRate))
      object.member("speed", text(request.speed))
      object.member("holdFirst", text(request.holdFirst))
      object.member("holdLast", text(request.holdLast))
      object.member("boomerang", request.boomerang)
      object.member("frames", request.frames.map { "\($0.lowerBound)-\($0.upperBound)" })
    }
  }

  private static func framing(_ framing: SceneFraming) -> [String] {
    [
      framing.crop?.text ?? "", framing.width.map(String.init) ?? "",
      framing.height.map(String.init) ?? "", framing.cornerRadius.map { "\($0)" } ?? "",
      "\(framing.hasDevice)",
    ]
  }

  /// All that a screen of one's own is.
  private static func numbers(_ screen: Device) -> [Double] {
    let cutout = screen.cutout ?? ScreenCutout(width: 0, height: 0)
    return [
      screen.width, screen.height, Double(screen.scale), screen.statusBarHeight,
      screen.safeAreaBottom, screen.cornerRadius, cutout.width, cutout.height, cutout.top,
      screen.isAndroid ? 1 : 0,
    ]
  }

  /// A document counts by its bytes, wherever it lies.
  private static func name(_ source: HeaderSource?) -> String? {
    switch source {
    case nil: nil
    case .named(let name): name
    case .file, .document: "document"
    }
  }

  /// The same for the encoding of an output: only the fields that its format uses.
  static func packing(_ output: BatchOutput, of request: RenderRequest) -> String {
    if let moment = output.moment { return packing(still: moment, as: output.format, of: request) }
    let format = output.format
    let gif = request.gif
    let plays =
      switch gif.loop {
      case .forever: 0
      case .plays(let count): count
      }
    return JSONWriter.object { object in
      object.member("format", format.rawValue)
      switch format {
      case .gif:
        object.member("quality", gif.quality)
        object.member("effort", gif.effort)
        object.member("loop", plays)
        object.member("colors", gif.colors)
        object.member("dither", gif.dither)
        object.member("lossless", gif.lossless)
        object.member("maxBytes", request.maxBytes)
        object.member("yield", request.reductions.map(\.rawValue).sorted())
        object.member("frameHashes", request.frameHashes)
      case .apng, .png:
        object.member("frameHashes", request.frameHashes)
        object.member("loop", plays)
        object.member("level", request.pngLevel)
      case .frames:
        object.member("level", request.pngLevel)
        object.member("layers", request.layers)
      case .webp:
        object.member("frameHashes", request.frameHashes)
        object.member("quality", gif.quality)
        object.member("effort", gif.effort)
        object.member("loop", plays)
        object.member("lossless", gif.lossless)
        object.member("library", WebPLibrary.version)
      case .mp4, .webm:
        object.member("quality", gif.quality)
        object.member("effort", gif.effort)
        object.member("program", FFmpeg.installed?.version)
      case .y4m, .jpeg: break
      }
    }
  }

  private static func packing(
    still moment: StillMoment, as format: OutputFormat, of request: RenderRequest
  ) -> String {
    JSONWriter.object { object in
      object.member("format", "still")
      switch moment {
      case .offsets(let offsets):
        object.array("offsets") { list in list.element(.numbers(offsets)) }
      case .time(let time): object.member("at", .number(time))
      }
      switch format {
      case .jpeg, .webp:
        object.member("as", format.rawValue)
        object.member("quality", request.gif.quality)
        object.member("effort", request.gif.effort)
        object.member("lossless", request.gif.lossless)
        object.member("library", format == .webp ? WebPLibrary.version : nil)
      default:
        object.member("level", request.pngLevel)
        object.member("layers", request.layers)
      }
    }
  }

  private static func text(_ fraction: RationalTime) -> String {
    "\(fraction.numerator)/\(fraction.denominator)"
  }

  private static func text(_ rate: EventRate) -> String {
    switch rate {
    case .frame: "frame"
    case .perSecond(let rate): text(rate)
    }
  }
}

/// The identity of the installed fonts, as far as they can change a picture.
///
/// Fonts of the requested family and of the fallback families count with their bytes; all others,
/// which only supply characters that none of those has, with name, size and revision.
final class FontIdentity: Sendable {
  private let fonts: [InstalledFont]
  private let base: String
  private let digests: Mutex<[String: ContentDigest]>
  private static let largestFile = 1 << 30

  /// Finds and reads the installed fonts, or those of a folder. Throws `.noInput` if there is none.
  init(folder: String? = nil) throws(HeaderKitError) {
    do {
      fonts = try Typesetter(fontFolder: folder).installedFonts
    } catch {
      throw HeaderKitError(.noInput, reason: "\(error)")
    }
    let fallbacks = Set(Typesetter.fallbackFamilies)
    var digests: [String: ContentDigest] = [:]
    var lines: Set<String> = []
    for font in fonts {
      let name = (font.path as NSString).lastPathComponent
      if fallbacks.isDisjoint(with: font.families) {
        let size = (try? FileManager.default.attributesOfItem(atPath: font.path)[.size]) ?? 0
        lines.insert("\(name) \(size) \(font.version)")
      } else {
        lines.insert("\(name) \(try FontIdentity.digest(font.path, &digests))")
      }
    }
    base = lines.sorted().joined(separator: "\n")
    self.digests = Mutex(digests)
  }

  /// The identity for texts in `family`; nil: in the look of the originals' system font.
  func digest(family: String?) throws(HeaderKitError) -> ContentDigest {
    let wanted = family?.lowercased()
    let own = fonts.filter { $0.families.contains { $0.lowercased() == wanted } }.map(\.path)
    var text = base
    for path in Set(own).sorted() {
      let digest = try digests.withLock { digests throws(HeaderKitError) in
        try FontIdentity.digest(path, &digests)
      }
      text += "\nasked for \(digest)"
    }
    return ContentDigest(of: text)
  }

  private static func digest(
    _ path: String, _ known: inout [String: ContentDigest]
  ) throws(HeaderKitError) -> ContentDigest {
    if let digest = known[path] { return digest }
    let digest = ContentDigest(of: try InputFile.read(path, limit: largestFile))
    known[path] = digest
    return digest
  }
}
