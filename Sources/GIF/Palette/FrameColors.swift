import PortableMath

// Unsafe memory: a histogram owns a plain allocation that is updated for every pixel.

/// The colors required by some frames: a histogram of the pixels that change, weighted by
/// visibility, and separately the flat colors.
struct FrameColors {
  /// The additional weight of a color in a completely smooth area, and the variance of luma at
  /// which it is halved. Tuned with SSIMULACRA 2.
  private static let smoothBoost: Float = 18
  /// The additional weight if rows are weighted without dither, where a larger weight would
  /// increase banding.
  private static let rowSmoothBoost: Float = 10
  private static let smoothVariance: Float = 8
  /// The weight of the color shown for a scrolled pixel, relative to its true color.
  private static let shownWeight: Float = 1.8
  /// The minimum length of a horizontal run of one color that counts as drawn instead of
  /// photographed. It must also be in a flat patch or contrast with the rows above and below.
  private static let lineLength = 16
  /// The row stride of the pixels that are weighted.
  private static let sampleStep = 2
  private static let lineVariance: Float = 100

  private(set) var histogram = ColorHistogram()
  private(set) var distinct: DistinctColors
  /// The number of pixels of each color in flat patches or drawn lines.
  private(set) var flat: [UInt32: Int] = [:]

  init(limit: Int) { distinct = DistinctColors(limit: limit) }

  mutating func reset() {
    histogram.reset()
    distinct = DistinctColors(limit: distinct.limit)
    flat = [:]
  }

  /// Counts the colors that differ from the previous frame, in every `step`-th row.
  mutating func count(_ update: FrameUpdate, step: Int) {
    let pixels = update.source.pixels
    let before = update.before?.pixels
    for row in update.rows(step: step) {
      var last = SourceFrame.clear
      for pixel in row {
        let color = pixels[pixel]
        if color == last || color == SourceFrame.clear || before?[pixel] == color { continue }
        last = color
        distinct.insert(color)
      }
      if distinct.overflows { break }
    }
  }

  /// Adds the weights of the pixels in the written part of `frame` that differ from the previous
  /// frame.
  ///
  /// Also counts the colors shown for scrolled pixels, so that the palette can keep them.
  mutating func weigh(_ frame: FrameContext, variance: LocalVariance) {
    frame.withPixels { pixels in
      variance.values.withUnsafeBufferPointer { variance in
        for row in frame.update.rows() {
          let isSample = row.lowerBound / frame.width % Self.sampleStep == 0
          Self.forEachRun(in: row, of: pixels.source) {
            weigh($0, of: pixels, variance, isSample: isSample)
          }
        }
      }
    }
  }

  /// Adds the weights of a run of one color. All pixels of a drawn line are counted, even unchanged
  /// ones; in other runs only the changed pixels.
  @inline(__always)
  private mutating func weigh(
    _ run: Range<Int>, of frame: FramePixels, _ variance: UnsafeBufferPointer<LocalVariance.Value>,
    isSample: Bool
  ) {
    let color = frame.source[run.lowerBound]
    if color == SourceFrame.clear { return }
    let middle = variance[(run.lowerBound + run.upperBound) / 2].value
    let isLine = Self.isLine(run, variance: middle)
    var flatCount = isLine ? run.count : 0
    for pixel in run where !frame.isUnchanged(pixel) {
      if variance[pixel].value != 0 {
        if !isSample { continue }
        let busyness = 1 + variance[pixel].value / Self.smoothVariance
        let weight = Float(Self.sampleStep) * (1 + Self.smoothBoost / busyness)
        histogram.add(color, weight: weight)
        if let shown = frame.motionCompensatedColor(at: pixel) {
          histogram.add(shown, weight: weight * Self.shownWeight)
        }
      } else if !isLine {
        flatCount += 1
      }
    }
    if flatCount > 0 { flat[color, default: 0] += flatCount }
  }

  /// Counts long runs of drawn colors, changed or not. Moving text uncovers its background in parts
  /// too small to be detected otherwise.
  mutating func countLines(_ update: FrameUpdate) {
    update.source.pixels.withUnsafeBufferPointer { pixels in
      for row in update.rows() {
        Self.forEachRun(in: row, of: pixels) { run in
          let color = pixels[run.lowerBound]
          if color != SourceFrame.clear, Self.isLine(run, variance: 0) {
            flat[color, default: 0] += run.count
          }
        }
      }
    }
  }

  /// Calls `body` with each run of one color.
  @inline(__always)
  private static func forEachRun(
    in row: Range<Int>, of pixels: UnsafeBufferPointer<UInt32>, _ body: (Range<Int>) -> Void
  ) {
    var start = row.lowerBound
    while start < row.upperBound {
      var end = start + 1
      while end < row.upperBound, pixels[end] == pixels[start] { end += 1 }
      body(start..<end)
      start = end
    }
  }

  private static func isLine(_ run: Range<Int>, variance: Float) -> Bool {
    run.count >= lineLength && (variance == 0 || variance >= lineVariance)
  }

