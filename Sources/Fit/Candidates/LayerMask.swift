import HeaderModel
import PortableMath
import Raster
import VisualDiff

/// A mask of pixels to ignore, because they show masked layers.
struct LayerMask: Sendable {
  private struct Area {
    let rect: PixelRect
    /// Whether the pixels count.
    let counts: Bool
  }

  /// The squared difference of an ignored pixel's channels, of values in 0...255. Measured around
  /// the title of large-title: 42 for the same header, 166 in another font, and 418 if the recording
  /// shows rows there. A lower value favors states that ignore more pixels.
  private static let ignoredDistance = 200.0
  private let size: PixelSize
  /// The rectangles in painting order: masked layers, and filled layers painted above them.
  private var areas: [Area] = []

  /// Masks the frames of the visible layers in `names`, except for pixels that a filled layer above
  /// covers.
  init(_ names: Set<String>, in state: HeaderState, painter: CandidatePainter, grid: WorkingGrid) {
    size = grid.size
    guard !names.isEmpty else { return }
    // The index of the last descendant of a masked layer. All its pixels are ignored.
    var last: Int?
    for (index, layer) in state.layers.enumerated() where layer.visible {
      let isMasked = names.contains(layer.id)
      if isMasked { last = max(last ?? 0, index + layer.descendantCount) }
      guard let last, isMasked || (index > last && layer.isFilled) else { continue }
      let rect = painter.pixels(of: layer.frame, on: grid, margin: 0)
      if !rect.isEmpty { areas.append(Area(rect: rect, counts: !isMasked)) }
    }
  }

  /// Masks all lists and the painter's masked layers. The rows of a list look alike at several
  /// offsets, other layers rarely do.
  static func fixed(
    in state: HeaderState, painter: CandidatePainter, grid: WorkingGrid
  ) -> LayerMask {
    let lists = state.layers.filter { if case .list = $0.content { $0.visible } else { false } }
    return LayerMask(
      Set(lists.map(\.id)).union(painter.masked), in: state, painter: painter, grid: grid)
  }

  /// The ranges of the pixels that count, in row-major order.
  private var countedRanges: [Range<Int>] {
    guard areas.contains(where: { !$0.counts }) else { return [0..<size.area] }
    var ranges: [Range<Int>] = []
    func add(_ range: Range<Int>) {
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    // All rows between two edges have the same columns.
    let edges = Set(areas.flatMap { [$0.rect.y, $0.rect.maxY] } + [0, size.height]).sorted()
    for (top, bottom) in zip(edges, edges.dropFirst()) {
      var isCounted = [Bool](repeating: true, count: size.width)
      for area in areas where (area.rect.y..<area.rect.maxY).contains(top) {
        for x in area.rect.x..<area.rect.maxX { isCounted[x] = area.counts }
      }
      let columns = isCounted.rangesOfTrue
      for y in top..<bottom {
        for range in columns {
          add(y * size.width + range.lowerBound..<y * size.width + range.upperBound)
        }
      }
    }
    return ranges
  }

  /// Whether each pixel counts.
  var counted: [Bool] {
    var counted = [Bool](repeating: false, count: size.area)
    for range in countedRanges {
      for index in range { counted[index] = true }
    }
    return counted
  }

  /// Returns the picture with its ignored pixels replaced by those of `other`.
  func covered(_ picture: Pixmap, by other: Pixmap) -> Pixmap {
    let ranges = countedRanges
    guard ranges != [0..<size.area] else { return picture }
    var bytes = other.bytes
    for range in ranges {
      let bytesOfRange = range.lowerBound * 4..<range.upperBound * 4
      bytes.replaceSubrange(bytesOfRange, with: picture.bytes[bytesOfRange])
    }
    return Pixmap(size: picture.size, bytes: bytes) ?? picture
  }

  /// The mean distance of two pictures over the pixels that count, or the largest distance if none
  /// does.
  var distance: (_ recorded: Pixmap, _ candidate: Pixmap) -> Double {
    let ranges = countedRanges
    let distance = RecordingFit.distance
    return { distance.mean($0, $1, in: ranges) ?? distance.largest }
  }

  /// The mean distance of two pictures over all pixels, with `ignoredDistance` for each ignored pixel.
  /// It can be compared between states that ignore different pixels, `distance` cannot.
  var distanceOfAllPixels: (_ recorded: Pixmap, _ candidate: Pixmap) -> Double {
    let ranges = countedRanges
    let countedShare = Double(ranges.reduce(0) { $0 + $1.count }) / Double(size.area)
    let distance = RecordingFit.distance
    return {
      countedShare * (distance.mean($0, $1, in: ranges) ?? 0)
        + (1 - countedShare) * LayerMask.ignoredDistance
    }
  }

  /// The number of pixels that count.
  var countedPixels: Int { countedRanges.reduce(0) { $0 + $1.count } }
}

extension LayerState {
  /// The minimum alpha (0...255) of a color, and of a tint over a blurred backdrop, that hides what
  /// is behind it.
  private static let (minColorAlpha, minTintAlpha) = (231, 150)

  /// Whether the layer covers its frame with an almost opaque picture or color, or with a tinted
  /// blur of what is behind it.
  fileprivate var isFilled: Bool {
    guard effectiveOpacity > 0.9 else { return false }
    if let tint = backdropFilter?.tint, tint.alpha >= LayerState.minTintAlpha { return true }
    switch content {
    case .image, .rectangle(.gradient): return true
    case .rectangle(.color(let color)): return color.alpha >= LayerState.minColorAlpha
    default: return false
    }
  }
}

extension [Bool] {
  /// The ranges of consecutive indices whose values are `true`, in order.
  fileprivate var rangesOfTrue: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    for (index, value) in enumerated() {
      if value {
        start = start ?? index
      } else if let first = start {
        ranges.append(first..<index)
        start = nil
      }
    }
    return ranges + (start.map { [$0..<count] } ?? [])
  }
}
