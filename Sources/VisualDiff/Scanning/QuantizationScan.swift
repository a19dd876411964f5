/// Counts the pixels of two palette-quantised pictures that differ by more than quantisation and
/// dither explain.
///
/// Dither scatters the error of a pixel over its neighbours, so the mean of an area keeps the
/// true colour. A pixel differs when the mean difference of 4 x 4 or 8 x 8 pixels around it exceeds
/// a limit that grows with the noise of the difference there, or when it stands out alone in a
/// flat area. Pictures with a side of less than 8 pixels are compared exactly.
///
/// The limits are measured: seven encodings (three qualities of this project's encoder, three
/// dithers of ffmpeg, ImageMagick) of five clips, each pair of them in frames that are equal. Means
/// of luma over 8 x 8 pixels differ by up to 10.2 levels, over 4 x 4 by 14.6, of chroma by 8.3 and
/// 14.8; less half and once the mean absolute noise, luma differs by up to 5.7 and 8.3. A change of
/// 8 x 8 pixels by 24 levels leaves at least 18.9 in its window, one of 4 x 4 in a smooth place
/// 19.3.
func scanQuantized(_ pair: ScanPair, into counts: inout DifferenceCounts) {
  guard pair.width >= 8, pair.height >= 8 else { return scanExact(pair, into: &counts) }
  var scan = QuantizationScan(pair)
  defer { scan.deallocate() }
  guard scan.subtract() else { return }
  let noise = scan.noise()
  scan.mark(
    scan.luma, small: noise.limits(QuantizationScan.smallLuma, side: 4),
    large: noise.limits(QuantizationScan.largeLuma, side: 8))
  scan.markSinglePixels()
  for plane in [scan.blueChroma, scan.redChroma] {
    scan.mark(
      plane, small: noise.limits(QuantizationScan.smallChroma, side: 4),
      large: noise.limits(QuantizationScan.largeChroma, side: 8))
  }
  scan.count(into: &counts)
}

/// Planes of differences and marks; its maker calls `deallocate`.
private struct QuantizationScan {
  /// Signed differences of one component in half levels, row by row.
  typealias Plane = UnsafeMutablePointer<Int16>

  let pair: ScanPair
  let luma: Plane
  let blueChroma: Plane
  let redChroma: Plane
  /// Scratch: sums over 4 x 4 and 8 x 8 pixels, at the pixel where the window starts.
  private let sums4: Plane
  private let sums8: Plane
  /// Strength in half levels of each pixel that differs, 0 for the others.
  private let marks: Plane
  private let width: Int
  private let height: Int
  /// Rows that differ.
  private var rows = 0..<0

  static let smallLuma = NoiseLimit(base: 10, perNoise: 0.67, most: 18.5)
  static let largeLuma = NoiseLimit(base: 8, perNoise: 0.33, most: 14)
  static let smallChroma = NoiseLimit(base: 22, perNoise: 0, most: 22)
  static let largeChroma = NoiseLimit(base: 13, perNoise: 0, most: 13)
  /// Levels of luma that a single pixel must differ by, besides the ranges around it.
  private static let single = 60
  /// A pixel inside a window over its limit differs itself when the mean around it exceeds this
  /// part of the limit.
  private static let inside = 0.75

  init(_ pair: ScanPair) {
    self.pair = pair
    width = pair.width
    height = pair.height
    func plane(_ pair: ScanPair) -> Plane {
      let plane = Plane.allocate(capacity: pair.width * pair.height)
      plane.initialize(repeating: 0, count: pair.width * pair.height)
      return plane
    }
    luma = plane(pair)
    blueChroma = plane(pair)
    redChroma = plane(pair)
    sums4 = plane(pair)
    sums8 = plane(pair)
    marks = plane(pair)
  }

  func deallocate() {
    for plane in [luma, blueChroma, redChroma, sums4, sums8, marks] { plane.deallocate() }
  }

