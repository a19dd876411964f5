import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Decides between the places at which a frame may be: groups of consecutive offsets whose pictures
/// are nearly equal, such as those one row period apart in a list.
///
/// The mean distance does not decide between them: the alignment of rows with pixels, or a slightly
/// different font, changes it more than a progress bar does. Therefore only pixels count in which the
/// pictures of two places differ, and only if one place explains them much better. Layers that do not
/// repeat count a second time, without the lists. Before that, each place is refined between the
/// steps, which aligns its rows with the recording's.
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
  /// Evidence counts fully if the better place explains the pixels to the first fraction of the
  /// other place's distance, and not at all from the second.
  private static let decisive = (fully: 0.6, never: 0.85)
  /// The part of the estimated error between two steps that may remain after the refinement.
  private static let leftAfterRefinement = 0.25
  /// The difference of a channel in levels above which the pictures of two places differ.
  private static let differing = 10

  /// Returns the correction of each place's distances, in squared levels: with it, nearly equal
  /// places have the same distance unless something decides between them.
  ///
  /// - Parameter places: The candidates of each place, sorted by step.
  func corrections(_ places: [[Candidate]]) throws(HeaderKitError) -> [Double] {
    guard places.count > 1 else { return places.map { _ in 0 } }
    let shown = places.map { Shown($0, painter.offsets) }
    let least = shown.map(\.distance).min() ?? 0
    let limit = least + PlaceComparison.near.levels + PlaceComparison.near.part * least
    let near = shown.indices.filter { shown[$0].distance - shown[$0].slack <= limit }
    guard near.count > 1,
      let first = near.min(by: {
        shown[$0].distance - shown[$0].slack < shown[$1].distance - shown[$1].slack
      })
    else { return places.map { _ in 0 } }
    let reference = try view(shown[first])
    var costs = [Double](repeating: 0, count: places.count)
    for place in near where place != first {
      costs[place] = evidence(reference, try view(shown[place]))
    }
    let best = near.map { costs[$0] }.min() ?? 0
    return places.indices.map { place in
      near.contains(place) ? costs[place] - best - (shown[place].distance - least) : 0
    }
  }

  /// A place, refined between two steps.
  private struct Shown {
    let best: Candidate
    /// The distance of the best candidate.
    var distance: Double { best.distance }
    /// The amount by which the distance between two steps may be smaller.
    let slack: Double
    /// The offset with the smallest distance, if distances grow linearly on both sides.
    let offset: Double

    init(_ place: [Candidate], _ offsets: OffsetGrid) {
      let index = place.indices.min { place[$0].distance < place[$1].distance } ?? 0
      best = place[index]
      guard index > 0, index + 1 < place.count else {
        (slack, offset) = (0, offsets.offset(best.step))
        return
      }
      let (before, after) = (place[index - 1].distance, place[index + 1].distance)
      let lean = (before - after) / 2
      let rise = (before + after) / 2 - place[index].distance
      slack = min(place[index].distance, abs(lean))
      let move = lean == 0 ? 0 : lean / (abs(lean) + max(0, rise))
      offset = offsets.offset(best.step) + move / offsets.stepsPerPoint
    }
  }

  /// The picture of a place.
  private struct View {
    let picture: Pixmap
    /// Whether each pixel shows a layer that does not repeat.
    let isFixed: [Bool]
    /// The amount by which the summed distance may still be too large.
    let slack: Double
  }

  private func view(_ shown: Shown) throws(HeaderKitError) -> View {
    let state = try shown.best.header.shown(after: shown.offset, at: time)
    let lists = state.layers.filter { if case .list = $0.content { $0.visible } else { false } }
    let names = Set(lists.map(\.id)).union(painter.masked)
    return View(
      picture: try painter.job(state).picture(on: grid),
      isFixed: LayerMask(names, in: state, painter: painter, grid: grid).counted,
      slack: PlaceComparison.leftAfterRefinement * shown.slack * Double(3 * grid.size.area))
  }

  /// Returns the cost of the second place above the first. Negative if the second is better.
  private func evidence(_ first: View, _ second: View) -> Double {
    let mine = frame.bytes.span
    let one = first.picture.bytes.span
    let other = second.picture.bytes.span
    var (all, fixed) = ((0, 0), (0, 0))
    for pixel in first.isFixed.indices {
      let place = pixel * 4
      guard LayerView.differ(one, other, place, by: PlaceComparison.differing) else { continue }
      let here = LayerView.squares(mine, place, one, place)
      let there = LayerView.squares(mine, place, other, place)
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
    let more = abs(second - first) - slack
    guard more > 0 else { return 0 }
    let part = min(first, second) / max(first, second)
    let (fully, never) = PlaceComparison.decisive
    let share = min(1, max(0, (never - part) / (never - fully)))
    let unit = min(PlaceComparison.unit, Double(3 * grid.size.area))
    let cost = min(PlaceComparison.most, share * more / unit)
    return second > first ? cost : -cost
  }
}
