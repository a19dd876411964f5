import Comparison
import Files
import Foundation
import Rendering
import Synchronization
import Typesetting

/// What of the installed fonts can change a picture.
///
/// Fonts of the family asked for and of the fallback families count with their bytes; all others, which can
/// only supply characters that none of those has, with name, size and revision.
final class FontIdentity: Sendable {
  private let fonts: [InstalledFont]
  private let base: String
  private let digests: Mutex<[String: ContentDigest]>
  private static let largestFile = 1 << 30

  /// Finds and reads the fonts. Throws `.noInput` if there is none.
  init() throws(HeaderKitError) {
    do {
      fonts = try Typesetter().installedFonts
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
