import PortableMath
import Raster
import TestSupport
import Testing
import VisualDiff

/// Properties of all metrics, tested with random pictures.
@Suite struct MetricPropertyTests {
  private static let metrics: [ComparisonMetric] = [
    .exact, .pixelmatch(PixelmatchOptions()),
    .pixelmatch(PixelmatchOptions(threshold: 0.02, includesAntialiasing: true)),
    .ssimCIE94(largestAllowed: 1), .ciede2000(largestAllowed: 1), .quantized,
  ]

  /// Returns a picture of blocks and noise and a copy with a few changes. Opaque, or partly
  /// translucent.
  private func pair(_ seed: Int, isOpaque: Bool = false) -> (first: Pixmap, second: Pixmap) {
    var random = SeededRandom(seed)
    let (width, height) = (random.number(in: 1...26), random.number(in: 1...26))
    let size = PixelSize(width: width, height: height) ?? Pixmap.onePixel
    let alphas: [UInt8] = isOpaque || random.holds(percent: 50) ? [255] : [255, 255, 128, 0]
    let colors = (0..<6).map { _ -> [UInt8] in
      let alpha = Int(alphas[random.number(below: alphas.count)])
      return (0..<3).map { _ in UInt8(random.number(in: 0...alpha)) } + [UInt8(alpha)]
    }
    let cell = random.number(in: 1...6)
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += colors[(x / cell * 7 + y / cell * 3 + random.number(below: 9) / 8) % colors.count]
      }
    }
    var changed = bytes
    for _ in 0..<random.number(in: 0...12) {
      let place = random.number(below: size.area) * 4
      changed.replaceSubrange(place..<place + 4, with: colors[random.number(below: colors.count)])
    }
    let first = Pixmap(size: size, bytes: bytes) ?? Pixmap(size: size)
    return (first, Pixmap(size: size, bytes: changed) ?? first)
  }

  private func mirrored(_ picture: Pixmap) -> Pixmap {
    var bytes: [UInt8] = []
    for y in 0..<picture.height {
      for x in (0..<picture.width).reversed() {
        let place = (y * picture.width + x) * 4
        bytes += picture.bytes[place..<place + 4]
      }
    }
    return Pixmap(size: picture.size, bytes: bytes) ?? picture
  }

  @Test(arguments: metrics, 0..<30) func comparisonIsSymmetric(
    metric: ComparisonMetric, seed: Int
  ) {
    let (first, second) = pair(seed)
    let comparison = ImageComparison(metric: metric)
    let (there, back) = (comparison.difference(first, second), comparison.difference(second, first))
    let name: Comment = "\(metric.name), seed \(seed)"
    #expect(there.differentPixels == back.differentPixels, name)
    #expect(there.antialiasedPixels == back.antialiasedPixels, name)
    #expect(there.bounds == back.bounds, name)
    // CIE94 depends on the chroma of the first color only.
    if metric.name != ComparisonMetric.ssimCIE94(largestAllowed: 1).name {
      #expect(abs(there.strongest - back.strongest) < 1e-9, name)
    }
    #expect(comparison.difference(first, first).differentPixels == 0, name)
  }

  /// Tests metrics that do not depend on positions. pixelmatch does: among equal neighbors it uses
  /// the first.
  @Test(
    arguments: [
      ComparisonMetric.exact, .ciede2000(largestAllowed: 1), .ssimCIE94(largestAllowed: 1),
    ], 0..<30)
  func mirroredPicturesHaveMirroredDifferences(metric: ComparisonMetric, seed: Int) {
    let (first, second) = pair(seed, isOpaque: true)
    let comparison = ImageComparison(metric: metric)
    let plain = comparison.difference(first, second)
    let other = comparison.difference(mirrored(first), mirrored(second))
    let name: Comment = "\(metric.name), seed \(seed)"
    #expect(plain.differentPixels == other.differentPixels, name)
    #expect(
      plain.bounds.map {
        PixelRect(x: first.width - $0.maxX, y: $0.y, width: $0.width, height: $0.height)
      } == other.bounds, name)
  }

  @Test(arguments: metrics, 0..<20) func mapMarksCountedPixels(
    metric: ComparisonMetric, seed: Int
  ) {
    let (first, second) = pair(seed)
    let comparison = ImageComparison(metric: metric)
    let map = comparison.map(first, second)
    let marked = map.bytes.indices.filter { map.bytes[$0] >= DifferenceMap.faintest }
    let difference = comparison.difference(first, second)
    #expect(marked.count == difference.differentPixels, "\(metric.name), seed \(seed)")
    guard let bounds = difference.bounds else { return }
    let columns = marked.map { $0 % first.width }
    let rows = marked.map { $0 / first.width }
    #expect(columns.min() == bounds.x && columns.max() == bounds.maxX - 1)
    #expect(rows.min() == bounds.y && rows.max() == bounds.maxY - 1)
  }

  /// Tests metrics that compare single pixels: masking a pixel is equivalent to making it equal.
  @Test(arguments: [ComparisonMetric.exact, .ciede2000(largestAllowed: 1)], 0..<30)
  func maskedPixelsCountAsEqual(metric: ComparisonMetric, seed: Int) {
    let (first, second) = pair(seed)
    var random = SeededRandom(seed)
    let rect = PixelRect(
      x: random.number(in: -3...first.width), y: random.number(in: -3...first.height),
      width: random.number(in: 1...9), height: random.number(in: 1...9))
    var bytes = second.bytes
    let inside = rect.intersection(first.size.bounds)
    for y in inside.y..<inside.maxY {
      for place in (y * first.width + inside.x) * 4..<(y * first.width + inside.maxX) * 4 {
        bytes[place] = first.bytes[place]
      }
    }
    let same = Pixmap(size: first.size, bytes: bytes) ?? second
    let masked = ImageComparison(metric: metric, masks: [MaskRegion(.rect(rect))])
      .difference(first, second)
    let plain = ImageComparison(metric: metric).difference(first, same)
    #expect(masked.differentPixels == plain.differentPixels, "\(metric.name), seed \(seed)")
    #expect(masked.bounds == plain.bounds, "\(metric.name), seed \(seed)")
    #expect(masked.ignoredPixels == max(0, inside.width) * max(0, inside.height))
    #expect(masked.comparedPixels == first.size.area - masked.ignoredPixels)
  }

  @Test(arguments: metrics) func fullyMaskedPicturesAreEqual(metric: ComparisonMetric) {
    let comparison = ImageComparison(metric: metric, masks: [MaskRegion(.everywhere)])
    let difference = comparison.difference(flat(9, 9, .white), flat(9, 9, .black))
    #expect(difference.differentPixels == 0 && difference.comparedPixels == 0)
    #expect(difference.differentRatio == 0)
  }

  /// A mask with an interval applies depending on the time of the pictures.
  @Test(
    arguments: [
      (nil, nil, true), (10, nil, true), (11, nil, false), (nil, 10, false),
      (nil, 11, true), (5, 10, false), (10, 11, true),
    ] as [(Int?, Int?, Bool)])
  func maskAppliesDuringItsInterval(from: Int?, until: Int?, isInForce: Bool) {
    let mask = MaskRegion(.everywhere, from: from.map(hundredths), until: until.map(hundredths))
    let comparison = ImageComparison(masks: [mask])
    let difference = comparison.difference(
      flat(4, 4, .white), flat(4, 4, .black), at: hundredths(10))
    #expect((difference.differentPixels == 0) == isInForce)
  }

  /// Pixels that only one picture has are different. The common area is compared as usual.
  @Test(arguments: metrics, 0..<10) func pixelsOfOnePictureAreDifferent(
    metric: ComparisonMetric, seed: Int
  ) {
    let (first, _) = pair(seed, isOpaque: true)
    let larger = Pixmap(
      size: PixelSize(width: first.width + 3, height: first.height + 2) ?? first.size, fill: .white)
    var framed = larger
    framed = framed.painted(first.size.bounds, .white)
    var bytes = framed.bytes
    for y in 0..<first.height {
      let row = y * first.width * 4
      let start = y * larger.width * 4
      bytes.replaceSubrange(
        start..<start + first.width * 4, with: first.bytes[row..<row + first.width * 4])
    }
    let whole = Pixmap(size: larger.size, bytes: bytes) ?? larger
    let difference = ImageComparison(metric: metric).difference(first, whole)
    #expect(
      difference.differentPixels == larger.size.area - first.size.area,
      "\(metric.name), seed \(seed)")
    #expect(difference.sizesDiffer && difference.canvas == larger.size)
  }

  @Test(
    arguments: [
      ("exact", nil, ComparisonMetric.exact), ("exact", 0, nil), ("quantized", nil, .quantized),
      ("quantized", 1, nil), ("pixelmatch-7.2", nil, .pixelmatch(PixelmatchOptions())),
      ("pixelmatch-7.2", 0.5, .pixelmatch(PixelmatchOptions(threshold: 0.5))),
      ("pixelmatch-7.2", 1.1, nil), ("pixelmatch-7.2", -0.1, nil), ("pixelmatch", nil, nil),
      ("ciede2000", nil, .ciede2000(largestAllowed: 1)),
      ("ciede2000", 7, .ciede2000(largestAllowed: 7)),
      ("ciede2000", .infinity, nil), ("ssim-cie94", 2.5, .ssimCIE94(largestAllowed: 2.5)),
      ("ssim-cie94", .nan, nil), ("", nil, nil),
    ] as [(String, Double?, ComparisonMetric?)])
  func metricNameContainsThreshold(name: String, threshold: Double?, metric: ComparisonMetric?) {
    #expect(ComparisonMetric(name: name, threshold: threshold) == metric)
    if let metric {
      #expect(metric.name == name && ComparisonMetric.names.contains(name))
    }
  }

  @Test(
    arguments: [
      (nil, nil, 0, true), (nil, nil, 1, false), (5, nil, 5, true), (5, nil, 6, false),
      (nil, 0.1, 10, true), (nil, 0.1, 11, false), (5, 0.1, 6, false), (50, 0.1, 11, false),
      (0, nil, 0, true), (nil, 1, 100, true),
    ] as [(Int?, Double?, Int, Bool)])
  func toleranceLimitsDifferentPixels(pixels: Int?, ratio: Double?, different: Int, isAllowed: Bool)
  {
    let white = flat(10, 10, .white)
    var other = white
    for place in 0..<different {
      other = other.painted(PixelRect(x: place % 10, y: place / 10, width: 1, height: 1), .black)
    }
    let tolerance = ComparisonTolerance(differentPixels: pixels, differentRatio: ratio)
    #expect(tolerance.allows(ImageComparison().difference(white, other)) == isAllowed)
  }
}
