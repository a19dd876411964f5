import FileAccess
import HeaderModel
import PortableMath
import Raster

/// A frame with the header's picture of it, for measuring how changes of layers affect that
/// picture.
struct FrameComparison {
  /// The recorded picture on the working grid.
  let recorded: Pixmap
  /// The header's picture on the working grid.
  let expected: Pixmap
  /// The header's state at the frame.
  let state: HeaderState
  let grid: WorkingGrid
  let painter: CandidatePainter

  private static let cap = Int(RecordingFit.cap)
  /// The difference of a channel value (0...255) above which it is not noise (a gross difference).
  static let grossDifference = 36
  /// The difference of a channel value (0...255) above which a pixel belongs to a layer.
  private static let minInfluence = 10
  /// The minimum number of gross pixels. Fewer may be a pointer's tip or an edge.
  static let minPixels = 12

  /// The distances of two pictures to the recording: the means of capped squared differences of
  /// channel values in 0...255.
  struct Distance {
    /// The distance of the header's picture.
    var expected = 0.0
    /// The distance of the other picture.
    var other = 0.0
    /// The number of compared pixels.
    var pixels = 0

    /// The reduction of the distance by the other picture, summed over the pixels' three channels.
    var gain: Double { (expected - other) * Double(3 * pixels) }
    /// The distance of the header's picture, summed over the pixels' three channels.
    var sum: Double { expected * Double(3 * pixels) }

    /// Whether the other picture's distance is less than `part` of the header's.
    func isExplained(to part: Double) -> Bool { other < part * expected }

    @inline(__always)
    fileprivate mutating func add(_ expected: Int, _ other: Int) {
      self.expected += Double(expected)
      self.other += Double(other)
      pixels += 1
    }

    /// The means of summed distances.
    fileprivate var mean: Distance {
      let count = Double(max(1, 3 * pixels))
      return Distance(expected: expected / count, other: other / count, pixels: pixels)
    }
  }

  /// Paints the header's picture after a change of its layers.
  func picture(_ change: (inout [LayerState]) -> Void) throws(HeaderKitError) -> Pixmap {
    var changed = state
    change(&changed.layers)
    return try painter.job(changed).picture(on: grid)
  }

  /// The rectangle of a layer's frame on the grid, with a margin in points.
  func bounds(_ frame: PointRect, margin: Double = 4) -> PixelRect {
    painter.pixels(of: frame, on: grid, margin: margin)
  }

  /// The intersection of two layers' frames on the grid.
  func common(_ first: LayerState, _ second: LayerState) -> PixelRect {
    bounds(first.frame, margin: 0).intersection(bounds(second.frame, margin: 0))
  }

  /// Whether a channel of the pixels at byte `index` differs by more than `limit`.
  @inline(__always)
  static func differ(
    _ first: Span<UInt8>, _ second: Span<UInt8>, _ index: Int, by limit: Int
  ) -> Bool {
    (index..<index + 3).contains { abs(Int(first[$0]) - Int(second[$0])) > limit }
  }

  /// The sum of the capped squared differences of two pixels' channel values, 0...255.
  @inline(__always)
  static func squares(
    _ first: Span<UInt8>, _ index: Int, _ second: Span<UInt8>, _ other: Int
  ) -> Int {
    var sum = 0
    for channel in 0..<3 {
      let difference = min(cap, abs(Int(first[index + channel]) - Int(second[other + channel])))
      sum += difference * difference
    }
    return sum
  }

  /// The number of pixels in a rectangle with a gross difference.
  func grossPixels(_ rect: PixelRect) -> Int {
    FrameComparison.grossPixels(recorded, expected, within: rect)
  }

  /// The number of pixels in a rectangle with a gross difference between two pictures of the same
  /// size.
  static func grossPixels(_ first: Pixmap, _ second: Pixmap, within rect: PixelRect) -> Int {
    var count = 0
    let firstBytes = first.bytes.span
    let secondBytes = second.bytes.span
    rect.forEachByteIndex(in: first.width) {
      if differ(firstBytes, secondBytes, $0, by: grossDifference) { count += 1 }
    }
    return count
  }

