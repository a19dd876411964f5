import FileAccess
import HeaderModel
import PortableMath
import Raster

/// A frame beside the header's picture of it, and what changes about that picture when a layer does.
struct LayerView {
  /// On the working grid.
  let recorded: Pixmap
  let expected: Pixmap
  let state: HeaderState
  let grid: WorkingGrid
  let painter: CandidatePainter

  private static let cap = Int(RecordingFit.cap)
  /// Pixels further off than this cannot be noise.
  static let grossDifference = 36
  /// Pixels that differ by more than this are a layer's.
  private static let influence = 10
  /// So many gross pixels are a pointer's tip or an edge; what they belong to is not asked.
  static let fewestPixels = 12

  /// How far a picture is from the recording within some pixels.
  struct Distance {
    /// Mean capped squared difference of a channel, of the header's picture.
    var expected = 0.0
    /// Of another.
    var other = 0.0
    var pixels = 0

    /// What the other explains, in squared levels of all channels, summed.
    var gain: Double { (expected - other) * Double(3 * pixels) }
    /// That of the header's picture, summed likewise.
    var sum: Double { expected * Double(3 * pixels) }

    /// Whether the other leaves less than a part of it.
    func isExplained(to part: Double) -> Bool { other < part * expected }

    @inline(__always)
    fileprivate mutating func add(_ expected: Int, _ other: Int) {
      self.expected += Double(expected)
      self.other += Double(other)
      pixels += 1
    }

    /// Of sums the means.
    fileprivate var mean: Distance {
      let count = Double(max(1, 3 * pixels))
      return Distance(expected: expected / count, other: other / count, pixels: pixels)
    }
  }

  func picture(_ change: (inout [LayerState]) -> Void) throws(HeaderKitError) -> Pixmap {
    var changed = state
    change(&changed.layers)
    return try painter.job(changed).picture(on: grid)
  }

  /// The layer's frame in pixels of the grid, with a margin.
  func bounds(_ frame: PointRect, margin: Double = 4) -> PixelRect {
    painter.pixels(of: frame, on: grid, margin: margin)
  }

  /// What two layers both cover.
  func common(_ first: LayerState, _ second: LayerState) -> PixelRect {
    bounds(first.frame, margin: 0).intersection(bounds(second.frame, margin: 0))
  }

  /// Whether a channel of the pixels at `place` differs by more than `most` levels.
  @inline(__always)
  private static func differ(
    _ first: Span<UInt8>, _ second: Span<UInt8>, _ place: Int, by most: Int
  ) -> Bool {
    (place..<place + 3).contains { abs(Int(first[$0]) - Int(second[$0])) > most }
  }

  /// The capped squares of the differences of two pixels' channels.
  @inline(__always)
  private static func squares(
    _ first: Span<UInt8>, _ place: Int, _ second: Span<UInt8>, _ other: Int
  ) -> Int {
    var sum = 0
    for channel in 0..<3 {
      let difference = min(cap, abs(Int(first[place + channel]) - Int(second[other + channel])))
      sum += difference * difference
    }
    return sum
  }

  func grossPixels(_ rect: PixelRect) -> Int {
    LayerView.grossPixels(recorded, expected, within: rect)
  }

  /// How many pixels of a rectangle cannot be the same in two pictures of one size but for noise.
  static func grossPixels(_ first: Pixmap, _ second: Pixmap, within rect: PixelRect) -> Int {
    var count = 0
    let mine = first.bytes.span
    let theirs = second.bytes.span
    rect.forEachPlace(in: first.width) {
      if differ(mine, theirs, $0, by: grossDifference) { count += 1 }
    }
    return count
  }

  /// Whether the header's picture differs visibly from the one with two layers in the other order:
  /// it cannot where they differ by no more than noise, as by a faint shadow over a picture.
  func tellsOrder(from swapped: Pixmap) -> Bool {
    LayerView.grossPixels(expected, swapped, within: grid.size.bounds) >= LayerView.fewestPixels
  }

  var meanSquare: Double {
    var sum = 0
    let mine = recorded.bytes.span
    let theirs = expected.bytes.span
    for index in mine.indices {
      let difference = Int(mine[index]) - Int(theirs[index])
      sum += difference * difference
    }
    return Double(sum) / Double(3 * grid.size.area)
  }

  /// Whether a pixel of the recording is grossly off from all that the header's picture has right
  /// around it: thin lines may lie between pixels otherwise, or be drawn softer.
  private func isGrossAround(_ mine: Span<UInt8>, _ theirs: Span<UInt8>, _ place: Int) -> Bool {
    let (width, height) = (grid.size.width, grid.size.height)
    let (x, y) = (place / 4 % width, place / 4 / width)
    return (0..<3).contains { channel in
      var (least, most) = (255, 0)
      for row in max(0, y - 1)...min(height - 1, y + 1) {
        for column in max(0, x - 1)...min(width - 1, x + 1) {
          let value = Int(theirs[(row * width + column) * 4 + channel])
          (least, most) = (min(least, value), max(most, value))
        }
      }
      let value = Int(mine[place + channel])
      return value > most + LayerView.grossDifference || value < least - LayerView.grossDifference
    }
  }

