extension Pixmap {
  /// Resamples part of the picture to a new size.
  ///
  /// The weights are double precision, the sums single precision, rounded once at the end.
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
      start: source.x, length: source.width, count: width, outputs: size.width, filter: filter)
    let down = ResampleTable(
      start: source.y, length: source.height, count: height, outputs: size.height, filter: filter)
    let stride = width * 4
    var sums = [Float](repeating: 0, count: stride)
    var result = Pixmap(size: size)
    let from = bytes.span
    var target = result.bytes.mutableSpan
    for y in 0..<size.height {
      let first = Int(down.starts[y])
      var sumSpan = sums.mutableSpan
      RowKernel.weighColumns(
        &sumSpan, rows: from.extracting(first * stride..<(first + down.taps) * stride),
        weights: down.weights.span.extracting(y * down.taps..<(y + 1) * down.taps))
      RowKernel.weighPixels(
        &target, y * size.width * 4..<(y + 1) * size.width * 4, row: sums.span,
        starts: across.starts.span, weights: across.weights.span, taps: across.taps)
    }
    return result
  }
}
