package import PortableMath

/// A coverage mask and the position of its top left pixel.
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

  /// Creates a mask of the area that a path covers within `bounds`. `nil` if it covers nothing
  /// there.
  package init?(filling path: Path, within bounds: PixelRect) {
    let polygons = path.polygons().map(\.points)
    let area = PixelRect(enclosing: Array(polygons.joined())).intersection(bounds)
    guard let size = PixelSize(width: area.width, height: area.height) else { return nil }
    let corner = Path.Point(Double(area.x), Double(area.y))
    let local = polygons.map { points in points.map { $0 - corner } }
    guard let mask = CoverageMask(polygons: local, size: size) else { return nil }
    self.init(mask, x: area.x, y: area.y)
  }

  /// Creates a mask of the area within `bounds` that a path does not cover. `nil` if `bounds` is
  /// empty.
  package init?(outside path: Path, within bounds: PixelRect) {
    guard let size = PixelSize(width: bounds.width, height: bounds.height) else { return nil }
    var bytes = [UInt8](repeating: 255, count: size.area)
    if let inside = PlacedMask(filling: path, within: bounds) {
      for row in 0..<inside.mask.height {
        let start = (inside.y - bounds.y + row) * size.width + inside.x - bounds.x
        for column in 0..<inside.mask.width {
          bytes[start + column] = 255 - inside.mask.bytes[row * inside.mask.width + column]
        }
      }
    }
    guard let mask = CoverageMask(size: size, bytes: bytes) else { return nil }
    self.init(mask, x: bounds.x, y: bounds.y)
  }

  /// Creates a mask by an affine transform from the pixels of `mask` to those of the canvas, with
  /// bilinear interpolation. Coverage outside of `mask` is 0. Suitable for scales of 1/2 and above.
  /// `nil` if nothing is within `bounds` or `map` is singular.
  package init?(_ mask: CoverageMask, under map: AffineTransform, within bounds: PixelRect) {
    guard let inverse = map.inverse else { return nil }
    // Bilinear interpolation extends the mask by half a pixel on each side.
    let area = map.enclosingPixels(of: DeviceRect(mask.size.bounds).inset(by: -0.5))
      .intersection(bounds)
    self.init(mask, seenFrom: area) { x, y in
      let position = inverse.apply(Double(x) + 0.5, Double(y) + 0.5)
      let (u, v) = (position.x - 0.5, position.y - 0.5)
      guard u > -1, v > -1, u < Double(mask.width), v < Double(mask.height) else { return nil }
      let (left, top) = (u.rounded(.down), v.rounded(.down))
      return (
        Tap(index: Int(left), fraction: Int((u - left) * 256)),
        Tap(index: Int(top), fraction: Int((v - top) * 256))
      )
    }
  }

  /// Creates a mask by stretching `mask` over `rect`, with bilinear interpolation. Coverage outside
  /// of `mask` is 0. If `rect` has whole pixels and the same size, nothing is resampled. `nil` if
  /// nothing is within `bounds`.
  init?(_ mask: CoverageMask, filling rect: DeviceRect, within bounds: PixelRect) {
    guard !rect.isEmpty, (rect.x + rect.y + rect.maxX + rect.maxY).isFinite else { return nil }
    if let exact = rect.exactPixels, exact.size == mask.size {
      self.init(mask, x: exact.x, y: exact.y)
      return
    }
    // Bilinear interpolation extends the mask by half a mask pixel on each side.
    let marginX = rect.width / Double(mask.width) / 2
    let marginY = rect.height / Double(mask.height) / 2
    let area = DeviceRect(
      x: rect.x - marginX, y: rect.y - marginY, width: rect.width + 2 * marginX,
      height: rect.height + 2 * marginY
    ).enclosingPixels.intersection(bounds)
    func tap(_ pixel: Int, start: Double, length: Double, count: Int) -> Tap {
      let position = (Double(pixel) + 0.5 - start) * Double(count) / length - 0.5
      let clamped = max(-1, min(Double(count), position))
      let index = clamped.rounded(.down)
      return Tap(index: Int(index), fraction: Int(((clamped - index) * 256).rounded()))
    }
    let columns = (area.x..<area.maxX).map {
      tap($0, start: rect.x, length: rect.width, count: mask.width)
    }
    let rows = (area.y..<area.maxY).map {
      tap($0, start: rect.y, length: rect.height, count: mask.height)
    }
    self.init(mask, seenFrom: area) { x, y in (columns[x - area.x], rows[y - area.y]) }
  }

  /// A pair of adjacent columns or rows of a mask. Either may be outside of it.
  private struct Tap {
    let index: Int
    /// The weight of the second one, in 1/256.
    let fraction: Int
  }

  /// Creates a mask by sampling `mask` for each pixel of `area`. `position` returns the columns and
  /// rows to interpolate, or `nil` for a coverage of 0.
  @inline(__always)
  private init?(
    _ mask: CoverageMask, seenFrom area: PixelRect,
    _ sample: (_ x: Int, _ y: Int) -> (column: Tap, row: Tap)?
  ) {
    guard let size = PixelSize(width: area.width, height: area.height) else { return nil }
    let (width, height) = (mask.width, mask.height)
    var bytes = [UInt8](repeating: 0, count: size.area)
    mask.bytes.withUnsafeBufferPointer { source in
      /// Returns the mean of a pixel and its right neighbor, in 1/256.
      @inline(__always)
      func across(_ tap: Tap, _ row: Int, isInside: Bool) -> Int {
        let first = row &* width &+ tap.index
        let hasRow = row >= 0 && row < height
        let left = isInside || hasRow && tap.index >= 0 && tap.index < width
        let right = isInside || hasRow && tap.index >= -1 && tap.index &+ 1 < width
        return (left ? Int(source[first]) &* (256 &- tap.fraction) : 0)
          &+ (right ? Int(source[first &+ 1]) &* tap.fraction : 0)
      }
      for row in 0..<area.height {
        for column in 0..<area.width {
          guard let (x, y) = sample(area.x + column, area.y + row) else { continue }
          let isInside =
            x.index >= 0 && x.index &+ 1 < width && y.index >= 0 && y.index &+ 1 < height
          let upper = across(x, y.index, isInside: isInside)
          let lower = across(x, y.index &+ 1, isInside: isInside)
          let sum = upper &* (256 &- y.fraction) &+ lower &* y.fraction
          bytes[row &* area.width &+ column] = UInt8(truncatingIfNeeded: (sum &+ 32768) >> 16)
        }
      }
    }
    guard let result = CoverageMask(size: size, bytes: bytes) else { return nil }
    self.init(result, x: area.x, y: area.y)
  }

  /// Returns the mask multiplied by `opacity`/255.
  package func scaled(by opacity: UInt8) -> PlacedMask {
    guard opacity < 255 else { return self }
    var result = self
    result.mask.bytes = mask.bytes.map { $0.scaled(by: opacity) }
    return result
  }
}

