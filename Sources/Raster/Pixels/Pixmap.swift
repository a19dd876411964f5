public import PortableMath

/// A picture: RGBA bytes, sRGB-encoded, alpha premultiplied, rows top to bottom without padding.
public struct Pixmap: Hashable, Sendable {
  /// Pixels a side.
  public let size: PixelSize
  /// `size.area * 4` bytes: red, green, blue, alpha of each pixel; no channel exceeds its alpha.
  public package(set) var bytes: [UInt8] { didSet { straightBytes = nil } }
  /// The same pixels as a file has them, colours not multiplied by alpha, where `bytes` do not determine
  /// as much; nil elsewhere. What draws on the picture drops them.
  package private(set) var straightBytes: [UInt8]?

  /// A picture of one colour.
  public init(size: PixelSize, fill: Color = .clear) {
    let pixel = SolidColor(fill).premultiplied
    self.init(size: size) { target in RowKernel.fill(&target, 0..<size.area * 4, pixel: pixel) }
  }

  /// Nil unless there are exactly 4 bytes a pixel. The caller guarantees premultiplication.
  public init?(size: PixelSize, bytes: [UInt8]) {
    guard bytes.count == size.area * 4 else { return nil }
    self.size = size
    self.bytes = bytes
  }

  /// The same with the pixels before premultiplication beside them, if they are known; they are
  /// dropped where dividing by alpha gives them back. Nil unless there are exactly 4 bytes a pixel
  /// of both.
  package init?(size: PixelSize, bytes: [UInt8], straight: [UInt8]?) {
    self.init(size: size, bytes: bytes)
    guard let straight else { return }
    guard straight.count == size.area * 4 else { return nil }
    if !StraightAlpha.areQuotients(straight, of: bytes) { straightBytes = straight }
  }

  /// A picture of `size.area * 4` bytes, not checked again.
  init(size: PixelSize, written bytes: [UInt8]) {
    self.size = size
    self.bytes = bytes
  }

  /// Pixels.
  public var width: Int { size.width }
  /// Pixels.
  public var height: Int { size.height }

  /// Of a large picture some pixels: others that agree in them are rare, and compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    bytes.withUnsafeBytes { bytes in
      let step = (size.area / 1024) | 1
      for pixel in stride(from: 0, to: size.area, by: step) {
        hasher.combine(bytes.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self))
      }
    }
  }

  /// Whether every pixel is opaque. Reads every pixel.
  public var isOpaque: Bool { RowKernel.isOpaque(bytes.span) }

  /// A copy of part of the picture, or nil unless `rect` is non-empty and lies inside it.
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
