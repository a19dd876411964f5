import Raster

/// The regions in force at one moment, drawn out: one byte a pixel of the canvas, 0 = compared.
struct MaskPlane {
  let width: Int
  let bytes: [UInt8]
  /// How many pixels are left out.
  let ignoredCount: Int

  /// Nil when nothing is left out.
  init?(_ regions: [MaskRegion], at time: Flicks, canvas: PixelSize) {
    let inForce = regions.filter { $0.isInForce(at: time) }
    if inForce.isEmpty { return nil }
    var bytes = [UInt8](repeating: 0, count: canvas.area)
    for region in inForce {
      switch region.area {
      case .everywhere:
        for index in bytes.indices { bytes[index] = 1 }
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
    var count = 0
    for byte in bytes { count += Int(byte) }
    if count == 0 { return nil }
    width = canvas.width
    self.bytes = bytes
    ignoredCount = count
  }
}
