import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Decides between the places at which a frame may be: groups of consecutive offsets whose pictures
/// are nearly equal, such as those one row period apart in a list.
///
/// The mean distance does not decide between them: the alignment of rows with pixels, or a slightly
/// different font, changes it more than a progress bar does. In another font, even a missing row is
/// nearer than a row of other glyphs. Therefore the pictures are compared at a resolution at which
/// glyphs are blurred, only where the pictures of two places differ, and only if one place explains
/// them much better. Layers that do not repeat count a second time, without the lists. Offsets
/// between two steps are not painted: the estimate of such an offset errs with other glyphs, and at
/// this resolution half a step hardly shows.
struct PlaceComparison {
  let painter: CandidatePainter
  let grid: WorkingGrid
  let frame: Pixmap
  /// The frame's time in seconds.
  let time: Double

  /// The best state at a step.
  struct Candidate {
    let step: Int
    let header: HeaderInterpreter
    /// The distance to the frame in squared levels.
    let distance: Double
  }

  /// The distance above the best place up to which a place is compared: a number of squared levels
  /// and a fraction of the best distance.
  private static let near = (levels: 8.0, part: 0.25)
  /// The summed squared levels that count as one unit of cost, about six pixels of another color.
  private static let unit = 40_000.0
  /// The maximum cost of each kind of evidence.
  private static let most = 8.0
  /// A place wins only if it leaves less than half of the other place's distance: otherwise both
  /// differ from the frame by more than from each other, as with glyphs of another width, and the
  /// offset stays open. From the first fraction of that distance down, evidence counts fully.
  private static let decisive = (fully: 0.25, never: 0.5)
  /// The part of the estimated error between two steps that remains at the lower resolution.
  private static let leftWhenReduced = 0.25
  /// The difference of a channel in levels above which the reduced pictures of two places differ.
  private static let differing = 5
  /// The side of a reduced pixel in points. Glyphs are blurred, bars and rows are not.
  private static let blur = 4.0

  /// Returns the correction of each place's distances, in squared levels: with it, nearly equal
  /// places have the same distance unless something decides between them.
  ///
  /// - Parameter places: The candidates of each place, sorted by step.
  func corrections(_ places: [[Candidate]]) throws(HeaderKitError) -> [Double] {
    guard places.count > 1 else { return places.map { _ in 0 } }
    let shown = places.map(Shown.init)
    let least = shown.map(\.distance).min() ?? 0
    let limit = least + PlaceComparison.near.levels + PlaceComparison.near.part * least
    let near = shown.indices.filter { shown[$0].distance - shown[$0].slack <= limit }
    guard near.count > 1,
      let first = near.min(by: {
        shown[$0].distance - shown[$0].slack < shown[$1].distance - shown[$1].slack
      })
    else { return places.map { _ in 0 } }
    let reference = try view(shown[first])
    let frame = reduced(frame)
    var costs = [Double](repeating: 0, count: places.count)
    for place in near where place != first {
      costs[place] = evidence(in: frame, reference, try view(shown[place]))
    }
    let best = near.map { costs[$0] }.min() ?? 0
    return places.indices.map { place in
      near.contains(place) ? costs[place] - best - (shown[place].distance - least) : 0
    }
  }

  /// A place, and how much closer an offset between two steps may be.
  private struct Shown {
    let best: Candidate
    /// The distance of the best candidate.
    var distance: Double { best.distance }
    /// The amount by which the distance between two steps may be smaller.
    let slack: Double

    init(_ place: [Candidate]) {
      let index = place.indices.min { place[$0].distance < place[$1].distance } ?? 0
      best = place[index]
      guard index > 0, index + 1 < place.count else {
        slack = 0
        return
      }
      let (before, after) = (place[index - 1].distance, place[index + 1].distance)
      slack = min(place[index].distance, abs(before - after) / 2)
    }
  }

  /// The reduced picture of a place.
  private struct View {
    let picture: Pixmap
    /// Whether each reduced pixel shows mostly layers that do not repeat.
    let isFixed: [Bool]
    /// The amount by which the summed distance may still be too large.
    let slack: Double
  }

  /// The side of a reduced pixel in pixels of the grid.
  private var side: Int {
    max(1, Int((PlaceComparison.blur / grid.pointsPerPixel).rounded()))
  }

  /// Returns a picture with reduced pixels of the same area each. Those at the right and bottom edge
  /// may be cut off.
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

  private func view(_ shown: Shown) throws(HeaderKitError) -> View {
    var header = shown.best.header
    let state = try header.shown(at: time)
    let picture = reduced(try painter.job(state).picture(on: grid))
    let counted = LayerMask.fixed(in: state, painter: painter, grid: grid).counted
    var counts = [Int](repeating: 0, count: picture.size.area)
    for y in 0..<min(grid.size.height, picture.height * side) {
      for x in 0..<min(grid.size.width, picture.width * side)
      where counted[y * grid.size.width + x] {
        counts[(y / side) * picture.width + x / side] += 1
      }
    }
    return View(
      picture: picture, isFixed: counts.map { 2 * $0 > side * side },
      slack: PlaceComparison.leftWhenReduced * shown.slack * Double(3 * grid.size.area)
        / Double(side * side))
  }

  /// Returns the cost of the second place above the first in a reduced frame. Negative if the second
  /// is better.
  private func evidence(in frame: Pixmap, _ first: View, _ second: View) -> Double {
    let mine = frame.bytes.span
    let one = first.picture.bytes.span
    let other = second.picture.bytes.span
    var (all, fixed) = ((0, 0), (0, 0))
    for pixel in first.isFixed.indices {
      let place = pixel * 4
      guard FrameComparison.differ(one, other, place, by: PlaceComparison.differing) else {
        continue
      }
      let here = FrameComparison.squares(mine, place, one, place)
      let there = FrameComparison.squares(mine, place, other, place)
      all.0 += here
      all.1 += there
      guard first.isFixed[pixel] || second.isFixed[pixel] else { continue }
      fixed.0 += here
      fixed.1 += there
    }
    return cost(all, slack: first.slack + second.slack) + cost(fixed, slack: 0)
  }

  private func cost(_ sums: (first: Int, second: Int), slack: Double) -> Double {
    let (first, second) = (Double(sums.first), Double(sums.second))
    // In pixels of the grid.
    let more = (abs(second - first) - slack) * Double(side * side)
    guard more > 0 else { return 0 }
    let part = min(first, second) / max(first, second)
    let (fully, never) = PlaceComparison.decisive
    let share = min(1, max(0, (never - part) / (never - fully)))
    let unit = min(PlaceComparison.unit, Double(3 * grid.size.area))
    let cost = min(PlaceComparison.most, share * more / unit)
    return second > first ? cost : -cost
  }
}
