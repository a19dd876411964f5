package import PortableMath

/// A coverage mask: one byte per pixel, from 0 (none) to 255 (full). Rows have no padding.
package struct CoverageMask: Hashable, Sendable {
  package let size: PixelSize
  /// The coverage of each pixel, `size.area` bytes.
  package var bytes: [UInt8]

  package init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// Creates a mask from the alpha channel of a picture.
  package init(alphaOf picture: Pixmap) {
    size = picture.size
    bytes = stride(from: 3, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
  }

  package var width: Int { size.width }
  package var height: Int { size.height }

  /// Creates a mask of the area that a path encloses by the non-zero winding rule. Open contours
  /// are closed by a line.
  ///
  /// Coverage is exact for straight lines without intersections, and within 1/1024 where lines
  /// intersect. Curves are approximated within 1/256 pixel.
  ///
  /// `nil` if a coordinate is not finite or exceeds 2^20.
  package init?(filling path: Path, size: PixelSize) {
    self.init(polygons: path.polygons().map(\.points), size: size)
  }

  init?(polygons: [[Path.Point]], size: PixelSize) {
    var bytes = [UInt8](repeating: 0, count: size.area)
    guard let groups = PolygonGroup.groups(of: polygons, width: size.width) else { return nil }
    for group in groups { group.fill(&bytes, size: size) }
    self.init(size: size, bytes: bytes)
  }
}
