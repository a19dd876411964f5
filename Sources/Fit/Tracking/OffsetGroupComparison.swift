import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Decides between the groups of consecutive offsets at which a frame may be. The pictures of two
/// groups are nearly equal, such as those one row period apart in a list.
///
/// The mean distance does not decide between them: the alignment of rows with pixels, or a slightly
/// different font, changes it more than a progress bar does. In another font, even a missing row is
/// nearer than a row of other glyphs. Therefore the pictures are compared at a resolution at which
/// glyphs are blurred, only where the pictures of two groups differ, and only if one group explains
/// them much better. Layers that do not repeat count a second time, without the lists. Offsets
/// between two steps are not painted: the estimate of such an offset errs with other glyphs, and at
/// this resolution half a step hardly shows.
struct OffsetGroupComparison {
  let painter: CandidatePainter
  let grid: WorkingGrid
  let frame: Pixmap
  /// The frame's time in seconds.
  let time: Double

  /// The best state at a step.
  struct Candidate {
    let step: Int
    let header: HeaderInterpreter
    /// The mean squared difference to the frame, of channel values in 0...255.
    let distance: Double
  }

  /// The distance above the best group up to which a group is compared: a mean squared difference
  /// of channel values in 0...255, and a fraction of the best distance.
  private static let margin = (distance: 8.0, part: 0.25)
  /// The sum of squared differences of channel values (0...255) that counts as one unit of cost:
  /// about six pixels of another color.
  private static let unit = 40_000.0
  /// The maximum cost of each kind of evidence.
  private static let maxCost = 8.0
  /// A group wins only if it leaves less than half of the other group's distance: otherwise both
  /// differ from the frame by more than from each other, as with glyphs of another width, and the
  /// offset stays undetermined. From the first fraction of that distance down, evidence counts
  /// fully.
  private static let decisive = (fully: 0.25, never: 0.5)
  /// The part of the evidence that counts if the distances contradict it. The edge of a layer beside
  /// a thin line can outweigh the line in reduced pictures.
  private static let contradictedShare = 0.5
  /// The part of the estimated error between two steps that remains at the lower resolution.
  private static let errorShareWhenReduced = 0.25
  /// The difference of a channel value (0...255) above which pixels of two reduced pictures differ.
  private static let minDifference = 5
  /// The side of a reduced pixel in points. Glyphs are blurred, bars and rows are not.
  private static let pixelSide = 4.0

  /// Returns the correction to add to the distances of each group. With it, nearly equal groups
  /// have the same distance unless something decides between them.
  ///
  /// - Parameter groups: The candidates of each group, sorted by step.
  func corrections(_ groups: [[Candidate]]) throws(HeaderKitError) -> [Double] {
    guard groups.count > 1 else { return groups.map { _ in 0 } }
    let matches = groups.map(BestMatch.init)
    let smallestDistance = matches.map(\.distance).min() ?? 0
    let margin = OffsetGroupComparison.margin
    let limit = smallestDistance + margin.distance + margin.part * smallestDistance
    let compared = matches.indices.filter { matches[$0].distance - matches[$0].slack <= limit }
    guard compared.count > 1,
      let first = compared.min(by: {
        matches[$0].distance - matches[$0].slack < matches[$1].distance - matches[$1].slack
      })
    else { return groups.map { _ in 0 } }
    let reference = try reducedPicture(matches[first])
    let frame = reduced(frame)
    var costs = [Double](repeating: 0, count: groups.count)
    for index in compared where index != first {
      let cost = evidence(in: frame, reference, try reducedPicture(matches[index]))
      let isContradicted = cost * (matches[index].distance - matches[first].distance) < 0
      costs[index] = isContradicted ? cost * OffsetGroupComparison.contradictedShare : cost
    }
    let smallestCost = compared.map { costs[$0] }.min() ?? 0
    return groups.indices.map { index in
      compared.contains(index)
        ? costs[index] - smallestCost - (matches[index].distance - smallestDistance) : 0
    }
  }

  /// The best candidate of a group.
  private struct BestMatch {
    let best: Candidate
    /// The distance of the best candidate to the frame.
    var distance: Double { best.distance }
    /// The amount by which the distance may be smaller at an offset between two steps.
    let slack: Double

