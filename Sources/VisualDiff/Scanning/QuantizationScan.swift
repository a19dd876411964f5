/// Counts the pixels of two palette-quantized pictures that differ by more than quantization and
/// dither explain.
///
/// Dither distributes the error of a pixel over its neighbors, so the mean of an area keeps the
/// true color. A pixel differs if the mean difference of surrounding 4 x 4 or 8 x 8 pixels exceeds
/// a limit that grows with the local noise of the difference, if 4 x 4 pixels stand out from a
/// smooth area, or if the pixel alone stands out in a flat area. Pictures with a side of less than
/// 8 pixels are compared exactly.
///
/// The limits were measured on all pairs of seven encodings (three qualities of this project's
/// encoder, three dithers of ffmpeg, ImageMagick) of twelve clips, in equal frames. Means over 8 x
/// 8 pixels differ by up to 12.7 levels in luma and 13.2 in chroma; means over 4 x 4 pixels by up
/// to 19.1 and 23.3. After subtracting a third (8 x 8) or two thirds (4 x 4) of the mean absolute
/// noise, luma differs by up to 9 and 10.7. A change of 8 x 8 pixels by 24 levels leaves at least
/// 18.9 in its window. A change of 4 x 4 pixels in a smooth area leaves at least 19.3, except with
/// ffmpeg's palettes.
func scanQuantized(_ pair: ScanPair, into counts: inout DifferenceCounts) {
  guard pair.width >= 8, pair.height >= 8 else { return scanExact(pair, into: &counts) }
  var scan = QuantizationScan(pair)
  guard scan.subtract() else { return }
  let noise = scan.noise()
  let smallLuma = noise.limits(QuantizationScan.smallLuma, side: 4)
  scan.mark(
    scan.luma, scan.activity.luma, small: smallLuma,
    large: noise.limits(QuantizationScan.largeLuma, side: 8))
  scan.markSmoothPlaces(smallLuma)
  scan.markSinglePixels()
  let small = noise.limits(QuantizationScan.smallChroma, side: 4)
  let large = noise.limits(QuantizationScan.largeChroma, side: 8)
  scan.mark(scan.blueChroma, scan.activity.blueChroma, small: small, large: large)
  scan.mark(scan.redChroma, scan.activity.redChroma, small: small, large: large)
  scan.count(into: &counts)
}

/// The planes of differences and marks.
struct QuantizationScan: ~Copyable {
  /// The signed differences of a component in half levels, in row-major order.
  typealias Plane = UnsafeMutablePointer<Int16>

  let pair: ScanPair
  let luma: Plane
  let blueChroma: Plane
  let redChroma: Plane
  /// Scratch memory: the sums over 4 x 4 and 8 x 8 pixels, stored at the top left pixel of each
  /// window. Only rows that are scanned have values.
  let sums4: Plane
  let sums8: Plane
  /// The strength in half levels of each differing pixel, or 0.
  let marks: Plane
  let width: Int
  let height: Int
  private(set) var rows = 0..<0
  /// For each component, the rows that may be in a window over its limit: those in which the mean
  /// of four neighbors exceeds the lowest limit. Other rows are skipped.
  private(set) var activity: (luma: ActiveRows, blueChroma: ActiveRows, redChroma: ActiveRows)
  /// The largest difference of luma in each row, in half levels.
  private(set) var largestLuma: [Int16]
  var markedRows: [Bool]

  static let smallLuma = NoiseLimit(base: 11.5, perNoise: 0.67, maximum: 20)
  static let largeLuma = NoiseLimit(base: 10, perNoise: 0.33, maximum: 15.5)
  static let smallChroma = NoiseLimit(base: 24.5, perNoise: 0, maximum: 24.5)
  static let largeChroma = NoiseLimit(base: 14.5, perNoise: 0, maximum: 14.5)

  init(_ pair: ScanPair) {
    self.pair = pair
    width = pair.width
    height = pair.height
    let count = pair.width * pair.height
    // A single allocation. Several allocations that are freed together are returned to the system,
    // which causes page faults each time.
    luma = Plane.allocate(capacity: 6 * count)
    blueChroma = luma + count
    redChroma = luma + 2 * count
    sums4 = luma + 3 * count
    sums8 = luma + 4 * count
    marks = luma + 5 * count
    marks.initialize(repeating: 0, count: count)
    let lumaRows = ActiveRows(pair.height, above: Double(Self.contrast))
    let chromaRows = ActiveRows(
      pair.height, above: min(Self.smallChroma.base, Self.largeChroma.base))
    activity = (lumaRows, chromaRows, chromaRows)
    largestLuma = Array(repeating: 0, count: pair.height)
    markedRows = Array(repeating: false, count: pair.height)
  }

  deinit { luma.deallocate() }

