/// Counts the same pixels as Playwright's comparator "ssim-cie94". A pixel differs if its CIE94
/// difference exceeds the limit, unless the surrounding 31 x 31 pixels are structurally similar
/// (mean SSIM of the channels at least 0.99, Wang et al. 2004) and neither picture is flat in the
/// surrounding 3 x 3 pixels. Returns false without counting if relevant colors may be
/// premultiplied.
func scanSSIM(_ pair: ScanPair, largestAllowed: Double, into counts: inout DifferenceCounts) -> Bool
{
  var windows: SSIMWindow?
  return pair.forEachDifferentColor(straight: \.differing.isEmpty) { x, y, first, second in
    let difference = cie94(first, second)
    guard difference > largestAllowed else { return }
    if !isFlat(pair, pair.first, x, y), !isFlat(pair, pair.second, x, y) {
      if windows == nil { windows = SSIMWindow(pair: pair) }
      windows?.advance(to: y)
      if windows?.similarity(around: x) ?? 0 >= 0.99 {
        counts.antialiased += 1
        pair.noteAntialiased(x: x, y: y)
        return
      }
    }
    pair.count(x: x, y: y, strength: difference, into: &counts)
  }
}

/// Returns true if the surrounding 3 x 3 pixels have one color. Includes the padding around the
/// picture.
private func isFlat(_ pair: ScanPair, _ picture: PixelRows, _ x: Int, _ y: Int) -> Bool {
  let center = pair.padded(picture, x, y)
  for line in y - 1...y + 1 {
    for column in x - 1...x + 1 where pair.padded(picture, column, line) != center { return false }
  }
  return true
}

extension ScanPair {
  /// Returns a pixel over white. The padding around the picture is a checkerboard of magenta and
  /// green.
  @inline(__always)
  func padded(_ picture: PixelRows, _ x: Int, _ y: Int) -> SIMD4<UInt8> {
    if x >= 0, y >= 0, x < width, y < height { return overWhite(picture.pixels(ofRow: y)[x]) }
    return (x + y) & 1 == 0 ? SIMD4(255, 0, 255, 255) : SIMD4(0, 255, 0, 255)
  }
}

/// Counts the pixels whose colors over white differ by more than the limit. Returns false without
/// counting if relevant colors may be premultiplied.
func scanCIEDE2000(_ pair: ScanPair, largestAllowed: Double, into counts: inout DifferenceCounts)
  -> Bool
{
  pair.forEachDifferentColor(straight: \.isOpaque) { x, y, first, second in
    let difference = ciede2000(first, second)
    guard difference > largestAllowed else { return }
    pair.count(x: x, y: y, strength: difference, into: &counts)
  }
}

extension ScanPair {
  /// Calls `visit` for each unmasked pixel whose colors over white differ, in row-major order.
  /// Returns false without visiting any if the colors may be premultiplied and `straight` is false
  /// for the changed rows.
  fileprivate func forEachDifferentColor(
    straight: (ChangedRows) -> Bool,
    _ visit: (_ x: Int, _ y: Int, _ first: LabColor, _ second: LabColor) -> Void
  ) -> Bool {
    var changed = ChangedRows(self)
    changed.compare(0..<height)
    guard !mayBePremultiplied || straight(changed) else { return false }
    for y in changed.differing {
      let left = first.pixels(ofRow: y)
      let right = second.pixels(ofRow: y)
      let mask = maskRow(y)
      for x in 0..<width where left[x] != right[x] {
        if let mask, mask[x] != 0 { continue }
        let colors = (overWhite(left[x]), overWhite(right[x]))
        if colors.0 != colors.1 { visit(x, y, LabColor(colors.0), LabColor(colors.1)) }
      }
    }
    return true
  }
}

extension LabColor {
  init(_ pixel: SIMD4<UInt8>) { self.init(red: pixel.x, green: pixel.y, blue: pixel.z) }
}