  /// Weights every `step`-th row separately, with the runs of one color instead of the local
  /// variance.
  mutating func weighRows(_ update: FrameUpdate, step: Int) {
    let pixels = update.source.pixels
    let before = update.before?.pixels
    for row in update.rows(step: step) {
      var last = SourceFrame.clear
      var run = 0
      for pixel in row {
        let color = pixels[pixel]
        if color == last {
          if run > 0 { run += 1 }
          continue
        }
        if run > 4 {
          flat[last, default: 0] += run * step
        } else if run > 0 {
          let edge = XYBColor(rgb: last).y - XYBColor(rgb: color).y
          let busyness = 1 + edge * edge / Self.smoothVariance
          histogram.add(last, weight: Float(run * step) * (1 + Self.rowSmoothBoost / busyness))
        }
        last = color
        run = color == SourceFrame.clear || before?[pixel] == color ? 0 : 1
      }
      if run > 0 { histogram.add(last, weight: Float(run * step)) }
    }
  }

  /// Returns up to `limit` flat colors that cover at least `minimum` pixels, most
  /// frequent first.
  func frequentFlat(minimum: Int, limit: Int) -> [UInt32] {
    flat.filter { $0.value >= minimum }
      .sorted { ($0.value, $0.key) > ($1.value, $1.key) }
      .prefix(limit).map(\.key)
  }

  /// Returns the colors that a palette must approximate in addition to `exact`.
  ///
  /// May be called only once, because it adds the other flat colors to the histogram.
  mutating func entries(excluding exact: [UInt32]) -> [ColorHistogram.Entry] {
    let known = Set(exact)
    for (color, count) in flat.sorted(by: { $0.key < $1.key }) where !known.contains(color) {
      histogram.add(color, weight: Float(count))
    }
    let xybColors = exact.map { XYBColor(rgb: $0) }
    return histogram.entries.filter { entry in
      xybColors.allSatisfy { $0.squaredDistance(to: entry.color) >= 1 }
    }
  }
}

/// Returns the index of the cell that contains a 0xRRGGBB color. There are 64 x 64 x 64 cells of 4
/// x 4 x 4 colors.
func colorCell(of color: UInt32) -> Int {
  Int((color >> 18) & 63) << 12 | Int((color >> 10) & 63) << 6 | Int((color >> 2) & 63)
}

/// A histogram of weighted colors by cell.
struct ColorHistogram {
  struct Entry {
    var color: XYBColor
    var weight: Float
  }

  private final class Cells {
    /// The sums of weighted red, green and blue. The last lane is the sum of the weights.
    let sums = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 1 << 18)

    init() { sums.initialize(repeating: .zero, count: 1 << 18) }
    deinit { sums.deallocate() }
  }

  /// The cells, or `nil` before the first color. Copies of the histogram share them.
  private var cells: Cells?
  private var used: [Int] = []

  mutating func reset() {
    for cell in used { cells?.sums[cell] = .zero }
    used.removeAll(keepingCapacity: true)
  }

  /// Adds a pixel of a 0xRRGGBB color.
  @inline(__always)
  mutating func add(_ color: UInt32, weight: Float) {
    if cells == nil { cells = Cells() }
    guard let sums = cells?.sums else { return }
    let cell = colorCell(of: color)
    if sums[cell][3] == 0 { used.append(cell) }
    let (red, green, blue) = ((color >> 16) & 255, (color >> 8) & 255, color & 255)
    sums[cell] += weight * SIMD4(Float(red), Float(green), Float(blue), 1)
  }

  /// The mean color of each cell that is not empty.
  var entries: [Entry] {
    guard let cells else { return [] }
    return used.map { cell in
      let weight = cells.sums[cell][3]
      let mean = cells.sums[cell] / SIMD4(repeating: weight)
      return Entry(color: XYBColor(red: mean[0], green: mean[1], blue: mean[2]), weight: weight)
    }
  }
}

/// The distinct colors of a picture, up to a maximum number.
struct DistinctColors {
  private static let slots = 1024
  private static let empty: UInt32 = 0xFFFF_FFFF

  /// The maximum number of colors that are kept, 1...256.
  let limit: Int
  /// The colors in order of their first appearance.
  private(set) var colors: [UInt32] = []
  /// The number of colors found. A value greater than `limit` means that there are more.
  private(set) var count = 0
  private var table = [UInt32](repeating: empty, count: slots)

  init(limit: Int) { self.limit = limit }
  var overflows: Bool { count > limit }

  mutating func insert(_ color: UInt32) {
    guard count <= limit else { return }
    var slot = Int((color &* 0x9E37_79B1) >> 22)
    while table[slot] != Self.empty {
      if table[slot] == color { return }
      slot = (slot + 1) & (Self.slots - 1)
    }
    count += 1
    guard count <= limit else { return }
    table[slot] = color
    colors.append(color)
  }
}