  /// Computes the planes. Returns false if the pictures are equal.
  mutating func subtract() -> Bool {
    var first = height
    var last = -1
    for y in 0..<height {
      let left = pair.first.pixels(ofRow: y)
      let right = pair.second.pixels(ofRow: y)
      if areEqual(left, right, width) {
        for plane in [luma, blueChroma, redChroma] {
          (plane + y * width).initialize(repeating: 0, count: width)
        }
        continue
      }
      first = min(first, y)
      last = y
      subtract(left, right, y)
      if let mask = pair.maskRow(y) {
        for x in 0..<width where mask[x] != 0 {
          for plane in [luma, blueChroma, redChroma, marks] { plane[y * width + x] = 0 }
        }
      }
      activity.luma.examine(luma + y * width, width, row: y)
      activity.blueChroma.examine(blueChroma + y * width, width, row: y)
      activity.redChroma.examine(redChroma + y * width, width, row: y)
      var largest: Int16 = 0
      for x in 0..<width { largest = max(largest, magnitude(luma[y * width + x])) }
      largestLuma[y] = largest
    }
    guard last >= 0 else { return false }
    rows = first..<last + 1
    return true
  }

  /// Computes the planes for a row. The weights are those of ITU-R BT.601 in 128ths, scaled to half
  /// levels.
  private mutating func subtract(
    _ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ y: Int
  ) {
    let start = y * width
    if areOpaque(left, right, width) {
      let (luma, blueChroma, redChroma) = (luma + start, blueChroma + start, redChroma + start)
      for x in 0..<width {
        let (one, other) = (UInt32(littleEndian: left[x]), UInt32(littleEndian: right[x]))
        let red = step(one & 255, other & 255)
        let green = step((one &>> 8) & 255, (other &>> 8) & 255)
        let blue = step((one &>> 16) & 255, (other &>> 16) & 255)
        luma[x] = (red &* 38 &+ green &* 75 &+ blue &* 15 &+ 32) &>> 6
        blueChroma[x] = (blue &* 64 &- red &* 21 &- green &* 43 &+ 32) &>> 6
        redChroma[x] = (red &* 64 &- green &* 53 &- blue &* 11 &+ 32) &>> 6
      }
      return
    }
    for x in 0..<width {
      let (one, other) = (channels(left[x]), channels(right[x]))
      // Composites over white. The colors are premultiplied.
      let step = one &+ (255 &- one.w) &- other &- (255 &- other.w)
      luma[start + x] = Int16((step.x * 38 + step.y * 75 + step.z * 15 + 32) >> 6)
      blueChroma[start + x] = Int16((step.z * 64 - step.x * 21 - step.y * 43 + 32) >> 6)
      redChroma[start + x] = Int16((step.x * 64 - step.y * 53 - step.z * 11 + 32) >> 6)
      if abs(one.w - other.w) >= 128 {
        marks[start + x] = 510
        markedRows[y] = true
      }
    }
  }

  /// Returns the absolute value without an overflow check, so that loops can be vectorized.
  @inline(__always)
  func magnitude(_ value: Int16) -> Int16 { max(value, 0 &- value) }

  private func step(_ left: UInt32, _ right: UInt32) -> Int16 {
    Int16(truncatingIfNeeded: left) &- Int16(truncatingIfNeeded: right)
  }

  /// Returns the noise of the luma difference: the mean absolute step between horizontal neighbors.
  /// Blocks that are not near a window over a limit have no noise.
  func noise() -> NoiseGrid {
    var grid = NoiseGrid(width: width, height: height)
    var columns = [Int16](repeating: 0, count: width)
    // Windows extend from the previous block, and their limit is the maximum over neighboring
    // blocks.
    let reach = 4 * NoiseGrid.block
    var needed = [Bool](repeating: false, count: height)
    for starts in activity.luma.starts(within: 0..<height) {
      let first = max(0, starts.lowerBound - reach) / NoiseGrid.block * NoiseGrid.block
      for y in first..<min(height, starts.upperBound + reach) { needed[y] = true }
    }
    for y in 0..<height {
      if needed[y], rows.contains(y) {
        let row = luma + y * width
        columns.withUnsafeMutableBufferPointer { columns in
          for x in 0..<width - 1 { columns[x] &+= magnitude(row[x] &- row[x + 1]) }
        }
      }
      if y % NoiseGrid.block == NoiseGrid.block - 1 || y == height - 1 {
        grid.add(columns, row: y / NoiseGrid.block)
        for x in columns.indices { columns[x] = 0 }
      }
    }
    grid.dilate()
    return grid
  }

  func count(into counts: inout DifferenceCounts) {
    for y in 0..<height where markedRows[y] {
      let row = marks + y * width
      if let mask = pair.maskRow(y) { for x in 0..<width where mask[x] != 0 { row[x] = 0 } }
      guard let left = (0..<width).first(where: { row[$0] != 0 }),
        let right = (left..<width).last(where: { row[$0] != 0 })
      else { continue }
      var pixels: Int32 = 0
      var strongest: Int16 = 0
      for x in left...right {
        pixels &+= row[x] != 0 ? 1 : 0
        strongest = max(strongest, row[x])
      }
      counts.countRun(from: left, through: right, y: y, pixels: Int(pixels))
      counts.strongest = max(counts.strongest, Double(strongest) / 2)
      guard pair.map != nil else { continue }
      for x in left...right where row[x] != 0 {
        pair.note(x: x, y: y, strength: Double(row[x]) / 2)
      }
    }
  }
}