/// Returns a pixel over white. Channels are truncated to bytes like in the typed arrays of
/// JavaScript.
@inline(__always)
func overWhite(_ pixel: UInt32) -> SIMD4<UInt8> {
  let channels = channels(pixel)
  if channels.w == 255 { return SIMD4(truncatingIfNeeded: channels) }
  let alpha = Double(channels.w) / 255
  func blended(_ channel: Int32) -> UInt8 { UInt8(255 + Double(channel - 255) * alpha) }
  return SIMD4(blended(channels.x), blended(channels.y), blended(channels.z), 255)
}

/// The SSIM sums over the window around a row. They are kept by column, so memory grows only with
/// the width.
struct SSIMWindow {
  /// The number of pixels on each side of the center.
  static let radius = 15
  private let pair: ScanPair
  /// The sums of each column: first, second, their squares and their product.
  private var columns: [Sums]
  /// The prefix sums of `columns`.
  private var running: [Sums]
  private var row: Int?

  /// The sums for all channels. They are integers far below 2^53 and therefore exact.
  private struct Sums {
    var first = SIMD4<Double>.zero
    var second = SIMD4<Double>.zero
    var firstSquares = SIMD4<Double>.zero
    var secondSquares = SIMD4<Double>.zero
    var products = SIMD4<Double>.zero

    init() {}

    init(_ left: SIMD4<UInt8>, _ right: SIMD4<UInt8>) {
      first = SIMD4(left)
      second = SIMD4(right)
      firstSquares = first * first
      secondSquares = second * second
      products = first * second
    }

    mutating func add(_ other: Sums, times weight: Double) {
      first += other.first * weight
      second += other.second * weight
      firstSquares += other.firstSquares * weight
      secondSquares += other.secondSquares * weight
      products += other.products * weight
    }
  }

  init(pair: ScanPair) {
    self.pair = pair
    let padded = pair.width + 2 * SSIMWindow.radius
    columns = Array(repeating: Sums(), count: padded)
    running = Array(repeating: Sums(), count: padded + 1)
  }

  /// Moves the center to row `y`. Rows must be passed from top to bottom.
  mutating func advance(to y: Int) {
    if row == y { return }
    let radius = SSIMWindow.radius
    if let row, y - row <= radius {
      for line in row..<y {
        add(line - radius, times: -1)
        add(line + radius + 1, times: 1)
      }
    } else {
      columns = Array(repeating: Sums(), count: columns.count)
      for line in y - radius...y + radius { add(line, times: 1) }
    }
    row = y
    for index in columns.indices {
      var sum = running[index]
      sum.add(columns[index], times: 1)
      running[index + 1] = sum
    }
  }

  private mutating func add(_ line: Int, times weight: Double) {
    for index in columns.indices {
      let x = index - SSIMWindow.radius
      let sums = Sums(pair.padded(pair.first, x, line), pair.padded(pair.second, x, line))
      columns[index].add(sums, times: weight)
    }
  }

  /// Returns the mean SSIM of the three channels in the window around column `x` of the current
  /// row.
  func similarity(around x: Int) -> Double {
    let side = 2 * SSIMWindow.radius + 1
    var sums = running[x + side]
    sums.add(running[x], times: -1)
    let count = Double(side * side)
    let firstMean = sums.first / count
    let secondMean = sums.second / count
    let firstVariance = (sums.firstSquares - sums.first * sums.first / count) / count
    let secondVariance = (sums.secondSquares - sums.second * sums.second / count) / count
    let covariance = (sums.products - sums.first * sums.second / count) / count
    let steadyMean = SIMD4<Double>(repeating: (0.01 * 255) * (0.01 * 255))
    let steadyVariance = SIMD4<Double>(repeating: (0.03 * 255) * (0.03 * 255))
    let meanProduct = firstMean * secondMean * 2 + steadyMean
    let meanSquares = firstMean * firstMean + secondMean * secondMean + steadyMean
    let structure = covariance * 2 + steadyVariance
    let spread = firstVariance + secondVariance + steadyVariance
    let similarity = meanProduct * structure / meanSquares / spread
    return (similarity.x + similarity.y + similarity.z) / 3
  }
}
