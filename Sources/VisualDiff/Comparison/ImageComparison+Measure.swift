import Raster

extension ImageComparison {
  /// One of the two pictures.
  struct Side {
    let size: PixelSize
    let bytes: [UInt8]
    /// The pixmap the bytes are of, when they are premultiplied.
    let pixmap: Pixmap?

    init(_ pixmap: Pixmap) {
      size = pixmap.size
      bytes = pixmap.bytes
      self.pixmap = pixmap
    }

    init(_ straight: StraightPicture) {
      size = straight.size
      bytes = straight.bytes
      pixmap = nil
    }

    /// The same with its colours divided by their alpha.
    var straightened: Side { pixmap.map { Side(StraightPicture($0)) } ?? self }
  }

  /// Everything a comparison of two pictures yields; the map is empty unless asked for.
  func measure(
    _ first: Side, _ second: Side, at time: Flicks, drawsMap: Bool
  ) -> (difference: ImageDifference, map: DifferenceMap) {
    let canvas = unionCanvas(first.size, second.size)
    let mask = MaskPlane(masks, at: time, canvas: canvas)
    var tally = ScanTally()
    var map = [UInt8](repeating: DifferenceMap.same, count: drawsMap ? canvas.area : 0)
    if !scanOverlap(first, second, mask: mask, canvas: canvas, into: &tally, map: &map) {
      tally = ScanTally()
      for index in map.indices { map[index] = DifferenceMap.same }
      _ = scanOverlap(
        first.straightened, second.straightened, mask: mask, canvas: canvas, into: &tally,
        map: &map)
    }
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

  /// Compares what both have. False, with the tally and the map of no use, when the metric needs
  /// colours that are not premultiplied and these may be.
  private func scanOverlap(
    _ first: Side, _ second: Side, mask: MaskPlane?, canvas: PixelSize,
    into tally: inout ScanTally, map: inout [UInt8]
  ) -> Bool {
    let drawsMap = !map.isEmpty
    return first.bytes.withUnsafeBytes { firstBytes in
      second.bytes.withUnsafeBytes { secondBytes in
        (mask?.bytes ?? []).withUnsafeBufferPointer { maskBytes in
          map.withUnsafeMutableBufferPointer { mapBytes in
            guard let firstBase = firstBytes.baseAddress,
              let secondBase = secondBytes.baseAddress
            else { return true }
            let pair = ScanPair(
              first: PixelRows(base: firstBase, pixelsPerRow: first.size.width),
              second: PixelRows(base: secondBase, pixelsPerRow: second.size.width),
              width: min(first.size.width, second.size.width),
              height: min(first.size.height, second.size.height), canvasWidth: canvas.width,
              mayBePremultiplied: first.pixmap != nil || second.pixmap != nil,
              mask: mask == nil ? nil : maskBytes.baseAddress,
              map: drawsMap ? mapBytes.baseAddress : nil, fullStrength: metric.fullStrength)
            return scan(pair, into: &tally)
          }
        }
      }
    }
  }

  private func scan(_ pair: ScanPair, into tally: inout ScanTally) -> Bool {
    switch metric {
    case .exact:
      scanExact(pair, into: &tally)
      return true
    case .pixelmatch(let options):
      var scan = PixelmatchScan(pair, options)
      return scan.run(into: &tally)
    case .ssimCIE94(let limit): return scanSSIM(pair, largestAllowed: limit, into: &tally)
    case .ciede2000(let limit): return scanCIEDE2000(pair, largestAllowed: limit, into: &tally)
    }
  }
}
