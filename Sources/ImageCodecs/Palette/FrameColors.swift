import Raster

/// The colours that some frames need: what changes from frame to frame, weighted by how much it
/// shows, flat ones apart.
struct FrameColors {
  private(set) var histogram = ColorHistogram()
  private(set) var distinct: DistinctColors
  /// Pixels of each colour that lie in patches of nothing else.
  private(set) var flat: [UInt32: Int] = [:]

  /// `limit` is the most colours a table may have.
  init(limit: Int) { distinct = DistinctColors(limit: limit) }

  /// Adds the pixels of `frame` inside `rect` that differ from `before`, every `stride`-th row.
  mutating func add(
    _ frame: TruthFrame, after before: TruthFrame?, in rect: PixelRect, width: Int,
    masking: MaskingMap, stride step: Int = 1
  ) {
    for y in stride(from: rect.y, to: rect.maxY, by: step) {
      var runColor = TruthFrame.clear
      var run = 0
      for pixel in y * width + rect.x..<y * width + rect.maxX {
        let color = frame.pixels[pixel]
        if color == TruthFrame.clear { continue }
        if let before, before.pixels[pixel] == color { continue }
        if masking.variance[pixel] != 0 {
          distinct.insert(color)
          histogram.add(color, weight: 1)
        } else if color == runColor {
          run += 1
        } else {
          if run > 0 { addFlat(runColor, run) }
          runColor = color
          run = 1
        }
      }
      if run > 0 { addFlat(runColor, run) }
    }
  }

  private mutating func addFlat(_ color: UInt32, _ count: Int) {
    distinct.insert(color)
    flat[color, default: 0] += count
  }

  /// The flat colours that cover at least `least` pixels, most frequent first.
  func frequentFlat(least: Int, most: Int) -> [UInt32] {
    flat.filter { $0.value >= least }
      .sorted { ($0.value, $0.key) > ($1.value, $1.key) }
      .prefix(most).map(\.key)
  }

  /// What a palette has to approximate; flat colours of `exact` are left out.
  func entries(without exact: [UInt32]) -> [ColorHistogram.Entry] {
    var histogram = self.histogram
    let exact = Set(exact)
    for (color, count) in flat.sorted(by: { $0.key < $1.key }) where !exact.contains(color) {
      histogram.add(color, weight: Float(count))
    }
    return histogram.entries
  }
}
