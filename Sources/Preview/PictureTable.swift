import CodecInterface
import FileAccess
package import HeaderScene
import ImageCodecs
import PortableFoundation
import PortableMath
import Raster
import Rendering

/// Resources shared by consecutive revisions of a page: fonts, shaped texts, decoded pictures, and
/// the encoded pictures of the previous revision.
package final class PageResources {
  package let fonts: SceneFonts
  /// Whether pictures are encoded for a small download instead of quickly.
  let packsWell: Bool
  private let decoded = PictureStore(limit: maxDecodedBytes)
  /// The data URIs of the previous revision's pictures.
  fileprivate var packed: [Pixmap: String] = [:]

  /// The maximum size of decoded pictures kept for the next revision, in bytes.
  private static let maxDecodedBytes = 256 << 20

  package init(fonts: SceneFonts, packsWell: Bool = false) {
    self.fonts = fonts
    self.packsWell = packsWell
  }

  /// Returns the inputs of one revision. Each file is read again, once per revision. Decoded
  /// pictures whose files have not changed are reused.
  func inputs(limits: RenderLimits) -> SharedInputs {
    SharedInputs(limits: limits, pictures: decoded)
  }
}

/// The pictures of a page, without duplicates. The page's data refers to them by index.
struct PictureTable {
  private let resources: PageResources
  private var indices: [Pixmap: Int] = [:]
  /// Fast compression, because the page is loaded once on this machine. Better compression would
  /// take longer than loading.
  private static let options = PNGOptions(level: 1, usesSubFilter: true)

  init(_ resources: PageResources) { self.resources = resources }

  /// Returns the picture's index in the table, and adds it if necessary.
  mutating func index(of pixmap: Pixmap) -> Int {
    if let known = indices[pixmap] { return known }
    indices[pixmap] = indices.count
    return indices.count - 1
  }

  /// Returns the index of a coverage mask, and adds it if necessary. It is stored as a black
  /// picture whose alpha is the coverage, so that the page can draw it in any color.
  mutating func index(of mask: CoverageMask) -> Int {
    var bytes = [UInt8](repeating: 0, count: mask.size.area * 4)
    for (index, coverage) in mask.bytes.enumerated() { bytes[index * 4 + 3] = coverage }
    return index(of: Pixmap(size: mask.size, bytes: bytes) ?? Pixmap(size: mask.size))
  }

  /// Returns the index of an overlay's picture, and the x and y of its top left corner in device
  /// pixels. Adds the picture if necessary.
  mutating func placed(_ overlay: ExportedOverlay) -> [Double] {
    [Double(index(of: overlay.pixmap)), Double(overlay.x), Double(overlay.y)]
  }

  /// Returns all pictures as data URIs, by index. Caches the URIs for the next revision.
  func packed() throws(HeaderKitError) -> [String] {
    var uris = [String](repeating: "", count: indices.count)
    for (pixmap, index) in indices {
      let known = resources.packed[pixmap]
      uris[index] = if let known { known } else { try packed(pixmap) }
    }
    resources.packed = indices.mapValues { uris[$0] }
    return uris
  }

  private func packed(_ pixmap: Pixmap) throws(HeaderKitError) -> String {
    let isWebP = resources.packsWell && max(pixmap.width, pixmap.height) <= WebPEncoder.longestSide
    let bytes = try HeaderKitError.coding(
      .location("preview"), writing: true,
      isWebP ? webP(pixmap) : PNGEncoder.encode(pixmap, options: Self.options))
    return "data:image/\(isWebP ? "webp" : "png");base64," + Data(bytes).base64EncodedString()
  }

  /// Encodes as WebP. Lossless if the picture has transparency, like letters and masks.
  private func webP(_ pixmap: Pixmap) throws(CodecError) -> [UInt8] {
    let options = WebPOptions(quality: pixmap.isOpaque ? 85 : 100)
    var encoder = try WebPEncoder(size: pixmap.size, options: options)
    return try encoder.append(pixmap, duration: .zero) + encoder.finish(recording: nil)
  }
}