  /// How many of the pixels of a layer, or of one of thin lines, are grossly off.
  func grossShare(
    without: Pixmap, within rect: PixelRect, isThin: Bool = false
  ) -> (gross: Int, pixels: Int) {
    var result = (gross: 0, pixels: 0)
    let mine = recorded.bytes.span
    let theirs = expected.bytes.span
    let behind = without.bytes.span
    rect.forEachPlace(in: grid.size.width) { place in
      guard LayerView.differ(theirs, behind, place, by: LayerView.influence) else { return }
      result.pixels += 1
      let isGross =
        isThin
        ? isGrossAround(mine, theirs, place)
        : LayerView.differ(mine, theirs, place, by: LayerView.grossDifference)
      if isGross { result.gross += 1 }
    }
    return result
  }

  /// Both distances over the pixels in which the two pictures differ.
  func distance(_ other: Pixmap, within rect: PixelRect) -> Distance {
    LayerView.distance(recorded, expected, other, within: rect)
  }

  /// The distances of two pictures to a recorded one over the pixels in which they differ.
  static func distance(
    _ recorded: Pixmap, _ expected: Pixmap, _ other: Pixmap, within rect: PixelRect
  ) -> Distance {
    var result = Distance()
    let mine = recorded.bytes.span
    let theirs = expected.bytes.span
    let others = other.bytes.span
    rect.forEachPlace(in: recorded.width) { place in
      guard differ(theirs, others, place, by: influence) else { return }
      result.add(squares(mine, place, theirs, place), squares(mine, place, others, place))
    }
    return result.mean
  }

  /// The capped squared differences of a picture to a recorded one, within some pixels.
  static func cappedSum(_ recorded: Pixmap, _ picture: Pixmap, within rect: PixelRect) -> Int {
    var sum = 0
    let mine = recorded.bytes.span
    let theirs = picture.bytes.span
    rect.forEachPlace(in: recorded.width) { sum += squares(mine, $0, theirs, $0) }
    return sum
  }

  /// Where a layer would have to stand to look as recorded, by the picture without it: the move in
  /// pixels of the grid, and the distances over the pixels it leaves and enters.
  func bestMove(
    without: Pixmap, within rect: PixelRect, reach: Int
  ) -> (x: Double, y: Double, distance: Distance)? {
    let width = grid.size.width
    let wide = PixelRect(
      x: rect.x - reach, y: rect.y - reach, width: rect.width + 2 * reach,
      height: rect.height + 2 * reach
    ).intersection(grid.size.bounds)
    let theirs = expected.bytes.span
    let behind = without.bytes.span
    var covers: [Bool] = []
    covers.reserveCapacity(wide.width * wide.height)
    wide.forEachPlace(in: width) {
      covers.append(LayerView.differ(theirs, behind, $0, by: LayerView.influence))
    }
    guard covers.count(where: { $0 }) >= LayerView.fewestPixels else { return nil }
    // A sample of the pixels is as good as all of them, and a smaller one shows where to look.
    let stride = max(1, Int((Double(wide.width * wide.height) / 6000).squareRoot()))
    let mine = recorded.bytes.span
    func cost(_ moveX: Int, _ moveY: Int, stride: Int) -> Distance {
      var result = Distance()
      for y in Swift.stride(from: wide.y, to: wide.maxY, by: stride) {
        for x in Swift.stride(from: wide.x, to: wide.maxX, by: stride) {
          let (fromX, fromY) = (x - moveX, y - moveY)
          let isThere = covers[(y - wide.y) * wide.width + x - wide.x]
          let comes =
            fromX >= wide.x && fromX < wide.maxX && fromY >= wide.y && fromY < wide.maxY
            && covers[(fromY - wide.y) * wide.width + fromX - wide.x]
          guard isThere || comes else { continue }
          let place = (y * width + x) * 4
          let from = (fromY * width + fromX) * 4
          result.add(
            LayerView.squares(mine, place, theirs, place),
            comes
              ? LayerView.squares(mine, place, theirs, from)
              : LayerView.squares(mine, place, behind, place))
        }
      }
      return result
    }
    func gain(_ distance: Distance) -> Double { distance.expected - distance.other }
    var step = max(1, reach / 4)
    var best = (x: 0, y: 0, distance: Distance())
    for y in Swift.stride(from: -reach, through: reach, by: step) {
      for x in Swift.stride(from: -reach, through: reach, by: step) {
        let found = cost(x, y, stride: 2 * stride)
        if gain(found) > gain(best.distance) { best = (x, y, found) }
      }
    }
    best.distance = cost(best.x, best.y, stride: stride)
    while step > 1 {
      step /= 2
      for y in [-step, 0, step] {
        for x in [-step, 0, step] {
          let found = cost(best.x + x, best.y + y, stride: stride)
          if gain(found) > gain(best.distance) { best = (best.x + x, best.y + y, found) }
        }
      }
    }
    var distance = best.distance.mean
    distance.pixels *= stride * stride
    return (Double(best.x), Double(best.y), distance)
  }
}

extension PixelRect {
  /// Calls `visit` with the first byte of each of the pixels of a picture so many pixels wide.
  @inline(__always)
  func forEachPlace(in width: Int, _ visit: (Int) -> Void) {
    for y in y..<maxY {
      for x in x..<maxX { visit((y * width + x) * 4) }
    }
  }
}
