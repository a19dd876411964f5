public import Raster

/// A way to compare two pictures: metric and masks.
public struct ImageComparison: Hashable, Sendable {
  /// What decides whether two pixels differ.
  public var metric: ComparisonMetric
  /// What is left out.
  public var masks: [MaskRegion]

  /// Decoded pixels, none left out, unless told otherwise.
  public init(metric: ComparisonMetric = .exact, masks: [MaskRegion] = []) {
    self.metric = metric
    self.masks = masks
  }

  /// What differs between two pictures shown at `time`. Pictures of different sizes are compared
  /// where both have pixels; what only one has counts as different.
  public func difference(
    _ first: Pixmap, _ second: Pixmap, at time: Flicks = .zero
  ) -> ImageDifference {
    measure(first, second, at: time, drawsMap: false).difference
  }

  /// The same of pictures whose colours are not premultiplied.
  public func difference(
    _ first: StraightPicture, _ second: StraightPicture, at time: Flicks = .zero
  ) -> ImageDifference {
    measure(first, second, at: time, drawsMap: false).difference
  }

  /// What became of each pixel; costs a byte a pixel on top of the comparison.
  public func map(_ first: Pixmap, _ second: Pixmap, at time: Flicks = .zero) -> DifferenceMap {
    measure(first, second, at: time, drawsMap: true).map
  }

  /// The same of pictures whose colours are not premultiplied.
  public func map(
    _ first: StraightPicture, _ second: StraightPicture, at time: Flicks = .zero
  ) -> DifferenceMap {
    measure(first, second, at: time, drawsMap: true).map
  }

  private func measure(
    _ first: Pixmap, _ second: Pixmap, at time: Flicks, drawsMap: Bool
  ) -> (difference: ImageDifference, map: DifferenceMap) {
    if case .exact = metric {
      return scan(
        (first.size, first.bytes), (second.size, second.bytes), at: time, drawsMap: drawsMap)
    }
    return measure(StraightPicture(first), StraightPicture(second), at: time, drawsMap: drawsMap)
  }

  private func measure(
    _ first: StraightPicture, _ second: StraightPicture, at time: Flicks, drawsMap: Bool
  ) -> (difference: ImageDifference, map: DifferenceMap) {
    scan((first.size, first.bytes), (second.size, second.bytes), at: time, drawsMap: drawsMap)
  }

  private func scan(
    _ first: (size: PixelSize, bytes: [UInt8]), _ second: (size: PixelSize, bytes: [UInt8]),
    at time: Flicks, drawsMap: Bool
  ) -> (difference: ImageDifference, map: DifferenceMap) {
    let canvas = unionCanvas(first.size, second.size)
    let mask = MaskPlane(masks, at: time, canvas: canvas)
    var tally = ScanTally()
    var map = [UInt8](repeating: DifferenceMap.same, count: drawsMap ? canvas.area : 0)
    scanOverlap(first, second, mask: mask, canvas: canvas, into: &tally, map: &map)
    if first.size != second.size {
      tally.countOutside(first.size, second.size, mask: mask, canvas: canvas, map: &map)
    }
    if let mask, drawsMap {
      for index in map.indices where mask.bytes[index] != 0 { map[index] = DifferenceMap.ignored }
    }
    let difference = ImageDifference(
      firstSize: first.size, secondSize: second.size, differentPixels: tally.different,
      antialiasedPixels: tally.antialiased, ignoredPixels: mask?.ignoredCount ?? 0,
      bounds: tally.bounds, strongest: tally.strongest)
    return (difference, DifferenceMap(size: canvas, bytes: map))
  }

  private func scanOverlap(
    _ first: (size: PixelSize, bytes: [UInt8]), _ second: (size: PixelSize, bytes: [UInt8]),
    mask: MaskPlane?, canvas: PixelSize, into tally: inout ScanTally, map: inout [UInt8]
  ) {
    let drawsMap = !map.isEmpty
    first.bytes.withUnsafeBytes { firstBytes in
      second.bytes.withUnsafeBytes { secondBytes in
        (mask?.bytes ?? []).withUnsafeBufferPointer { maskBytes in
          map.withUnsafeMutableBufferPointer { mapBytes in
            guard let firstBase = firstBytes.baseAddress,
              let secondBase = secondBytes.baseAddress
            else { return }
            let pair = ScanPair(
              first: PixelRows(base: firstBase, pixelsPerRow: first.size.width),
              second: PixelRows(base: secondBase, pixelsPerRow: second.size.width),
              width: min(first.size.width, second.size.width),
              height: min(first.size.height, second.size.height),
              canvasWidth: canvas.width, mask: mask == nil ? nil : maskBytes.baseAddress,
              map: drawsMap ? mapBytes.baseAddress : nil,
              fullStrength: metric.fullStrength)
            switch metric {
            case .exact: scanExact(pair, into: &tally)
            case .pixelmatch(let options): scanPixelmatch(pair, options, into: &tally)
            case .ssimCIE94(let limit): scanSSIM(pair, largestAllowed: limit, into: &tally)
            case .ciede2000(let limit): scanCIEDE2000(pair, largestAllowed: limit, into: &tally)
            }
          }
        }
      }
    }
  }
}
