extension Pixmap {
  /// Whether every pixel is opaque. Reads the whole picture.
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
