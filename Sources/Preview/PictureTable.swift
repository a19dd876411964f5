import CodecInterface
import FileAccess
import Foundation
import ImageCodecs
import PortableMath
import Raster
import StrictJSON

/// The pictures of a page, each once, as data URIs.
struct PictureTable {
  private var places: [Pixmap: Int] = [:]
  private(set) var uris: [String] = []

  /// The place of a picture; it is packed when it is first asked for.
  mutating func place(of pixmap: Pixmap) throws(HeaderKitError) -> Int {
    if let known = places[pixmap] { return known }
    let bytes: [UInt8]
    do {
      bytes = try PNGEncoder.encode(pixmap)
    } catch {
      throw HeaderKitError(error, subject: .place("preview"), writing: true)
    }
    uris.append("data:image/png;base64," + Data(bytes).base64EncodedString())
    places[pixmap] = uris.count - 1
    return uris.count - 1
  }

  /// A mask as black of that opacity, which a painter fills with any colour.
  mutating func place(of mask: CoverageMask) throws(HeaderKitError) -> Int {
    var bytes = [UInt8](repeating: 0, count: mask.size.area * 4)
    for (index, coverage) in mask.bytes.enumerated() { bytes[index * 4 + 3] = coverage }
    return try place(of: Pixmap(size: mask.size, bytes: bytes) ?? Pixmap(size: mask.size))
  }
}
