import PortableMath

/// The colours that some frames need: a histogram of what changes from frame to frame, weighted by
/// visibility, and the flat colours apart.
struct FrameColors {
  /// How many times a colour of a wholly smooth place counts more, less one, and the variance of
  /// luma at which that boost is halved; measured with SSIMULACRA 2.
  private static let smoothBoost: Float = 18
  /// The same where rows are weighed alone: without dither more makes bands.
  private static let rowSmoothBoost: Float = 10
  private static let smoothVariance: Float = 8
  /// The weight of the colour shown for a pixel that has scrolled, beside its true colour.
  private static let shownWeight: Float = 1.8
  /// A run of one colour in a row counts as drawn, not photographed, if it is at least so long and
  /// lies in a patch of one colour or contrasts with what is above and below.
  private static let lineLength = 16
  /// Of so many rows one is weighed.
  private static let sampleStep = 2
  private static let lineVariance: Float = 100

  private(set) var histogram = ColorHistogram()
  private(set) var distinct: DistinctColors
  /// Pixels of each colour that lie in patches of nothing else or in drawn lines.
  private(set) var flat: [UInt32: Int] = [:]

  init(limit: Int) { distinct = DistinctColors(limit: limit) }

  mutating func reset() {
    histogram.reset()
    distinct = DistinctColors(limit: distinct.limit)
    flat = [:]
  }

  /// Counts the colours of `frame` inside `rect` that differ from `before`, every `step`-th row.
  mutating func count(
    _ frame: SourceFrame, after before: SourceFrame?, in rect: PixelRect, width: Int,
    stride step: Int = 1
  ) {
    for y in stride(from: rect.y, to: rect.maxY, by: step) {
      var last = SourceFrame.clear
      for pixel in y * width + rect.x..<y * width + rect.maxX {
        let color = frame.pixels[pixel]
        if color == last || color == SourceFrame.clear { continue }
        if let before, before.pixels[pixel] == color { continue }
        last = color
        distinct.insert(color)
      }
      if distinct.overflows { break }
    }
  }

  /// Weighs the pixels that are written of `frame` and differ from the frame before.
  ///
  /// What is shown for pixels that scroll counts too: a palette that keeps their colours lets them
  /// keep theirs.
  mutating func weigh(_ frame: FrameContext, variance: LocalVariance) {
    let (rect, width) = (frame.place.rect, frame.width)
    var flat = [UInt32: Int]()
    swap(&flat, &self.flat)
    frame.withPixels { frame in
      variance.values.withUnsafeBufferPointer { variance in
        histogram.withCells { cells in
          for y in rect.y..<rect.maxY {
            let row = y * width + rect.x..<y * width + rect.maxX
            var start = row.lowerBound
            while start < row.upperBound {
              var end = start + 1
              while end < row.upperBound, frame.source[end] == frame.source[start] { end += 1 }
              Self.weigh(
                start..<end, of: frame, variance: variance, &cells, &flat,
                isSample: y % Self.sampleStep == 0)
              start = end
            }
          }
        }
      }
    }
    self.flat = flat
  }