  /// Fills the planes. False when nothing differs.
  mutating func subtract() -> Bool {
    var first = height
    var last = -1
    for y in 0..<height {
      let left = pair.first.row(y)
      let right = pair.second.row(y)
      if areEqual(left, right, width) { continue }
      first = min(first, y)
      last = y
      subtract(left, right, y)
      if let mask = pair.maskRow(y) {
        for x in 0..<width where mask[x] != 0 {
          for plane in [luma, blueChroma, redChroma, marks] { plane[y * width + x] = 0 }
        }
      }
    }
    guard last >= 0 else { return false }
    rows = first..<last + 1
    return true
  }

  /// Weights of ITU-R BT.601 in 128ths; twice their result is in half levels.
  private func subtract(
    _ left: UnsafePointer<UInt32>, _ right: UnsafePointer<UInt32>, _ y: Int
  ) {
    var opaque = UInt32.max
    for x in 0..<width { opaque &= left[x] & right[x] }
    let start = y * width
    if UInt32(littleEndian: opaque) >> 24 == 255 {
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
      // Over white; the colours are premultiplied.
      let step = one &+ (255 &- one.w) &- other &- (255 &- other.w)
      luma[start + x] = Int16((step.x * 38 + step.y * 75 + step.z * 15 + 32) >> 6)
      blueChroma[start + x] = Int16((step.z * 64 - step.x * 21 - step.y * 43 + 32) >> 6)
      redChroma[start + x] = Int16((step.x * 64 - step.y * 53 - step.z * 11 + 32) >> 6)
      if abs(one.w - other.w) >= 128 { marks[start + x] = 510 }
    }
  }

  /// The absolute value without a trap, so that loops become vectors.
  @inline(__always)
  private func magnitude(_ value: Int16) -> Int16 { max(value, 0 &- value) }

  @inline(__always)
  private func step(_ left: UInt32, _ right: UInt32) -> Int16 {
    Int16(truncatingIfNeeded: left) &- Int16(truncatingIfNeeded: right)
  }

