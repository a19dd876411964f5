import FileAccess
import HeaderModel
import Raster
import VisualDiff

/// Compares frames with states over the whole range of offsets, painted at one pixel per point, to
/// find the possible offsets of each frame.
struct CoarseSearch {
  let painter: CandidatePainter
  let jobs: Int

  /// The size of a coarse pixel in pixels of the working grid, on each side.
  static let reduction = 3
  /// The maximum number of painted steps. Up to it, offsets are a point apart: rows that are half a
  /// step from a painted offset differ by more than rows one period away.
  private static let mostCandidates = 3200

  /// The distances of all frames at all painted steps.
  struct Result {
    let grid: OffsetGrid
    /// The painted steps of the grid, in increasing order.
    let steps: [Int]
    /// The smallest distance of any state, by frame and then by index in `steps`.
    var distances: [[Float]]
    /// The same over the pixels that show no lists. Empty unless requested.
    var fixed: [[Float]] = []
  }

  /// Compares frames on `grid` with states within `reach` points of the offsets in `near`, or over
  /// the whole range if `near` is `nil`.
  ///
  /// - Parameter hasFixed: Whether to compare the pixels without lists a second time.
  func run(
    _ frames: [Pixmap], on grid: WorkingGrid, near: [[Double]]? = nil, reach: Double = 0,
    hasFixed: Bool = false
  ) async throws(HeaderKitError) -> Result {
    let (range, most) = (painter.offsets.range, CoarseSearch.mostCandidates)
    let stride = max(Int(painter.offsets.stepsPerPoint), (range.count - 1 + most - 1) / most)
    let windows = near?.map { Set(painter.offsets.window(around: $0, points: reach)) }
    let steps =
      windows?.reduce(into: Set()) { $0.formUnion($1) }.sorted()
      ?? Array(Swift.stride(from: range.lowerBound, through: range.upperBound, by: stride))
    let places = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1, $0) })
    var waiting: [(place: Int, header: HeaderInterpreter)] = []
    try painter.sweeps.forEach(steps) { step, header in
      if let place = places[step] { waiting.append((place, header)) }
    }
    waiting.sort { $0.place < $1.place }
    let largest = Float(RecordingFit.distance.largest)
    let unknown = [[Float]](
      repeating: [Float](repeating: largest, count: steps.count), count: frames.count)
    var result = Result(
      grid: painter.offsets, steps: steps, distances: unknown, fixed: hasFixed ? unknown : [])
    var states = waiting.makeIterator()
    // The jobs painted at the current step.
    var seen: (place: Int, jobs: Set<CandidatePainter.Job.Identity>) = (-1, [])
    func next() throws(HeaderKitError) -> (Int, CandidatePainter.Job, LayerMask, LayerMask?)? {
      while let (place, found) = states.next() {
        var header = found
        let state = try header.shown(at: 0)
        let job = try painter.job(state)
        if seen.place != place { seen = (place, []) }
        guard seen.jobs.insert(job.identity).inserted else { continue }
        let fixed = hasFixed ? LayerMask.fixed(in: state, painter: painter, grid: grid) : nil
        return (place, job, painter.mask(state, on: grid), fixed)
      }
      return nil
    }
    try await OrderedParallelMap(jobs: jobs).run(
      next: next,
      work: { place, job, mask, fixed throws(HeaderKitError) in
        let candidate = job.picture(on: grid)
        let distance = mask.distance
        let fixedDistance = fixed?.distance
        let found = frames.enumerated().map { index, frame -> (all: Float, fixed: Float) in
          guard windows.map({ $0[index].contains(steps[place]) }) ?? true else {
            return (largest, largest)
          }
          let rest = fixedDistance.map { Float($0(frame, candidate)) }
          return (Float(distance(frame, candidate)), rest ?? largest)
        }
        return (place, found)
      },
      consume: { place, found throws(HeaderKitError) in
        for (frame, value) in found.enumerated() where value.all < result.distances[frame][place] {
          result.distances[frame][place] = value.all
          if hasFixed { result.fixed[frame][place] = value.fixed }
        }
      })
    return result
  }
}

extension CoarseSearch.Result {
  /// The cost of one point of movement between two frames. It is so small that it decides only
  /// between nearly equal states, such as the rows of a repeating list.
  static let costPerPoint = 0.04
  /// The weight of a minimum's own distance, which decides between equal minima.
  private static let preference: Float = 1e-5

  /// The fraction of the smallest distance by which the distances of similar pictures may differ, if
  /// the recording's texts are drawn differently.
  private static let similarPart: Float = 0.25

