import Raster

/// The colours that some frames need: what changes from frame to frame, weighted by how much it
/// shows, flat ones apart.
struct FrameColors {
  /// How many times a colour of a wholly smooth place counts more, less one, and the variance of
  /// luma at which that boost is halved; measured with SSIMULACRA 2.
  private static let smoothBoost: Float = 10
  private static let smoothVariance: Float = 8
  /// How much what is shown for a pixel that has scrolled counts beside its true colour.
  private static let shownWeight: Float = 1.8
  /// A run of one colour in a row is drawn, not photographed, where it is at least so long and lies
  /// in a patch of one colour or stands out of what is above and below.
  private static let lineLength = 16
  private static let lineVariance: Float = 100

  private(set) var histogram = ColorHistogram()
  private(set) var distinct: DistinctColors
  /// Pixels of each colour that lie in patches of nothing else or in drawn lines.
  private(set) var flat: [UInt32: Int] = [:]

  /// `limit` is the most colours a table may have.
  init(limit: Int) { distinct = DistinctColors(limit: limit) }

  /// Forgets everything but the memory it lies in.
  mutating func reset() {
    histogram.reset()
    distinct = DistinctColors(limit: distinct.limit)
    flat = [:]
  }

  /// Counts the colours of `frame` inside `rect` that differ from `before`, every `step`-th row.
  mutating func count(
    _ frame: TruthFrame, after before: TruthFrame?, in rect: PixelRect, width: Int,
    stride step: Int = 1
  ) {
    for y in stride(from: rect.y, to: rect.maxY, by: step) {
      var last = TruthFrame.clear
      for pixel in y * width + rect.x..<y * width + rect.maxX {
        let color = frame.pixels[pixel]
        if color == last || color == TruthFrame.clear { continue }
        if let before, before.pixels[pixel] == color { continue }
        last = color
        distinct.insert(color)
      }
      if distinct.overflows { break }
    }
  }

  /// Weighs the pixels of `frame` inside `rect` that differ from the frame before.
  ///
  /// What is shown for pixels that scroll counts too: a palette that keeps their colours lets them
  /// keep theirs.
  mutating func weigh(_ frame: FrameInTime, in rect: PixelRect, masking: MaskingMap) {
    for y in rect.y..<rect.maxY {
      let row = y * frame.width + rect.x..<y * frame.width + rect.maxX
      countLines(frame.truth, row: row, masking: masking)
      var runColor = TruthFrame.clear
      var run = 0
      for pixel in row {
        let color = frame.truth.pixels[pixel]
        if color == TruthFrame.clear || frame.isUnchanged(pixel) { continue }
        if masking.variance[pixel] != 0 {
          let busyness = 1 + masking.variance[pixel] / Self.smoothVariance
          let weight = 1 + Self.smoothBoost / busyness
          histogram.add(color, weight: weight)
          if let shown = frame.forerunner(of: pixel) {
            histogram.add(shown, weight: weight * Self.shownWeight)
          }
        } else if color == runColor {
          run += 1
        } else {
          if run > 0 { flat[runColor, default: 0] += run }
          runColor = color
          run = 1
        }
      }
      if run > 0 { flat[runColor, default: 0] += run }
    }
  }

  /// Counts what is drawn in long runs inside `rect`, changed or not: text that leaves a background
  /// uncovers it in bits too small to tell.
  mutating func countLines(_ frame: TruthFrame, in rect: PixelRect, width: Int) {
    for y in rect.y..<rect.maxY {
      countLines(frame, row: y * width + rect.x..<y * width + rect.maxX, masking: nil)
    }
  }

  private mutating func countLines(_ frame: TruthFrame, row: Range<Int>, masking: MaskingMap?) {
    var start = row.lowerBound
    while start < row.upperBound {
      let color = frame.pixels[start]
      var end = start + 1
      while end < row.upperBound, frame.pixels[end] == color { end += 1 }
      if end - start >= Self.lineLength, color != TruthFrame.clear {
        let variance = masking?.variance[(start + end) / 2] ?? 0
        if variance == 0 || variance >= Self.lineVariance {
          flat[color, default: 0] += end - start
        }
      }
      start = end
    }
  }

  /// As above from every `step`-th row alone, smooth being what equals its neighbours in the row.
  mutating func weighRows(
    _ frame: TruthFrame, after before: TruthFrame?, in rect: PixelRect, width: Int,
    stride step: Int
  ) {
    for y in stride(from: rect.y, to: rect.maxY, by: step) {
      var last = TruthFrame.clear
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
          let edge = Tone(rgb: last).y - Tone(rgb: color).y
          let busyness = 1 + edge * edge / Self.smoothVariance
          histogram.add(last, weight: Float(run * step) * (1 + Self.smoothBoost / busyness))
        }
        run = 0
        last = color
        if color == TruthFrame.clear { continue }
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
  /// To be called once: it adds the other flat colours to the histogram.
  mutating func entries(beside exact: [UInt32]) -> [ColorHistogram.Entry] {
    let known = Set(exact)
    for (color, count) in flat.sorted(by: { $0.key < $1.key }) where !known.contains(color) {
      histogram.add(color, weight: Float(count))
    }
    let tones = exact.map { Tone(rgb: $0) }
    return histogram.entries.filter { entry in
      tones.allSatisfy { $0.squaredDistance(to: entry.tone) >= 1 }
    }
  }
}