  /// The noise of the luma difference: the mean step between neighbours of a row.
  func noise() -> NoiseGrid {
    var grid = NoiseGrid(width: width, height: height)
    var columns = [Int16](repeating: 0, count: width)
    for y in 0..<height {
      if rows.contains(y) {
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

  /// Marks the pixels of one component that differ.
  func mark(_ plane: Plane, small: WindowLimits, large: WindowLimits) {
    let starts = max(0, rows.lowerBound - 7)..<min(height - 3, rows.upperBound)
    sum(plane, side: 4, into: sums4, starts)
    sum(plane, side: 8, into: sums8, starts.clamped(to: 0..<height - 7))
    mark(sums4, side: 4, small, starts)
    mark(sums8, side: 8, large, starts.clamped(to: 0..<height - 7))
  }

  /// Sums of side x side pixels, for windows that start in some rows.
  private func sum(_ plane: Plane, side: Int, into sums: Plane, _ starts: Range<Int>) {
    withUnsafeTemporaryAllocation(of: Int16.self, capacity: 3 * width) { buffer in
      guard let columns = buffer.baseAddress, let first = starts.first else { return }
      let pairs = columns + width
      let fours = pairs + width
      columns.initialize(repeating: 0, count: 3 * width)
      for y in first..<first + side - 1 {
        let row = plane + y * width
        for x in 0..<width { columns[x] &+= row[x] }
      }
      for y in starts {
        let entering = plane + (y + side - 1) * width
        for x in 0..<width { columns[x] &+= entering[x] }
        let result = sums + y * width
        for x in 0..<width - 1 { pairs[x] = columns[x] &+ columns[x + 1] }
        if side == 4 {
          for x in 0..<width - 3 { result[x] = pairs[x] &+ pairs[x + 2] }
        } else {
          for x in 0..<width - 3 { fours[x] = pairs[x] &+ pairs[x + 2] }
          for x in 0..<width - 7 { result[x] = fours[x] &+ fours[x + 4] }
        }
        let leaving = plane + y * width
        for x in 0..<width { columns[x] &-= leaving[x] }
      }
    }
  }

  /// Marks pixels inside windows over their limit.
  private func mark(_ sums: Plane, side: Int, _ limits: WindowLimits, _ starts: Range<Int>) {
    // The row up to which windows over their limit reach, for each column.
    var reach = [Int32](repeating: 0, count: width)
    var lowest = 0
    guard let first = starts.first else { return }
    for y in first..<min(height, starts.upperBound + side - 1) {
      if starts.contains(y) {
        let row = sums + y * width
        limits.withRow(y) { limit in
          var excess: Int16 = .min
          for x in 0..<width - side + 1 { excess = max(excess, magnitude(row[x]) &- limit[x]) }
          guard excess > 0 else { return }
          lowest = y + side
          for x in 0..<width - side + 1 where magnitude(row[x]) > limit[x] {
            for column in x..<x + side { reach[column] = Int32(lowest) }
          }
        }
      }
      guard y < lowest else { continue }
      limits.withRow(min(y, starts.upperBound - 1)) { limit in
        for x in 0..<width where reach[x] > y {
          let mean = mean(x, y)
          let least = Double(limit[min(x, width - side)]) / Double(side * side)
          if Double(abs(mean)) > least * QuantizationScan.inside {
            marks[y * width + x] = max(marks[y * width + x], max(1, abs(mean)))
          }
        }
      }
    }
  }

  /// The mean around a pixel in half levels, from the two 4 x 4 windows that have it beside their
  /// centres.
  private func mean(_ x: Int, _ y: Int) -> Int16 {
    func sum(_ x: Int, _ y: Int) -> Int {
      Int(sums4[min(max(0, y), height - 4) * width + min(max(0, x), width - 4)])
    }
    return Int16((sum(x - 2, y - 2) + sum(x - 1, y - 1)) / 32)
  }

  /// Marks pixels that stand out alone: both pictures are flat around them.
  func markSinglePixels() {
    for y in rows {
      let row = luma + y * width
      var largest: Int16 = 0
      for x in 0..<width { largest = max(largest, magnitude(row[x])) }
      guard largest >= 2 * QuantizationScan.single else { continue }
      for x in 0..<width where magnitude(row[x]) >= 2 * QuantizationScan.single {
        if standsOut(x, y) { marks[y * width + x] = max(marks[y * width + x], magnitude(row[x])) }
      }
    }
  }

  /// Whether the pixel's difference exceeds the limit and the ranges of luma that the 5 x 5 pixels
  /// around it have in both pictures.
  private func standsOut(_ x: Int, _ y: Int) -> Bool {
    let centre = Int(luma[y * width + x])
    var allowed = 2 * QuantizationScan.single
    var differences = (least: Int.max, most: Int.min)
    for picture in [pair.first, pair.second] {
      var range = (least: Int32.max, most: Int32.min)
      for line in max(0, y - 2)...min(height - 1, y + 2) {
        let row = picture.row(line)
        for column in max(0, x - 2)...min(width - 1, x + 2) where (column, line) != (x, y) {
          let pixel = channels(row[column])
          let value = (pixel.x * 38 + pixel.y * 75 + pixel.z * 15) >> 6
          range = (min(range.least, value), max(range.most, value))
          let difference = Int(luma[line * width + column])
          differences = (min(differences.least, difference), max(differences.most, difference))
        }
      }
      allowed += Int(range.most - range.least)
      if abs(centre) < allowed { return false }
    }
    let around = (differences.least + differences.most) / 2
    return abs(centre - around) >= allowed
  }

  /// Counts the marks.
  func count(into counts: inout DifferenceCounts) {
    for y in max(0, rows.lowerBound - 7)..<min(height, rows.upperBound + 7) {
      let mask = pair.maskRow(y)
      var largest: Int16 = 0
      for x in 0..<width { largest = max(largest, marks[y * width + x]) }
      if largest == 0 { continue }
      for x in 0..<width where marks[y * width + x] != 0 {
        if let mask, mask[x] != 0 { continue }
        let strength = Double(marks[y * width + x]) / 2
        counts.count(x: x, y: y, strength: strength)
        pair.note(x: x, y: y, strength: strength)
      }
    }
  }
}