  /// Weighs a run of one colour: a drawn line as a unit, whether it changed or not; of any other run
  /// the pixels that changed.
  @inline(__always)
  private static func weigh(
    _ run: Range<Int>, of frame: FramePixels, variance: UnsafeBufferPointer<LocalVariance.Value>,
    _ cells: inout ColorHistogram.Cells, _ flat: inout [UInt32: Int], isSample: Bool
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
        cells.add(color, weight: weight)
        if let shown = frame.motionCompensatedColor(at: pixel) {
          cells.add(shown, weight: weight * Self.shownWeight)
        }
      } else if !isLine {
        flatCount += 1
      }
    }
    if flatCount > 0 { flat[color, default: 0] += flatCount }
  }

  /// Counts what is drawn in long runs inside `rect`, changed or not: text that leaves a background
  /// uncovers it in bits too small to see.
  mutating func countLines(_ frame: SourceFrame, in rect: PixelRect, width: Int) {
    for y in rect.y..<rect.maxY {
      let row = y * width + rect.x..<y * width + rect.maxX
      var start = row.lowerBound
      while start < row.upperBound {
        let run = Self.run(frame, from: start, in: row)
        let color = frame.pixels[start]
        if color != SourceFrame.clear, Self.isLine(run, variance: 0) {
          flat[color, default: 0] += run.count
        }
        start = run.upperBound
      }
    }
  }

  /// The pixels of one colour from `start` on.
  private static func run(_ frame: SourceFrame, from start: Int, in row: Range<Int>) -> Range<Int> {
    var end = start + 1
    while end < row.upperBound, frame.pixels[end] == frame.pixels[start] { end += 1 }
    return start..<end
  }

  /// Whether a run is long, and flat or in contrast with what is above and below.
  private static func isLine(_ run: Range<Int>, variance: Float) -> Bool {
    run.count >= lineLength && (variance == 0 || variance >= lineVariance)
  }

  /// Weighs every `step`-th row alone, by runs of one colour in the row instead of local variance.
  mutating func weighRows(
    _ frame: SourceFrame, after before: SourceFrame?, in rect: PixelRect, width: Int,
    stride step: Int
  ) {
    for y in stride(from: rect.y, to: rect.maxY, by: step) {
      var last = SourceFrame.clear
      var run = 0
      for pixel in y * width + rect.x..<y * width + rect.maxX {
        let color = frame.pixels[pixel]
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
        run = 0
        last = color
        if color == SourceFrame.clear { continue }
        if let before, before.pixels[pixel] == color { continue }
        run = 1
      }
      if run > 0 { histogram.add(last, weight: Float(run * step)) }
    }
  }

  /// The flat colours that cover at least `least` pixels, most frequent first.
  func frequentFlat(least: Int, most: Int) -> [UInt32] {
    flat.filter { $0.value >= least }
      .sorted { ($0.value, $0.key) > ($1.value, $1.key) }
      .prefix(most).map(\.key)
  }

  /// What a palette has to approximate beside the colours of `exact`.
  ///
  /// Called once: it adds the other flat colours to the histogram.
  mutating func entries(beside exact: [UInt32]) -> [ColorHistogram.Entry] {
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

/// A histogram of weighted colours in cells of 4 x 4 x 4 values.
struct ColorHistogram {
  struct Entry {
    var color: XYBColor
    var weight: Float
  }

  fileprivate struct Cell {
    var weight: Float = 0
    var red: Float = 0
    var green: Float = 0
    var blue: Float = 0
  }

  private var cells: [Cell] = []
  private var used: [Int32] = []

  mutating func reset() {
    for key in used { cells[Int(key)] = Cell() }
    used.removeAll(keepingCapacity: true)
  }

  /// Adds a pixel of 0xRRGGBB.
  mutating func add(_ color: UInt32, weight: Float) { withCells { $0.add(color, weight: weight) } }

  /// The histogram while many pixels are added to it.
  struct Cells {
    fileprivate let cells: UnsafeMutableBufferPointer<Cell>
    fileprivate var used: [Int32]

    /// Adds a pixel of 0xRRGGBB.
    @inline(__always)
    mutating func add(_ color: UInt32, weight: Float) {
      let key =
        Int((color >> 18) & 63) << 12 | Int((color >> 10) & 63) << 6 | Int((color >> 2) & 63)
      if cells[key].weight == 0 { used.append(Int32(truncatingIfNeeded: key)) }
      cells[key].weight += weight
      cells[key].red += weight * Float((color >> 16) & 255)
      cells[key].green += weight * Float((color >> 8) & 255)
      cells[key].blue += weight * Float(color & 255)
    }
  }

  /// Calls `body` with the cells as plain memory.
  mutating func withCells(_ body: (inout Cells) -> Void) {
    if cells.isEmpty { cells = [Cell](repeating: Cell(), count: 1 << 18) }
    var known: [Int32] = []
    swap(&known, &used)
    cells.withUnsafeMutableBufferPointer { buffer in
      var open = Cells(cells: buffer, used: known)
      known = []
      body(&open)
      known = open.used
    }
    used = known
  }

  /// The mean of each cell that holds anything.
  var entries: [Entry] {
    used.map { key in
      let cell = cells[Int(key)]
      let red = cell.red / cell.weight
      let green = cell.green / cell.weight
      let blue = cell.blue / cell.weight
      return Entry(color: XYBColor(red: red, green: green, blue: blue), weight: cell.weight)
    }
  }
}