    init(_ group: [Candidate]) {
      let index = group.indices.min { group[$0].distance < group[$1].distance } ?? 0
      best = group[index]
      guard index > 0, index + 1 < group.count else {
        slack = 0
        return
      }
      let (before, after) = (group[index - 1].distance, group[index + 1].distance)
      slack = min(group[index].distance, abs(before - after) / 2)
    }
  }

  /// The header's reduced picture for a group.
  private struct ReducedPicture {
    let picture: Pixmap
    /// Whether each reduced pixel shows mostly layers that do not repeat.
    let isFixed: [Bool]
    /// The amount by which the summed distance may still be too large.
    let slack: Double
  }

  /// The side of a reduced pixel in pixels of the grid.
  private var side: Int {
    max(1, Int((OffsetGroupComparison.pixelSide / grid.pointsPerPixel).rounded()))
  }

  /// Returns a picture with reduced pixels of the same area each. Those at the right and bottom
  /// edge may be cut off.
  private func reduced(_ picture: Pixmap) -> Pixmap {
    let side = side
    guard side > 1,
      let size = PixelSize(
        width: max(1, picture.width / side), height: max(1, picture.height / side))
    else { return picture }
    let whole = PixelRect(
      x: 0, y: 0, width: min(picture.width, size.width * side),
      height: min(picture.height, size.height * side))
    return picture.resized(source: DeviceRect(whole), to: size, filter: .area)
  }

  /// Paints and reduces the picture of a group's best candidate.
  private func reducedPicture(_ match: BestMatch) throws(HeaderKitError) -> ReducedPicture {
    var header = match.best.header
    let state = try header.evaluatedState(at: time)
    let picture = reduced(try painter.job(state).picture(on: grid))
    let counted = LayerMask.fixed(in: state, painter: painter, grid: grid).counted
    var counts = [Int](repeating: 0, count: picture.size.area)
    for y in 0..<min(grid.size.height, picture.height * side) {
      for x in 0..<min(grid.size.width, picture.width * side)
      where counted[y * grid.size.width + x] {
        counts[(y / side) * picture.width + x / side] += 1
      }
    }
    return ReducedPicture(
      picture: picture, isFixed: counts.map { 2 * $0 > side * side },
      slack: OffsetGroupComparison.errorShareWhenReduced * match.slack * Double(3 * grid.size.area)
        / Double(side * side))
  }

  /// Returns the cost of the second group minus that of the first in a reduced frame. Negative if
  /// the second is better.
  private func evidence(in frame: Pixmap, _ first: ReducedPicture, _ second: ReducedPicture)
    -> Double
  {
    let frameBytes = frame.bytes.span
    let firstBytes = first.picture.bytes.span
    let secondBytes = second.picture.bytes.span
    // The squared differences of both groups, over all pixels and without the lists.
    var (all, fixed) = ((0, 0), (0, 0))
    for pixel in first.isFixed.indices {
      let index = pixel * 4
      guard
        FrameComparison.differ(
          firstBytes, secondBytes, index, by: OffsetGroupComparison.minDifference)
      else { continue }
      let firstSquares = FrameComparison.squares(frameBytes, index, firstBytes, index)
      let secondSquares = FrameComparison.squares(frameBytes, index, secondBytes, index)
      all.0 += firstSquares
      all.1 += secondSquares
      guard first.isFixed[pixel] || second.isFixed[pixel] else { continue }
      fixed.0 += firstSquares
      fixed.1 += secondSquares
    }
    return cost(all, slack: first.slack + second.slack) + cost(fixed, slack: 0)
  }

  /// Returns the cost of the second group minus that of the first, from the sums of their squared
  /// differences. Differences up to `slack` count as 0.
  private func cost(_ sums: (first: Int, second: Int), slack: Double) -> Double {
    let (first, second) = (Double(sums.first), Double(sums.second))
    // Converted to pixels of the grid.
    let difference = (abs(second - first) - slack) * Double(side * side)
    guard difference > 0 else { return 0 }
    let part = min(first, second) / max(first, second)
    let (fully, never) = OffsetGroupComparison.decisive
    let share = min(1, max(0, (never - part) / (never - fully)))
    let unit = min(OffsetGroupComparison.unit, Double(3 * grid.size.area))
    let cost = min(OffsetGroupComparison.maxCost, share * difference / unit)
    return second > first ? cost : -cost
  }
}