  /// Returns the possible offsets of each frame, best first, at most `most`. They are the local
  /// minima of the total cost of paths, by at most `margin` above the best path.
  func candidates(most: Int, margin: Double) -> [[Double]] {
    let cost = Float(CoarseSearch.Result.costPerPoint / grid.stepsPerPoint)
    let margin = Float(margin)
    var forward: [[Float]] = []
    for values in distances.lazy.map(evidence) {
      let before = forward.last.map { spread($0, cost) } ?? values.map { _ in 0 }
      forward.append(zip(before, values).map { $0 + $1 })
    }
    var after = [Float](repeating: 0, count: steps.count)
    var found: [[Double]] = []
    for frame in distances.indices.reversed() {
      let totals = zip(forward[frame], after).map { $0 + $1 }
      let best = totals.min() ?? 0
      let minima = totals.indices.filter { place in
        totals[place] <= best + margin
          && (place == 0 || totals[place - 1] > totals[place])
          && (place == totals.count - 1 || totals[place + 1] >= totals[place])
      }
      found.append(
        minima.sorted { (totals[$0], $0) < (totals[$1], $1) }.prefix(most)
          .map { grid.offset(steps[$0]) })
      after = spread(zip(evidence(distances[frame]), after).map { $0 + $1 }, cost)
    }
    return found.reversed()
  }

  /// Returns for each frame the offsets that explain it nearly as well as the best, whether or not a
  /// path leads there: the local minima by at most `margin` and a part of the distance above the
  /// best, at most `most`. Half of them are the best, the others the nearest to the offset in `near`.
  ///
  /// The best are those whose layers other than lists are closest, if these were compared. The
  /// distance of rows depends on their alignment with the pixels and on the font.
  func alternatives(near: [Double?], most: Int, margin: Double) -> [[Double]] {
    zip(distances.indices, near).map { frame, near in
      let values = distances[frame]
      let evidence = evidence(values)
      let ranks = fixed.isEmpty ? evidence : fixed[frame]
      let part = CoarseSearch.Result.similarPart * (values.min() ?? 0)
      let limit = (evidence.min() ?? 0) + Float(margin) + part
      let minima = evidence.indices.filter { place in
        evidence[place] <= limit
          && (place == 0 || evidence[place - 1] > evidence[place])
          && (place == evidence.count - 1 || evidence[place + 1] >= evidence[place])
      }.sorted { (ranks[$0], evidence[$0], $0) < (ranks[$1], evidence[$1], $1) }
      let best = minima.prefix(most / 2)
      let rest = minima.dropFirst(most / 2).map { grid.offset(steps[$0]) }
      let nearest = rest.sorted { abs($0 - (near ?? 0)) < abs($1 - (near ?? 0)) }
      return best.map { grid.offset(steps[$0]) } + nearest.prefix(most - best.count)
    }
  }

  /// Returns how much worse each step is than the frame's best: its distance above the adjacent
  /// minimum, plus that minimum's distance above the best, corrected for sampling. Without the
  /// correction, rows of a repeating list that are aligned differently with the pixels would, over
  /// many frames, outweigh a jump along the list.
  func evidence(_ values: [Float]) -> [Float] {
    let least = values.min() ?? 0
    var (left, right) = (Array(values.indices), Array(values.indices))
    for place in values.indices.dropFirst() where values[place - 1] <= values[place] {
      left[place] = left[place - 1]
    }
    for place in values.indices.dropLast().reversed() where values[place + 1] < values[place] {
      right[place] = right[place + 1]
    }
    return values.indices.map { place in
      let minimum = values[left[place]] <= values[right[place]] ? left[place] : right[place]
      let worse = max(0, values[minimum] - between(values, minimum) - least)
      return worse + CoarseSearch.Result.preference * values[minimum] + values[place]
        - values[minimum]
    }
  }

  /// Returns by how much the true minimum between steps may be below a sampled minimum. Repeated
  /// rows that are aligned with a step look better than rows between two steps.
  private func between(_ values: [Float], _ place: Int) -> Float {
    guard place > 0, place < values.count - 1 else { return 0 }
    let (before, here, after) = (values[place - 1], values[place], values[place + 1])
    // A neighbor that was not compared says nothing.
    guard max(before, after) < Float(RecordingFit.distance.largest) else { return 0 }
    return here <= before && here <= after ? abs(after - before) / 2 : 0
  }

  /// Returns for each step the smallest sum of a value and the cost of the movement from it.
  private func spread(_ values: [Float], _ cost: Float) -> [Float] {
    var result = values
    for place in result.indices.dropFirst() {
      result[place] = min(
        result[place], result[place - 1] + cost * Float(steps[place] - steps[place - 1]))
    }
    for place in result.indices.dropLast().reversed() {
      result[place] = min(
        result[place], result[place + 1] + cost * Float(steps[place + 1] - steps[place]))
    }
    return result
  }
}
