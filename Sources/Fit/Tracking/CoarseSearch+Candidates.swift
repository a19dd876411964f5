import PortableMath
import VisualDiff

extension CoarseSearch.Frame {
  /// Keeps the distances of a state if it is closer than the other states at the step.
  mutating func add(_ distance: Float, fixed fixedDistance: Float, at stepIndex: Int) {
    let index = stepIndices.map { $0.partitioningIndex { $0 >= stepIndex } } ?? stepIndex
    guard distance < all[index] else { return }
    all[index] = distance
    if !fixed.isEmpty { fixed[index] = fixedDistance }
  }

  /// Returns distances of the frame, expanded to all steps. Steps that were not compared have the
  /// largest distance.
  fileprivate func expanded(_ values: [Float], to count: Int) -> [Float] {
    guard let stepIndices else { return values }
    var result = [Float](repeating: Float(RecordingFit.distance.largest), count: count)
    for (index, value) in zip(stepIndices, values) { result[Int(index)] = value }
    return result
  }
}

extension CoarseSearch.Result {
  /// Creates a result in which all frames are compared at all steps.
  init(grid: OffsetGrid, steps: [Int], distances: [[Float]]) {
    self.init(
      grid: grid, steps: steps,
      frames: distances.map { CoarseSearch.Frame(stepIndices: nil, all: $0, fixed: []) })
  }

  /// Returns the steps, as indices in `steps`, that may be closer to a frame than the sampled steps
  /// next to them: those around each local minimum that may be a possible offset.
  func unresolvedIndices(between sampled: [Int]) -> Set<Int> {
    var unresolved = Set<Int>()
    for frame in frames {
      let values = sampled.map { frame.all[$0] }
      let smallest = values.min() ?? 0
      let limit =
        smallest + CoarseSearch.Result.similarPart * smallest + CoarseSearch.Result.unresolvedMargin
      for (index, value) in values.enumerated() {
        let before = index > 0 ? values[index - 1] : .infinity
        let after = index + 1 < values.count ? values[index + 1] : .infinity
        guard value <= before, value <= after else { continue }
        let slack = max(before, after) < .infinity ? abs(after - before) / 2 : 0
        guard value - slack <= limit else { continue }
        let first = index > 0 ? sampled[index - 1] + 1 : sampled[index]
        let end = index + 1 < sampled.count ? sampled[index + 1] : sampled[index]
        unresolved.formUnion(first..<max(first, end))
      }
    }
    return unresolved.subtracting(sampled)
  }

  /// Sets the distances at all steps that are not in `compared` by linear interpolation.
  mutating func interpolate(between compared: [Int]) {
    for (low, high) in zip(compared, compared.dropFirst()) where high - low > 1 {
      for frame in frames.indices {
        let (first, last) = (frames[frame].all[low], frames[frame].all[high])
        for index in low + 1..<high {
          let part = Float(index - low) / Float(high - low)
          frames[frame].all[index] = first + (last - first) * part
        }
      }
    }
  }

  /// Returns the distances of a frame at all steps.
  func distances(_ frame: Int) -> [Float] {
    frames[frame].expanded(frames[frame].all, to: steps.count)
  }

  /// The cost of one point of movement between two frames. It is so small that it decides only
  /// between nearly equal states, such as the rows of a repeating list.
  static let costPerPoint = 0.04
  /// The weight of a minimum's own distance, which decides between equal minima.
  private static let preference: Float = 1e-5

  /// The fraction of the smallest distance by which the distances of similar pictures may differ,
  /// if the recording's texts are drawn differently.
  private static let similarPart: Float = 0.25

  /// The distance above the best up to which a sampled minimum may be a possible offset.
  private static let unresolvedMargin: Float = 32

  /// Returns the possible offsets of each frame, best first, at most `maxCount`. They are the local
  /// minima of the total cost of paths, by at most `margin` above the best path.
  func candidates(maxCount: Int, margin: Double) -> [[Double]] {
    let cost = Float(CoarseSearch.Result.costPerPoint / grid.stepsPerPoint)
    let margin = Float(margin)
    let zeros = [Float](repeating: 0, count: steps.count)
    // The costs of the paths to all frames of a long recording need too much memory. Those to the
    // first frame of each block are kept, the others are computed twice.
    let length = max(1, Int(Double(frames.count).squareRoot()))
    let blocks = stride(from: 0, to: frames.count, by: length).map {
      $0..<min($0 + length, frames.count)
    }
    var starts: [[Float]] = []
    var before = zeros
    for block in blocks {
      starts.append(before)
      for frame in block {
        before = spread(
          zip(before, evidence(distances(frame))).map { $0 + $1 }, costPerStep: cost)
      }
    }
    var after = zeros
    var candidates: [[Double]] = []
    for (block, start) in zip(blocks, starts).reversed() {
      let values = block.map { evidence(distances($0)) }
      var forward: [[Float]] = []
      for frameCosts in values {
        let before = forward.last.map { spread($0, costPerStep: cost) } ?? start
        forward.append(zip(before, frameCosts).map { $0 + $1 })
      }
      for (frameCosts, forward) in zip(values, forward).reversed() {
        let totals = zip(forward, after).map { $0 + $1 }
        candidates.append(minima(totals, maxCount: maxCount, margin: margin))
        after = spread(zip(frameCosts, after).map { $0 + $1 }, costPerStep: cost)
      }
    }
    return candidates.reversed()
  }

