package import PortableMath
package import Raster

/// A region that a comparison leaves out, all the time or for some of it.
package struct MaskRegion: Hashable, Sendable {
  /// Where: pixels of the union canvas.
  package enum Area: Hashable, Sendable {
    case rect(PixelRect)
    /// Every pixel that the mask covers at all, its origin top left.
    case mask(CoverageMask)
  }

  package var area: Area
  /// When: frames shown at or after this time; nil from the start.
  package var from: RationalTime?
  /// When: frames that start before this time; nil to the end.
  package var until: RationalTime?

  /// A region in force all the time unless `from` or `until` say otherwise.
  package init(_ area: Area, from: RationalTime? = nil, until: RationalTime? = nil) {
    self.area = area
    self.from = from
    self.until = until
  }

  /// Whether the region is in force for a picture shown at `time`; a still picture has time 0.
  func isInForce(at time: RationalTime) -> Bool {
    if let from, time < from { return false }
    if let until, time >= until { return false }
    return true
  }
}

/// The regions in force at one moment, rasterised: one byte a pixel of the canvas, 0 = compared.
struct MaskPlane {
  let bytes: [UInt8]
  /// Number of pixels left out.
  let ignoredCount: Int

  /// Nil when nothing is left out.
  init?(_ regions: [MaskRegion], at time: RationalTime, canvas: PixelSize) {
    let inForce = regions.filter { $0.isInForce(at: time) }
    if inForce.isEmpty { return nil }
    var bytes = [UInt8](repeating: 0, count: canvas.area)
    for region in inForce {
      switch region.area {
      case .rect(let rect):
        let part = rect.intersection(canvas.bounds)
        for y in part.y..<part.y + part.height {
          for x in part.x..<part.x + part.width { bytes[y * canvas.width + x] = 1 }
        }
      case .mask(let mask):
        for y in 0..<min(mask.height, canvas.height) {
          for x in 0..<min(mask.width, canvas.width) where mask.bytes[y * mask.width + x] != 0 {
            bytes[y * canvas.width + x] = 1
          }
        }
      }
    }
    ignoredCount = bytes.reduce(0) { $0 + Int($1) }
    if ignoredCount == 0 { return nil }
    self.bytes = bytes
  }
}
