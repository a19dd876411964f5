import FileAccess
import FrameEncoding
import HeaderModel
import HeaderScene
import ImageCodecs
import PortableFoundation
import Rendering
import Scrolling
import StrictJSON
import Synchronization
import Typesetting

/// Computes the cache keys of outputs. Outputs with the same key have the same bytes.
struct CacheKeys: Sendable {
  let shared: SharedInputs
  let fonts: FontIdentity

  /// Returns the key of each output: SHA-256 of everything that determines its bytes.
  func keys(of item: BatchItem) throws(HeaderKitError) -> [ContentDigest] {
    try ingredients(of: item).map { lines in
      ContentDigest(of: (["twheader render 1", Engine.version] + lines).joined(separator: "\n"))
    }
  }

  /// Returns, for each output, everything that determines its bytes except for the engine's
  /// version: the options and the digests of all inputs and fonts. One line each, starting with a
  /// name.
  func ingredients(of item: BatchItem) throws(HeaderKitError) -> [[String]] {
    let outline = try SceneResolver(item.request.header, shared: shared).outline()
    let inputs = item.inputs
    var lines = CanonicalOptions.lines(of: item.request)
    for option in ItemInputs.options {
      let swipe = option == .curve ? inputs.namedCurve : nil
      let input = if let swipe { swipe.rawValue } else { try digest(inputs.files[option]) }
      lines.append("\(option.rawValue) \(input)")
    }
    for path in inputs.images { lines.append("image \(try digest(path))") }
    for path in inputs.fonts { lines.append("font \(try digest(path))") }
    lines += fonts.pinned
    lines.append("fonts \(try fonts.digest(family: outline.settings.font))")
    return item.outputs.map { lines + CanonicalOptions.encoding($0, of: item.request) }
  }

  /// Returns the digest of an input. Files of the demo need none, because they are part of the
  /// engine.
  private func digest(_ path: String?) throws(HeaderKitError) -> String {
    guard let path else { return "built-in" }
    return try shared.digest(of: path).hexadecimal
  }
}

extension CacheKeys {
  /// Creates the keys for the items of a manifest, which share one font folder.
  init(_ manifest: Manifest) throws(HeaderKitError) {
    shared = manifest.shared
    fonts = try FontIdentity(folder: manifest.items.first?.request.header.fontFolder)
  }
}

/// The canonical text of a request's options for cache keys, without inputs and limits.
enum CanonicalOptions {
  static func lines(of request: RenderRequest) -> [String] {
    let header = request.header
    let options = lines(of: request) { role in if case .frames = role { true } else { false } }
    // Texts and colors with an option of their own are in the options' lines.
    let own = [RenderOption.name, .handle, .title, .accent].map(\.rawValue)
    let rest = [
      "screen \(header.screen.map { "\(numbers($0))" } ?? "null")",
      "texts "
        + literals(header.texts.filter { !own.contains($0.key) }.flatMap { [$0.key, $0.value] }),
      "colors "
        + literals(
          header.colors.filter { !own.contains($0.key) }.flatMap { [$0.key, "\($0.value)"] }),
    ]
    return options + rest
  }

  /// Returns the encoding options of an output, but only those that its format uses.
  static func encoding(_ output: BatchOutput, of request: RenderRequest) -> [String] {
    var format = output.format
    var rest = ["format \(format.rawValue)"]
    switch output.moment {
    case .offsets(let offsets): rest.append("offsets \(offsets)")
    case .time(let time): rest.append("at \(time)")
    case nil: break
    }
    // A still is encoded like a file in a folder of frames.
    if output.moment != nil, format == .png { format = .frames }
    if format == .webp { rest.append("library \(ImageLibraries.webPVersion)") }
    if format.isVideo { rest.append("program \(FFmpeg.installed?.version ?? "null")") }
    let options = lines(of: request) { role in
      if case .encoding(let formats) = role { formats.contains(format) } else { false }
    }
    return rest + options
  }

  private static func lines(
    of request: RenderRequest, where isIncluded: (OptionRow.CacheRole) -> Bool
  ) -> [String] {
    RenderOption.allCases.compactMap { option in
      guard isIncluded(option.row.cache), let text = request.cacheText(of: option) else {
        return nil
      }
      return "\(option.rawValue) \(text)"
    }
  }

  private static func literals(_ list: [String]) -> String {
    list.map(JSONWriter.literal).joined(separator: " ")
  }

  /// All properties of a custom screen.
  private static func numbers(_ screen: Device) -> [Double] {
    let cutout = screen.cutout ?? ScreenCutout(width: 0, height: 0)
    return [
      screen.width, screen.height, screen.scale, screen.statusBarHeight,
      screen.safeAreaBottom, screen.cornerRadius, cutout.width, cutout.height, cutout.top,
      screen.isAndroid ? 1 : 0,
    ]
  }
}

/// The identity of the installed fonts, as far as they can change a picture.
///
/// Fonts of the requested family and of the fallback families are identified by their bytes. All
/// others only supply characters that these lack, and are identified by name, size and revision.
final class FontIdentity: Sendable {
  private let fonts: [InstalledFont]
  private let base: String
  /// A line for each pinned font: a name without spaces, then its version and the start of its
  /// SHA-256.
  let pinned: [String]

  /// Finds and reads the installed fonts or those of a folder.
  ///
  /// - Throws: `.noInput` if there are none.
  init(folder: String? = nil) throws(HeaderKitError) {
    do {
      fonts = try Typesetter(fontFolder: folder).installedFonts
    } catch {
      throw HeaderKitError(.noInput, reason: "\(error)")
    }
    pinned = fonts.filter(\.isPinned).map { font in
      let name = FilePath.split(font.path).name
      return "font-\(name) \(font.versionText)/\(font.sha256?.prefix(8) ?? "")"
    }.sorted()
    let fallbacks = Set(Typesetter.fallbackFamilies)
    var lines: Set<String> = []
    for font in fonts {
      let name = FilePath.split(font.path).name
      if fallbacks.isDisjoint(with: font.families) {
        let size = FileStatus(font.path)?.bytes ?? 0
        lines.insert("\(name) \(size) \(font.version)")
      } else {
        lines.insert("\(name) \(try FontIdentity.digest(font.path))")
      }
    }
    base = lines.sorted().joined(separator: "\n")
  }

  /// Returns the identity for texts in `family`. `nil` is the default family, which resembles the
  /// system font of the original apps.
  func digest(family: String?) throws(HeaderKitError) -> ContentDigest {
    let wanted = family?.lowercased()
    let paths = fonts.filter { $0.families.contains { $0.lowercased() == wanted } }.map(\.path)
    var text = base
    for path in Set(paths).sorted() {
      text += "\nasked for \(try FontIdentity.digest(path))"
    }
    return ContentDigest(of: text)
  }

  private static func digest(_ path: String) throws(HeaderKitError) -> ContentDigest {
    // The status is read before the bytes, so that a change in between is noticed at the next use.
    let file = FontFile(path: path, status: FileStatus(path))
    if let digest = read.withLock({ $0[file] }) { return digest }
    let digest = ContentDigest(of: try InputFile.read(path, limit: 1 << 30))
    read.withLock { $0[file] = digest }
    return digest
  }

  private struct FontFile: Hashable {
    let path: String
    let status: FileStatus?
  }

  /// The digests of all font files that this process has read. Reading them takes most of the time
  /// of a run whose outputs come from the cache.
  private static let read = Mutex<[FontFile: ContentDigest]>([:])
}
