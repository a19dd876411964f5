public import PortableMath

/// A picture of RGBA bytes in sRGB with premultiplied alpha. Rows are stored from top to bottom
/// without padding.
public struct Pixmap: Hashable, Sendable {
  /// The size in pixels.
  public let size: PixelSize
  /// The pixels, `size.area * 4` bytes in the order red, green, blue, alpha. No color channel
  /// exceeds its alpha.
  public package(set) var bytes: [UInt8] { didSet { straightBytes = nil } }
  /// The pixels of a file without premultiplied alpha, or `nil` if they can be computed from
  /// `bytes`. Discarded if `bytes` change.
  package private(set) var straightBytes: [UInt8]?

  /// Creates a picture filled with one color.
  public init(size: PixelSize, fill: Color = .clear) {
    let pixel = SolidColor(fill).premultiplied
    self.init(size: size) { target in RowKernel.fill(&target, 0..<size.area * 4, pixel: pixel) }
  }

  /// Creates a picture from premultiplied pixels, which are not validated. `nil` unless there are
  /// exactly 4 bytes per pixel.
  public init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area * 4 else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// Creates a picture from premultiplied pixels and the original pixels without premultiplication,
  /// if they are known. The latter are kept only if dividing by alpha does not restore them. `nil`
  /// unless each has exactly 4 bytes per pixel.
  package init?(size: PixelSize, bytes: [UInt8], straight: [UInt8]?) {
    self.init(size: size, bytes: bytes)
    guard let straight else { return }
    guard straight.count == size.area * 4 else { return nil }
    if !StraightAlpha.areQuotients(straight, of: bytes) { straightBytes = straight }
  }

  /// Creates a picture from `size.area * 4` bytes, which are not validated.
  init(size: PixelSize, written bytes: [UInt8]) {
    self.size = size
    self.bytes = bytes
  }

  /// The width in pixels.
  public var width: Int { size.width }
  /// The height in pixels.
  public var height: Int { size.height }

  /// Hashes a sample of a large picture's pixels. Collisions are resolved by a full comparison.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    bytes.withUnsafeBytes { bytes in
      let step = (size.area / 1024) | 1
      for pixel in stride(from: 0, to: size.area, by: step) {
        hasher.combine(bytes.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self))
      }
    }
  }

  /// Whether every pixel is opaque. O(n) in the number of pixels.
  public var isOpaque: Bool { RowKernel.isOpaque(bytes.span) }

  /// Returns a copy of a part of the picture. `nil` if `rect` is empty or not inside of the
  /// picture.
  public func cropped(to rect: PixelRect) -> Pixmap? {
    guard rect.intersection(size.bounds) == rect,
      let part = PixelSize(width: rect.width, height: rect.height)
    else { return nil }
    var result = Pixmap(size: part)
    let source = bytes.span
    var target = result.bytes.mutableSpan
    for row in 0..<rect.height {
      let from = ((rect.y + row) * width + rect.x) * 4
      RowKernel.copy(
        &target, row * rect.width * 4..<(row + 1) * rect.width * 4,
        from: source.extracting(from..<from + rect.width * 4))
    }
    return result
  }
}
