import HeaderScene
import Synchronization
import Typesetting
import VisualDiff

extension PictureFont {
  /// Returns the fonts of the texts that `commands` draw, sorted and without duplicates.
  static func list(of commands: [DrawingCommand], in assets: DrawingAssets) -> [PictureFont] {
    var uses: Set<FontUse> = []
    for command in commands { command.collectFonts(in: assets, into: &uses) }
    return Set(uses.map(PictureFont.init)).sorted()
  }

  private init(_ use: FontUse) {
    let digest = Self.digests.withLock { known in
      if let digest = known[use.path] { return digest }
      let digest = use.sha256 ?? ""
      known[use.path] = digest
      return digest
    }
    self.init(family: use.family, version: use.version, sha256: digest)
  }

  /// SHA-256 digests by the path of the font file, computed once per process.
  private static let digests = Mutex<[String: String]>([:])
}
