import Raster

/// Where a frame differs from the canvas beneath it.
struct ChangedPart {
  /// The smallest rectangle with every pixel that differs; nil if none does.
  let rect: PixelRect?

  /// Compares two pictures of one size, pixel by pixel.
  init(from under: Pixmap, to over: Pixmap) {
    let (width, height) = (over.width, over.height)
    let stride = width * 4
    rect = under.bytes.withUnsafeBytes { under in
      over.bytes.withUnsafeBytes { over in
        func same(_ pixel: Int) -> Bool {
          under.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
            == over.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
        }
        func sameRow(_ y: Int) -> Bool {
          let row = y * stride..<(y + 1) * stride
          return under[row].elementsEqual(over[row])
        }
        guard let top = (0..<height).first(where: { !sameRow($0) }),
          let bottom = (top..<height).last(where: { !sameRow($0) })
        else { return nil }
        var (left, right) = (width, -1)
        for y in top...bottom {
          let row = y * width
          if let first = (0..<left).first(where: { !same(row + $0) }) { left = first }
          if let last = (right + 1..<width).last(where: { !same(row + $0) }) { right = last }
        }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
      }
    }
  }
}

extension Pixmap {
  /// The pixels of `rect`, which lies within the picture and is not empty; nil otherwise.
  func part(_ rect: PixelRect) -> Pixmap? {
    guard let size = PixelSize(width: rect.width, height: rect.height),
      rect.intersection(self.size.bounds) == rect
    else { return nil }
    var part: [UInt8] = []
    part.reserveCapacity(size.area * 4)
    for y in rect.y..<rect.y + rect.height {
      let start = (y * width + rect.x) * 4
      part += bytes[start..<start + rect.width * 4]
    }
    return Pixmap(size: size, bytes: part)
  }

  /// This picture with full transparency where it equals `under`.
  ///
  /// Laid over `under` it gives this picture again. Nil where that cannot be, because a pixel that
  /// differs is not opaque, and where it would hardly help: with fewer than 3 in 4 pixels equal
  /// (scrolling pages) the holes cost more than they save.
  func sparing(_ under: Pixmap) -> Pixmap? {
    var spared = bytes
    var count = 0
    let isPossible = spared.withUnsafeMutableBytes { spared in
      under.bytes.withUnsafeBytes { under in
        for offset in stride(from: 0, to: spared.count, by: 4) {
          let pixel = spared.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          if pixel == under.loadUnaligned(fromByteOffset: offset, as: UInt32.self) {
            spared.storeBytes(of: 0, toByteOffset: offset, as: UInt32.self)
            count += 1
          } else if spared[offset + 3] != 255 {
            return false
          }
        }
        return true
      }
    }
    guard isPossible, count * 4 >= size.area * 3 else { return nil }
    return Pixmap(size: size, bytes: spared)
  }
}
