package import PortableMath

/// A coverage mask and the pixel that its top left one lies on.
package struct PlacedMask: Hashable, Sendable {
  package var mask: CoverageMask
  package var x: Int
  package var y: Int

  package init(_ mask: CoverageMask, x: Int, y: Int) {
    self.mask = mask
    self.x = x
    self.y = y
  }

  package var bounds: PixelRect { PixelRect(x: x, y: y, width: mask.width, height: mask.height) }

  /// What a path covers within `bounds`; nil where that is nothing.
  package init?(filling path: Path, within bounds: PixelRect) {
    self.init(polygons: path.polygons().map(\.points), within: bounds)
  }

  private init?(polygons: [[Path.Point]], within bounds: PixelRect) {
    var (left, top) = (Double.infinity, Double.infinity)
    var (right, bottom) = (-Double.infinity, -Double.infinity)
    for points in polygons {
      for point in points {
        left = min(left, point.x)
        top = min(top, point.y)
        right = max(right, point.x)
        bottom = max(bottom, point.y)
      }
    }
    guard left.isFinite, top.isFinite, right.isFinite, bottom.isFinite else { return nil }
    let area = DeviceRect(x: left, y: top, width: right - left, height: bottom - top)
      .enclosingPixels.intersection(bounds)
    guard let size = PixelSize(width: area.width, height: area.height) else { return nil }
    let local = polygons.map { points in
      points.map { Path.Point(x: $0.x - Double(area.x), y: $0.y - Double(area.y)) }
    }
    guard let mask = CoverageMask(polygons: local, size: size) else { return nil }
    self.init(mask, x: area.x, y: area.y)
  }

  /// A mask's letters under an affine map from the mask's pixels to the canvas's, bilinear.
  ///
  /// Made for scales of 1/2 and more; beyond the mask there is nothing.
  package init?(_ mask: CoverageMask, under map: AffineTransform, within bounds: PixelRect) {
    // Half a mask pixel on each side still receives something.
    let outline = DeviceRect(
      x: -0.5, y: -0.5, width: Double(mask.width) + 1, height: Double(mask.height) + 1)
    let area = map.enclosingPixels(of: outline).intersection(bounds)
    guard let inverse = map.inverse, let size = PixelSize(width: area.width, height: area.height)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: size.area)
    let source = mask.bytes.span
    func value(_ column: Int, _ row: Int) -> Int {
      column >= 0 && column < mask.width && row >= 0 && row < mask.height
        ? Int(source[row * mask.width + column]) : 0
    }
    for row in 0..<area.height {
      for column in 0..<area.width {
        let place = inverse.apply(Double(area.x + column) + 0.5, Double(area.y + row) + 0.5)
        let (u, v) = (place.x - 0.5, place.y - 0.5)
        guard u > -1, v > -1, u < Double(mask.width), v < Double(mask.height) else { continue }
        let (left, top) = (u.rounded(.down), v.rounded(.down))
        let (across, down) = (Int((u - left) * 256), Int((v - top) * 256))
        let (x, y) = (Int(left), Int(top))
        let upper = value(x, y) * (256 - across) + value(x + 1, y) * across
        let lower = value(x, y + 1) * (256 - across) + value(x + 1, y + 1) * across
        bytes[row * area.width + column] = UInt8(
          (upper * (256 - down) + lower * down + 32768) >> 16)
      }
    }
    guard let result = CoverageMask(size: size, bytes: bytes) else { return nil }
    self.init(result, x: area.x, y: area.y)
  }

  /// The same mask `opacity`/255 as strong.
  package func scaled(by opacity: UInt8) -> PlacedMask {
    guard opacity < 255 else { return self }
    var result = self
    result.mask.bytes = mask.bytes.map {
      UInt8(truncatingIfNeeded: RowKernel.dividedBy255(UInt16($0) * UInt16(opacity)))
    }
    return result
  }
}

extension AffineTransform {
  /// The whole pixels that a mapped rectangle touches.
  package func enclosingPixels(of rect: DeviceRect) -> PixelRect {
    let corners = [
      apply(rect.x, rect.y), apply(rect.maxX, rect.y), apply(rect.x, rect.maxY),
      apply(rect.maxX, rect.maxY),
    ]
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      (left + right + top + bottom).isFinite
    else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return DeviceRect(x: left, y: top, width: right - left, height: bottom - top).enclosingPixels
  }
}
