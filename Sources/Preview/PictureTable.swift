import CodecInterface
import FileAccess
import Foundation
package import HeaderScene
import ImageCodecs
import PortableMath
import Raster
import Rendering

/// What several editions of a page share: fonts and the texts set in them, pictures as they were
/// decoded, and as they were packed for the edition before.
package final class PageResources {
  package let fonts: SceneFonts
  /// Whether pictures are packed well, for who downloads them, or at once.
  let packsWell: Bool
  private let decoded = PictureStore(limit: mostDecodedBytes)
  fileprivate var packed: [Pixmap: String] = [:]

  /// Bytes of decoded pictures that are kept for the next edition.
  private static let mostDecodedBytes = 256 << 20

  package init(fonts: SceneFonts, packsWell: Bool = false) {
    (self.fonts, self.packsWell) = (fonts, packsWell)
  }

  /// Files as they are now, each read once.
  func inputs(limits: RenderLimits) -> SharedInputs {
    SharedInputs(limits: limits, pictures: decoded)
  }
}

struct PictureTable {
  private let resources: PageResources
  private var places: [Pixmap: Int] = [:]
  /// The page is read once, on this machine: what takes long to pack takes longer than to read.
  private static let options = PNGOptions(level: 1, differsFromLeft: true)

  init(_ resources: PageResources) { self.resources = resources }

  mutating func place(of pixmap: Pixmap) -> Int {
    if let known = places[pixmap] { return known }
    places[pixmap] = places.count
    return places.count - 1
  }

  /// Of a mask as black of that opacity, which a painter fills with any colour.
  mutating func place(of mask: CoverageMask) -> Int {
    var bytes = [UInt8](repeating: 0, count: mask.size.area * 4)
    for (index, coverage) in mask.bytes.enumerated() { bytes[index * 4 + 3] = coverage }
    return place(of: Pixmap(size: mask.size, bytes: bytes) ?? Pixmap(size: mask.size))
  }

  /// Picture, then the device pixels of its top left corner.
  mutating func placed(_ overlay: ExportedOverlay) -> [Double] {
    [Double(place(of: overlay.pixmap)), Double(overlay.x), Double(overlay.y)]
  }

  /// All as data URIs, which are kept for the next page.
  func packed() throws(HeaderKitError) -> [String] {
    var uris = [String](repeating: "", count: places.count)
    for (pixmap, place) in places {
      let known = resources.packed[pixmap]
      uris[place] = if let known { known } else { try packed(pixmap) }
    }
    resources.packed = places.mapValues { uris[$0] }
    return uris
  }

  private func packed(_ pixmap: Pixmap) throws(HeaderKitError) -> String {
    let isWebP = resources.packsWell && max(pixmap.width, pixmap.height) <= WebPEncoder.longestSide
    let bytes = try HeaderKitError.coding(
      .place("preview"), writing: true,
      isWebP ? webP(pixmap) : PNGEncoder.encode(pixmap, options: Self.options))
    return "data:image/\(isWebP ? "webp" : "png");base64," + Data(bytes).base64EncodedString()
  }

  /// Lossless where a part is transparent: letters and masks.
  private func webP(_ pixmap: Pixmap) throws(CodecError) -> [UInt8] {
    let options = WebPOptions(quality: pixmap.isOpaque ? 85 : 100)
    var encoder = try WebPEncoder(size: pixmap.size, options: options)
    return try encoder.append(pixmap, duration: .zero) + encoder.finish(recording: nil)
  }
}