  /// Whether swapping two layers changes the header's picture visibly. A faint shadow over a
  /// picture, for example, does not.
  func showsOrder(from swapped: Pixmap) -> Bool {
    FrameComparison.grossPixels(expected, swapped, within: grid.size.bounds)
      >= FrameComparison.minPixels
  }

  /// The mean squared difference of channel values in 0...255, without a limit.
  var meanSquare: Double {
    var sum = 0
    let recordedBytes = recorded.bytes.span
    let expectedBytes = expected.bytes.span
    for index in recordedBytes.indices {
      let difference = Int(recordedBytes[index]) - Int(expectedBytes[index])
      sum += difference * difference
    }
    return Double(sum) / Double(3 * grid.size.area)
  }

  /// Whether a pixel of the recording differs grossly from all neighboring pixels of the header's
  /// picture. Unlike a direct comparison, it accepts thin lines that are softer or shifted by less
  /// than a pixel.
  private func isGrossAround(
    _ recordedBytes: Span<UInt8>, _ expectedBytes: Span<UInt8>, _ index: Int
  ) -> Bool {
    let (width, height) = (grid.size.width, grid.size.height)
    let (x, y) = (index / 4 % width, index / 4 / width)
    return (0..<3).contains { channel in
      var (lowest, highest) = (255, 0)
      for row in max(0, y - 1)...min(height - 1, y + 1) {
        for column in max(0, x - 1)...min(width - 1, x + 1) {
          let value = Int(expectedBytes[(row * width + column) * 4 + channel])
          (lowest, highest) = (min(lowest, value), max(highest, value))
        }
      }
      let value = Int(recordedBytes[index + channel])
      return value > highest + FrameComparison.grossDifference
        || value < lowest - FrameComparison.grossDifference
    }
  }

  /// The number of a layer's pixels in a rectangle, and of those with a gross difference.
  ///
  /// - Parameters:
  ///   - without: The header's picture without the layer.
  ///   - isThin: Whether to accept subpixel shifts.
  func grossShare(
    without: Pixmap, within rect: PixelRect, isThin: Bool = false
  ) -> (gross: Int, pixels: Int) {
    var result = (gross: 0, pixels: 0)
    let recordedBytes = recorded.bytes.span
    let expectedBytes = expected.bytes.span
    let behind = without.bytes.span
    rect.forEachByteIndex(in: grid.size.width) { index in
      guard FrameComparison.differ(expectedBytes, behind, index, by: FrameComparison.minInfluence)
      else {
        return
      }
      result.pixels += 1
      let isGross =
        isThin
        ? isGrossAround(recordedBytes, expectedBytes, index)
        : FrameComparison.differ(
          recordedBytes, expectedBytes, index, by: FrameComparison.grossDifference)
      if isGross { result.gross += 1 }
    }
    return result
  }

  /// The distances of the header's and another picture over the pixels in which they differ.
  func distance(_ other: Pixmap, within rect: PixelRect) -> Distance {
    FrameComparison.distance(recorded, expected, other, within: rect)
  }

  /// The distances of two pictures to a recorded one over the pixels in which they differ.
  static func distance(
    _ recorded: Pixmap, _ expected: Pixmap, _ other: Pixmap, within rect: PixelRect
  ) -> Distance {
    var result = Distance()
    let recordedBytes = recorded.bytes.span
    let expectedBytes = expected.bytes.span
    let otherBytes = other.bytes.span
    rect.forEachByteIndex(in: recorded.width) { index in
      guard differ(expectedBytes, otherBytes, index, by: minInfluence) else { return }
      result.add(
        squares(recordedBytes, index, expectedBytes, index),
        squares(recordedBytes, index, otherBytes, index))
    }
    return result.mean
  }

  /// The sum of the capped squared differences between a picture and the recorded one in a
  /// rectangle.
  static func cappedSum(_ recorded: Pixmap, _ picture: Pixmap, within rect: PixelRect) -> Int {
    var sum = 0
    let recordedBytes = recorded.bytes.span
    let pictureBytes = picture.bytes.span
    rect.forEachByteIndex(in: recorded.width) {
      sum += squares(recordedBytes, $0, pictureBytes, $0)
    }
    return sum
  }