extension UInt8 {
  /// Returns the value multiplied by `factor`/255, rounded to nearest.
  func scaled(by factor: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: RowKernel.dividedBy255(UInt16(self) * UInt16(factor)))
  }
}

extension PixelRect {
  /// Creates the smallest rectangle of whole pixels that contains a polygon. Empty if a coordinate
  /// is not finite.
  fileprivate init(enclosing points: [Path.Point]) {
    // Closures because key paths of vectors are slower.
    let (xs, ys) = (points.map { $0.x }, points.map { $0.y })
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      (left + right + top + bottom).isFinite
    else {
      self.init(x: 0, y: 0, width: 0, height: 0)
      return
    }
    self = DeviceRect(x: left, y: top, width: right - left, height: bottom - top).enclosingPixels
  }
}

extension Path {
  /// The smallest rectangle of whole pixels that contains the path.
  package var enclosingPixels: PixelRect {
    PixelRect(enclosing: Array(polygons().map(\.points).joined()))
  }
}

extension AffineTransform {
  /// Returns the smallest rectangle of whole pixels that contains the transformed rectangle.
  package func enclosingPixels(of rect: DeviceRect) -> PixelRect {
    let corners = [
      (rect.x, rect.y), (rect.maxX, rect.y), (rect.x, rect.maxY), (rect.maxX, rect.maxY),
    ]
    return PixelRect(enclosing: corners.map { apply($0, $1) })
  }
}
