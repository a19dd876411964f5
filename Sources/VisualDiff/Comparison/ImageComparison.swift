public import PortableMath
public import Raster

/// A way to compare two pictures: metric and masks.
public struct ImageComparison: Hashable, Sendable {
  /// What decides whether two pixels differ.
  public var metric: ComparisonMetric
  package var masks: [MaskRegion] = []

  /// By default every pixel is compared exactly.
  public init(metric: ComparisonMetric = .exact) { self.metric = metric }

  /// What differs between two pictures shown at `time`. Pictures of different sizes are compared
  /// where both have pixels; what only one has counts as different.
  public func difference(
    _ first: Pixmap, _ second: Pixmap, at time: RationalTime = .zero
  ) -> ImageDifference {
    measure(Side(first), Side(second), at: time, drawsMap: false).difference
  }

  /// What became of each pixel; costs a byte a pixel on top of the comparison.
  package func map(
    _ first: Pixmap, _ second: Pixmap, at time: RationalTime = .zero
  ) -> DifferenceMap {
    measure(Side(first), Side(second), at: time, drawsMap: true).map
  }

  /// One of the two pictures.
  struct Side {
    let size: PixelSize
    let bytes: [UInt8]
    /// The pixmap the bytes are of, when they are multiplied by their alpha.
    var pixmap: Pixmap?

    /// The same with its colours as the file has them, else divided by their alpha: the published
    /// metrics are defined on such pixels.
    var straightened: Side { pixmap.map { Side(size: size, bytes: $0.straight) } ?? self }

    /// Whether premultiplied pixels do not determine all colours.
    var hidesColors: Bool { pixmap?.straightBytes != nil }

    /// The same with straight colours where there is something to see.
    var visible: Side { pixmap.map { Side(size: size, bytes: $0.visibleStraight) } ?? self }
  }

  /// The difference of two pictures, and its map, which is empty unless `drawsMap`.
  func measure(
    _ one: Side, _ other: Side, at time: RationalTime, drawsMap: Bool
  ) -> (difference: ImageDifference, map: DifferenceMap) {
    let (first, second) = seen(one, other)
    let canvas = unionCanvas(first.size, second.size)
    let mask = MaskPlane(masks, at: time, canvas: canvas)
    var counts = DifferenceCounts()
    var map = [UInt8](repeating: DifferenceMap.same, count: drawsMap ? canvas.area : 0)
    if !scanOverlap(first, second, mask: mask, canvas: canvas, into: &counts, map: &map) {
      counts = DifferenceCounts()
      for index in map.indices { map[index] = DifferenceMap.same }
      _ = scanOverlap(
        first.straightened, second.straightened, mask: mask, canvas: canvas, into: &counts,
        map: &map)
    }
    if first.size != second.size {
      counts.countOutside(first.size, second.size, mask: mask, canvas: canvas, map: &map)
    }
    if let mask, drawsMap {
      for index in map.indices where mask.bytes[index] != 0 { map[index] = DifferenceMap.ignored }
    }
    let difference = ImageDifference(
      firstSize: first.size, secondSize: second.size, differentPixels: counts.different,
      antialiasedPixels: counts.antialiased, ignoredPixels: mask?.ignoredCount ?? 0,
      bounds: counts.bounds, strongest: counts.strongest)
    return (difference, DifferenceMap(size: canvas, bytes: map))
  }

  /// Both with the colours of their files, where premultiplied pixels do not determine all of them.
  private func seen(_ one: Side, _ other: Side) -> (Side, Side) {
    guard one.hidesColors || other.hidesColors else { return (one, other) }
    return metric == .exact ? (one.visible, other.visible) : (one.straightened, other.straightened)
  }

  /// Compares what both have. False, with the counts and the map of no use, when the metric needs
  /// straight alpha and the colours may be premultiplied.
  private func scanOverlap(
    _ first: Side, _ second: Side, mask: MaskPlane?, canvas: PixelSize,
    into counts: inout DifferenceCounts, map: inout [UInt8]
  ) -> Bool {
    ScanPair.with(
      first, second, canvas: canvas, mask: mask?.bytes ?? [], map: &map,
      fullStrength: metric.fullStrength
    ) { pair in
      switch metric {
      case .exact:
        scanExact(pair, into: &counts)
        return true
      case .pixelmatch(let options):
        var scan = PixelmatchScan(pair, options)
        return scan.run(into: &counts)
      case .ssimCIE94(let limit): return scanSSIM(pair, largestAllowed: limit, into: &counts)
      case .ciede2000(let limit): return scanCIEDE2000(pair, largestAllowed: limit, into: &counts)
      case .quantized:
        scanQuantized(pair, into: &counts)
        return true
      }
    } ?? true
  }
}

extension ImageComparison.Side {
  init(_ pixmap: Pixmap) { self.init(size: pixmap.size, bytes: pixmap.bytes, pixmap: pixmap) }
}

/// The result of comparing two pictures.
public struct ImageDifference: Hashable, Sendable {
  /// The first picture's size.
  public let firstSize: PixelSize
  /// The second picture's size.
  public let secondSize: PixelSize
  /// Pixels that differ, including those that only one picture has.
  public let differentPixels: Int
  /// Pixels whose difference counts as anti-aliasing.
  public let antialiasedPixels: Int
  /// Pixels that masks leave out.
  public let ignoredPixels: Int
  /// The smallest rectangle around the pixels that differ; nil without any.
  public let bounds: PixelRect?
  /// The strongest difference of a pixel both pictures have, in the metric's own unit; 0 when
  /// none differs.
  public let strongest: Double

  /// The smallest canvas that holds both pictures, top left corners together.
  public var canvas: PixelSize { unionCanvas(firstSize, secondSize) }
  /// Pixels that were compared: the canvas less what masks leave out.
  public var comparedPixels: Int { canvas.area - ignoredPixels }
  /// Different pixels as a part of those compared, 0...1.
  public var differentRatio: Double {
    comparedPixels == 0 ? 0 : Double(differentPixels) / Double(comparedPixels)
  }
  /// Whether the sizes differ; no tolerance allows that.
  public var sizesDiffer: Bool { firstSize != secondSize }
}

func unionCanvas(_ first: PixelSize, _ second: PixelSize) -> PixelSize {
  PixelSize(
    width: max(first.width, second.width), height: max(first.height, second.height)) ?? first
}

/// The largest difference that still passes.
public struct ComparisonTolerance: Hashable, Sendable {
  /// Different pixels a picture or frame may have; nil sets no limit of its own.
  public var differentPixels: Int?
  /// Different pixels as a part of those compared, 0...1; nil sets no limit of its own.
  public var differentRatio: Double?

  /// Without a limit no pixel may differ; where both are given, both must hold.
  public init(differentPixels: Int? = nil, differentRatio: Double? = nil) {
    self.differentPixels = differentPixels
    self.differentRatio = differentRatio
  }

  /// Whether the difference passes; different sizes never do.
  public func allows(_ difference: ImageDifference) -> Bool {
    if difference.sizesDiffer { return false }
    if differentPixels == nil, differentRatio == nil { return difference.differentPixels == 0 }
    if let differentPixels, difference.differentPixels > differentPixels { return false }
    if let differentRatio, difference.differentRatio > differentRatio { return false }
    return true
  }
}