  /// Finds the move of a layer that matches the recording best. Returns the move in pixels of the
  /// grid, and the distances over the pixels that the layer leaves and enters. `nil` if the layer
  /// is hardly visible.
  ///
  /// - Parameter without: The header's picture without the layer.
  func bestMove(
    without: Pixmap, within rect: PixelRect, reach: Int
  ) -> (x: Double, y: Double, distance: Distance)? {
    let width = grid.size.width
    let searchRect = PixelRect(
      x: rect.x - reach, y: rect.y - reach, width: rect.width + 2 * reach,
      height: rect.height + 2 * reach
    ).intersection(grid.size.bounds)
    let expectedBytes = expected.bytes.span
    let behind = without.bytes.span
    // Whether the layer covers each pixel of the rectangle.
    var covers: [Bool] = []
    covers.reserveCapacity(searchRect.width * searchRect.height)
    searchRect.forEachByteIndex(in: width) {
      covers.append(
        FrameComparison.differ(expectedBytes, behind, $0, by: FrameComparison.minInfluence))
    }
    guard covers.count(where: { $0 }) >= FrameComparison.minPixels else { return nil }
    // A sample of the pixels is accurate enough, and a smaller one suffices for the coarse moves.
    let stride = max(1, Int((Double(searchRect.width * searchRect.height) / 6000).squareRoot()))
    let recordedBytes = recorded.bytes.span
    func cost(_ moveX: Int, _ moveY: Int, stride: Int) -> Distance {
      var result = Distance()
      for y in Swift.stride(from: searchRect.y, to: searchRect.maxY, by: stride) {
        for x in Swift.stride(from: searchRect.x, to: searchRect.maxX, by: stride) {
          let (fromX, fromY) = (x - moveX, y - moveY)
          let isCovered = covers[(y - searchRect.y) * searchRect.width + x - searchRect.x]
          let isCoveredAfterMove =
            fromX >= searchRect.x && fromX < searchRect.maxX && fromY >= searchRect.y
            && fromY < searchRect.maxY
            && covers[(fromY - searchRect.y) * searchRect.width + fromX - searchRect.x]
          guard isCovered || isCoveredAfterMove else { continue }
          let index = (y * width + x) * 4
          let from = (fromY * width + fromX) * 4
          result.add(
            FrameComparison.squares(recordedBytes, index, expectedBytes, index),
            isCoveredAfterMove
              ? FrameComparison.squares(recordedBytes, index, expectedBytes, from)
              : FrameComparison.squares(recordedBytes, index, behind, index))
        }
      }
      return result
    }
    func gain(_ distance: Distance) -> Double { distance.expected - distance.other }
    var step = max(1, reach / 4)
    var best = (x: 0, y: 0, distance: Distance())
    for y in Swift.stride(from: -reach, through: reach, by: step) {
      for x in Swift.stride(from: -reach, through: reach, by: step) {
        let distance = cost(x, y, stride: 2 * stride)
        if gain(distance) > gain(best.distance) { best = (x, y, distance) }
      }
    }
    best.distance = cost(best.x, best.y, stride: stride)
    while step > 1 {
      step /= 2
      for y in [-step, 0, step] {
        for x in [-step, 0, step] {
          let distance = cost(best.x + x, best.y + y, stride: stride)
          if gain(distance) > gain(best.distance) { best = (best.x + x, best.y + y, distance) }
        }
      }
    }
    var distance = best.distance.mean
    distance.pixels *= stride * stride
    return (Double(best.x), Double(best.y), distance)
  }
}

extension PixelRect {
  /// Calls `visit` with the byte index of each pixel, for a picture that is `width` pixels wide.
  @inline(__always)
  func forEachByteIndex(in width: Int, _ visit: (Int) -> Void) {
    for y in y..<maxY {
      for x in x..<maxX { visit((y * width + x) * 4) }
    }
  }
}