  /// Returns the offsets of the local minima by at most `margin` above the smallest value, best
  /// first, at most `maxCount`.
  private func minima(_ totals: [Float], maxCount: Int, margin: Float) -> [Double] {
    let best = totals.min() ?? 0
    return minimumIndices(totals, limit: best + margin).sorted {
      (totals[$0], $0) < (totals[$1], $1)
    }.prefix(maxCount)
      .map { grid.offset(steps[$0]) }
  }

  /// Returns the indices of the local minima that are at most `limit`.
  private func minimumIndices(_ values: [Float], limit: Float) -> [Int] {
    values.indices.filter { index in
      values[index] <= limit
        && (index == 0 || values[index - 1] > values[index])
        && (index == values.count - 1 || values[index + 1] >= values[index])
    }
  }

  /// Returns for each frame the offsets that explain it nearly as well as the best, whether or not
  /// a path leads there: the local minima by at most `margin` and a part of the distance above the
  /// best, at most `maxCount`. Half of them are the best, the others the nearest to the offset in
  /// `near`.
  ///
  /// The best are those whose layers other than lists are closest, if these were compared. The
  /// distance of rows depends on their alignment with the pixels and on the font.
  func alternatives(near: [Double?], maxCount: Int, margin: Double) -> [[Double]] {
    zip(frames, near).map { frame, near in
      let values = frame.expanded(frame.all, to: steps.count)
      let evidence = evidence(values)
      let ranks =
        frame.fixed.isEmpty ? evidence : frame.expanded(frame.fixed, to: steps.count)
      let tolerance = CoarseSearch.Result.similarPart * (values.min() ?? 0)
      let limit = (evidence.min() ?? 0) + Float(margin) + tolerance
      let minima = minimumIndices(evidence, limit: limit)
        .sorted { (ranks[$0], evidence[$0], $0) < (ranks[$1], evidence[$1], $1) }
      let best = minima.prefix(maxCount / 2)
      let others = minima.dropFirst(maxCount / 2).map { grid.offset(steps[$0]) }
      let nearest = others.sorted { abs($0 - (near ?? 0)) < abs($1 - (near ?? 0)) }
      return best.map { grid.offset(steps[$0]) } + nearest.prefix(maxCount - best.count)
    }
  }

  /// Returns how much worse each step is than the frame's best: its distance above the adjacent
  /// minimum, plus that minimum's distance above the best, corrected for sampling. Without the
  /// correction, rows of a repeating list that are aligned differently with the pixels would, over
  /// many frames, outweigh a jump along the list.
  func evidence(_ values: [Float]) -> [Float] {
    let smallest = values.min() ?? 0
    // The indices of the minima that descents to both sides lead to.
    var (left, right) = (Array(values.indices), Array(values.indices))
    for index in values.indices.dropFirst() where values[index - 1] <= values[index] {
      left[index] = left[index - 1]
    }
    for index in values.indices.dropLast().reversed() where values[index + 1] < values[index] {
      right[index] = right[index + 1]
    }
    return values.indices.map { index in
      let minimum = values[left[index]] <= values[right[index]] ? left[index] : right[index]
      let excess = max(0, values[minimum] - samplingError(values, minimum) - smallest)
      return excess + CoarseSearch.Result.preference * values[minimum] + values[index]
        - values[minimum]
    }
  }

  /// Returns by how much the true minimum between steps may be below a sampled minimum. Repeated
  /// rows that are aligned with a step look better than rows between two steps.
  private func samplingError(_ values: [Float], _ index: Int) -> Float {
    guard index > 0, index < values.count - 1 else { return 0 }
    let (before, here, after) = (values[index - 1], values[index], values[index + 1])
    // A neighbor that was not compared says nothing.
    guard max(before, after) < Float(RecordingFit.distance.largest) else { return 0 }
    return here <= before && here <= after ? abs(after - before) / 2 : 0
  }

  /// Returns for each step the smallest sum of a value and the cost of the movement from it.
  private func spread(_ values: [Float], costPerStep cost: Float) -> [Float] {
    var result = values
    for index in result.indices.dropFirst() {
      result[index] = min(
        result[index], result[index - 1] + cost * Float(steps[index] - steps[index - 1]))
    }
    for index in result.indices.dropLast().reversed() {
      result[index] = min(
        result[index], result[index + 1] + cost * Float(steps[index + 1] - steps[index]))
    }
    return result
  }
}
