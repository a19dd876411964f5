extension Pixmap {
  /// Resamples part of the picture to a new size.
  ///
  /// In whole numbers: weights of 14 bits and more, 7 bits after the point between the directions.
  ///
  /// - Parameters:
  ///   - source: what the result shows, in pixels of this picture; non-empty and finite, it may
  ///     exceed the picture, whose outermost pixels are then repeated.
  ///   - size: of the result.
  /// - Complexity: area of the result × (filter width + filter height).
  public func resized(
    source: DeviceRect, to size: PixelSize, filter: ResizeFilter
  ) -> Pixmap {
    precondition(
      !source.isEmpty && abs(source.x) < 0x1p30 && abs(source.y) < 0x1p30 && source.maxX < 0x1p30
        && source.maxY < 0x1p30, "the source rectangle must be non-empty and finite")
    if let exact = source.exactPixels, exact.width == size.width, exact.height == size.height,
      let part = cropped(to: exact)
    {
      return part
    }
    let across = ResampleTable(
      start: source.x, length: source.width, count: width, outputs: size.width, filter: filter,
      mostBits: 15)
    let down = ResampleTable(
      start: source.y, length: source.height, count: height, outputs: size.height, filter: filter,
      mostBits: 22)
    // The last pixels' pairs reach beyond the picture, at weight 0.
    var between = [Int16](repeating: 0, count: width * 8 + across.pairs * 16)
    return Pixmap(size: size) { target in
      let from = bytes.span
      for y in 0..<size.height {
        var betweenSpan = between.mutableSpan
        RowKernel.weighRows(&betweenSpan, rows: from, stride: width * 4, table: down, output: y)
        RowKernel.weighPixels(
          &target, y * size.width * 4..<(y + 1) * size.width * 4, row: between.span,
          table: across)
      }
    }
  }
}
