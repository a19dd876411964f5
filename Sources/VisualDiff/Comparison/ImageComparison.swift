public import PortableMath
public import Raster

/// The options of a comparison of two pictures: metric and masks.
public struct ImageComparison: Hashable, Sendable {
  /// The metric that decides whether two pixels differ.
  public var metric: ComparisonMetric
  package var masks: [MaskRegion] = []

  /// Creates options. The default metric compares pixels exactly.
  public init(metric: ComparisonMetric = .exact) { self.metric = metric }

  /// Returns the difference between two pictures shown at `time`. If their sizes differ, the common
  /// area is compared, and all other pixels count as different.
  public func difference(
    _ first: Pixmap, _ second: Pixmap, at time: RationalTime = .zero
  ) -> ImageDifference {
    measure(Side(first), Side(second), at: time, drawsMap: false).difference
  }

  /// Returns the state of each pixel. Uses one more byte of memory per pixel than the comparison
  /// alone.
  package func map(
    _ first: Pixmap, _ second: Pixmap, at time: RationalTime = .zero
  ) -> DifferenceMap {
    measure(Side(first), Side(second), at: time, drawsMap: true).map
  }

  /// One of the two pictures.
  struct Side {
    let size: PixelSize
    let bytes: [UInt8]
    /// The pixmap of the bytes if they are premultiplied, else `nil`.
    var pixmap: Pixmap?

    /// The picture with straight alpha, for which the published metrics are defined: the file's
    /// colors, or else the colors divided by alpha.
    var straightened: Side { pixmap.map { Side(size: size, bytes: $0.straight) } ?? self }

    /// True if the straight colors cannot be derived from the premultiplied ones.
    var hidesColors: Bool { pixmap?.straightBytes != nil }

    /// The picture with straight colors in all pixels that are not fully transparent.
    var visible: Side { pixmap.map { Side(size: size, bytes: $0.visibleStraight) } ?? self }
  }

  /// Returns the difference of two pictures and its map, which is empty unless `drawsMap` is true.
  func measure(
    _ one: Side, _ other: Side, at time: RationalTime, drawsMap: Bool
  ) -> (difference: ImageDifference, map: DifferenceMap) {
    let (first, second) = withOriginalColors(one, other)
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

  /// Returns both pictures, with the colors of their files if these cannot be derived from
  /// premultiplied pixels.
  private func withOriginalColors(_ one: Side, _ other: Side) -> (Side, Side) {
    guard one.hidesColors || other.hidesColors else { return (one, other) }
    return metric == .exact ? (one.visible, other.visible) : (one.straightened, other.straightened)
  }

  /// Compares the common area. Returns false, with invalid counts and map, if the metric needs
  /// straight alpha and the colors may be premultiplied.
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

/// The result of a comparison of two pictures.
public struct ImageDifference: Hashable, Sendable {
  /// The size of the first picture.
  public let firstSize: PixelSize
  /// The size of the second picture.
  public let secondSize: PixelSize
  /// The number of differing pixels, including those that only one picture has.
  public let differentPixels: Int
  /// The number of pixels whose difference is attributed to anti-aliasing.
  public let antialiasedPixels: Int
  /// The number of masked pixels.
  public let ignoredPixels: Int
  /// The bounding box of the differing pixels, or `nil` if there are none.
  public let bounds: PixelRect?
  /// The largest difference of a pixel in the common area, in the metric's unit. 0 if there are no
  /// differences.
  public let strongest: Double

  /// The smallest canvas that contains both pictures, aligned at their top left corners.
  public var canvas: PixelSize { unionCanvas(firstSize, secondSize) }
  /// The number of compared pixels: the canvas without masked pixels.
  public var comparedPixels: Int { canvas.area - ignoredPixels }
  /// The fraction of compared pixels that differ, 0...1.
  public var differentRatio: Double {
    comparedPixels == 0 ? 0 : Double(differentPixels) / Double(comparedPixels)
  }
  /// True if the sizes differ, which no tolerance allows.
  public var sizesDiffer: Bool { firstSize != secondSize }
}

func unionCanvas(_ first: PixelSize, _ second: PixelSize) -> PixelSize {
  PixelSize(
    width: max(first.width, second.width), height: max(first.height, second.height)) ?? first
}

/// The maximum allowed difference.
public struct ComparisonTolerance: Hashable, Sendable {
  /// The maximum number of differing pixels in a picture or frame, or `nil` for no such limit.
  public var differentPixels: Int?
  /// The maximum fraction of compared pixels that differ, 0...1, or `nil` for no such limit.
  public var differentRatio: Double?

  /// Creates a tolerance. Without limits no pixel may differ. If both limits are given, both apply.
  public init(differentPixels: Int? = nil, differentRatio: Double? = nil) {
    self.differentPixels = differentPixels
    self.differentRatio = differentRatio
  }

  /// Returns true if the difference is within the tolerance and the sizes are equal.
  public func allows(_ difference: ImageDifference) -> Bool {
    if difference.sizesDiffer { return false }
    if differentPixels == nil, differentRatio == nil { return difference.differentPixels == 0 }
    if let differentPixels, difference.differentPixels > differentPixels { return false }
    if let differentRatio, difference.differentRatio > differentRatio { return false }
    return true
  }
}
