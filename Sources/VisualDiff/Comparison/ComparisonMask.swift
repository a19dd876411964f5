package import PortableMath
package import Raster

/// A region that a comparison ignores, permanently or during an interval.
package struct MaskRegion: Hashable, Sendable {
  /// The area in pixels of the union canvas.
  package enum Area: Hashable, Sendable {
    case rect(PixelRect)
    /// All pixels with nonzero coverage. The mask's origin is the top left of the canvas.
    case mask(CoverageMask)
  }

  package var area: Area
  /// The start of the interval. Frames shown at or after this time are masked. `nil` means from the
  /// start.
  package var from: RationalTime?
  /// The end of the interval. Frames that start before this time are masked. `nil` means to the
  /// end.
  package var until: RationalTime?

  /// Creates a region that is always ignored unless `from` or `until` is given.
  package init(_ area: Area, from: RationalTime? = nil, until: RationalTime? = nil) {
    self.area = area
    self.from = from
    self.until = until
  }

  /// Returns true if the region applies to a picture shown at `time`. Still pictures have time 0.
  func applies(at time: RationalTime) -> Bool {
    if let from, time < from { return false }
    if let until, time >= until { return false }
    return true
  }
}

/// The rasterized regions that apply at a given time. One byte per canvas pixel; 0 means compared.
struct MaskPlane {
  let bytes: [UInt8]
  /// The number of ignored pixels.
  let ignoredCount: Int

  /// Rasterizes the regions. Returns `nil` if they contain no pixels of the canvas.
  init?(_ regions: [MaskRegion], at time: RationalTime, canvas: PixelSize) {
    let applicable = regions.filter { $0.applies(at: time) }
    if applicable.isEmpty { return nil }
    var bytes = [UInt8](repeating: 0, count: canvas.area)
    for region in applicable {
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
